// What can be counted about a seat of Hadara: the lines of the score pad, and the tracks, coins and hunger that lead to them.
#pragma once
#include "bots/figures.hpp"
#include "games/hadara/rules.hpp"

namespace trestle {

template <>
struct Figures<hadara::Hadara> {
  static constexpr bool known = true;
  static constexpr std::array<Figure, 13> list{{{"hadara.score.colonies", 100, FigureUnit::points},
                                                {"hadara.score.busts", 100, FigureUnit::points},
                                                {"hadara.score.silver", 100, FigureUnit::points},
                                                {"hadara.score.gold", 100, FigureUnit::points},
                                                {"hadara.score.cards", 100, FigureUnit::points},
                                                {"hadara.why.coins", 25},
                                                {"hadara.why.income", 60},
                                                {"hadara.why.military", 60},
                                                {"hadara.why.culture", 60},
                                                {"hadara.why.food", 50},
                                                {"hadara.why.hunger", -120},
                                                {"hadara.why.colony-steps", -30},
                                                {"hadara.why.bust-steps", -30}}};
  static void read(const hadara::Hadara& rules, const ScoreSheet& sheet, const hadara::State& world, Seat seat, FigureRow& out);
  static int turns(const hadara::Public&) { return 1; }
};

}  // namespace trestle
