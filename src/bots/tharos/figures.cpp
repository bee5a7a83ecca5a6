#include "bots/tharos/figures.hpp"

#include <bit>

namespace trestle {

using namespace tharos;

void Figures<Tharos>::read(const Tharos&, const ScoreSheet& sheet, const State& world, Seat seat, FigureRow& out) {
  const Player& player = world.pub.of(seat);
  constexpr std::array<std::size_t, 7> lines{0, 1, 2, 3, 4, 6, 7};  // money and mines are counted as they lie there
  for (std::size_t i = 0; i < lines.size(); ++i) out[i] = sheet[lines[i]].points[static_cast<std::size_t>(seat)];
  out[7] = player.jars;
  out[8] = std::popcount(static_cast<u32>(player.mines));
  out[9] = std::popcount(static_cast<u32>(player.guild));
  out[10] = player.ore.size();
  out[11] = player.crystal.size();
  out[12] = player.points;
  out[13] = player.hand;
  out[14] = std::popcount(static_cast<u32>(player.lost));
  out[15] =
      player.bag.total() + player.depot.total() + player.used.total() + player.active.total() + player.kept.total() + player.drawn.total();
  out[16] = player.cards.size();
}

}  // namespace trestle
