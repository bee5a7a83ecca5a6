// The published ladder: which bots are measured against which, what is asked of each pairing, and how a pairing is played. docs/ladder.md
// is made of what `trestle ladder` prints; the same seeds print it again.
#pragma once
#include "sim/duel.hpp"

namespace trestle {

struct Rung {
  std::string upper, lower;         // specs
  double asked = 0.5, at_most = 1;  // the share of the upper one at two players
};

// Weakest first: each level against the next one, the top against greedy, the top against plain tree search with the same time.
std::vector<Rung> ladder_rungs(const std::vector<std::string>& levels, u32 ms);

struct LadderPlan {
  std::vector<int> players;  // empty: two and the most the game takes
  u64 games = 2000;          // a pairing
  u32 ms = 50;               // a decision, where time is equal
  std::vector<int> only;     // numbers of pairings, from 1; empty: all
  int threads = 1;
  u64 seed = 1;
  std::string journals;  // a directory; empty: none
};

struct LadderEntry {
  Rung rung;
  int players = 2;
  DuelReport report;
};

// Called before each pairing; gives the hook for its progress.
using LadderProgress = std::function<std::function<void(u64, u64)>(const Rung&, int players)>;
Result<std::vector<LadderEntry>> climb_ladder(const AnyGame& game, const LadderPlan& plan, const Ranks& ranks,
                                              const LadderProgress& started);

// Whether a pairing gave what is asked: at two players the share lies in the range; at more the upper one is surely above the lower.
bool holds(const LadderEntry& entry);

}  // namespace trestle
