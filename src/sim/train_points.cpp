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

PointsFit::PointsFit(int inputs, int stages, double points_by_hand, const TrainPlan& plan)
    : inputs_(inputs), stages_(stages), points_by_hand_(points_by_hand), plan_(plan), shrink_(plan.shrink), faith_(plan.faith * 0.01) {
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

double PointsFit::points_of(RealNet& net, const Samples& samples, const Samples::Position& p, std::size_t seat) const {
  HiddenUnits unit;
  return static_cast<double>(points_a_score * forward(net, samples.row(p.first + seat), p.stage, unit));
}

// What each position teaches: the points at the end, or, once something is learned, partly what it says of the turns between.
std::vector<PointsFit::Points> PointsFit::targets(const Samples& samples, RealNet* learned) const {
  std::vector<Points> out(samples.positions.size());
  for (std::size_t i = out.size(); i-- > 0;) {
    const Samples::Position& p = samples.positions[i];
    out[i] = p.points;
    if (p.next == 0 || learned == nullptr) continue;
    const Samples::Position& then = samples.positions[i + p.next];
    for (std::size_t s = 0; s < p.seats; ++s)
      out[i][s] = static_cast<float>(faith_ * points_of(*learned, samples, then, s)) + static_cast<float>(1 - faith_) * out[i + p.next][s];
  }
  return out;
}

// To what positions teach by what is learned so far.
RealNet PointsFit::regress(const std::vector<Matrix>& factors, RealNet* learned) const {
  std::vector<double> sums(factors.size() * size());
  for (const Generation& generation : generations_) {
    const Samples& samples = generation.samples;
    const std::vector<Points> teaches = targets(samples, learned);
    each_learned(samples, [&](const Samples::Position& p, std::size_t i, std::size_t s) {
      double* const sum = &sums[p.stage * size()];
      const auto row = samples.row(p.first + s);
      const double by_hand = !row.empty() && row.front().which == 0 ? real(row.front()) * points_by_hand_ : 0;
      const double missing = generation.weight * (static_cast<double>(teaches[i][s]) - by_hand);
      for (const Samples::Input& in : row) sum[in.which] += real(in) * missing;
      sum[size() - 1] += missing;
    });
  }
  RealNet net(inputs_, stages_, std::max(1, static_cast<int>(plan_.units)));
  for (int stage = 0; stage < stages_; ++stage) {
    double* const weights = &sums[static_cast<std::size_t>(stage) * size()];
    substitute(factors[static_cast<std::size_t>(stage)], weights, size());
    weights[0] += points_by_hand_;
    for (int i = 0; i < inputs_; ++i) net.direct(stage)[i] = static_cast<float>(weights[i]) / points_a_score;
    *net.bias(stage) = static_cast<float>(weights[inputs_]) / points_a_score;
  }
  return net;
}

RealNet PointsFit::regress() const {
  std::vector<Matrix> factors;
  for (std::size_t stage = 0; stage < products_.size(); ++stage) factors.push_back(factor(stage));
  RealNet net = regress(factors, nullptr);
  for (int i = 0; i < rounds && faith_ > 0; ++i) net = regress(factors, &net);
  return net;
}

ValueNet PointsFit::solve() {
  if (!net_ || plan_.units == 0) {
    home_ = net_ = regress();
    if (plan_.units > 0) {
      Rng rng(plan_.seed);
      net_->stir(rng);
      adam_.emplace(net_->w.size());
    }
  }
  for (u32 i = 0; plan_.units > 0 && i < plan_.passes; ++i) pass(i);
  return rounded(*net_, how_sure());
}

// Over all positions, in a new order; of older generations some are left out.
void PointsFit::pass(u32 number) {
  constexpr std::size_t batch = 128;
  struct Lesson {
    const Samples* samples;
    const Samples::Position* position;
    Points teaches;
  };
  std::vector<Lesson> lessons;
  Rng rng = Rng::for_item(plan_.seed, generations_.size() * 1000 + number);
  for (const Generation& generation : generations_) {
    const std::vector<Points> teaches = targets(generation.samples, faith_ > 0 ? &*net_ : nullptr);
    for (std::size_t i = 0; i < teaches.size(); ++i) {
      const Samples::Position& p = generation.samples.positions[i];
      if (!held_back(p) && rng.below(1000) < generation.weight * 1000) lessons.push_back({&generation.samples, &p, teaches[i]});
    }
  }
  rng.shuffle(lessons);
  RealNet slope(net_->inputs, net_->stages, net_->units);
  HiddenUnits unit;
  for (std::size_t begin = 0; begin + batch <= lessons.size(); begin += batch) {
    std::fill(slope.w.begin(), slope.w.end(), 0.0f);
    for (std::size_t i = begin; i < begin + batch; ++i)
      for (std::size_t s = 0; s < lessons[i].position->seats; ++s) {
        const Samples::Position& p = *lessons[i].position;
        const SampleRow row = lessons[i].samples->row(p.first + s);
        const float missed = forward(*net_, row, p.stage, unit) - lessons[i].teaches[s] / points_a_score;
        backward(*net_, slope, row, p.stage, unit, missed / static_cast<float>(batch));
      }
    const float done =
        (static_cast<float>(number) + static_cast<float>(begin) / static_cast<float>(lessons.size())) / static_cast<float>(plan_.passes);
    adam_->step(*net_, slope, *home_, Adam::full_rate * (1.0f - 0.97f * done), hidden_shrink);
  }
}

// By how much to multiply the scores of a stage, for the logarithm of odds.
std::vector<float> PointsFit::how_sure() {
  const auto stages = static_cast<std::size_t>(stages_);
  std::vector<double> off(stages), count(stages);
  for (const Samples::Position& p : newest().positions)
    for (std::size_t s = 0; s < p.seats && held_back(p); ++s) {
      const double missed = static_cast<double>(p.points[s]) - points_of(*net_, newest(), p, s);
      off[p.stage] += missed * missed;
      count[p.stage] += 1;
    }
  std::vector<float> out;
  for (std::size_t stage = 0; stage < stages; ++stage) {
    // The lead of one seat over another is off by both; a logistic curve of that scatter has this scale.
    const double scatter = count[stage] > 0 ? std::max(off[stage] / count[stage], 1.0) : 1.0;
    out.push_back(points_a_score / static_cast<float>(std::sqrt(2 * scatter) * std::sqrt(3.0) / M_PI));
  }
  return out;
}

}  // namespace trestle
