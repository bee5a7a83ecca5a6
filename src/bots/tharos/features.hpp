// What the learned judgement of Tharos looks at.
#pragma once
#include "bots/tharos/evaluate.hpp"
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr int own_count = 152, stages = 8;
  static constexpr int worth_a_unit = 16;                                        // of the first number, in hundredths of a point
  static constexpr double points_by_hand = worth_a_unit * net_input_one * 0.01;  // what 1 of it is worth
  // A round has two: before the dice of a turn are there, and with them.
  static int stage(const tharos::Public& pub) { return 2 * std::clamp(pub.round - 1, 0, 3) + (pub.phase >= tharos::Phase::act ? 1 : 0); }
  static void own(const tharos::Tharos& rules, const tharos::State& world, Seat seat, Memory<tharos::Tharos>& memory, i16* out);
};

}  // namespace trestle
