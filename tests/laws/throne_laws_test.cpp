// The laws on Throne of the World, at each number of players and with every table option turned.
#include <gtest/gtest.h>

#include "core/embedded.hpp"
#include "games/throne/rules.hpp"
#include "support/laws.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

using throne::Do;
using throne::Throne;

Throne rules_with(const Options& chosen) {
  const auto options = complete_options(Throne::option_specs(), chosen);
  CHECK(bool(options));
  auto rules = Throne::make(built_in_edition(Throne::name), *options);
  if (!rules) ADD_FAILURE() << rules.fault().text();
  return *rules;
}

bool clause_exists(std::string_view clause) {
  static const std::string_view text = embedded_file("docs/rules/throne.md");
  return !clause.empty() && text.find("### `" + std::string(clause) + "`") != std::string_view::npos;
}

// Which acts are heard though the table may look alike after two of them. The cards yielded to royals and the race kept are not.
laws::Heard heard(Action action, SeatSet) {
  switch (throne::kind_of(action)) {
    case Do::choose:
    case Do::yield: return laws::Heard::nothing;
    default: return laws::Heard::operands;
  }
}

laws::Plan plan_for(int seats, u64 plies) {
  laws::Plan plan;
  plan.seats = seats;
  plan.plies = plies;
  plan.sample = 8;
  plan.text_sample = 128;
  plan.seed = 20140 + static_cast<u64>(seats);
  plan.clause_exists = clause_exists;
  plan.heard = heard;
  return plan;
}

class ThroneLaws : public ::testing::TestWithParam<int> {};

TEST_P(ThroneLaws, HoldInRandomPlay) {
  const auto report = laws::run_laws(rules_with({}), plan_for(GetParam(), test::scaled(10'000'000, 150'000)));
  EXPECT_FALSE(report.breach) << report.text();
  EXPECT_GT(report.imagined_decisions, test::scaled(400'000, 5'000));
  RecordProperty("plies", std::to_string(report.plies));
  RecordProperty("games", std::to_string(report.games));
  RecordProperty("non_interference_decisions", std::to_string(report.imagined_decisions));
  RecordProperty("longest_game_plies", std::to_string(report.longest));
}

TEST_P(ThroneLaws, HoldWithTheOtherOptions) {
  const auto plan = plan_for(GetParam(), test::scaled(500'000, 30'000));
  const auto report = laws::run_laws(rules_with({{"charge_points", "5"}, {"solitary", "profession"}, {"first", "seat-a"}}), plan);
  EXPECT_FALSE(report.breach) << report.text();
}

INSTANTIATE_TEST_SUITE_P(Players, ThroneLaws, ::testing::Values(2, 3, 4));

}  // namespace
}  // namespace trestle
