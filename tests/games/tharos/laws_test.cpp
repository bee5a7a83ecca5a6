// The laws on Tharos, at each number of players.
#include <gtest/gtest.h>

#include "core/embedded.hpp"
#include "games/tharos/rules.hpp"
#include "support/laws.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

using tharos::Do;
using tharos::Tharos;

static_assert(GameRules<Tharos>);

Tharos tharos_rules() {
  auto rules = Tharos::make(built_in_edition(Tharos::name), {});
  if (!rules) ADD_FAILURE() << rules.fault().text();
  return *rules;
}

bool clause_exists(std::string_view clause) {
  static const std::string_view text = embedded_file("docs/rules/tharos.md");
  return !clause.empty() && text.find("### `" + std::string(clause) + "`") != std::string_view::npos;
}

// All of a player's acts are open but one: which of the drawn cards is kept.
laws::Heard heard(Action action, SeatSet) { return tharos::kind_of(action) == Do::card ? laws::Heard::nothing : laws::Heard::operands; }

class TharosLaws : public ::testing::TestWithParam<int> {};

TEST_P(TharosLaws, HoldInRandomPlay) {
  laws::Plan plan;
  plan.seats = GetParam();
  plan.plies = test::scaled(10'000'000, 120'000);
  plan.sample = 8;
  plan.text_sample = 64;
  plan.seed = 40100 + static_cast<u64>(GetParam());
  plan.clause_exists = clause_exists;
  plan.heard = heard;
  const auto report = laws::run_laws(tharos_rules(), plan);
  EXPECT_FALSE(report.breach) << report.text();
  EXPECT_GT(report.imagined_decisions, test::scaled(400'000, 5'000));
  RecordProperty("plies", std::to_string(report.plies));
  RecordProperty("games", std::to_string(report.games));
  RecordProperty("non_interference_decisions", std::to_string(report.imagined_decisions));
  RecordProperty("longest_game_plies", std::to_string(report.longest));
}

INSTANTIATE_TEST_SUITE_P(Players, TharosLaws, ::testing::Values(2, 3, 4));

}  // namespace
}  // namespace trestle
