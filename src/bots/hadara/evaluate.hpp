// What a position of Hadara is worth to a seat, by what that seat may know: an estimate of its final points. Heuristic: it steers
// bots and hints and decides nothing about the rules.
#pragma once
#include "bots/policy.hpp"
#include "games/hadara/rules.hpp"

namespace trestle {

namespace hadara {
// A seat's board as it will be when its secret choice, if it has made one, is carried out.
Board board_to_come(const Hadara& rules, const SightRef& sight);
}  // namespace hadara

template <>
struct Judgement<hadara::Hadara> {
  static constexpr bool known = true;
  static bool settled(const hadara::Public& pub);
  static bool plans_turn(const hadara::Public&) { return false; }
  static bool same_turn(const hadara::Public& a, const hadara::Public& b) {
    return a.epoch == b.epoch && a.turn == b.turn && a.phase == b.phase;
  }
  // In hundredths of a victory point.
  static i32 evaluate(const hadara::Hadara& rules, const hadara::SightRef& sight);
};

}  // namespace trestle
