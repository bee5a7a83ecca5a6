// What the learned judgement of Hadara looks at.
#pragma once
#include "bots/hadara/evaluate.hpp"
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<hadara::Hadara> {
  static constexpr bool known = true;
  static constexpr int key_count = 6, own_count = 80, stages = 6;
  static int stage(const hadara::Public& pub) { return std::min(pub.epoch * 2 + (pub.phase == hadara::Phase::b ? 1 : 0), stages - 1); }
  static void own(const hadara::Hadara& rules, const hadara::State& world, Seat seat, Memory<hadara::Hadara>& memory, i16* out);
};

}  // namespace trestle
