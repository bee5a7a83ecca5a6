// What is pending, as data (I2): a stack of frames in the public part of a state. The top frame says what
// happens next and who decides; each game's state.hpp lists its kinds and what the operands mean.
#pragma once
#include "base/bounded_list.hpp"
#include "core/seat.hpp"

namespace trestle {

struct Frame {
  u8 kind = 0;
  Seat seat = Seat::A;  // whose decision or for whom
  u8 a = 0, b = 0, c = 0, d = 0;
  i16 amount = 0;

  friend constexpr bool operator==(const Frame&, const Frame&) = default;
};
static_assert(sizeof(Frame) == 8);

template <std::size_t Depth>
using FrameStack = BoundedList<Frame, Depth>;

}  // namespace trestle
