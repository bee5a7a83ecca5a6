// trestle bench: how fast a game's rules are in random play, and the game's signature.
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "sim/bench.hpp"

namespace trestle::cli {

namespace {

struct Asked {
  GameChoice game;
  BenchPlan plan;
  bool json = false;
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

int run_bench_command(const Asked& asked) {
  const auto game = make_chosen(asked.game);
  if (!game) return complain(game.fault()), exit_usage;
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
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_bench_command(*asked); });
}

const Registration registered{Place::bench, add_bench};

}  // namespace

}  // namespace trestle::cli
