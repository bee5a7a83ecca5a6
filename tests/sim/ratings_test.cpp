// The statistics: intervals that mean what they say, ratings that find known strengths, a sequential test that errs as rarely as it claims.
#include "sim/ratings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bots/levels.hpp"
#include "games/registry.hpp"
#include "sim/balance_page.hpp"
#include "sim/duel.hpp"
#include "sim/ladder.hpp"
#include "sim/tournament.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

GamePtr game_named(std::string_view name) {
  auto game = make_game(name);
  CHECK(bool(game));
  return *game;
}

// Uniform in [0, 1).
double any_share(Rng& rng) { return static_cast<double>(rng.next() >> 11) / 9007199254740992.0; }

TEST(Stats, WilsonAgreesWithThePrintedExamples) {
  // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const struct {
    double won, n, low, high;
  } printed[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
  for (const auto& p : printed) {
    EXPECT_NEAR(wilson(p.won, p.n).low, p.low, 0.00006);
    EXPECT_NEAR(wilson(p.won, p.n).high, p.high, 0.00006);
  }
  EXPECT_EQ(wilson(0, 0).low, 0);
  EXPECT_EQ(wilson(0, 0).high, 1);
}

TEST(Stats, MomentsAndElo) {
  Moments m;
  for (const i64 x : {2, 4, 4, 4, 5, 5, 7, 9}) m.add(x);
  EXPECT_DOUBLE_EQ(m.mean(), 5);
  EXPECT_NEAR(m.sd(), std::sqrt(32.0 / 7), 1e-12);
  EXPECT_NEAR(elo_of(share_of(120)), 120, 1e-9);
  EXPECT_NEAR(share_of(400), 10.0 / 11, 1e-12);
}

// A game of two with this winner.
GameResult face_to_face(u8 a, u8 b, bool a_won, u64 deal) {
  GameResult result;
  result.deal = deal;
  result.seats.resize(2);
  result.seats[0].bot = a;
  result.seats[1].bot = b;
  result.seats[0].place = a_won ? 1 : 2;
  result.seats[1].place = a_won ? 2 : 1;
  return result;
}

TEST(Ratings, FindKnownStrengths) {
  const double elo[] = {150, 20, -50, -120};
  const Sides sides = sides_of(*game_named("hadara"), 2);
  Rng rng(5);
  CrossTable table;
  for (u64 deal = 0; deal < 1500; ++deal)
    for (u8 a = 0; a < 4; ++a)
      for (u8 b = static_cast<u8>(a + 1); b < 4; ++b)
        table.add(deal, comparisons_in(face_to_face(a, b, any_share(rng) < share_of(elo[a] - elo[b]), deal), sides));
  table.close();
  const std::vector<Rating> ratings = rate(table, 4);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(ratings[i].elo, elo[i], 3.5 * ratings[i].error) << i;
    EXPECT_GT(ratings[i].error, 2);
    EXPECT_LT(ratings[i].error, 6);
    sum += ratings[i].elo;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
}

// Their errors must be as large as the ratings scatter from tournament to tournament, also when comparisons hang together.
TEST(Ratings, ErrorsCoverTheTruthAtFourPlayers) {
  const double elo[] = {90, 0, 0, -90};
  const Sides sides = sides_of(*game_named("hadara"), 4);
  Rng rng(11);
  int covered = 0, all = 0;
  for (int tournament = 0; tournament < 100; ++tournament) {
    CrossTable table;
    for (u64 deal = 0; deal < 60; ++deal) {
      // Plackett and Luce: exponential times, the fastest first.
      std::vector<std::pair<double, u8>> times;
      for (u8 i = 0; i < 4; ++i) times.emplace_back(-std::log(1 - any_share(rng)) / std::pow(10, elo[i] / 400), i);
      std::sort(times.begin(), times.end());
      GameResult result;
      result.seats.resize(4);
      for (u8 place = 0; place < 4; ++place) {
        result.seats[times[place].second].bot = times[place].second;
        result.seats[times[place].second].place = static_cast<u8>(place + 1);
      }
      table.add(deal, comparisons_in(result, sides));
    }
    table.close();
    const std::vector<Rating> ratings = rate(table, 4);
    for (std::size_t i = 0; i < 4; ++i, ++all) covered += std::abs(ratings[i].elo - elo[i]) < normal_95 * ratings[i].error;
  }
  EXPECT_GT(covered, all * 90 / 100);
  EXPECT_LT(covered, all);
}

