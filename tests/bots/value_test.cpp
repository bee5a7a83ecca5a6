// The learned judgement: weights are read and written without loss, bad files are refused with line and reason, the shipped ones fit.
#include <gtest/gtest.h>

#include "bots/judgements.hpp"
#include "core/embedded.hpp"
#include "games/registry.hpp"
#include "games/visit.hpp"

namespace trestle {
namespace {

ValueNet some_net() {
  ValueNet net(16, 2, 24);
  Rng rng(4);
  for (auto* list : {&net.hidden, &net.output, &net.direct})
    for (i16& w : *list) w = static_cast<i16>(static_cast<int>(rng.below(400)) - 200);
  for (auto* list : {&net.hidden_bias, &net.bias})
    for (i32& w : *list) w = static_cast<i32>(rng.below(4000)) - 2000;
  return net;
}

TEST(Value, IsReadAsItWasWritten) {
  const ValueNet net = some_net();
  const auto again = ValueNet::parse(net.print("how it was made"), 16, 2);
  ASSERT_TRUE(bool(again)) << again.fault().text();
  Rng rng(5);
  for (int i = 0; i < 100; ++i) {
    std::array<i16, 16> x;
    for (i16& n : x) n = static_cast<i16>(rng.below(200));
    for (int stage : {0, 1}) EXPECT_EQ(net.score(x.data(), stage), again->score(x.data(), stage));
  }
  EXPECT_EQ(net.print("a"), again->print("a"));
}

TEST(Value, SaysForHowManyPlayersItWasLearned) {
  ValueNet net = some_net();
  EXPECT_TRUE(net.knows(2) && net.knows(5));
  net.players = 1 << 2 | 1 << 4;
  const auto again = ValueNet::parse(net.print("x"), 16, 2);
  ASSERT_TRUE(bool(again)) << again.fault().text();
  EXPECT_TRUE(again->knows(2) && again->knows(4));
  EXPECT_FALSE(again->knows(3) || again->knows(5));
}

TEST(Value, ABadFileIsRefusedWithItsLine) {
  const std::string good = some_net().print("x");
  const auto refused = [](const std::string& text, std::string_view part) {
    const auto net = ValueNet::parse(text, 16, 2);
    ASSERT_FALSE(bool(net));
    EXPECT_NE(net.fault().text().find(part), std::string::npos) << net.fault().text();
  };
  refused("", "first line");
  refused("trestle-value 2\n", "first line");
  refused(good.substr(0, good.size() / 2), "value:");
  refused("trestle-value 1\nsize 16 32 2\n", "missing");
  refused("trestle-value 1\nsize 8 32 2\n", "other features");
  refused("trestle-value 1\nsize 16 0 2\n", "other features");
  refused("trestle-value 1\nsize 16 65 2\n", "other features");
  refused("trestle-value 1\nwhat 1\n", "value:2: unknown line 'what'");
  refused("trestle-value 1\nbias 1 x\n", "'x' is not a weight");
  refused("trestle-value 1\nbias 1\n", "needs 2 numbers");
  refused(good + "bias 1 2\n", "too many");
  refused(good + "players 2 0\n", "'0' is not a number of players");
  refused(good + "players two\n", "'two' is not a number of players");
}

TEST(Value, IdleUnitsAreLeftOut) {
  ValueNet net = some_net();
  net.players = 1 << 3;
  for (const std::size_t idle : {std::size_t{0}, std::size_t{7}, std::size_t{23}}) net.output[idle] = net.output[24 + idle] = 0;
  net.output[24 + 5] = 0;  // one stage still asks for it
  const ValueNet less = net.without_idle_units();
  EXPECT_EQ(less.units, 21);
  EXPECT_TRUE(less.knows(3) && !less.knows(2));
  Rng rng(6);
  for (int i = 0; i < 100; ++i) {
    std::array<i16, 16> x;
    for (i16& n : x) n = static_cast<i16>(rng.below(200));
    for (int stage : {0, 1}) EXPECT_EQ(net.score(x.data(), stage), less.score(x.data(), stage));
  }
}

TEST(Value, SeveralNetsKnowTablesOfTheirOwn) {
  ValueNet small = some_net(), large = some_net();
  small.players = 1u << 2 | 1u << 3;
  large.players = 1u << 4;
  large.bias[0] = 77;
  const std::string text = small.print("of two and three") + large.print("of four");
  const auto both = ValueNets::parse(text, 16, 2);
  ASSERT_TRUE(bool(both)) << both.fault().text();
  EXPECT_EQ(both->at_table(3)->print("x"), small.print("x"));
  EXPECT_EQ(both->at_table(4)->print("x"), large.print("x"));
  EXPECT_EQ(both->at_table(5), nullptr);
  // A fault in the second is told by its line in the whole text.
  const auto cut = ValueNets::parse(text + "what 1\n", 16, 2);
  ASSERT_FALSE(bool(cut));
  EXPECT_EQ(cut.fault().line, 1 + std::count(text.begin(), text.end(), '\n'));
  EXPECT_FALSE(bool(ValueNets::parse("", 16, 2)));
}

TEST(Value, LentWeightsAreAskedForByNumber) {
  const auto shipped = ValueNets::numbered("throne", 0, FeatureSheet<throne::Throne>::inputs, Features<throne::Throne>::stages);
  ASSERT_TRUE(bool(shipped) && *shipped != nullptr);
  const u32 good = ValueNets::lend("good.txt", some_net().print("x")), bad = ValueNets::lend("bad.txt", "trestle-value 1\nwhat 1\n");
  const auto found = ValueNets::numbered("a game", good, 16, 2);
  ASSERT_TRUE(bool(found)) << found.fault().text();
  ASSERT_EQ((*found)->nets.size(), 1u);
  EXPECT_EQ((*found)->nets[0].print("x"), some_net().print("x"));
  const auto refused = ValueNets::numbered("a game", bad, 16, 2);
  ASSERT_FALSE(bool(refused));
  EXPECT_EQ(refused.fault().text(), "bad.txt:2: unknown line 'what'");
  EXPECT_FALSE(bool(ValueNets::numbered("a game", bad + 1, 16, 2)));
  const auto none = ValueNets::numbered("a game without any", 0, 16, 2);
  EXPECT_TRUE(bool(none) && *none == nullptr);
}

TEST(Value, ShippedWeightsFitTheirGames) {
  int found = 0;
  for (const auto& info : game_names()) {
    const auto game = make_game(info);
    ASSERT_TRUE(bool(game));
    const std::string_view text = embedded_file("data/" + std::string(info) + "/value.txt");
    if (text.data() == nullptr) continue;
    ++found;
    visit_rules(**game, [&]<class R>(const R&) {
      const auto net = ValueNets::parse(text, FeatureSheet<R>::inputs, Features<R>::stages);
      EXPECT_TRUE(bool(net)) << net.fault().text();
    });
    EXPECT_NE(text.find("trestle train " + std::string(info)), std::string_view::npos) << "a file says how it was made";
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace trestle
