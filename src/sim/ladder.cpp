#include "sim/ladder.hpp"

#include <algorithm>
#include <filesystem>

#include "bots/levels.hpp"

namespace trestle {

namespace {

// What a step between levels should be, and what the top should reach.
constexpr double step_least = 0.60, step_most = 0.75, over_greedy = 0.95, over_plain = 0.80;

// The name of a pairing's journal.
std::string file_name(const std::string& game, const Rung& rung, int players) {
  std::string name = game + "-" + std::to_string(players) + "-" + rung.upper + "-" + rung.lower + ".journal";
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ':' || c == '=' || c == ',' || c == '/'; }, '_');
  return name;
}

DuelPlan duel_of(const AnyGame& game, const LadderPlan& plan, const Rung& rung, int players) {
  DuelPlan duel;
  duel.first = rung.upper;
  duel.second = rung.lower;
  duel.players = players;
  duel.games = plan.games;
  duel.threads = plan.threads;
  duel.seed = plan.seed;
  if (!plan.journals.empty()) duel.files.journal = plan.journals + "/" + file_name(game.info().name, rung, players);
  return duel;
}

}  // namespace

std::vector<Rung> ladder_rungs(const std::vector<std::string>& levels, u32 ms) {
  std::vector<Rung> rungs;
  for (std::size_t i = 1; i < levels.size(); ++i) rungs.push_back({levels[i], levels[i - 1], step_least, step_most});
  const std::string time = ":ms=" + std::to_string(ms);
  rungs.push_back({levels.back(), "greedy", over_greedy, 1});
  rungs.push_back({levels.back() + time, "mcts" + time, over_plain, 1});
  return rungs;
}

Result<std::vector<LadderEntry>> climb_ladder(const AnyGame& game, const LadderPlan& plan, const Ranks& ranks,
                                              const LadderProgress& started) {
  const std::vector<Rung> rungs = ladder_rungs(level_names(), plan.ms);
  for (const int number : plan.only)
    if (number < 1 || number > static_cast<int>(rungs.size()))
      return fault("there are pairings 1 to " + std::to_string(rungs.size()) + ", not " + std::to_string(number));
  std::vector<int> tables = plan.players;
  if (tables.empty()) tables = {2, game.info().seats_max};
  std::vector<std::pair<Rung, DuelPlan>> duels;
  for (const int players : tables)
    for (std::size_t i = 0; i < rungs.size(); ++i)
      if (plan.only.empty() || std::find(plan.only.begin(), plan.only.end(), static_cast<int>(i) + 1) != plan.only.end())
        duels.emplace_back(rungs[i], duel_of(game, plan, rungs[i], players));
  for (const auto& [rung, duel] : duels)  // before hours are spent on those that can be played
    if (auto status = check_duel(game, duel); !status) return status.fault();
  if (!plan.journals.empty() && ranks.leads()) {
    std::error_code error;
    std::filesystem::create_directories(plan.journals, error);  // a failure shows when the first journal is opened
  }
  std::vector<LadderEntry> entries;
  for (auto& [rung, duel] : duels) {
    duel.progress = started(rung, duel.players);
    auto report = hold_duel(game, duel, ranks);
    if (!report) return report.fault();
    entries.push_back({rung, duel.players, std::move(*report)});
  }
  return entries;
}

bool holds(const LadderEntry& entry) {
  if (entry.players > 2) return entry.report.above_interval().low > 0.5;
  const double share = entry.report.wins.share();
  return share >= entry.rung.asked && share <= entry.rung.at_most;
}

}  // namespace trestle