TEST(Ratings, AreFiniteForWhoWinsAlways) {
  const Sides sides = sides_of(*game_named("hadara"), 2);
  CrossTable table;
  for (u64 deal = 0; deal < 50; ++deal) table.add(deal, comparisons_in(face_to_face(0, 1, true, deal), sides));
  table.close();
  const std::vector<Rating> ratings = rate(table, 2);
  EXPECT_GT(ratings[0].elo, 200);
  EXPECT_LT(ratings[0].elo, 2000);
  EXPECT_GT(ratings[0].error, 50);
}

TEST(Ratings, TeamsAreComparedOnceAndMatesNotAtAll) {
  GameResult result;
  result.seats.resize(4);
  for (std::size_t i = 0; i < 4; ++i) {
    result.seats[i].bot = static_cast<u8>(i % 2);
    result.seats[i].place = i % 2 == 0 ? 1 : static_cast<u8>(2 + i / 2);
  }
  double weight = 0, won = 0;
  for (const Comparison& c : comparisons_in(result, sides_of(*game_named("throne"), 4))) weight += c.weight, won += c.weight * c.won;
  EXPECT_DOUBLE_EQ(weight, 1);
  EXPECT_DOUBLE_EQ(won, 1);
}

// How often the test accepts, over many runs of a bot that is so much stronger.
double accepted(double elo, u64 seed) {
  Rng rng(seed);
  constexpr int runs = 300;
  int yes = 0;
  for (int run = 0; run < runs; ++run) {
    Sprt sprt({0, 60, 0.05, 0.05});
    for (int deal = 0; deal < 20'000 && sprt.verdict() == SprtVerdict::undecided; ++deal) {
      double share = 0;
      for (int game = 0; game < 2; ++game) share += any_share(rng) < share_of(elo) ? 0.5 : 0;
      sprt.add(share);
    }
    EXPECT_NE(sprt.verdict(), SprtVerdict::undecided);
    yes += sprt.verdict() == SprtVerdict::elo1;
  }
  return static_cast<double>(yes) / runs;
}

TEST(Sprt, ErrsAboutAsRarelyAsItClaims) {
  EXPECT_LT(accepted(0, 1), 0.09);
  EXPECT_GT(accepted(60, 2), 0.91);
  EXPECT_LT(accepted(-60, 3), 0.01);
}

TEST(Duel, AStrongerBotIsAcceptedAndAWeakerRejected) {
  DuelPlan plan;
  plan.first = "greedy";
  plan.second = "random";
  plan.players = 3;
  plan.games = 3000;
  plan.sprt = SprtBounds{};
  const auto better = hold_duel(*game_named("hadara"), plan, Ranks());
  ASSERT_TRUE(bool(better));
  EXPECT_EQ(better->verdict, SprtVerdict::elo1);
  EXPECT_LT(better->games, 3000u);
  EXPECT_EQ(better->games % 3, 0u);
  EXPECT_NEAR(better->fair, 1.0 / 3, 1e-12);
  EXPECT_GT(better->above_interval().low, 0.5);
  std::swap(plan.first, plan.second);
  plan.threads = 2;
  const auto worse = hold_duel(*game_named("hadara"), plan, Ranks());
  ASSERT_TRUE(bool(worse));
  EXPECT_EQ(worse->verdict, SprtVerdict::elo0);
}

TEST(Duel, InThroneAtFourASideIsOneBot) {
  DuelPlan plan;
  plan.first = "novice:iterations=2";
  plan.second = "random";
  plan.players = 4;
  plan.games = 8;
  const auto report = hold_duel(*game_named("throne"), plan, Ranks());
  ASSERT_TRUE(bool(report));
  EXPECT_DOUBLE_EQ(report->fair, 0.5);
  EXPECT_EQ(report->first.wins.played, 16u);
  EXPECT_EQ(report->second.wins.played, 16u);
  EXPECT_DOUBLE_EQ(report->above.weight, 8);
}

