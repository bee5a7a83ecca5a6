// Why an act: what it changes that can be counted, for the chooser and for the others, against the acts it is compared with.
// Every act is seen through in a few worlds imagined from the chooser's sight, with the same dice for each, everybody playing on by
// what looks best at once. Says nothing about the chance to win: that is what a search finds (Ranked::chance).
#pragma once
#include <span>
#include <vector>

#include "bots/figures.hpp"
#include "core/any_game.hpp"

namespace trestle {

inline constexpr std::size_t reasons_max = 3;
inline constexpr std::size_t compared_max = 5;  // acts an act is compared with; more are not looked at

struct Reason {
  std::string figure;  // a string of the languages
  FigureUnit unit = FigureUnit::things;
  Seat seat = Seat::A;  // whose figure it is
  i32 change = 0;       // in hundredths; percent in whole numbers
  friend bool operator==(const Reason&, const Reason&) = default;
};

// The changes that speak for the act, the weightiest first, at most reasons_max; nothing where none can be counted.
// `against`: other legal acts, whose mean is compared with; none: things as they stand.
std::vector<Reason> reasons_for(const AnyGame& game, const AnySight& sight, Action action, std::span<const Action> against, Rng& rng);

}  // namespace trestle
