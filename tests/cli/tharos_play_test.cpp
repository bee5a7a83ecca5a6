// Whole games of Tharos at the terminal, in each language.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "child.hpp"
#include "core/record.hpp"

namespace trestle::test {
namespace {

Arguments environment_of(const Scratch& scratch) {
  return {"HOME=" + scratch.path(), "XDG_DATA_HOME=" + scratch.path(), "LANG=C.UTF-8", "TERM=xterm-256color", "PATH=/usr/bin:/bin"};
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

std::string random_choices(u64 seed, int lines) {
  Rng rng(seed);
  std::string out;
  for (int i = 0; i < lines; ++i) out += std::to_string(1 + rng.below(rng.below(2) == 0 ? 3 : 9)) + "\n";
  return out;
}

std::size_t columns_of(std::string_view line) {
  std::size_t columns = 0;
  for (char c : line) columns += (static_cast<u8>(c) & 0xc0) != 0x80 && c != '\r';
  return columns;
}

struct Spoken {
  const char* code;
  const char* won;
  const char* place;
  std::vector<const char*> words;  // printed in this language's rulebook, and seen in any game
  friend void PrintTo(const Spoken& spoken, std::ostream* out) { *out << spoken.code; }
};
class TharosWholeGame : public ::testing::TestWithParam<Spoken> {};

TEST_P(TharosWholeGame, IsPlayedToItsEndAtEachNumberOfPlayers) {
  for (int players = 2; players <= 4; ++players) {
    const Scratch scratch;
    const std::string record = scratch.file("game.record");
    Child child({"play", "tharos", "--players", std::to_string(players), "--lang", GetParam().code, "--seed", std::to_string(60 + players),
                 "--bot", "B=random", "--record", record},
                environment_of(scratch));
    child.type(random_choices(static_cast<u64>(players), 6000));
    EXPECT_EQ(child.finish(), 0);
    const std::string& out = child.output();
    EXPECT_NE(out.find(GetParam().won), std::string::npos) << out.substr(out.size() - std::min<std::size_t>(out.size(), 2000));
    EXPECT_NE(out.find(GetParam().place), std::string::npos);
    EXPECT_EQ(out.find("tharos."), std::string::npos) << "a key was shown: " << out.substr(out.find("tharos."), 60);
    for (const char* word : GetParam().words) EXPECT_NE(out.find(word), std::string::npos) << word;
    for (std::string_view line : text::lines(out)) EXPECT_LE(columns_of(line), 80u) << line;
    const auto kept = parse_record(read_all(record));
    ASSERT_TRUE(kept) << kept.fault().text();
    ASSERT_TRUE(kept->end);
    EXPECT_EQ(kept->end->places.size(), static_cast<std::size_t>(players));
  }
}
INSTANTIATE_TEST_SUITE_P(InEachLanguage, TharosWholeGame,
                         ::testing::Values(Spoken{"en", " wins: ", "\n  Place ", {"Hills", "round 4, turn 4", "Dice symbols"}},
                                           Spoken{"fr", " gagne\u00a0: ", "\n  Place ", {"Collines", "manche 4, tour 4", "Symboles de dé"}},
                                           Spoken{"nl", " wint: ", "\n  Plaats ", {"Heuvels", "ronde 4, beurt 4", "Dobbelsteensymbolen"}}),
                         [](const auto& spoken) { return spoken.param.code; });

}  // namespace
}  // namespace trestle::test
