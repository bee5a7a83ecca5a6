// What can be counted about a seat of Throne of the World: the three goals, and what brings them about.
#pragma once
#include "bots/figures.hpp"
#include "games/throne/rules.hpp"

namespace trestle {

template <>
struct Figures<throne::Throne> {
  static constexpr bool known = true;
  static constexpr std::array<Figure, 8> list{{{"throne.score.coins", 100},
                                               {"throne.score.sets", 250},
                                               {"throne.score.professions", 90},
                                               {"throne.why.income", 70},
                                               {"throne.why.damage", 60},
                                               {"throne.why.tolerance", 20},
                                               {"throne.why.cards", 80},
                                               {"throne.why.upkeep", -40}}};
  static void read(const throne::Throne& rules, const ScoreSheet& sheet, const throne::State& world, Seat seat, FigureRow& out);
  // Until everybody has had a turn: what the others can do about it belongs to an act.
  static int turns(const throne::Public& pub) { return pub.seats; }
};

}  // namespace trestle
