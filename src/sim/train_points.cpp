#include "sim/train_points.hpp"

#include <algorithm>
#include <cmath>

namespace trestle {

namespace {

double real(const Samples::Input& in) { return static_cast<double>(in.value) / net_input_one; }

// After Cholesky: a becomes L with L times its transpose = a.
void factorize(std::vector<double>& a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k; i < n; ++i) {
      double sum = a[i * n + k];
      for (std::size_t j = 0; j < k; ++j) sum -= a[i * n + j] * a[k * n + j];
      a[i * n + k] = i == k ? std::sqrt(std::max(sum, 1e-9)) : sum / a[k * n + k];
    }
}

void substitute(const std::vector<double>& l, double* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) b[i] -= l[i * n + j] * b[j];
    b[i] /= l[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= l[j * n + i] * b[j];
    b[i] /= l[i * n + i];
  }
}

// visit(position, its index, seat) for what is not held back.
template <class Visit>
void each_learned(const Samples& samples, Visit&& visit) {
  for (std::size_t i = 0; i < samples.positions.size(); ++i)
    if (!held_back(samples.positions[i]))
      for (std::size_t s = 0; s < samples.positions[i].seats; ++s) visit(samples.positions[i], i, s);
}

}  // namespace

PointsFit::PointsFit(int inputs, int stages, double points_by_hand, u32 shrink, u32 faith)
    : inputs_(inputs), stages_(stages), points_by_hand_(points_by_hand), shrink_(shrink), faith_(faith * 0.01) {
  products_.assign(static_cast<std::size_t>(stages), Matrix(size() * size()));
}

void PointsFit::add(Samples samples, u32 fade) {
  const double before = fade * 0.01;
  for (Matrix& products : products_)
    for (double& x : products) x *= before;
  for (Generation& generation : generations_) generation.weight *= before;
  ends_ *= before;
  u64 last_game = ~u64{0};
  each_learned(samples, [&](const Samples::Position& p, std::size_t, std::size_t s) {
    if (p.game != last_game) ends_ += p.seats, last_game = p.game;
    Matrix& products = products_[p.stage];
    const auto row = samples.row(p.first + s);
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t k = 0; k <= i; ++k) products[row[i].which * size() + row[k].which] += real(row[i]) * real(row[k]);
    double* const constant = &products[(size() - 1) * size()];
    for (const Samples::Input& in : row) constant[in.which] += real(in);
    constant[size() - 1] += 1;
  });
  generations_.push_back({std::move(samples), 1});
}

PointsFit::Matrix PointsFit::factor(std::size_t stage) const {
  const std::size_t n = size();
  Matrix a = products_[stage];
  const double* const constant = &products_[stage][(n - 1) * n];
  const double rows = std::max(constant[n - 1], 1.0), rows_an_end = rows / std::max(ends_, 1.0);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double mean = constant[i] / rows, scatter = a[i * n + i] / rows - mean * mean;
    a[i * n + i] += scatter > 1e-8 ? scatter * shrink_ * rows_an_end : rows * 1e6;  // what never changes says nothing
  }
  factorize(a, n);
  return a;
}

double PointsFit::points_of(const std::vector<double>& weights, const Samples& samples, std::size_t row) const {
  double sum = weights[size() - 1];
  for (const Samples::Input& in : samples.row(row)) sum += real(in) * (weights[in.which] + (in.which == 0 ? points_by_hand_ : 0));
  return sum;
}

// What each position teaches: the points at the end, or, once there are weights, partly what they say of the turns between.
std::vector<PointsFit::Points> PointsFit::targets(const Samples& samples, const std::vector<double>& weights) const {
  std::vector<Points> out(samples.positions.size());
  for (std::size_t i = out.size(); i-- > 0;) {
    const Samples::Position& p = samples.positions[i];
    out[i] = p.points;
    if (p.next == 0 || weights.empty()) continue;
    const Samples::Position& then = samples.positions[i + p.next];
    const std::vector<double> then_weights(weights.begin() + static_cast<std::ptrdiff_t>(then.stage * size()),
                                           weights.begin() + static_cast<std::ptrdiff_t>((then.stage + 1u) * size()));
    for (std::size_t s = 0; s < p.seats; ++s)
      out[i][s] = static_cast<float>(faith_ * points_of(then_weights, samples, then.first + s)) +
                  static_cast<float>(1 - faith_) * out[i + p.next][s];
  }
  return out;
}

// Weights of all stages, one after the other, to what positions teach by the weights `learned` so far.
std::vector<double> PointsFit::regress(const std::vector<Matrix>& factors, const std::vector<double>& learned) const {
  std::vector<double> out(factors.size() * size());
  for (const Generation& generation : generations_) {
    const Samples& samples = generation.samples;
    const std::vector<Points> teaches = targets(samples, learned);
    each_learned(samples, [&](const Samples::Position& p, std::size_t i, std::size_t s) {
      double* const sums = &out[p.stage * size()];
      const auto row = samples.row(p.first + s);
      const double by_hand = !row.empty() && row.front().which == 0 ? real(row.front()) * points_by_hand_ : 0;
      const double missing = generation.weight * (static_cast<double>(teaches[i][s]) - by_hand);
      for (const Samples::Input& in : row) sums[in.which] += real(in) * missing;
      sums[size() - 1] += missing;
    });
  }
  for (std::size_t stage = 0; stage < factors.size(); ++stage) substitute(factors[stage], &out[stage * size()], size());
  return out;
}

ValueNet PointsFit::solve() const {
  std::vector<Matrix> factors;
  for (std::size_t stage = 0; stage < products_.size(); ++stage) factors.push_back(factor(stage));
  std::vector<double> weights = regress(factors, {});
  for (int i = 0; i < rounds && faith_ > 0; ++i) weights = regress(factors, weights);
  return rounded(weights);
}

ValueNet PointsFit::rounded(const std::vector<double>& weights) const {
  const auto stages = static_cast<std::size_t>(stages_);
  std::vector<std::vector<double>> by_stage;
  for (std::size_t stage = 0; stage < stages; ++stage)
    by_stage.emplace_back(weights.begin() + static_cast<std::ptrdiff_t>(stage * size()),
                          weights.begin() + static_cast<std::ptrdiff_t>((stage + 1) * size()));
  std::vector<double> off(stages), count(stages);
  for (const Samples::Position& p : newest().positions)
    for (std::size_t s = 0; s < p.seats && held_back(p); ++s) {
      const double missed = static_cast<double>(p.points[s]) - points_of(by_stage[p.stage], newest(), p.first + s);
      off[p.stage] += missed * missed;
      count[p.stage] += 1;
    }
  ValueNet net(inputs_, stages_, 1);
  for (std::size_t stage = 0; stage < stages; ++stage) {
    // The lead of one seat over another is off by both; a logistic curve of that scatter has this scale.
    const double scatter = count[stage] > 0 ? std::max(off[stage] / count[stage], 1.0) : 1.0;
    const double scale = std::sqrt(2 * scatter) * std::sqrt(3.0) / M_PI;
    by_stage[stage][0] += points_by_hand_;
    for (std::size_t i = 0; i + 1 < size(); ++i) {
      const double whole = std::round(by_stage[stage][i] / scale * (net_hidden_one * net_output_one / net_input_one));
      net.direct[stage * static_cast<std::size_t>(inputs_) + i] = static_cast<i16>(std::clamp(whole, -32000.0, 32000.0));
    }
  }
  return net;
}

}  // namespace trestle
