// Small statistics for counted games: shares with their 95 % interval, means with their spread, the Elo scale. Sums are whole
// numbers, so that a total does not depend on the order in which it was added up.
#pragma once
#include <vector>

#include "base/types.hpp"

namespace trestle {

inline constexpr double normal_95 = 1.959963984540054;

struct Interval {
  double low = 0, high = 1;
};

// Wilson's score interval for a share of n trials; `won` may be a fraction where a win was shared.
Interval wilson(double won, double n);

// How often something won. A win shared by k counts as 1/k for each; 60 can be shared by 1 to 5.
inline constexpr u64 whole_win = 60;
struct Tally {
  u64 played = 0;
  u64 credit = 0;  // sixtieths of a win

  void add(const Tally& other) { played += other.played, credit += other.credit; }
  double won() const { return static_cast<double>(credit) / static_cast<double>(whole_win); }
  double share() const { return played == 0 ? 0 : won() / static_cast<double>(played); }
  Interval interval() const { return wilson(won(), static_cast<double>(played)); }
};

// Mean and spread of whole numbers.
struct Moments {
  u64 n = 0;
  i64 sum = 0, squares = 0;

  void add(i64 x) { ++n, sum += x, squares += x * x; }
  void add(const Moments& other) { n += other.n, sum += other.sum, squares += other.squares; }
  double mean() const { return n == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(n); }
  double sd() const;     // of a single value
  double error() const;  // of the mean
};

// A share whose trials come in blocks that hang together (one deal played from every seat, several comparisons in one game): the
// interval is that of the blocks' means, a normal one.
class BlockShare {
 public:
  void add(double share) { blocks_.push_back(share); }
  std::size_t count() const { return blocks_.size(); }
  double mean() const;
  double variance() const;  // of a block
  Interval interval() const;

 private:
  std::vector<double> blocks_;
};

// Elo points for a share of wins, and back. The share is held within 0.001 and 0.999.
double elo_of(double share);
double share_of(double elo);

}  // namespace trestle
