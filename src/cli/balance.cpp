// trestle balance: how a game's tables play out between equal bots. A page with plots (--html), or text: hadara and tharos have reports
// of their own, which ask more of their cards.
#include <fmt/core.h>

#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "cli/progress.hpp"
#include "cli/run_flags.hpp"
#include "core/any_game_of.hpp"
#include "sim/balance_page.hpp"
#include "sim/hadara_balance.hpp"
#include "sim/tharos_report.hpp"

namespace trestle::cli::balance_command {

namespace {

struct Asked {
  GameChoice game;
  BalanceReportPlan plan;
  int games = 1000, samples = 10;
  std::string html;
  bool progress = false;
};

bool has_own_report(const AnyGame& game) { return game.info().name == "hadara" || game.info().name == "tharos"; }

// The text reports that games have of their own.
int run_own_report(const AnyGame& game, const Asked& asked) {
  if (const auto* tharos = dynamic_cast<const AnyGameOf<tharos::Tharos>*>(&game)) {
    const tharos::ReportResult report = tharos::measure_play(tharos->rules(), {asked.games, asked.plan.seed}, tharos->info().edition);
    fmt::print("{}", report.page);
    return report.never_used == 0 ? exit_done : exit_fails;
  }
  const auto& hadara = dynamic_cast<const AnyGameOf<hadara::Hadara>&>(game);
  const hadara::BalanceReport report =
      hadara::measure_balance(hadara.rules(), {asked.games, asked.samples, asked.plan.seed}, hadara.info().edition);
  fmt::print("{}", report.page);
  return report.outside == 0 ? exit_done : exit_fails;
}

Result<int> run_balance(Asked& asked, const Ranks& ranks) {
  const auto game = make_chosen(asked.game);
  if (!game) return game.fault();
  if (asked.html.empty() && asked.plan.bot == "greedy" && has_own_report(**game))
    return ranks.leads() ? run_own_report(**game, asked) : exit_done;
  asked.plan.games = static_cast<u64>(asked.games);
  Result<PlotPage> page = PlotPage();
  {
    Progress progress((*game)->info().name, asked.progress && ranks.leads());
    asked.plan.progress = progress.hook();
    page = measure_game(**game, asked.plan, ranks);
  }
  if (!page) return page.fault();
  if (!ranks.leads()) return exit_done;
  if (asked.html.empty()) {
    fmt::print("{}", markdown_page(*page));
    return exit_done;
  }
  if (auto written = write_file(asked.html, html_page(*page)); !written) return written.fault();
  fmt::print("{}: written\n", asked.html);
  return exit_done;
}

void add_balance(CLI::App& app) {
  auto* command = app.add_subcommand("balance", "How the tables of a game play out between equal bots, as a page");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--games", asked->games, "Games at each number of players")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  command->add_option("--html", asked->html, "Write a page with plots to this file");
  command->add_option("--bot", asked->plan.bot, "Who plays; the text reports of hadara and tharos are by greedy")->capture_default_str();
  command->add_option("--samples", asked->samples, "hadara's text: one buying decision in so many is played to the end both ways; 0 = none")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", asked->plan.seed, "Where the games begin")->capture_default_str();
  command->add_option("--threads", asked->plan.threads, "Threads, of each rank under mpirun; the page does not depend on it")
      ->capture_default_str();
  command->add_flag("--progress", asked->progress, "Show how far it is even where stderr is no terminal");
  run_with(*command, [asked] { return with_ranks([&](const Ranks& ranks) { return run_balance(*asked, ranks); }); });
}

const Registration registered{Place::sim, add_balance};

}  // namespace

}  // namespace trestle::cli::balance_command
