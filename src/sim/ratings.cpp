#include "sim/ratings.hpp"

#include <algorithm>
#include <cmath>

namespace trestle {

namespace {

constexpr int iterations_max = 100'000;
constexpr double tolerance = 1e-10;
constexpr double prior = 1;  // a drawn game of every bot against one of strength 1, so that nobody is infinitely strong

// The best place on a side: it wins or loses as one.
int side_place(const GameResult& result, SeatSet side) {
  int best = seats_max + 1;
  side.for_each([&](Seat seat) {
    if (static_cast<std::size_t>(seat) < result.seats.size())
      best = std::min(best, int{result.seats[static_cast<std::size_t>(seat)].place});
  });
  return best;
}

using Matrix = std::vector<std::vector<double>>;

Matrix square(std::size_t n) { return Matrix(n, std::vector<double>(n)); }

// Of a positive definite matrix.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix out = square(n);
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = a[i][i];
    for (std::size_t k = 0; k < n; ++k) a[i][k] /= pivot, out[i][k] /= pivot;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double factor = a[j][i];
      for (std::size_t k = 0; k < n; ++k) a[j][k] -= factor * a[i][k], out[j][k] -= factor * out[i][k];
    }
  }
  return out;
}

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = a.size();
  Matrix out = square(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) out[i][j] += a[i][k] * b[k][j];
  return out;
}

// Strengths by minorisation and maximisation (Hunter 2004).
std::vector<double> strengths(const CrossTable& table, std::size_t n) {
  std::vector<double> wins(n, prior / 2), strength(n, 1.0);
  for (const auto& [pair, totals] : table.pairs()) {
    wins[pair.first] += totals.won;
    wins[pair.second] += totals.weight - totals.won;
  }
  for (int step = 0; step < iterations_max; ++step) {
    std::vector<double> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = prior / (strength[i] + 1);
    for (const auto& [pair, totals] : table.pairs()) {
      const double each = totals.weight / (strength[pair.first] + strength[pair.second]);
      expected[pair.first] += each;
      expected[pair.second] += each;
    }
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double next = wins[i] / expected[i];
      moved = std::max(moved, std::abs(next / strength[i] - 1));
      strength[i] = next;
    }
    if (moved < tolerance) break;
  }
  return strength;
}

struct Curvature {
  Matrix information, scatter;
};

// The information in the comparisons, and how much the deals scatter about what the strengths expect.
Curvature curvature(const CrossTable& table, const std::vector<double>& strength) {
  const std::size_t n = strength.size();
  Curvature out{square(n), square(n)};
  for (std::size_t i = 0; i < n; ++i) {
    const double p = strength[i] / (strength[i] + 1);
    out.information[i][i] += prior * p * (1 - p);
  }
  for (const CrossTable::Deal& deal : table.deals()) {
    std::vector<double> pull(n);
    for (const auto& [pair, sums] : deal.sums) {
      const auto [a, b] = pair;
      const double p = strength[a] / (strength[a] + strength[b]), weight = sums.first;
      const double more = sums.second - weight * p, sure = weight * p * (1 - p);
      pull[a] += more, pull[b] -= more;
      out.information[a][a] += sure, out.information[b][b] += sure;
      out.information[a][b] -= sure, out.information[b][a] -= sure;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) out.scatter[i][k] += pull[i] * pull[k];
  }
  return out;
}

// The variance of a bot's distance from the mean of all.
double centred_variance(const Matrix& covariance, std::size_t i) {
  const std::size_t n = covariance.size();
  double all = 0, row = 0;
  for (std::size_t k = 0; k < n; ++k) {
    row += covariance[i][k];
    for (std::size_t l = 0; l < n; ++l) all += covariance[k][l];
  }
  const double count = static_cast<double>(n);
  return covariance[i][i] - 2 * row / count + all / (count * count);
}

}  // namespace

std::vector<Comparison> comparisons_in(const GameResult& result, const Sides& sides) {
  std::vector<Comparison> out;
  for (std::size_t i = 0; i < result.seats.size(); ++i)
    for (std::size_t j = i + 1; j < result.seats.size(); ++j) {
      const u8 a = result.seats[i].bot, b = result.seats[j].bot;
      if (a == b || sides[i] == sides[j]) continue;
      const int mine = side_place(result, sides[i]), theirs = side_place(result, sides[j]);
      const double won = mine < theirs ? 1 : mine > theirs ? 0 : 0.5;
      const double weight = 1.0 / (sides[i].size() * sides[j].size());
      out.push_back(a < b ? Comparison{a, b, weight, won} : Comparison{b, a, weight, 1 - won});
    }
  return out;
}

void CrossTable::add(u64 deal, const std::vector<Comparison>& comparisons) {
  if (deal != number_) close();
  number_ = deal;
  for (const Comparison& c : comparisons) {
    auto& sums = open_.sums[{c.a, c.b}];
    sums.first += c.weight;
    sums.second += c.weight * c.won;
  }
}

void CrossTable::close() {
  if (open_.sums.empty()) return;
  for (const auto& [pair, sums] : open_.sums) {
    PairTotals& totals = pairs_[pair];
    totals.weight += sums.first;
    totals.won += sums.second;
    totals.blocks.add(sums.second / sums.first);
  }
  deals_.push_back(std::exchange(open_, {}));
}

std::vector<Rating> rate(const CrossTable& table, std::size_t bots) {
  const std::vector<double> strength = strengths(table, bots);
  const Curvature curve = curvature(table, strength);
  const Matrix by_model = inverse(curve.information);
  const Matrix by_deals = product(product(by_model, curve.scatter), by_model);
  const double scale = 400 / std::log(10.0);
  double middle = 0;
  for (double s : strength) middle += std::log(s) / static_cast<double>(bots);
  std::vector<Rating> out;
  for (std::size_t i = 0; i < bots; ++i) {
    const double variance = std::max(centred_variance(by_model, i), centred_variance(by_deals, i));
    out.push_back({scale * (std::log(strength[i]) - middle), scale * std::sqrt(std::max(0.0, variance))});
  }
  return out;
}

Interval cautious_interval(const BlockShare& blocks, double share, double games) {
  const Interval by_games = wilson(share * games, games);
  if (blocks.count() < 2) return by_games;
  const Interval by_deals = blocks.interval();
  return {std::min(by_games.low, by_deals.low), std::max(by_games.high, by_deals.high)};
}

}  // namespace trestle
