// How fast a game's rules are: random play (legal, a uniform pick, apply) on one core, and the game's signature, one number that
// changes when the behaviour does. A decision is a player's, a ply is any action, chance included.
#pragma once
#include <string>

#include "core/any_game.hpp"

namespace trestle {

struct BenchPlan {
  int players = 2;
  double seconds = 2.0;
  u64 seed = 1;
};

struct BenchReport {
  std::string game;
  int players = 0;
  double decisions_per_s = 0, plies_per_s = 0, games_per_s = 0;
  double decisions_per_game = 0;
  double branching_mean = 0;
  u64 branching_max = 0;
  u64 state_bytes = 0;
  double copy_ns = 0;
  std::string signature;  // 16 hex digits
};

Result<BenchReport> run_bench(const AnyGame& game, const BenchPlan& plan);

// Over the actions and final states of a fixed set of seeded random games at every number of players. Depends on the rules, the
// edition and the options, and on nothing else.
Result<std::string> signature_of(const AnyGame& game);

}  // namespace trestle
