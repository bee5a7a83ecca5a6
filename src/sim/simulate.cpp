#include "sim/simulate.hpp"

#include <algorithm>
#include <chrono>

namespace trestle {

namespace {

void add_seat(SimReport& report, const SimPlan& plan, const GameResult& result, std::size_t i, const std::string& bot, const Sides& sides) {
  const SeatResult& seat = result.seats[i];
  const Tally one{1, credit_of(result, i, sides)};
  report.seats[i].add(one);
  report.bots[bot].add(seat, one.credit);
  report.decisions += seat.decisions;
  for (std::size_t k = 0; k < plan.by.size(); ++k) report.by[plan.by[k]][seat.by[k]].add(one);
}

void add_game(SimReport& report, const SimPlan& plan, const Schedule& schedule, const GameResult& result, const Sides& sides) {
  ++report.games;
  report.plies += result.plies;
  report.plies_longest = std::max(report.plies_longest, u64{result.plies});
  u64 least = whole_win;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    add_seat(report, plan, result, i, schedule.bots[result.seats[i].bot], sides);
    if (const u64 credit = credit_of(result, i, sides)) least = std::min(least, credit);
  }
  report.shared += least < whole_win;
  for (std::size_t k = 0; k < plan.count.size(); ++k) ++report.count[plan.count[k]][result.count[k]];
}

}  // namespace

void BotTotals::add(const SeatResult& seat, u64 credit) {
  wins.add({1, credit});
  score.add(seat.score);
  decisions += seat.decisions;
  think_ns += seat.think_ns;
  think_ns_max = std::max(think_ns_max, seat.think_ns_max);
  if (seat.failure.empty()) return;
  if (failures++ == 0) first_failure = seat.failure;
}

RunPlan run_plan(const SimPlan& plan) {
  RunPlan out;
  out.threads = plan.threads;
  out.by = plan.by;
  out.count = plan.count;
  out.records = !plan.files.records.empty();
  Schedule& schedule = out.schedule;
  schedule.games = plan.games;
  schedule.seating = plan.seating;
  schedule.seed = plan.seed;
  LineUp line_up;
  for (const std::string& bot : plan.bots) {
    const auto at = std::find(schedule.bots.begin(), schedule.bots.end(), bot);
    line_up.push_back(static_cast<u8>(at - schedule.bots.begin()));
    if (at == schedule.bots.end()) schedule.bots.push_back(bot);
  }
  schedule.line_ups.push_back(std::move(line_up));
  return out;
}

Result<SimReport> simulate(const AnyGame& game, const SimPlan& plan, const Ranks& ranks) {
  const RunPlan run = run_plan(plan);
  if (auto status = check_plan(game, run); !status) return status.fault();
  SimReport report;
  report.game = game.info().name;
  report.seats.resize(plan.bots.size());
  const Sides sides = sides_of(game, static_cast<int>(plan.bots.size()));
  RunHooks hooks;
  hooks.progress = plan.progress;
  hooks.take = [&](const GameResult& result) {
    add_game(report, plan, run.schedule, result, sides);
    return true;
  };
  const auto start = std::chrono::steady_clock::now();
  if (auto status = run_games(game, run, plan.files, ranks, hooks); !status) return status.fault();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace trestle
