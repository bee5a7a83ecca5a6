// Many bots against each other: everybody against everybody at two players, at more either all choices of bots for a table or each bot
// alone at a table of each other one. Gives ratings with their errors and a cross table.
#pragma once
#include "sim/duel.hpp"

namespace trestle {

enum class TournamentMode : u8 {
  mixed,  // every choice of as many bots as there are seats; with fewer bots than seats they are repeated around the table
  field,  // one of the first bot at a table of the second, for every two
};

struct TournamentPlan {
  std::vector<std::string> bots;
  int players = 2;
  u64 games = 100;  // of each line-up; whole deals are played
  TournamentMode mode = TournamentMode::mixed;
  int threads = 1;
  u64 seed = 1;
  RunFiles files;
  std::function<void(u64 done, u64 of)> progress;
};

struct TournamentReport {
  std::vector<std::string> bots;  // as in the plan
  std::vector<Rating> ratings;
  std::vector<BotTotals> totals;
  std::map<CrossTable::Pair, PairTotals> pairs;
  u64 games = 0, line_ups = 0;
  double seconds = 0;
};

Result<TournamentReport> hold_tournament(const AnyGame& game, const TournamentPlan& plan, const Ranks& ranks);

}  // namespace trestle
