#include "sim/duel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace trestle {

void Sprt::add(double share) {
  ++deals_;
  sum_ += share;
  squares_ += share * share;
}

double Sprt::llr() const {
  const double n = static_cast<double>(deals_), mean = sum_ / n;
  const double variance = squares_ / n - mean * mean;
  const double s0 = share_of(bounds_.elo0), s1 = share_of(bounds_.elo1);
  return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

double Sprt::low() const { return std::log(bounds_.beta / (1 - bounds_.alpha)); }
double Sprt::high() const { return std::log((1 - bounds_.beta) / bounds_.alpha); }

SprtVerdict Sprt::verdict() const {
  if (deals_ < deals_min + 2) return SprtVerdict::undecided;
  return llr() <= low() ? SprtVerdict::elo0 : llr() >= high() ? SprtVerdict::elo1 : SprtVerdict::undecided;
}

u64 whole_deals(u64 games, int players) {
  const u64 seats = static_cast<u64>(players);
  return (games + seats - 1) / seats * seats;
}

namespace {

constexpr u8 is_first = 0, is_second = 1;

RunPlan run_plan_of(const DuelPlan& plan, const Sides& sides) {
  RunPlan run;
  run.threads = plan.threads;
  run.records = !plan.files.records.empty();
  Schedule& schedule = run.schedule;
  schedule.bots = {plan.first, plan.second};
  schedule.seating = Seating::paired;
  schedule.games = whole_deals(plan.games, plan.players);
  schedule.seed = plan.seed;
  LineUp line_up;
  for (int i = 0; i < plan.players; ++i) line_up.push_back(sides[0].has(seat_at(i)) ? is_first : is_second);
  schedule.line_ups = {line_up};
  return run;
}

void add_game(DuelReport& report, const GameResult& result, const Sides& sides) {
  ++report.games;
  u64 credit = 0;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    const bool first = result.seats[i].bot == is_first;
    const u64 mine = credit_of(result, i, sides);
    if (first) credit = mine;  // the same on a whole side
    (first ? report.first : report.second).add(result.seats[i], mine);
  }
  report.wins.add({1, credit});
}

}  // namespace

Status check_duel(const AnyGame& game, const DuelPlan& plan) {
  if (plan.players < game.info().seats_min || plan.players > game.info().seats_max)
    return fault(game.info().name + " is for " + std::to_string(game.info().seats_min) + " to " + std::to_string(game.info().seats_max) +
                 " players, not " + std::to_string(plan.players));
  if (plan.first == plan.second) return fault("a bot cannot be measured against itself: " + plan.first);
  return check_plan(game, run_plan_of(plan, sides_of(game, plan.players)));
}

Result<DuelReport> hold_duel(const AnyGame& game, const DuelPlan& plan, const Ranks& ranks) {
  if (auto status = check_duel(game, plan); !status) return status.fault();
  const Sides sides = sides_of(game, plan.players);
  const RunPlan run = run_plan_of(plan, sides);
  DuelReport report;
  report.fair = static_cast<double>(sides[0].size()) / plan.players;
  CrossTable cross;
  std::optional<Sprt> sprt;
  if (plan.sprt) sprt.emplace(*plan.sprt);
  RunHooks hooks;
  hooks.progress = plan.progress;
  double weight = 0, won = 0;  // of the deal under way
  hooks.take = [&](const GameResult& result) {
    add_game(report, result, sides);
    const auto comparisons = comparisons_in(result, sides);
    cross.add(result.deal, comparisons);
    for (const Comparison& c : comparisons) weight += c.weight, won += c.weight * c.won;
    if (!sprt || report.games % static_cast<u64>(plan.players) != 0) return true;
    sprt->add(won / weight);
    weight = won = 0;
    return sprt->verdict() == SprtVerdict::undecided;
  };
  const auto start = std::chrono::steady_clock::now();
  if (auto status = run_games(game, run, plan.files, ranks, hooks); !status) return status.fault();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cross.close();
  if (!cross.pairs().empty()) report.above = cross.pairs().begin()->second;
  if (sprt) report.llr = sprt->llr(), report.verdict = sprt->verdict();
  return report;
}

}  // namespace trestle
