#include "sim/tournament.hpp"

#include <algorithm>
#include <chrono>

namespace trestle {

namespace {

// Every ascending choice of `seats` bots, in order.
void choose(LineUp& so_far, std::size_t seats, std::size_t bots, std::vector<LineUp>& out) {
  if (out.size() > schedule_line_ups_max) return;
  if (so_far.size() == seats) return out.push_back(so_far);
  for (std::size_t bot = so_far.empty() ? 0 : so_far.back() + 1u; bot < bots; ++bot) {
    so_far.push_back(static_cast<u8>(bot));
    choose(so_far, seats, bots, out);
    so_far.pop_back();
  }
}

std::vector<LineUp> line_ups_of(const TournamentPlan& plan, const Sides& sides) {
  const std::size_t bots = plan.bots.size(), seats = static_cast<std::size_t>(plan.players);
  std::vector<LineUp> out;
  if (plan.mode == TournamentMode::field) {
    for (std::size_t one = 0; one < bots; ++one)
      for (std::size_t other = seats == 2 ? one + 1 : 0; other < bots; ++other) {
        if (one == other) continue;
        LineUp line_up;
        for (int i = 0; i < plan.players; ++i) line_up.push_back(static_cast<u8>(sides[0].has(seat_at(i)) ? one : other));
        out.push_back(line_up);
      }
  } else if (bots >= seats) {
    LineUp none;
    choose(none, seats, bots, out);
  } else {
    LineUp line_up;
    for (std::size_t i = 0; i < seats; ++i) line_up.push_back(static_cast<u8>(i % bots));
    out.push_back(line_up);
  }
  return out;
}

Status check_bots(const AnyGame& game, const TournamentPlan& plan) {
  const GameInfo& info = game.info();
  if (plan.players < info.seats_min || plan.players > info.seats_max)
    return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players, not " +
                 std::to_string(plan.players));
  if (plan.bots.size() < 2) return fault("a tournament needs at least two bots");
  if (plan.bots.size() > schedule_bots_max) return fault("at most " + std::to_string(schedule_bots_max) + " bots");
  for (std::size_t i = 0; i < plan.bots.size(); ++i)
    if (std::find(plan.bots.begin(), plan.bots.begin() + static_cast<std::ptrdiff_t>(i), plan.bots[i]) !=
        plan.bots.begin() + static_cast<std::ptrdiff_t>(i))
      return fault("bot '" + plan.bots[i] + "' is named twice");
  return ok();
}

}  // namespace

Result<TournamentReport> hold_tournament(const AnyGame& game, const TournamentPlan& plan, const Ranks& ranks) {
  if (auto status = check_bots(game, plan); !status) return status.fault();
  const Sides sides = sides_of(game, plan.players);
  RunPlan run;
  run.threads = plan.threads;
  run.records = !plan.files.records.empty();
  run.schedule.bots = plan.bots;
  run.schedule.line_ups = line_ups_of(plan, sides);
  run.schedule.seating = Seating::paired;
  run.schedule.seed = plan.seed;
  if (plan.games < 1 || plan.games > sim_games_max / schedule_line_ups_max)
    return fault("games must be 1 to " + std::to_string(sim_games_max / schedule_line_ups_max));
  run.schedule.games = whole_deals(plan.games, plan.players) * run.schedule.line_ups.size();
  if (auto status = check_plan(game, run); !status) return status.fault();

  TournamentReport report;
  report.bots = plan.bots;
  report.line_ups = run.schedule.line_ups.size();
  report.totals.resize(plan.bots.size());
  CrossTable cross;
  RunHooks hooks;
  hooks.progress = plan.progress;
  hooks.take = [&](const GameResult& result) {
    ++report.games;
    for (std::size_t i = 0; i < result.seats.size(); ++i)
      report.totals[result.seats[i].bot].add(result.seats[i], credit_of(result, i, sides));
    cross.add(result.deal, comparisons_in(result, sides));
    return true;
  };
  const auto start = std::chrono::steady_clock::now();
  if (auto status = run_games(game, run, plan.files, ranks, hooks); !status) return status.fault();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cross.close();
  report.ratings = rate(cross, plan.bots.size());
  report.pairs = cross.pairs();
  return report;
}

}  // namespace trestle
