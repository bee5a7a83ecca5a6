// Sets of bits: how many there are, and which is the n-th.
#pragma once
#include <bit>

#include "base/types.hpp"

namespace trestle {

// How many bits are set in each byte.
constexpr u64 byte_counts(u64 bits) {
  bits -= bits >> 1 & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
  return (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
}

// std::popcount without the call that gcc makes of it for processors that may lack the instruction.
constexpr int bit_count(u64 bits) { return static_cast<int>((byte_counts(bits) * 0x0101010101010101ULL) >> 56); }

// The index of the set bit before which n others are set. n < bit_count(bits). Without branches: n is mostly drawn by lot.
constexpr int nth_bit(u64 bits, u32 n) {
  constexpr u64 ones = 0x0101010101010101ULL, highs = 0x8080808080808080ULL;
  // Of eight counts, added up from the lowest on, the first that is past n.
  const auto reach = [](u64 counts, u32 past) { return std::countr_zero((((counts * ones) | highs) - (past + 1) * ones) & highs) & ~7; };
  const u64 counts = byte_counts(bits);
  const int byte = reach(counts, n);
  const u32 before = static_cast<u32>((counts * ones << 8) >> byte & 0xff);
  const u64 spread = ((bits >> byte & 0xff) * ones & 0x8040201008040201ULL) + 0x7f7f7f7f7f7f7f7fULL;
  return byte + reach(spread >> 7 & ones, n - before) / 8;
}

}  // namespace trestle
