// What the learned judgement of Tharos looks at.
#pragma once
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr int key_count = 6, own_count = 136, stages = 4;
  static int stage(const tharos::Public& pub) { return std::clamp(pub.round - 1, 0, stages - 1); }
  static void own(const tharos::Tharos& rules, const tharos::State& world, Seat seat, i16* out);
};

}  // namespace trestle
