// What a position of Throne of the World is worth to a seat, by what that seat may know. Heuristic: it steers bots and hints and
// decides nothing about the rules.
#pragma once
#include "bots/policy.hpp"
#include "games/throne/rules.hpp"

namespace trestle {

template <>
struct Judgement<throne::Throne> {
  static constexpr bool known = true;
  static bool settled(const throne::Public& pub);
  static bool plans_turn(const throne::Public& pub);
  static bool same_turn(const throne::Public& a, const throne::Public& b) { return a.turns == b.turns; }
  // In hundredths of a coin.
  static i32 evaluate(const throne::Throne& rules, const throne::SightRef& sight);
};

}  // namespace trestle
