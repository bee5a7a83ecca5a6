// Simulations and the bench: the same totals on any number of threads, faults for what cannot be played, a steady signature.
#include <gtest/gtest.h>

#include "games/registry.hpp"
#include "sim/bench.hpp"
#include "sim/simulate.hpp"

namespace trestle {
namespace {

GamePtr throne_game(const Options& options = {}) {
  auto game = make_game("throne", options);
  CHECK(bool(game));
  return *game;
}

SimPlan random_plan(u64 games, int seats) {
  SimPlan plan;
  plan.games = games;
  plan.bots.assign(static_cast<std::size_t>(seats), "random");
  plan.by = {"race"};
  plan.count = {"ending", "turns"};
  return plan;
}

std::string picture(const SimReport& r) {
  std::string out =
      std::to_string(r.games) + " " + std::to_string(r.plies) + " " + std::to_string(r.decisions) + " " + std::to_string(r.plies_longest);
  for (const Tally& t : r.seats) out += " " + std::to_string(t.credit) + "/" + std::to_string(t.played);
  for (const auto& [name, t] : r.bots)
    out += " " + name + " " + std::to_string(t.wins.credit) + "/" + std::to_string(t.wins.played) + " " + std::to_string(t.score.sum) +
           " " + std::to_string(t.score.squares);
  for (const auto& [field, values] : r.by)
    for (const auto& [value, t] : values)
      out += " " + field + "=" + value + " " + std::to_string(t.credit) + "/" + std::to_string(t.played);
  for (const auto& [field, values] : r.count)
    for (const auto& [value, n] : values) out += " " + field + "=" + value + " " + std::to_string(n);
  return out;
}

TEST(Simulate, DoesNotDependOnTheNumberOfThreads) {
  for (int seats : {2, 3, 4}) {
    SimPlan plan = random_plan(200, seats);
    const auto one = simulate(*throne_game(), plan);
    plan.threads = 3;
    const auto three = simulate(*throne_game(), plan);
    ASSERT_TRUE(bool(one) && bool(three));
    EXPECT_EQ(picture(*one), picture(*three));
  }
}

TEST(Simulate, AnotherSeedIsAnotherResult) {
  SimPlan plan = random_plan(100, 2);
  const auto one = simulate(*throne_game(), plan);
  plan.seed = 2;
  const auto two = simulate(*throne_game(), plan);
  EXPECT_NE(picture(*one), picture(*two));
}

TEST(Simulate, CountsEveryGameOnce) {
  const auto report = simulate(*throne_game(), random_plan(150, 3));
  ASSERT_TRUE(bool(report));
  EXPECT_EQ(report->games, 150u);
  u64 endings = 0, races = 0;
  for (const auto& [value, n] : report->count.at("ending")) {
    EXPECT_NE(value, "none");
    endings += n;
  }
  for (const auto& [value, tally] : report->by.at("race")) races += tally.played;
  EXPECT_EQ(endings, 150u);
  EXPECT_EQ(races, 450u);
}

TEST(Simulate, RotationLetsEveryBotSitEverywhere) {
  SimPlan plan = random_plan(100, 2);
  plan.bots = {"greedy", "random"};
  plan.games = 4;
  plan.seating = Seating::rotated;
  const auto report = simulate(*throne_game(), plan);
  ASSERT_TRUE(bool(report));
  EXPECT_EQ(report->bots.at("greedy").wins.played, 4u);
  EXPECT_EQ(report->bots.at("random").wins.played, 4u);
}

TEST(Simulate, RefusesWhatCannotBePlayed) {
  const auto reason = [](const SimPlan& plan) {
    const auto report = simulate(*throne_game(), plan);
    return report ? std::string() : report.fault().reason;
  };
  SimPlan plan = random_plan(10, 1);
  EXPECT_NE(reason(plan).find("2 to 4"), std::string::npos);
  plan = random_plan(10, 2);
  plan.bots[1] = "oracle";
  EXPECT_NE(reason(plan).find("oracle"), std::string::npos);
  plan = random_plan(10, 2);
  plan.by = {"shoe-size"};
  EXPECT_NE(reason(plan).find("shoe-size"), std::string::npos);
  plan = random_plan(10, 2);
  plan.count = {"weather"};
  EXPECT_NE(reason(plan).find("weather"), std::string::npos);
  plan = random_plan(0, 2);
  EXPECT_NE(reason(plan).find("games"), std::string::npos);
  plan = random_plan(10, 2);
  plan.threads = 0;
  EXPECT_NE(reason(plan).find("threads"), std::string::npos);
}

TEST(Bench, SignatureDependsOnTheRulesAndNothingElse) {
  BenchPlan plan;
  plan.seconds = 0.02;
  const auto two = run_bench(*throne_game(), plan);
  plan.players = 3;
  plan.seconds = 0.05;
  plan.seed = 9;
  const auto three = run_bench(*throne_game(), plan);
  ASSERT_TRUE(bool(two) && bool(three));
  EXPECT_EQ(two->signature, three->signature);
  EXPECT_EQ(two->signature, *signature_of(*throne_game()));
  EXPECT_NE(two->signature, *signature_of(*throne_game({{"charge_points", "5"}})));
  EXPECT_EQ(two->signature.size(), 16u);
}

TEST(Bench, MeasuresWhatItSays) {
  BenchPlan plan;
  plan.seconds = 0.05;
  const auto r = run_bench(*throne_game(), plan);
  ASSERT_TRUE(bool(r));
  EXPECT_GT(r->decisions_per_s, 0);
  EXPECT_GT(r->plies_per_s, r->decisions_per_s);
  EXPECT_GE(r->branching_mean, 1);
  EXPECT_GE(static_cast<double>(r->branching_max), r->branching_mean);
  EXPECT_LE(r->state_bytes, 1024u);
  plan.players = 9;
  EXPECT_FALSE(bool(run_bench(*throne_game(), plan)));
}

}  // namespace
}  // namespace trestle
