// Learning a judgement: the same for a seed however many threads play, weights that can be read, bad plans refused.
#include "sim/train.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bots/judgements.hpp"
#include "games/registry.hpp"
#include "support/scratch.hpp"

namespace trestle {
namespace {

TrainPlan small_plan(std::vector<TrainGames> play) {
  TrainPlan plan;
  plan.play = std::move(play);
  plan.positions = 10;
  plan.passes = 2;
  plan.units = 8;
  return plan;
}

Result<TrainReport> train_small(std::string_view game, const TrainPlan& plan) {
  return train(**make_game(game), plan, [](const std::string&) {});
}

TEST(Train, DoesNotDependOnThreads) {
  for (const auto& [margin, faith] : {std::pair{0u, 0u}, {6u, 0u}, {0u, 40u}}) {
    TrainPlan plan = small_plan({{8, {2, 3}, "greedy"}, {4, {4}, "random"}});
    plan.margin = margin;
    plan.faith = faith;
    const auto one = train_small("throne", plan);
    plan.threads = 3;
    const auto three = train_small("throne", plan);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->weights, three->weights);
    EXPECT_EQ(one->games, 12u);
    EXPECT_EQ(one->positions, 120u);
    const auto net = ValueNet::parse(one->weights, FeatureSheet<throne::Throne>::inputs, Features<throne::Throne>::stages);
    ASSERT_TRUE(bool(net));
    EXPECT_EQ(net->units, 8);
    EXPECT_NE(one->weights.find("--play greedy/2,3/8 --play random/4/4"), std::string::npos);
  }
}

TEST(Train, LearnsWhoWins) {
  const auto report = train_small("hadara", small_plan({{200, {2}, "greedy"}}));
  ASSERT_TRUE(bool(report));
  EXPECT_GT(report->loss_after, 0.1);
  EXPECT_LT(report->loss_after, 0.98);  // 1 bit: nothing is known
}

// Turns on the way to the end teach too: other weights, and who wins is still learned.
TEST(Train, LearnsFromTheTurnsBetween) {
  TrainPlan plan = small_plan({{40, {2}, "greedy"}});
  plan.passes = 4;
  const auto by_the_end = train_small("throne", plan);
  plan.faith = 50;
  const auto by_turns = train_small("throne", plan);
  ASSERT_TRUE(by_the_end && by_turns);
  EXPECT_NE(by_the_end->weights, by_turns->weights);
  EXPECT_LT(by_turns->loss_after, by_turns->loss_before);
}

// Drawn strongly to what they were, weights say what they said; left free, they go on from there.
TEST(Train, GoesOnFromWhatIsKnown) {
  constexpr int inputs = FeatureSheet<hadara::Hadara>::inputs, stages = Features<hadara::Hadara>::stages;
  TrainPlan plan = small_plan({{60, {2}, "greedy"}});
  plan.units = 40;
  plan.from = 0;
  const ValueNet& known = **ValueNet::numbered("hadara", 0, inputs, stages);
  // How far apart they are about positions made up at random.
  const auto apart = [&](u32 shrink) {
    plan.shrink = shrink;
    const auto report = train_small("hadara", plan);
    EXPECT_TRUE(report && report->weights.find("--from 0") != std::string::npos);
    const auto net = ValueNet::parse(report->weights, inputs, stages);
    Rng rng(1);
    i64 sum = 0;
    for (int i = 0; i < 200; ++i) {
      std::array<i16, inputs> x;
      for (i16& n : x) n = static_cast<i16>(rng.below(40));
      sum += std::abs(net->score(x.data(), i % stages) - known.score(x.data(), i % stages));
    }
    return sum / 200;
  };
  const i64 held = apart(900'000), left_free = apart(0);
  EXPECT_LT(held, net_score_one / 10);
  EXPECT_GT(left_free, 2 * held);
  plan.units = static_cast<u32>(known.units) - 1;  // one of theirs would be lost
  EXPECT_FALSE(bool(train_small("hadara", plan)));
  plan.units = 32;
  plan.from = 99;
  EXPECT_FALSE(bool(train_small("hadara", plan)));
}

// Broken off anywhere, a run goes on from its journal to the same weights, and plays no game twice.
TEST(Train, GoesOnAfterABreak) {
  const test::Scratch folder;
  TrainPlan plan = small_plan({{8, {2, 3}, "greedy"}, {4, {4}, "random"}});
  const auto whole = train_small("throne", plan);
  plan.journal = folder.file("games");
  ASSERT_TRUE(bool(train_small("throne", plan)));
  const std::string journal = folder.read("games");
  EXPECT_EQ(std::count(journal.begin(), journal.end(), '\n'), 1 + 12);
  for (const std::size_t kept : {std::size_t{0}, journal.find('\n') + 1, journal.size() / 2, journal.size() - 1}) {
    folder.write("games", journal.substr(0, kept));
    const auto again = train_small("throne", plan);
    ASSERT_TRUE(whole && again);
    EXPECT_EQ(again->weights, whole->weights);
    EXPECT_EQ(folder.read("games"), journal);
  }
}

TEST(Train, RefusesAJournalThatDoesNotFit) {
  const test::Scratch folder;
  TrainPlan plan = small_plan({{10, {2}, "greedy"}});
  plan.journal = folder.file("games");
  ASSERT_TRUE(bool(train_small("throne", plan)));
  std::string journal = folder.read("games");
  plan.seed = 2;
  EXPECT_FALSE(bool(train_small("throne", plan)));
  EXPECT_EQ(folder.read("games"), journal);
  plan.seed = 1;
  char& digit = journal[journal.size() / 2];
  digit = digit == '1' ? '2' : '1';
  folder.write("games", journal);
  const auto damaged = train_small("throne", plan);
  ASSERT_FALSE(bool(damaged));
  EXPECT_GT(damaged.fault().line, 1);
  folder.write("games", "something else\n");
  EXPECT_FALSE(bool(train_small("throne", plan)));
}

TEST(Train, RefusesWhatCannotBe) {
  for (const char* text : {"greedy", "greedy/2", "greedy/x/10", "greedy/2/0", "greedy/2/x", "greedy//10", "greedy/2/10/1"})
    EXPECT_FALSE(bool(parse_train_games(text))) << text;
  EXPECT_FALSE(bool(train_small("throne", small_plan({{30, {5}, "greedy"}}))));
  EXPECT_FALSE(bool(train_small("throne", small_plan({{30, {2}, "oracle"}}))));
  EXPECT_FALSE(bool(train_small("throne", small_plan({{3, {2}, "greedy"}}))));
  EXPECT_FALSE(bool(train_small("throne", small_plan({}))));
}

}  // namespace
}  // namespace trestle
