// Plays the games of a schedule: on several threads, on several ranks, on from a journal. Whatever the number of them, the results
// come out one by one in the order of the games, so that what is made of them is the same.
#pragma once
#include <functional>

#include "sim/game_result.hpp"
#include "sim/ranks.hpp"

namespace trestle {

inline constexpr int sim_threads_max = 256;

struct RunPlan {
  Schedule schedule;
  int threads = 1;                 // of each rank
  std::vector<std::string> by;     // fields a seat has ("race" for A.race, B.race ...): their value at the end
  std::vector<std::string> count;  // fields of the table ("ending"): likewise
  bool records = false;            // keep the record of each game
  bool details = false;            // keep score sheets and moves
};

// Files of a run; empty = none.
struct RunFiles {
  std::string journal;  // results so far; if there is one of the same plan, the run goes on after them
  std::string csv;
  std::string records;  // a directory
};

struct RunHooks {
  std::function<bool(const GameResult&)> take;     // in order; false: enough, no more games are needed
  std::function<void(u64 done, u64 of)> progress;  // now and then; may be empty
};

// What makes results comparable: everything in a plan that a game depends on, and not how many games there are.
std::string plan_hash(const AnyGame& game, const RunPlan& plan);
Status check_plan(const AnyGame& game, const RunPlan& plan);

// Only the leading rank takes results; the others help it and come back when it is done. A fault on a helping rank has no reason: the
// leader has it. The plan must have been checked.
Status run_games(const AnyGame& game, const RunPlan& plan, const RunFiles& files, const Ranks& ranks, const RunHooks& hooks);

}  // namespace trestle