TEST(Tournament, EverybodyMeetsEverybody) {
  TournamentPlan plan;
  plan.bots = {"random", "greedy", "novice:iterations=2"};
  plan.games = 3;  // rounded up to whole deals
  for (const int players : {2, 3, 5}) {
    plan.players = players;
    for (const TournamentMode mode : {TournamentMode::mixed, TournamentMode::field}) {
      plan.mode = mode;
      const auto report = hold_tournament(*game_named("hadara"), plan, Ranks());
      ASSERT_TRUE(bool(report));
      EXPECT_EQ(report->pairs.size(), 3u);
      EXPECT_EQ(report->games % (static_cast<u64>(players) * report->line_ups), 0u);
      EXPECT_GT(report->ratings[1].elo, report->ratings[0].elo);
    }
  }
}

TEST(Tournament, RefusesWhatCannotBePlayed) {
  const auto reason = [](const TournamentPlan& plan) {
    const auto report = hold_tournament(*game_named("hadara"), plan, Ranks());
    return report ? std::string() : report.fault().reason;
  };
  TournamentPlan plan;
  plan.bots = {"greedy"};
  EXPECT_THAT(reason(plan), HasSubstr("two bots"));
  plan.bots = {"greedy", "greedy"};
  EXPECT_THAT(reason(plan), HasSubstr("twice"));
  plan.bots = {"greedy", "oracle"};
  EXPECT_THAT(reason(plan), HasSubstr("oracle"));
  plan.bots = {"greedy", "random"};
  plan.players = 6;
  EXPECT_THAT(reason(plan), HasSubstr("2 to 5 players, not 6"));
  plan.players = 2;
  plan.games = 0;
  EXPECT_THAT(reason(plan), HasSubstr("games"));
}

TEST(Ladder, HasARungForEveryStep) {
  const std::vector<std::string> levels = level_names();
  const std::vector<Rung> rungs = ladder_rungs(levels, 20);
  ASSERT_EQ(rungs.size(), levels.size() + 1);
  EXPECT_EQ(rungs[0].upper, levels[1]);
  EXPECT_EQ(rungs[0].lower, levels[0]);
  EXPECT_EQ(rungs[levels.size() - 1].lower, "greedy");
  EXPECT_EQ(rungs.back().upper, levels.back() + ":ms=20");
  EXPECT_EQ(rungs.back().lower, "mcts:ms=20");
  Schedule schedule;
  schedule.line_ups = {{0, 1}};
  for (const Rung& rung : rungs) schedule.bots.insert(schedule.bots.end(), {rung.upper, rung.lower});
  for (const char* game : {"throne", "hadara", "tharos"}) EXPECT_TRUE(bool(check_schedule(*game_named(game), schedule))) << game;
}

TEST(Balance, ThePageHoldsItselfAndDoesNotDependOnThreads) {
  BalanceReportPlan plan;
  plan.bot = "random";
  plan.games = 30;
  for (const char* game : {"throne", "hadara", "tharos"}) {
    plan.threads = 1;
    const auto page = measure_game(*game_named(game), plan, Ranks());
    ASSERT_TRUE(bool(page));
    const std::string html = html_page(*page), text = markdown_page(*page);
    plan.threads = 3;
    EXPECT_EQ(html_page(*measure_game(*game_named(game), plan, Ranks())), html);
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
    for (const char* foreign : {"<script", "http://", "https://", "url(", "@import", " src="}) EXPECT_THAT(html, Not(HasSubstr(foreign)));
    for (const char* heading : {"2 players", "Wins by seat", "Scores", "Length in plies", "What goes with winning"}) {
      EXPECT_THAT(html, HasSubstr(heading));
      EXPECT_THAT(text, HasSubstr(heading));
    }
  }
}

TEST(Balance, SharesOfSeatsAddUp) {
  BalanceReportPlan plan;
  plan.bot = "random";
  plan.games = 40;
  const auto page = measure_game(*game_named("hadara"), plan, Ranks());
  ASSERT_TRUE(bool(page));
  for (std::size_t i = 0; i + 1 < page->sections.size(); ++i) {
    double sum = 0;
    for (const PlotRow& row : page->sections[i].plots[0].rows) sum += row.value;
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

}  // namespace
}  // namespace trestle
