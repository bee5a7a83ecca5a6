// What the learned judgement of Throne of the World looks at.
#pragma once
#include "bots/throne/evaluate.hpp"
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<throne::Throne> {
  static constexpr bool known = true;
  static constexpr int key_count = 6, own_count = 96, stages = 2;
  static int stage(const throne::Public& pub) { return pub.seats == 4 ? 1 : 0; }  // teams
  static void own(const throne::Throne& rules, const throne::State& world, Seat seat, Memory<throne::Throne>& memory, i16* out);
};

}  // namespace trestle
