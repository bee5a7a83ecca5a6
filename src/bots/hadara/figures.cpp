#include "bots/hadara/figures.hpp"

#include <algorithm>

namespace trestle {

using namespace hadara;

namespace {

constexpr int steps_shown_max = 40;  // of a track that is to lead to the next tile

// Steps that a track lacks for the cheapest tile not yet taken; 0 where there is none.
template <class Tiles, class Taken>
int steps_to_next(const Tiles& tiles, const Taken& taken, int track) {
  int least = steps_shown_max;
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (taken[i] == 0) least = std::min(least, std::max(0, tiles[i].condition - track));
  return least == steps_shown_max ? 0 : least;
}

}  // namespace

void Figures<Hadara>::read(const Hadara& rules, const ScoreSheet& sheet, const State& world, Seat seat, FigureRow& out) {
  const Board& board = world.pub.of(seat);
  for (std::size_t line = 0; line < 5; ++line) out[line] = sheet[line].points[static_cast<std::size_t>(seat)];
  out[5] = board.coins;
  out[6] = board.tracks[Track::income];
  out[7] = board.tracks[Track::military];
  out[8] = board.tracks[Track::culture];
  out[9] = board.tracks[Track::food];
  out[10] = std::max(0, cards_of(board) - board.tracks[Track::food]);
  out[11] = steps_to_next(rules.tables().colonies, board.colonies, board.tracks[Track::military]);
  out[12] = steps_to_next(rules.tables().busts, board.busts, board.tracks[Track::culture]);
}

}  // namespace trestle
