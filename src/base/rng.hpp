// Our own generator, bounded draw and shuffle: the same numbers on every compiler and platform (I11).
// SplitMix64 seeds xoshiro256++ (Blackman, Vigna); bounded draws are Lemire's, exact by rejection.
#pragma once
#include "base/check.hpp"
#include "base/types.hpp"

namespace trestle {

constexpr u64 split_mix(u64& x) {
  x += 0x9e3779b97f4a7c15ULL;
  u64 z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

class Rng {
 public:
  constexpr explicit Rng(u64 seed) {
    for (u64& word : s_) word = split_mix(seed);
  }
  // A generator of its own for item `index` of a run, so results do not depend on the order of work.
  static constexpr Rng for_item(u64 seed, u64 index) {
    u64 x = seed;
    u64 first = split_mix(x);
    x = first ^ (index * 0xd1342543de82ef95ULL + 1);
    return Rng(split_mix(x));
  }
  constexpr u64 next() {
    const u64 result = rotl(s_[0] + s_[3], 23) + s_[0];
    const u64 t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return result;
  }
  // Uniform in [0, bound). bound > 0.
  constexpr u32 below(u32 bound) {
    DCHECK(bound > 0);
    u64 m = (next() >> 32) * bound;
    if (static_cast<u32>(m) < bound) {
      const u32 threshold = (0u - bound) % bound;
      while (static_cast<u32>(m) < threshold) m = (next() >> 32) * bound;
    }
    return static_cast<u32>(m >> 32);
  }
  template <class List>
  constexpr void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) {
      const std::size_t j = below(static_cast<u32>(i));
      auto held = list[i - 1];
      list[i - 1] = list[j];
      list[j] = held;
    }
  }

 private:
  static constexpr u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
  u64 s_[4]{};
};

}  // namespace trestle
