// What can be counted about a seat, for telling why an act is good: the lines of the score sheet, and what a game adds to them in
// bots/<game>/figures.hpp because its sheet says too little before the end. Heuristic: it words a reason and decides nothing.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "core/rules.hpp"

namespace trestle {

enum class FigureUnit : u8 {
  things,   // coins, cards, units ...
  points,   // victory points
  percent,  // of the imagined worlds
};

struct Figure {
  std::string_view key;  // a string of the languages
  i32 worth = 0;         // of one of it to the seat that has it, in hundredths of a point; below 0: better not to have it
  FigureUnit unit = FigureUnit::things;
};

inline constexpr std::size_t figures_max = 24;

// The numbers of one seat, in the order of the list.
using FigureRow = std::array<i32, figures_max>;

// A game's own:
//   static constexpr std::array<Figure, n> list;
//   static void read(const R&, const ScoreSheet&, const State& imagined, Seat, FigureRow&);
//   static int turns(const Public&)   how many turns to look ahead
template <class R>
struct Figures {
  static constexpr bool known = false;
};

}  // namespace trestle
