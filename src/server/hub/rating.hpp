// Ratings of players who meet in games of two to five: a mean and a spread (how unsure it is), changed after each game by the places.
// The closed form of Weng and Lin (2011) for the Plackett-Luce model. Shown as mean - 2 * spread nowhere: both numbers are shown.
#pragma once
#include <span>

#include "base/types.hpp"

namespace trestle::server {

struct Rating {
  double mean = 1500;
  double spread = 400;
};

inline constexpr double rating_step = 200;       // how much luck there is in one game: beta of the paper
inline constexpr double rating_spread_min = 25;  // never surer than this: players change

// One entry a player; places from 1, equal places are ties.
void rate(std::span<Rating> players, std::span<const int> places);

}  // namespace trestle::server
