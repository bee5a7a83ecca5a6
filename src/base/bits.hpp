// Sets of bits: how many there are, and which is the n-th.
#pragma once
#include <bit>

#include "base/types.hpp"

namespace trestle {

// std::popcount without the call that gcc makes of it for processors that may lack the instruction.
constexpr int bit_count(u64 bits) {
  bits -= bits >> 1 & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return static_cast<int>((bits * 0x0101010101010101ULL) >> 56);
}

// The index of the set bit before which n others are set. n < bit_count(bits).
constexpr int nth_bit(u64 bits, u32 n) {
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace trestle
