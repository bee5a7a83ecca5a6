// What the learned judgement of Hadara looks at.
#pragma once
#include "bots/hadara/evaluate.hpp"
#include "bots/value/features.hpp"

namespace trestle {

template <>
struct Features<hadara::Hadara> {
  static constexpr bool known = true;
  static constexpr int own_count = 144, stages = 4 * hadara::epoch_count;
  static constexpr int worth_a_unit = 16;                                        // of the first number, in hundredths of a point
  static constexpr double points_by_hand = worth_a_unit * net_input_one * 0.01;  // what 1 of it is worth
  // An epoch has four: the cards of a phase, and what follows its income.
  static int stage(const hadara::Public& pub);
  static void own(const hadara::Hadara& rules, const hadara::State& world, Seat seat, Memory<hadara::Hadara>& memory, i16* out);
};

}  // namespace trestle
