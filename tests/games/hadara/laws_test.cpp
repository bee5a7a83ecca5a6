// The laws on Hadara, at each number of players, with the table options as printed and with every one turned.
#include <gtest/gtest.h>

#include "core/embedded.hpp"
#include "games/hadara/rules.hpp"
#include "support/laws.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

using hadara::Do;
using hadara::Hadara;

Hadara rules_with(const Options& chosen) {
  auto rules = Hadara::make(built_in_edition(Hadara::name), chosen);
  CHECK(bool(rules));
  return *rules;
}

bool clause_exists(std::string_view clause) {
  static const std::string_view text = embedded_file("docs/rules/hadara.md");
  return !clause.empty() && text.find("### `" + std::string(clause) + "`") != std::string_view::npos;
}

// Secret choices are not heard; the rest is done on the table. The last secret choice of a step shows all of them.
laws::Heard heard(Action action, SeatSet waiting) {
  switch (hadara::kind_of(action)) {
    case Do::side:
    case Do::buy:
    case Do::sell: return waiting.size() > 1 ? laws::Heard::nothing : laws::Heard::reveal;
    default: return laws::Heard::operands;
  }
}

laws::Plan plan_for(int seats, u64 plies) {
  laws::Plan plan;
  plan.seats = seats;
  plan.plies = plies;
  plan.sample = 8;
  plan.text_sample = 64;
  plan.seed = 20190 + static_cast<u64>(seats);
  plan.clause_exists = clause_exists;
  plan.heard = heard;
  return plan;
}

class HadaraLaws : public ::testing::TestWithParam<int> {};

TEST_P(HadaraLaws, HoldInRandomPlay) {
  const auto report = laws::run_laws(rules_with({}), plan_for(GetParam(), test::scaled(10'000'000, 150'000)));
  EXPECT_FALSE(report.breach) << report.text();
  EXPECT_GT(report.imagined_decisions, test::scaled(400'000, 5'000));
  RecordProperty("plies", std::to_string(report.plies));
  RecordProperty("games", std::to_string(report.games));
  RecordProperty("non_interference_decisions", std::to_string(report.imagined_decisions));
  RecordProperty("longest_game_plies", std::to_string(report.longest));
}

TEST_P(HadaraLaws, HoldWithTheOtherOptions) {
  const auto plan = plan_for(GetParam(), test::scaled(500'000, 30'000));
  const auto report =
      laws::run_laws(rules_with({{"side", "choice"}, {"deck", "first"}, {"open_piles", "yes"}, {"segments", "shuffled"}}), plan);
  EXPECT_FALSE(report.breach) << report.text();
}

TEST_P(HadaraLaws, HoldOnSideB) {
  const auto plan = plan_for(GetParam(), test::scaled(200'000, 20'000));
  const auto report = laws::run_laws(rules_with({{"side", "b"}}), plan);
  EXPECT_FALSE(report.breach) << report.text();
}

INSTANTIATE_TEST_SUITE_P(Players, HadaraLaws, ::testing::Values(2, 3, 4, 5));

}  // namespace
}  // namespace trestle
