// Values of fields, seats and phrases as text: what every game's notation is made of.
#include "core/notation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/action.hpp"
#include "core/sight.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

TEST(Notation, RunsExpand) {
  EXPECT_EQ(*expand_words(" farmer*2  miner "), (Words{"farmer", "farmer", "miner"}));
  EXPECT_EQ(*expand_words(""), Words{});
  EXPECT_EQ(expand_words("x*255")->size(), 255u);
  for (const char* bad : {"x*0", "x*256", "x*-1", "x*", "x*y", "x*1.5"})
    EXPECT_THAT(expand_words(bad).fault().reason, HasSubstr("1 to 255")) << bad;
  EXPECT_THAT(expand_words("*3").fault().reason, HasSubstr("nothing stands before"));
}

TEST(Notation, RunsFold) {
  EXPECT_EQ(fold_runs({"a", "a", "b", "a"}), "a*2 b a");
  EXPECT_EQ(fold_runs({}), "");
}

RC_GTEST_PROP(NotationProperty, FoldAndExpandAreInverse, ()) {
  const auto words = *rc::gen::container<Words>(rc::gen::element(std::string("a"), std::string("b"), std::string("no-farmer")));
  RC_PRE(words.size() <= 255);
  const auto again = expand_words(fold_runs(words));
  RC_ASSERT(static_cast<bool>(again));
  RC_ASSERT(*again == words);
}

TEST(Notation, NormalFormsCompareByMeaning) {
  EXPECT_EQ(normal_form("b a*2", FieldKind::bag), normal_form("a b a", FieldKind::bag));
  EXPECT_NE(normal_form("b a", FieldKind::list), normal_form("a b", FieldKind::list));
  EXPECT_EQ(normal_form("a a", FieldKind::list), normal_form("a*2", FieldKind::list));
  EXPECT_EQ(normal_form("none", FieldKind::bag), normal_form("", FieldKind::bag));
  EXPECT_EQ(normal_form(" none ", FieldKind::list), "");
  EXPECT_EQ(normal_form("none", FieldKind::scalar), "none");
  EXPECT_EQ(normal_form(" 20 ", FieldKind::scalar), "20");
}

RC_GTEST_PROP(NotationProperty, NormalFormIsStable, (const std::string& text)) {
  for (FieldKind kind : {FieldKind::scalar, FieldKind::bag, FieldKind::list}) {
    const std::string once = normal_form(text, kind);
    RC_ASSERT(normal_form(once, kind) == once);
  }
}

TEST(SeatNames, RoundTrip) {
  for (Seat seat : {Seat::A, Seat::B, Seat::C, Seat::D, Seat::E, Seat::Table, Seat::Chance}) EXPECT_EQ(parse_seat(seat_name(seat)), seat);
  for (const char* bad : {"", "F", "a", "?", "AA", "Chance"}) EXPECT_FALSE(parse_seat(bad)) << bad;
}

TEST(SeatSets, HoldSeatsAndTheTable) {
  EXPECT_TRUE(everyone.has(Seat::Table));
  EXPECT_FALSE(everyone.has(Seat::Chance));
  EXPECT_FALSE(all_but(Seat::B).has(Seat::B));
  EXPECT_TRUE(all_but(Seat::B).has(Seat::A));
  EXPECT_EQ(only(Seat::C).size(), 1);
}

TEST(Actions, SortByKindThenOperands) {
  const Action a{1, {9}}, b{2, {0}}, c{2, {0, 1}};
  EXPECT_LT(a, b);
  EXPECT_LT(b, c);
  EXPECT_EQ(b, (Action{2, {}}));
}

TEST(Sights, OfTheTableHoldNothingPrivate) {
  struct Pub {
    u64 n = 1;
    bool operator==(const Pub&) const = default;
  };
  struct Own {
    u64 secret = 0;
    bool operator==(const Own&) const = default;
  };
  StateOf<Pub, Own, Pub, 2> state;
  state.of(Seat::A).secret = 5;
  EXPECT_EQ(sight_of(state, Seat::A).value().own.secret, 5u);
  EXPECT_EQ(sight_of(state, Seat::B).value().own.secret, 0u);
  for (Seat seat : {Seat::Table, Seat::Chance, Seat::C}) {
    EXPECT_EQ(sight_of(state, seat).value().own, Own{});
    EXPECT_EQ(sight_of(state, seat).value().seat(), Seat::Table);
  }
}

}  // namespace
}  // namespace trestle
