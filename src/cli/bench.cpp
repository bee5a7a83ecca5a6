// trestle bench: how fast a game's rules are in random play, and the game's signature.
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "sim/bench.hpp"
#include "sim/search_bench.hpp"

namespace trestle::cli::bench_command {

namespace {

struct Asked {
  GameChoice game;
  BenchPlan plan;
  bool json = false;
  std::string search;  // a bot whose search is measured instead
  int threads = 2;
};

void print_json(const BenchReport& r) {
  fmt::print(R"({{"game":{},"players":{},"decisions_per_s":{:.0f},"plies_per_s":{:.0f},"games_per_s":{:.1f},"decisions_per_game":{:.2f},)"
             R"("branching_mean":{:.3f},"branching_max":{},"state_bytes":{},"copy_ns":{:.2f},"signature":{}}})"
             "\n",
             json_text(r.game), r.players, r.decisions_per_s, r.plies_per_s, r.games_per_s, r.decisions_per_game, r.branching_mean,
             r.branching_max, r.state_bytes, r.copy_ns, json_text(r.signature));
}

void print_text(const BenchReport& r) {
  fmt::print("{}, {} players, random play on one core\n", r.game, r.players);
  fmt::print("  decisions a second   {:>12.0f}\n  plies a second       {:>12.0f}\n  games a second       {:>12.1f}\n", r.decisions_per_s,
             r.plies_per_s, r.games_per_s);
  fmt::print("  decisions a game     {:>12.2f}\n  branching mean       {:>12.3f}\n  branching max        {:>12}\n", r.decisions_per_game,
             r.branching_mean, r.branching_max);
  fmt::print("  state bytes          {:>12}\n  copy ns              {:>12.2f}\n", r.state_bytes, r.copy_ns);
  fmt::print("  signature            {}\n", r.signature);
}

int run_search_bench(const AnyGame& game, const Asked& asked) {
  const auto speeds = bench_search(game, {asked.plan.players, asked.plan.seconds, asked.threads, asked.plan.seed, asked.search});
  if (!speeds) return complain(speeds.fault()), exit_usage;
  if (!asked.json) fmt::print("{}, {} players, search of '{}' from the opening\n", game.info().name, asked.plan.players, asked.search);
  std::string rows;
  for (const SearchSpeed& s : *speeds) {
    const double ratio = s.iterations_per_s / speeds->front().iterations_per_s;
    if (!asked.json)
      fmt::print("  {} thread{}  {:>8.0f} iterations a second ({:.2f} times one thread), {:>8.0f} a core second, {} nodes\n", s.threads,
                 s.threads == 1 ? " " : "s", s.iterations_per_s, ratio, s.iterations_per_core_s, s.nodes);
    rows += fmt::format(R"({}{{"threads":{},"iterations_per_s":{:.0f},"iterations_per_core_s":{:.0f},"ratio":{:.3f},"nodes":{}}})",
                        rows.empty() ? "" : ",", s.threads, s.iterations_per_s, s.iterations_per_core_s, ratio, s.nodes);
  }
  if (asked.json)
    fmt::print(R"({{"game":{},"players":{},"bot":{},"speeds":[{}]}})"
               "\n",
               json_text(game.info().name), asked.plan.players, json_text(asked.search), rows);
  return exit_done;
}

int run_bench_command(const Asked& asked) {
  const auto game = make_chosen(asked.game);
  if (!game) return complain(game.fault()), exit_usage;
  if (!asked.search.empty()) return run_search_bench(**game, asked);
  const auto report = run_bench(**game, asked.plan);
  if (!report) return complain(report.fault()), exit_usage;
  if (asked.json)
    print_json(*report);
  else
    print_text(*report);
  return exit_done;
}

void add_bench(CLI::App& app) {
  auto* command = app.add_subcommand("bench", "Measure a game's rules in random play, and print its signature");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--players", asked->plan.players, "How many players")->capture_default_str();
  command->add_option("--seconds", asked->plan.seconds, "How long to measure; the signature does not depend on it")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 3600.0));
  command->add_option("--seed", asked->plan.seed, "Seed of the measured games")->capture_default_str();
  command->add_option("--search", asked->search, "Measure the tree search of this bot instead: mcts, master ...");
  command->add_option("--threads", asked->threads, "With --search: measured on 1 to so many threads")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_bench_command(*asked); });
}

const Registration registered{Place::bench, add_bench};

}  // namespace

}  // namespace trestle::cli::bench_command
