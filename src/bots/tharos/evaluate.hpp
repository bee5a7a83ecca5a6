// What a position of Tharos is worth to a seat, by what that seat may know. Heuristic: it steers bots and hints and decides
// nothing about the rules.
#pragma once
#include "bots/policy.hpp"
#include "games/tharos/rules.hpp"

namespace trestle {

template <>
struct Judgement<tharos::Tharos> {
  static constexpr bool known = true;
  static bool settled(const tharos::Public& pub);
  static bool plans_turn(const tharos::Public&) { return false; }
  static bool same_turn(const tharos::Public& a, const tharos::Public& b) { return a.round == b.round && a.turn == b.turn; }
  // In hundredths of a victory point.
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight);
};

}  // namespace trestle
