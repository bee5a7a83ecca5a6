// How fast tree search is: iterations a second from the opening, on one and on several threads.
#pragma once
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

struct SearchBenchPlan {
  int players = 2;
  double seconds = 2;
  int threads = 2;
  u64 seed = 1;
  std::string bot = "mcts";  // full random rollouts
};

struct SearchSpeed {
  int threads = 1;
  double iterations_per_s = 0;       // by the clock
  double iterations_per_core_s = 0;  // by the time the program had a core, so that a busy machine does not count
  u32 nodes = 0;                     // in the tree of the first thread at the end
};

// One speed for each number of threads from 1 to the plan's. A fault: a bot that does not search, a number of players it is not for.
Result<std::vector<SearchSpeed>> bench_search(const AnyGame& game, const SearchBenchPlan& plan);

}  // namespace trestle
