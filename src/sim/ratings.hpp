// How strong bots are, from the games between them. Each game is taken as comparisons: who was placed above whom, seats of one side
// left out. The strengths are those of Bradley and Terry, which are also those of Plackett and Luce for a whole order of places,
// found by MM iterations, on the Elo scale with a mean of 0. Errors come from the deals, whose games hang together.
#pragma once
#include <map>

#include "sim/game_result.hpp"

namespace trestle {

// Bot a against bot b in one game. Weights of two sides add up to 1, whatever their size.
struct Comparison {
  u8 a = 0, b = 0;  // a < b
  double weight = 1;
  double won = 0;  // by a: 1, 0.5 or 0
};
// Seats with the same bot tell nothing and are left out.
std::vector<Comparison> comparisons_in(const GameResult& result, const Sides& sides);

// Two bots against each other.
struct PairTotals {
  double weight = 0, won = 0;  // by the first
  BlockShare blocks;
  double share() const { return weight == 0 ? 0 : won / weight; }
};

// All comparisons of a run. Deals must come one after the other.
class CrossTable {
 public:
  void add(u64 deal, const std::vector<Comparison>& comparisons);
  // Ends the deal under way; before anything is read.
  void close();

  using Pair = std::pair<u8, u8>;  // the lower number first
  const std::map<Pair, PairTotals>& pairs() const { return pairs_; }
  struct Deal {
    std::map<Pair, std::pair<double, double>> sums;  // weight, won
  };
  const std::vector<Deal>& deals() const { return deals_; }

 private:
  std::map<Pair, PairTotals> pairs_;
  std::vector<Deal> deals_;
  Deal open_;
  u64 number_ = 0;
};

struct Rating {
  double elo = 0;
  double error = 0;  // standard error
};
std::vector<Rating> rate(const CrossTable& table, std::size_t bots);

// The wider of the interval of the deals and Wilson's for as many games: neither lets a run of luck look like certainty.
Interval cautious_interval(const BlockShare& blocks, double share, double games);

}  // namespace trestle
