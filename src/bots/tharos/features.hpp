// What the learned judgement of Tharos looks at.
#pragma once
#include "bots/tharos/evaluate.hpp"
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr int key_count = 6, own_count = 136, stages = 8;
  // A round has two: before the dice of a turn are there, and with them.
  static int stage(const tharos::Public& pub) { return 2 * std::clamp(pub.round - 1, 0, 3) + (pub.phase >= tharos::Phase::act ? 1 : 0); }
  static void own(const tharos::Tharos& rules, const tharos::State& world, Seat seat, i32 worth, i16* out);
  static Leads leads(const tharos::Tharos& rules, const tharos::State& world, Memory<tharos::Tharos>& memory);
};

}  // namespace trestle
