#include "sim/stats.hpp"

#include <algorithm>
#include <cmath>

namespace trestle {

Interval wilson(double won, double n) {
  if (n <= 0) return {};
  const double z2 = normal_95 * normal_95, p = won / n;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double reach = normal_95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

double Moments::sd() const {
  if (n < 2) return 0;
  const double count = static_cast<double>(n), total = static_cast<double>(sum);
  return std::sqrt(std::max(0.0, (static_cast<double>(squares) - total * total / count) / (count - 1)));
}

double Moments::error() const { return n == 0 ? 0 : sd() / std::sqrt(static_cast<double>(n)); }

double BlockShare::mean() const {
  double sum = 0;
  for (double block : blocks_) sum += block;
  return blocks_.empty() ? 0 : sum / static_cast<double>(blocks_.size());
}

double BlockShare::variance() const {
  if (blocks_.size() < 2) return 0;
  const double middle = mean();
  double sum = 0;
  for (double block : blocks_) sum += (block - middle) * (block - middle);
  return sum / static_cast<double>(blocks_.size() - 1);
}

Interval BlockShare::interval() const {
  if (blocks_.size() < 2) return {};
  const double reach = normal_95 * std::sqrt(variance() / static_cast<double>(blocks_.size()));
  return {std::max(0.0, mean() - reach), std::min(1.0, mean() + reach)};
}

double elo_of(double share) {
  const double p = std::clamp(share, 0.001, 0.999);
  return 400 * std::log10(p / (1 - p));
}

double share_of(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

}  // namespace trestle
