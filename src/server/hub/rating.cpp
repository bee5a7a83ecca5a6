#include "server/hub/rating.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace trestle::server {

void rate(std::span<Rating> players, std::span<const int> places) {
  const std::size_t count = players.size();
  double c = 0;
  for (const Rating& player : players) c += player.spread * player.spread + rating_step * rating_step;
  c = std::sqrt(c);
  if (count < 2 || c <= 0) return;
  std::vector<double> strength(count), sum(count, 0);
  std::vector<int> tied(count, 0);
  for (std::size_t i = 0; i < count; ++i) strength[i] = std::exp(players[i].mean / c);
  for (std::size_t q = 0; q < count; ++q)
    for (std::size_t i = 0; i < count; ++i) {
      if (places[i] >= places[q]) sum[q] += strength[i];
      if (places[i] == places[q]) ++tied[q];
    }
  std::vector<Rating> after(players.begin(), players.end());
  for (std::size_t i = 0; i < count; ++i) {
    double shift = 0, certainty = 0;
    for (std::size_t q = 0; q < count; ++q) {
      if (places[q] > places[i]) continue;
      const double share = strength[i] / sum[q];
      shift += ((i == q ? 1.0 : 0.0) - share) / tied[q];
      certainty += share * (1 - share) / tied[q];
    }
    const double variance = players[i].spread * players[i].spread;
    const double gamma = players[i].spread / c;
    after[i].mean = players[i].mean + variance / c * shift;
    const double shrink = 1 - gamma * variance / (c * c) * certainty;
    after[i].spread = std::max(rating_spread_min, players[i].spread * std::sqrt(std::max(shrink, 1e-4)));
  }
  std::copy(after.begin(), after.end(), players.begin());
}

}  // namespace trestle::server
