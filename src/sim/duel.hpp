// One bot against another: at two players face to face, at more one of the first at a table of the second (in a game of sides: one side
// of the first). Every deal is played from every seat. With a test of two hypotheses it stops as soon as it is decided.
#pragma once
#include "sim/ratings.hpp"
#include "sim/run.hpp"
#include "sim/simulate.hpp"

namespace trestle {

// Wald's sequential test on the shares of deals, with a normal approximation: is the first bot elo1 stronger, or only elo0?
struct SprtBounds {
  double elo0 = 0, elo1 = 10;
  double alpha = 0.05, beta = 0.05;
};
enum class SprtVerdict : u8 { undecided, elo0, elo1 };

class Sprt {
 public:
  explicit Sprt(const SprtBounds& bounds) : bounds_(bounds) {}
  void add(double share);  // of a deal
  double llr() const;      // the logarithm of the ratio of likelihoods
  double low() const;
  double high() const;
  SprtVerdict verdict() const;

 private:
  static constexpr u64 deals_min = 16;  // before that the spread is not known well enough
  SprtBounds bounds_;
  // Two deals that nobody played, one won and one lost, keep the spread from being 0.
  u64 deals_ = 2;
  double sum_ = 1, squares_ = 1;
};

struct DuelPlan {
  std::string first, second;  // specs
  int players = 2;
  u64 games = 1000;  // at most; whole deals are played
  int threads = 1;
  u64 seed = 1;
  std::optional<SprtBounds> sprt;
  RunFiles files;
  std::function<void(u64 done, u64 of)> progress;
};

struct DuelReport {
  u64 games = 0;
  double fair = 0.5;  // the share of wins between equals
  Tally wins;         // of the side of the first bot
  PairTotals above;   // comparisons in which it was placed above a seat of the second
  BotTotals first, second;
  double llr = 0;
  SprtVerdict verdict = SprtVerdict::undecided;
  double seconds = 0;

  Interval above_interval() const { return cautious_interval(above.blocks, above.share(), static_cast<double>(games)); }
};

// Games of whole deals: a deal is played from every seat.
u64 whole_deals(u64 games, int players);

Status check_duel(const AnyGame& game, const DuelPlan& plan);
Result<DuelReport> hold_duel(const AnyGame& game, const DuelPlan& plan, const Ranks& ranks);

}  // namespace trestle
