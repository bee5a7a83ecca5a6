// The analysis of a game: a planted blunder is found and the better move named; what was taken back does not count; the same again.
#include "sim/analyse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bots/bots.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "support/match_play.hpp"

namespace trestle {
namespace {

AnalysisPlan short_plan(u32 iterations = 200) {
  AnalysisPlan plan;
  plan.bot = "expert";
  plan.iterations = iterations;
  plan.iterations_sure = 4 * iterations;
  return plan;
}

Result<Match> from_position(const std::string& fields) {
  MatchSetup setup;
  setup.game = *make_game("throne");
  setup.position_text = "game throne\nplayers 2\nposition\n" + fields + "end\n";
  return Match::create(std::move(setup), std::make_unique<SeededDealer>(4));
}

void act(Match& match, Seat seat, std::string_view text) {
  const auto action = match.game().parse(text);
  ASSERT_TRUE(bool(action)) << text;
  ASSERT_TRUE(bool(test::submit(match, seat, *action))) << text;
}

void play_out(Match& match, const char* name) {
  auto bot = make_bot(name, match.game_ptr());
  Rng rng(6);
  while (!match.over()) {
    const Seat seat = match.waiting_on().lowest();
    ASSERT_TRUE(bool(test::submit(match, seat, (*bot)->choose(match.sight(seat), rng))));
  }
  match.close_record();
}

// A could win at once with the miners and ends its phase instead; B, who is nearly there, wins.
constexpr const char* nearly_won =
    "  phase play\n  points 1\n  A.coins 43\n  A.units miner\n  A.hand no-wizard-royal\n"
    "  B.coins 42\n  B.units miner*2 farmer*3\n  B.hand double-farmer double-miner no-wizard-royal\n";

TEST(Analysis, APlantedBlunderIsTheLargestMistake) {
  auto match = from_position(nearly_won);
  ASSERT_TRUE(bool(match)) << match.fault().text();
  act(*match, Seat::A, "done");
  const std::size_t blunder = 1;
  play_out(*match, "greedy");
  ASSERT_EQ(match->game().standing(match->state())[1], 1) << "B should have won";
  const auto analysis = analyse(match->game_ptr(), match->record(), short_plan());
  ASSERT_TRUE(bool(analysis)) << analysis.fault().text();
  ASSERT_FALSE(analysis->mistakes[0].empty());
  const Mistake& worst = analysis->mistakes[0][0];
  EXPECT_EQ(analysis->decisions[worst.decision].move, blunder);
  EXPECT_EQ(match->game().print(worst.better), "play no-wizard-royal");
  EXPECT_GT(worst.chance, 9000);
  EXPECT_GT(worst.lost(), 2000);
  ASSERT_FALSE(worst.reasons.empty());
  EXPECT_EQ(worst.reasons[0].figure, "why.won");
  EXPECT_LE(analysis->mistakes[0].size(), mistakes_shown);
}

TEST(Analysis, TheRightMoveIsNoMistake) {
  auto match = from_position(nearly_won);
  ASSERT_TRUE(bool(match));
  act(*match, Seat::A, "play no-wizard-royal");
  ASSERT_TRUE(match->over());
  match->close_record();
  const auto analysis = analyse(match->game_ptr(), match->record(), short_plan());
  ASSERT_TRUE(bool(analysis)) << analysis.fault().text();
  EXPECT_EQ(analysis->decisions.size(), 1u);
  EXPECT_GT(analysis->decisions[0].chance, 9000);
  EXPECT_TRUE(analysis->mistakes[0].empty());
}

TEST(Analysis, WhatWasTakenBackDoesNotCount) {
  auto match = from_position("  phase play\n  points 3\n  A.coins 43\n  A.units miner\n  A.hand no-wizard-royal farmer\n");
  ASSERT_TRUE(bool(match));
  act(*match, Seat::A, "play farmer");
  ASSERT_TRUE(match->undo(Seat::A));
  act(*match, Seat::A, "play no-wizard-royal");
  ASSERT_TRUE(match->over() || match->waiting_on().has(Seat::A));
  if (!match->over()) act(*match, Seat::A, "activate miner");
  ASSERT_TRUE(match->over());
  match->close_record();
  const auto analysis = analyse(match->game_ptr(), match->record(), short_plan(50));
  ASSERT_TRUE(bool(analysis)) << analysis.fault().text();
  ASSERT_FALSE(analysis->decisions.empty());
  EXPECT_EQ(match->game().print(analysis->decisions[0].played), "play no-wizard-royal");
  EXPECT_EQ(analysis->decisions[0].move, 3u);
}

TEST(Analysis, IsTheSameAgainAndHoldsForEveryGame) {
  for (const char* name : {"throne", "hadara", "tharos"}) {
    auto match = test::seeded_match(*make_game(name), 2, 7);
    ASSERT_TRUE(bool(match));
    play_out(*match, "random");
    u64 told = 0;
    AnalysisPlan plan = short_plan(20);
    plan.progress = [&](u64 done, u64 of) {
      EXPECT_LE(done, of);
      told = done;
    };
    const auto once = analyse(match->game_ptr(), match->record(), plan), again = analyse(match->game_ptr(), match->record(), plan);
    ASSERT_TRUE(bool(once) && bool(again)) << name;
    EXPECT_GT(told, 0u);
    EXPECT_GT(once->decisions.size(), 20u) << name;
    ASSERT_EQ(once->decisions.size(), again->decisions.size());
    for (std::size_t i = 0; i < once->decisions.size(); ++i) {
      const Decision& d = once->decisions[i];
      EXPECT_GE(d.chance, 0);
      EXPECT_LE(d.chance, 10'000);
      EXPECT_EQ(d.chance, again->decisions[i].chance);
      EXPECT_EQ(d.kept, again->decisions[i].kept);
    }
    for (std::size_t s = 0; s < 2; ++s)
      for (const Mistake& m : once->mistakes[s]) EXPECT_GE(m.lost(), mistake_min);
  }
}

TEST(Analysis, OnlyAFinishedGameAndAJudgingBot) {
  auto match = test::seeded_match(*make_game("throne"), 2, 7);
  ASSERT_TRUE(bool(match));
  const auto unfinished = analyse(match->game_ptr(), match->record(), short_plan());
  ASSERT_FALSE(bool(unfinished));
  EXPECT_THAT(unfinished.fault().text(), ::testing::HasSubstr("not finished"));
  play_out(*match, "random");
  AnalysisPlan plan = short_plan();
  plan.bot = "nobody";
  EXPECT_FALSE(bool(analyse(match->game_ptr(), match->record(), plan)));
  plan.bot = "greedy";
  EXPECT_FALSE(bool(analyse(match->game_ptr(), match->record(), plan)));
}

}  // namespace
}  // namespace trestle
