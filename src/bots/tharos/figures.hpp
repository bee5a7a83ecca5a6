// What can be counted about a seat of Tharos: the lines of the score sheet, and what turns into them later.
#pragma once
#include "bots/figures.hpp"
#include "games/tharos/rules.hpp"

namespace trestle {

template <>
struct Figures<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr std::array<Figure, 17> list{{{"tharos.score.combat", 100, FigureUnit::points},
                                                {"tharos.score.exploration", 100, FigureUnit::points},
                                                {"tharos.score.trade", 100, FigureUnit::points},
                                                {"tharos.score.civil", 100, FigureUnit::points},
                                                {"tharos.score.sets", 100, FigureUnit::points},
                                                {"tharos.score.buildings", 100, FigureUnit::points},
                                                {"tharos.score.symbols", 100, FigureUnit::points},
                                                {"tharos.why.jars", 22},
                                                {"tharos.why.mines", 90},
                                                {"tharos.why.guild", 60},
                                                {"tharos.why.ore", 50},
                                                {"tharos.why.crystal", 60},
                                                {"tharos.why.combat-points", 40},
                                                {"tharos.why.action-cards", 60},
                                                {"tharos.why.lost", -80},
                                                {"tharos.why.bag", 25},
                                                {"tharos.why.cards", 50}}};
  static void read(const tharos::Tharos& rules, const ScoreSheet& sheet, const tharos::State& world, Seat seat, FigureRow& out);
  static int turns(const tharos::Public&) { return 1; }
};

}  // namespace trestle
