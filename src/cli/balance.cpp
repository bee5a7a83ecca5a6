// trestle balance: how a game's tables play out between greedy bots, as a page of Markdown. Games that have such a report: hadara, tharos.
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "core/any_game_of.hpp"
#include "sim/hadara_balance.hpp"
#include "sim/tharos_report.hpp"

namespace trestle::cli {

namespace {

struct BalanceAsked {
  GameChoice game;
  hadara::BalancePlan plan;
};

int run_balance(const BalanceAsked& asked) {
  auto game = make_chosen(asked.game);
  if (!game) {
    complain(game.fault());
    return exit_usage;
  }
  if (const auto* tharos = dynamic_cast<const AnyGameOf<tharos::Tharos>*>(game->get())) {
    const tharos::ReportResult report =
        tharos::measure_play(tharos->rules(), {asked.plan.games, asked.plan.seed}, tharos->edition().hash());
    fmt::print("{}", report.page);
    return report.never_used == 0 ? exit_done : exit_fails;
  }
  const auto* facade = dynamic_cast<const AnyGameOf<hadara::Hadara>*>(game->get());
  if (facade == nullptr) {
    complain(fault("there is no balance report for " + (*game)->info().name));
    return exit_usage;
  }
  const hadara::BalanceReport report = hadara::measure_balance(facade->rules(), asked.plan, facade->edition().hash());
  fmt::print("{}", report.page);
  return report.outside == 0 ? exit_done : exit_fails;
}

void add_balance(CLI::App& app) {
  auto* command = app.add_subcommand("balance", "How the tables of a game play out between greedy bots, as a page");
  auto asked = std::make_shared<BalanceAsked>();
  add_game_choice(*command, asked->game);
  command->add_option("--games", asked->plan.games, "Games at each number of players")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--samples", asked->plan.samples, "One buying decision in so many is played to the end both ways; 0 = none")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", asked->plan.seed, "Where the games begin")->capture_default_str();
  run_with(*command, [asked] { return run_balance(*asked); });
}

const Registration registered{Place::sim, add_balance};

}  // namespace

}  // namespace trestle::cli
