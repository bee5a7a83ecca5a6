// The laws on the toy game; and the toy's planted flaws, each of which the laws must find: the test of the test.
#include <gtest/gtest.h>

#include "support/laws.hpp"
#include "support/scale.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

using toy::Flaw;
using toy::Toy;

laws::Plan toy_plan(int seats) {
  laws::Plan plan;
  plan.seats = seats;
  plan.plies = test::scaled(1'000'000, 40'000);
  plan.sample = 2;
  plan.text_sample = 8;
  plan.clause_exists = [](std::string_view clause) {
    for (std::string_view known : {"toy.turn", "toy.operands", "toy.phase", "toy.commit", "toy.paint", "toy.peek"})
      if (clause == known) return true;
    return false;
  };
  plan.heard = [](Action a, SeatSet waiting) {
    switch (static_cast<toy::Do>(a.kind)) {
      case toy::Do::commit: return waiting.size() == 1 ? laws::Heard::reveal : laws::Heard::nothing;  // who played which is not kept
      case toy::Do::peek:  // everybody hears whom the winner looks at; the card only the winner sees
      case toy::Do::pass: return laws::Heard::operands;
      case toy::Do::deal:
      case toy::Do::prize:
      case toy::Do::paint: return laws::Heard::nothing;
    }
    return laws::Heard::nothing;
  };
  return plan;
}

template <Flaw flaw>
laws::Report toy_report(int seats) {
  const auto rules = Toy<flaw>::make(toy::edition(), {{"peek", "yes"}});
  return laws::run_laws(*rules, toy_plan(seats));
}

// The law that breaks, or "none".
template <Flaw flaw>
std::string broken_law() {
  for (int seats : {2, 3})
    if (const auto report = toy_report<flaw>(seats); report.breach) return report.breach->law;
  return "none";
}

TEST(ToyLaws, HoldForTwoAndThreeSeats) {
  for (int seats : {2, 3}) {
    const auto report = toy_report<Flaw::none>(seats);
    EXPECT_FALSE(report.breach) << report.text();
    EXPECT_GT(report.games, 100u);
    EXPECT_GT(report.imagined_decisions, 1000u);
  }
}

TEST(PlantedFlaws, LeakByEventIsFound) {
  const std::string law = broken_law<Flaw::leak_by_event>();
  EXPECT_TRUE(law == "events tell a seat no more than its sight does" || law == "a commit shows nothing before the reveal") << law;
}
TEST(PlantedFlaws, LeakByPublicPartIsFound) {
  EXPECT_EQ(broken_law<Flaw::leak_by_public_part>(), "a commit shows nothing before the reveal");
}
TEST(PlantedFlaws, LeakByLegalIsFound) {
  const std::string law = broken_law<Flaw::leak_by_legal>();
  EXPECT_TRUE(law == "legal depends on the sight only" || law == "refuse stops every act that is not legal") << law;
}
TEST(PlantedFlaws, UnsortedLegalIsFound) { EXPECT_EQ(broken_law<Flaw::legal_unsorted>(), "legal is ascending and unique"); }
TEST(PlantedFlaws, RepeatedLegalIsFound) { EXPECT_EQ(broken_law<Flaw::legal_repeats>(), "legal is ascending and unique"); }
TEST(PlantedFlaws, MissingRefusalIsFound) { EXPECT_EQ(broken_law<Flaw::refuse_misses>(), "refuse stops every act that is not legal"); }
TEST(PlantedFlaws, WrongRefusalIsFound) { EXPECT_EQ(broken_law<Flaw::refuse_too_much>(), "refuse lets every legal act pass"); }
TEST(PlantedFlaws, WrongImagineIsFound) { EXPECT_EQ(broken_law<Flaw::wrong_imagine>(), "sight(imagine(s)) == s"); }
TEST(PlantedFlaws, ImpossibleWorldIsFound) { EXPECT_EQ(broken_law<Flaw::impossible_world>(), "an imagined world passes check"); }
TEST(PlantedFlaws, WrongChanceIsFound) { EXPECT_EQ(broken_law<Flaw::wrong_chance>(), "outcome agrees with chance, ticket by ticket"); }
TEST(PlantedFlaws, ImpureApplyIsFound) {
  const std::string law = broken_law<Flaw::impure_apply>();
  EXPECT_TRUE(law == "listening changes nothing" || law == "a replay gives the same states") << law;
}
TEST(PlantedFlaws, LostCardIsFound) { EXPECT_EQ(broken_law<Flaw::lost_card>(), "check holds after every ply"); }
TEST(PlantedFlaws, EndlessGameIsFound) { EXPECT_EQ(broken_law<Flaw::endless>(), "ends within plies_max"); }
TEST(PlantedFlaws, WrongTextIsFound) { EXPECT_EQ(broken_law<Flaw::wrong_text>(), "parse(print(action)) is the action"); }
TEST(PlantedFlaws, OrderOfCommitsIsFound) {
  const std::string law = broken_law<Flaw::order_matters>();
  EXPECT_TRUE(law == "commits in any order end alike" || law == "a printed position reads back as itself") << law;
}
TEST(PlantedFlaws, FalseOpenChoiceIsFound) { EXPECT_EQ(broken_law<Flaw::false_open>(), "an open choice follows from the public part"); }

}  // namespace
}  // namespace trestle
