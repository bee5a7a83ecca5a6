// The golden scripts of Tharos leave nothing out: every action card is played, every player card activated and used, every
// building used, every round end card revealed in every round, every region effect lies under an attack.
#include <gtest/gtest.h>

#include <set>

#include "base/text.hpp"
#include "games/tharos/action.hpp"
#include "games/tharos/edition.hpp"
#include "support/documents.hpp"

namespace trestle::tharos {
namespace {

// What the scenes do, in the words of their lines: "play 7", "use new-market", "ending 4 in round 2", "effect plus-1".
std::set<std::string> things_done() {
  std::set<std::string> done;
  for (const std::string& path : test::repository_files("tests/games/tharos/golden", ".game")) {
    const std::string script = test::read_repository_file(path);
    std::string round = "1";
    for (std::string_view line : text::lines(script)) {
      const auto words = text::words(line);
      if (words.size() < 2) continue;
      if (words[0] == "scene") round = "1";
      if (words[0] == "round") round = words[1];
      if (words[0] == "effect") done.insert("effect " + std::string(words[1]));
      if (words.size() < 3 || words[0] == "expect") continue;
      done.insert(std::string(words[1]) + " " + std::string(words[2]));
      if (words[1] == "ending") done.insert("ending " + std::string(words[2]) + " in round " + round);
    }
  }
  return done;
}

TEST(TharosGoldens, LeaveNothingOut) {
  const std::set<std::string> done = things_done();
  const auto expect = [&](const std::string& what) { EXPECT_TRUE(done.count(what)) << "no scene does: " << what; };
  for (int n = 1; n <= action_card_count; ++n) expect("play " + std::to_string(n));
  for (int i = 0; i < player_card_count; ++i) expect("activate " + std::string(name_of(static_cast<PlayerCard>(i))));
  for (int i = 0; i < chosen_deed_count; ++i) expect("do " + std::string(name_of(static_cast<Deed>(i))));
  for (int i = 0; i < building_count; ++i) expect("use " + std::string(name_of(static_cast<Building>(i))));
  for (int i = 0; i < transformation_count; ++i) expect("effect " + std::string(name_of(static_cast<Transformation>(i))));
  for (int card = 1; card <= end_card_count; ++card)
    for (int round = 1; round <= rounds; ++round) expect("ending " + std::to_string(card) + " in round " + std::to_string(round));
}

}  // namespace
}  // namespace trestle::tharos
