// Many games between the same bots, added up. The totals are the same whatever the number of threads and ranks, and whether the run
// was broken off and went on.
#pragma once
#include <map>

#include "sim/run.hpp"

namespace trestle {

struct SimPlan {
  u64 games = 1000;
  std::vector<std::string> bots;  // one a seat
  Seating seating = Seating::fixed;
  int threads = 1;
  u64 seed = 1;
  std::vector<std::string> by;     // fields a seat has ("race" for A.race, B.race ...): wins by their value at the end
  std::vector<std::string> count;  // fields of the table ("ending"): how often each value stood at the end
  RunFiles files;
  std::function<void(u64 done, u64 of)> progress;
};

struct BotTotals {
  Tally wins;
  Moments score;
  u64 decisions = 0;
  u64 think_ns = 0, think_ns_max = 0;
  u64 failures = 0;           // games in which it failed, as programs do; they count as lost
  std::string first_failure;  // what went wrong in the first of them

  void add(const SeatResult& seat, u64 credit);
  // A decision, in milliseconds.
  double ms_mean() const { return decisions == 0 ? 0 : static_cast<double>(think_ns) / 1e6 / static_cast<double>(decisions); }
  double ms_max() const { return static_cast<double>(think_ns_max) / 1e6; }
};

struct SimReport {
  std::string game;
  u64 games = 0;
  u64 shared = 0;  // games that several sides won
  std::vector<Tally> seats;
  std::map<std::string, BotTotals> bots;
  u64 plies = 0, decisions = 0, plies_longest = 0;
  std::map<std::string, std::map<std::string, Tally>> by;
  std::map<std::string, std::map<std::string, u64>> count;
  double seconds = 0;
};

// What is run for a plan: each bot once, and who sits where.
RunPlan run_plan(const SimPlan& plan);

// A fault: a bot or field there is not, a number of seats the game is not played by, files that cannot be used. On a rank that does
// not lead the report is empty.
Result<SimReport> simulate(const AnyGame& game, const SimPlan& plan, const Ranks& ranks = Ranks());

}  // namespace trestle
