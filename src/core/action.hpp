// One atomic decision or chance outcome: a kind and up to seven small operands, eight bytes by value.
// Each game's action.hpp holds the table of its kinds. Actions sort by kind, then operand by operand.
#pragma once
#include <array>
#include <compare>

#include "base/buffer.hpp"
#include "base/types.hpp"

namespace trestle {

struct Action {
  u8 kind = 0;
  std::array<u8, 7> with{};

  friend constexpr bool operator==(const Action&, const Action&) = default;
  // Spelled out, because emscripten's library does not order arrays.
  friend constexpr std::strong_ordering operator<=>(const Action& a, const Action& b) {
    if (a.kind != b.kind) return a.kind <=> b.kind;
    for (std::size_t i = 0; i < a.with.size(); ++i)
      if (a.with[i] != b.with[i]) return a.with[i] <=> b.with[i];
    return std::strong_ordering::equal;
  }
};
static_assert(sizeof(Action) == 8);

inline constexpr std::size_t legal_max = 512;     // choices in one decision
inline constexpr std::size_t outcomes_max = 256;  // distinct outcomes of one draw
using ActionList = Buffer<Action, legal_max>;

struct Outcome {
  Action action;
  u32 weight = 0;
};
using OutcomeList = Buffer<Outcome, outcomes_max>;

}  // namespace trestle
