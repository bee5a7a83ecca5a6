// Reasons: what they count is what the act does; they come from a sight alone; every figure has a name in every language.
#include "bots/reasons.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

#include "bots/hadara/figures.hpp"
#include "bots/tharos/figures.hpp"
#include "bots/throne/figures.hpp"
#include "games/registry.hpp"
#include "match/opening.hpp"
#include "support/documents.hpp"
#include "support/match_play.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

// Nobody can ask with a state.
static_assert(!std::is_invocable_v<decltype(&reasons_for), const AnyGame&, const AnyState&, Action, std::span<const Action>, Rng&>);

struct Asked {
  Opening opening;
  AnySight sight;

  explicit Asked(const std::string& fields, Seat seat = Seat::A, const std::string& game = "throne")
      : opening(*open_position("game " + game + "\nplayers 2\nposition\n" + fields + "end\n", built_in_games())),
        sight(opening.game->sight(opening.state, seat)) {}
  std::vector<Reason> why(std::string_view act, const std::vector<std::string>& others, u64 seed = 1) const {
    std::vector<Action> against;
    for (const std::string& other : others) against.push_back(*opening.game->parse(other));
    Rng rng(seed);
    return reasons_for(*opening.game, sight, *opening.game->parse(act), against, rng);
  }
};

const Reason* find(const std::vector<Reason>& reasons, std::string_view figure, Seat seat) {
  const auto at = std::find_if(reasons.begin(), reasons.end(), [&](const Reason& r) { return r.figure == figure && r.seat == seat; });
  return at == reasons.end() ? nullptr : &*at;
}

TEST(Reasons, AnAttackCostsTheOtherCoins) {
  const Asked asked("  phase play\n  points 1\n  A.units knight*2 farmer\n  A.hand double-knight\n");
  const auto reasons = asked.why("play double-knight", {"done"});
  const Reason* coins = find(reasons, "throne.score.coins", Seat::B);
  ASSERT_NE(coins, nullptr);
  EXPECT_LT(coins->change, 0);
}

TEST(Reasons, AWinAtOnceIsTheFirstReason) {
  const Asked asked("  phase play\n  points 1\n  A.coins 43\n  A.units miner\n  A.hand no-wizard-royal farmer\n");
  const auto reasons = asked.why("play no-wizard-royal", {"play farmer"});
  ASSERT_FALSE(reasons.empty());
  EXPECT_EQ(reasons[0].figure, "why.won");
  EXPECT_GT(reasons[0].change, 50);
  EXPECT_LE(reasons[0].change, 100);
}

TEST(Reasons, TheOtherWayRoundTheyDoNotSpeakForTheAct) {
  const Asked asked("  phase play\n  points 1\n  A.coins 43\n  A.units miner\n  A.hand no-wizard-royal farmer\n");
  const auto reasons = asked.why("play farmer", {"play no-wizard-royal"});
  EXPECT_EQ(find(reasons, "why.won", Seat::A), nullptr);
}

TEST(Reasons, WithoutAnotherActTheyTellWhatTheActDoes) {
  const Asked asked("  phase play\n  A.hand miner\n");
  const auto reasons = asked.why("play miner", {});
  const Reason* professions = find(reasons, "throne.score.professions", Seat::A);
  ASSERT_NE(professions, nullptr);
  EXPECT_EQ(professions->change, 100);
}

TEST(Reasons, AreAFewAndTheSameForASeedAndASight) {
  const Asked asked("  phase play\n  A.units miner knight\n  A.hand farmer royal supply\n  B.hand soldier*2\n");
  // What B holds is not to be seen, so it cannot matter.
  const Asked other("  phase play\n  A.units miner knight\n  A.hand farmer royal supply\n  B.hand wizard*2\n");
  ASSERT_EQ(asked.sight, other.sight);
  const auto once = asked.why("play farmer", {"play royal", "done"}, 5);
  EXPECT_LE(once.size(), reasons_max);
  EXPECT_EQ(once, asked.why("play farmer", {"play royal", "done"}, 5));
  EXPECT_EQ(once, other.why("play farmer", {"play royal", "done"}, 5));
}

TEST(Reasons, AGameNobodyJudgesHasNone) {
  auto match = test::seeded_match(toy::make_toy(), 3, 5);
  ASSERT_TRUE(bool(match));
  const AnySight sight = match->sight(match->waiting_on().lowest());
  ActionList legal;
  match->game().legal(sight, legal);
  Rng rng(1);
  EXPECT_TRUE(reasons_for(match->game(), sight, legal[0], {}, rng).empty());
}

template <class R>
void expect_names(const std::string& game) {
  for (const char* language : {"en", "fr", "nl"}) {
    const std::string strings = "\n" + test::read_repository_file("data/" + game + "/strings." + language + ".txt");
    for (const Figure& figure : Figures<R>::list)
      EXPECT_NE(strings.find("\n" + std::string(figure.key) + " = "), std::string::npos) << figure.key << " in " << language;
  }
}

TEST(Reasons, EveryFigureHasANameInEveryLanguage) {
  expect_names<throne::Throne>("throne");
  expect_names<hadara::Hadara>("hadara");
  expect_names<tharos::Tharos>("tharos");
}

// Whole games of each title: reasons for any act at any time, and where there are some, they speak for the act.
TEST(Reasons, AreGivenAtAnyDecisionOfEveryGame) {
  for (const char* name : {"throne", "hadara", "tharos"}) {
    auto match = test::seeded_match(*make_game(name), 3, 9);
    ASSERT_TRUE(bool(match));
    Rng rng(3);
    int told = 0;
    for (int i = 0; i < 120 && !match->over(); ++i) {
      const Seat seat = match->waiting_on().lowest();
      const AnySight sight = match->sight(seat);
      ActionList legal;
      match->game().legal(sight, legal);
      const Action act = legal[rng.below(static_cast<u32>(legal.size()))];
      if (i % 10 == 0 && legal.size() > 1) {
        std::vector<Action> others;
        for (const Action& a : legal)
          if (a != act) others.push_back(a);
        told += !reasons_for(match->game(), sight, act, others, rng).empty();
      }
      ASSERT_TRUE(bool(test::submit(*match, seat, act)));
    }
    EXPECT_GT(told, 0) << name;
  }
}

}  // namespace
}  // namespace trestle
