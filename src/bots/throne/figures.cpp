#include "bots/throne/figures.hpp"

#include "games/throne/table.hpp"

namespace trestle {

using namespace throne;

void Figures<Throne>::read(const Throne& rules, const ScoreSheet& sheet, const State& world, Seat seat, FigureRow& out) {
  const Public& pub = world.pub;
  const std::size_t i = at(seat);
  const Units strength = strength_of(pub, seat);
  int produce = 0, threat = 0;
  strength.kinds().for_each([&](Profession p) {
    if (producers.has(p)) produce += income(rules, pub, seat, p);
    if (attackers.has(p)) threat += efficiency(rules, pub, seat, p);
  });
  for (std::size_t line = 0; line < 3; ++line) out[line] = sheet[line].points[i];
  out[3] = produce;
  out[4] = threat;
  out[5] = tolerance_from(rules, pub, seat, 0);
  out[6] = pub.hand[i];
  out[7] = upkeep(pub, seat, pub.units[i]);
}

}  // namespace trestle
