// A multiset of up to N kinds: how many of each, and nothing about order. Hands, piles and decks are bags.
// Counts are bytes handled eight at a time, so picking at random and asking which kinds are present is cheap.
#pragma once
#include <array>
#include <bit>

#include "base/check.hpp"
#include "base/types.hpp"

namespace trestle {

template <std::size_t N>
class Bag {
  static_assert(N % 8 == 0 && N <= 64);
  static constexpr std::size_t words = N / 8;
  static constexpr u64 ones = 0x0101010101010101ULL;
  static constexpr u64 highs = 0x8080808080808080ULL;

 public:
  static constexpr std::size_t kinds = N;

  constexpr u8 operator[](std::size_t kind) const { return static_cast<u8>(counts_[kind / 8] >> (kind % 8 * 8)); }
  constexpr void add(std::size_t kind, unsigned n = 1) {
    DCHECK((*this)[kind] + n <= 255);
    counts_[kind / 8] += static_cast<u64>(n) << (kind % 8 * 8);
  }
  constexpr void remove(std::size_t kind, unsigned n = 1) {
    DCHECK((*this)[kind] >= n);
    counts_[kind / 8] -= static_cast<u64>(n) << (kind % 8 * 8);
  }
  // All of the other bag's cards come over; no kind may pass 255.
  constexpr void add(const Bag& other) {
    for (std::size_t w = 0; w < words; ++w) counts_[w] += other.counts_[w];
  }
  constexpr void clear() { counts_ = {}; }
  constexpr bool empty() const {
    u64 any = 0;
    for (u64 w : counts_) any |= w;
    return any == 0;
  }
  constexpr u32 total() const {
    u32 sum = 0;
    for (u64 w : counts_) sum += word_total(w);
    return sum;
  }
  // Bit k is set where at least one of kind k is in the bag. Holds for counts up to 127.
  constexpr u64 present() const {
    u64 mask = 0;
    for (std::size_t w = 0; w < words; ++w) {
      u64 marks = ((counts_[w] + 0x7f7f7f7f7f7f7f7fULL) & highs) >> 7;
      mask |= ((marks * 0x0102040810204080ULL) >> 56) << (8 * w);
    }
    return mask;
  }
  // The kind of the card at place `index` when the bag is laid out in order of kinds. index < total().
  constexpr u8 at(u32 index) const {
    DCHECK(index < total());
    // No early exit: which word it is cannot be predicted, so counting past all of them is cheaper than stopping.
    u32 running = 0, before = 0;
    std::size_t w = 0;
    for (std::size_t i = 0; i + 1 < words; ++i) {
      running += word_total(counts_[i]);
      const bool past = index >= running;
      w += past;
      before = past ? running : before;
    }
    return static_cast<u8>(w * 8 + place_in_word(counts_[w], index - before));
  }
  constexpr bool contains(const Bag& part) const {
    for (std::size_t k = 0; k < N; ++k)
      if (part[k] > (*this)[k]) return false;
    return true;
  }

  friend constexpr bool operator==(const Bag&, const Bag&) = default;

 private:
  // Which byte of the word holds card `index`: with small counts by comparing all running totals at once.
  static constexpr u32 place_in_word(u64 word, u32 index) {
    if (word_total(word) < 128) {
      const u64 running = word * ones;
      const u64 reached = ((running | highs) - (index + 1) * ones) & highs;
      return static_cast<u32>(std::countr_zero(reached)) / 8;
    }
    for (u32 k = 0; k < 8; ++k, word >>= 8) {
      const u32 n = static_cast<u32>(word & 0xff);
      if (index < n) return k;
      index -= n;
    }
    CHECK(!"index past the bag");
  }
  static constexpr u32 word_total(u64 w) {
    u64 pairs = (w & 0x00ff00ff00ff00ffULL) + ((w >> 8) & 0x00ff00ff00ff00ffULL);
    return static_cast<u32>((pairs * 0x0001000100010001ULL) >> 48);
  }
  std::array<u64, words> counts_{};
};

// Calls f(index) for each set bit, lowest first.
template <class F>
constexpr void for_each_bit(u64 mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<u8>(std::countr_zero(mask)));
}

}  // namespace trestle
