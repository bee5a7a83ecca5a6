// What a position of Tharos is worth to a seat, by what that seat may know: an estimate of its lead over the best other seat at
// the end, in hundredths of a victory point, and exact once the game is over. It steers bots and hints and decides nothing about
// the rules. Integers only, no memory taken, a fraction of a microsecond: search asks it at every leaf.
#pragma once
#include "bots/policy.hpp"
#include "games/tharos/rules.hpp"

namespace trestle {

template <>
struct Judgement<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr bool luck_is_chance = true;
  static bool settled(const tharos::Public& pub);
  static bool plans_turn(const tharos::Public&) { return false; }
  static bool same_turn(const tharos::Public& a, const tharos::Public& b) { return a.round == b.round && a.turn == b.turn; }
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight);
  // The two parts of it: what a seat's own position is worth to it, and what another's looks like from outside.
  static i32 own(const tharos::Tharos& rules, const tharos::SightRef& sight);
  static i32 seen(const tharos::Tharos& rules, const tharos::Public& pub, Seat seat);
};

}  // namespace trestle
