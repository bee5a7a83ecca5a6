// Learning a judgement: bots play each other, positions are kept with how the game ended, and the weights of a small net are fitted
// to tell who wins (train_net), or, where a seat is judged alone, how many points it will have (train_points). The result is text for
// data/<game>/value.txt.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

inline constexpr u32 train_positions_max = 4'000'000;

struct TrainGames {
  u64 games = 1000;
  std::vector<int> seats{2};   // games are shared out among these numbers of players
  std::string bot = "novice";  // who plays
};

// "novice/2,3/1000": who plays, at which tables, how many games.
Result<TrainGames> parse_train_games(std::string_view text);

struct TrainPlan {
  std::vector<TrainGames> play;
  u32 generations = 1;      // games and fits in turn: each plays by what was learned before it
  u32 fade = 85;            // percent: what a generation counts beside the next one, where points are learned
  u32 wander = 50;          // per mille of decisions taken at random, so that odd positions are seen too
  u32 positions = 30;       // kept a game, about
  u32 passes = 8;           // over all positions
  u32 units = 32;           // of the hidden layer
  u32 shrink = 1000;        // how strongly weights are drawn to 0, in millionths; where points are learned, in games
  u32 margin = 0;           // points of lead that make a win e times as likely; 0: only who won is learned from
  u32 faith = 0;            // percent: how much each turn on the way to the end is judged by what has been learned so far
  std::optional<u32> from;  // the weights to go on from, by number as bots ask for them; then these are what weights are drawn to
  u64 seed = 1;
  int threads = 1;
  std::string journal;  // a file of the games played, to go on from; may be empty
};

struct TrainReport {
  u64 games = 0, positions = 0;
  double loss_before = 0;  // of the judgement made by hand, on positions held back: bits of doubt about the winner
  double loss_after = 0;   // of the learned one, as the program will use it
  std::string weights;     // the text of the file
};

// A fault: a game without features, a bot there is not, a number of players it is not for.
Result<TrainReport> train(const AnyGame& game, const TrainPlan& plan, const std::function<void(const std::string&)>& progress);

}  // namespace trestle
