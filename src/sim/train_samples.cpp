#include "sim/train_samples.hpp"

#include <algorithm>
#include <cmath>

namespace trestle {

void shares(const Samples::Position& p, const std::array<float, seats_max>& score, std::array<float, seats_max>& out) {
  float best = score[0], sum = 0;
  for (std::size_t s = 1; s < p.seats; ++s) best = std::max(best, score[s]);
  for (std::size_t s = 0; s < p.seats; ++s) sum += out[s] = std::exp(score[s] - best);
  for (std::size_t s = 0; s < p.seats; ++s) out[s] /= sum;
}

namespace {

// Seats of a side win together: their chances add up.
double doubt(const Samples::Position& p, const std::array<float, seats_max>& score) {
  std::array<float, seats_max> chance{};
  shares(p, score, chance);
  double loss = 0;
  for (std::size_t s = 0; s < p.seats; ++s) {
    double side = 0;
    int mates = 0;
    for (std::size_t m = 0; m < p.seats; ++m)
      if (p.side[s] >> m & 1) side += chance[m], ++mates;
    loss -= static_cast<double>(p.share[s]) / mates * std::log2(std::max(side, 1e-6));
  }
  return loss;
}

// The mean over all positions held back; score(p, s): the logarithm of a seat's odds.
template <class Score>
double mean_doubt(const Samples& samples, Score&& score) {
  double sum = 0;
  u64 count = 0;
  for (const Samples::Position& p : samples.positions) {
    if (!held_back(p)) continue;
    std::array<float, seats_max> scores{};
    for (std::size_t s = 0; s < p.seats; ++s) scores[s] = score(p, s);
    sum += doubt(p, scores);
    ++count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

double doubt_by_hand(const Samples& samples) {
  return mean_doubt(samples, [](const Samples::Position& p, std::size_t s) { return static_cast<float>(p.by_hand[s]) / 1000.0f; });
}

double doubt_of(const ValueNet& net, const Samples& samples) {
  return mean_doubt(samples, [&](const Samples::Position& p, std::size_t s) {
    std::array<i16, net_inputs_max> x{};
    for (const Samples::Input& in : samples.row(p.first + s)) x[in.which] = in.value;
    return static_cast<float>(net.score(x.data(), p.stage)) / static_cast<float>(net_score_one);
  });
}

std::string thousandths(double x) {
  const long whole = std::lround(x * 1000);
  const std::string digits = std::to_string(whole % 1000);
  return std::to_string(whole / 1000) + "." + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
}

}  // namespace trestle
