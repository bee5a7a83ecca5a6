// Learning a judgement: the same for a seed however many threads play, weights that can be read, bad plans refused.
#include "sim/train.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bots/judgements.hpp"
#include "games/registry.hpp"
#include "sim/train_points.hpp"
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
  constexpr int inputs = FeatureSheet<throne::Throne>::inputs, stages = Features<throne::Throne>::stages;
  TrainPlan plan = small_plan({{60, {2}, "greedy"}});
  plan.units = 40;
  plan.from = 0;
  const ValueNet& known = *(*ValueNets::numbered("throne", 0, inputs, stages))->at_table(2);
  // How far apart they are about positions made up at random.
  const auto apart = [&](u32 shrink) {
    plan.shrink = shrink;
    const auto report = train_small("throne", plan);
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
  EXPECT_FALSE(bool(train_small("throne", plan)));
  plan.units = 32;
  plan.from = 99;
  EXPECT_FALSE(bool(train_small("throne", plan)));
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

// Made-up ends: the first input by hand worth 2 points, and in truth 3; the second worth 5; the third never changes. Seats differ by luck.
Samples made_up(u64 games, int luck) {
  Samples out;
  Rng rng(5);
  for (u64 game = 0; game < games; ++game)
    for (u8 stage = 0; stage < 2; ++stage) {
      Samples::Position p{};
      p.game = game;
      p.first = static_cast<u32>(out.row_count());
      p.seats = 2;
      p.stage = stage;
      for (std::size_t s = 0; s < 2; ++s) {
        const std::array<i16, 3> x{static_cast<i16>(rng.below(200)), static_cast<i16>(rng.below(100)), 32};
        out.add_row(x.data(), 3);
        p.points[s] = 10 + 3 * static_cast<float>(x[0]) / 32 + 5 * static_cast<float>(x[1]) / 32;
        p.points[s] += static_cast<float>(static_cast<int>(rng.below(static_cast<u32>(2 * luck + 1))) - luck);
      }
      out.positions.push_back(p);
    }
  return out;
}

TEST(Train, FindsWhatThingsAreWorth) {
  for (const int luck : {3, 12}) {
    const Samples samples = made_up(2000, luck);
    TrainPlan plan;
    plan.units = 0;
    plan.shrink = 1;
    PointsFit fit(3, 2, 2, plan);
    fit.add(samples, 100);
    const ValueNet net = fit.solve();
    const auto weight = [&](std::size_t i) { return static_cast<double>(net.direct[i]); };
    EXPECT_NEAR(weight(1) / weight(0), 5.0 / 3, 0.15);
    EXPECT_EQ(net.direct[2], 0);
    // A lead is less sure where luck decides more: the scatter of luck is that of a uniform draw.
    const double scale = std::sqrt(2.0 * luck * (luck + 1) / 3) * std::sqrt(3.0) / 3.14159;
    EXPECT_NEAR(weight(0), 3 / scale * 1024, 3 / scale * 1024 * 0.1);
    // Strongly held to the judgement made by hand, it says what that says.
    plan.shrink = 1'000'000;
    PointsFit held(3, 2, 2, plan);
    held.add(samples, 100);
    const ValueNet by_hand = held.solve();
    EXPECT_LT(std::abs(by_hand.direct[1]), by_hand.direct[0] / 20);
    EXPECT_GT(by_hand.direct[0], 0);
  }
}

// Two things that are worth something only together: a sum cannot tell, hidden units can.
TEST(Train, FindsWhatIsMoreThanASum) {
  Samples samples;
  Rng rng(6);
  for (u64 game = 0; game < 4000; ++game) {
    Samples::Position p{};
    p.game = game;
    p.first = static_cast<u32>(samples.row_count());
    p.seats = 2;
    for (std::size_t s = 0; s < 2; ++s) {
      const std::array<i16, 2> x{static_cast<i16>(rng.below(2) * 32), static_cast<i16>(rng.below(2) * 32)};
      samples.add_row(x.data(), 2);
      p.points[s] = x[0] > 0 && x[1] > 0 ? 20.0f : static_cast<float>(rng.below(3));
    }
    samples.positions.push_back(p);
  }
  TrainPlan plan;
  plan.shrink = 1;
  plan.passes = 200;
  const auto lead_of_one_over_none = [&](u32 units) {
    plan.units = units;
    PointsFit fit(2, 1, 0, plan);
    fit.add(samples, 100);
    const ValueNet net = fit.solve();
    const std::array<i16, 2> none{0, 0}, one{32, 0}, both{32, 32};
    return static_cast<double>(net.score(one.data(), 0) - net.score(none.data(), 0)) /
           static_cast<double>(net.score(both.data(), 0) - net.score(none.data(), 0));
  };
  EXPECT_NEAR(lead_of_one_over_none(0), 0.5, 0.1);
  EXPECT_NEAR(lead_of_one_over_none(8), 0.0, 0.1);
}

TEST(Train, RefusesWhatItsWayOfLearningDoesNotUse) {
  TrainPlan plan = small_plan({{10, {2}, "random"}});
  plan.from = 0;
  EXPECT_FALSE(bool(train_small("tharos", plan)));
  plan.from.reset();
  plan.margin = 10;
  EXPECT_FALSE(bool(train_small("hadara", plan)));
  EXPECT_TRUE(bool(train_small("throne", plan)));
  plan.units = 0;
  EXPECT_FALSE(bool(train_small("throne", plan)));
}

// Each generation plays by what the last one learned; however many threads play, wherever it is broken off, and if more are to follow.
TEST(Train, GenerationsGoOnFromEachOther) {
  const test::Scratch folder;
  TrainPlan plan = small_plan({{10, {2}, "novice:iterations=2"}});
  plan.shrink = 10;
  plan.generations = 3;
  const auto whole = train_small("tharos", plan);
  ASSERT_TRUE(bool(whole));
  EXPECT_EQ(whole->games, 30u);
  EXPECT_NE(whole->weights.find("--generations 3"), std::string::npos);
  plan.threads = 2;
  plan.generations = 2;
  plan.journal = folder.file("games");
  const auto two = train_small("tharos", plan);
  ASSERT_TRUE(bool(two));
  EXPECT_NE(two->weights, whole->weights);
  plan.generations = 3;
  const auto gone_on = train_small("tharos", plan);
  ASSERT_TRUE(bool(gone_on));
  EXPECT_EQ(gone_on->weights, whole->weights);
  const std::string journal = folder.read("games");
  EXPECT_EQ(std::count(journal.begin(), journal.end(), '\n'), 1 + 30);
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
