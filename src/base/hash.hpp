// A fast 64-bit hash of bytes, the same on every platform. For tables and signatures, not for secrets.
#pragma once
#include <type_traits>

#include "base/types.hpp"

namespace trestle {

constexpr u64 mix(u64 h, u64 word) {
  h ^= word * 0x9e3779b97f4a7c15ULL;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  return h ^ (h >> 29);
}

// Two words at once, by both halves of their product: for keys of many words that are asked for all the time.
constexpr u64 fold(u64 a, u64 b) {
  __extension__ using u128 = unsigned __int128;
  const u128 product = static_cast<u128>(a ^ 0x9e3779b97f4a7c15ULL) * (b ^ 0xd6e8feb86659fd93ULL);
  return static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
}

inline u64 hash_bytes(const void* data, std::size_t size, u64 seed = 0) {
  const auto* p = static_cast<const unsigned char*>(data);
  u64 h = mix(0x51ed270b35ae9d27ULL ^ seed, size);
  for (; size >= 8; size -= 8, p += 8) {
    u64 w = 0;
    for (int i = 7; i >= 0; --i) w = w << 8 | p[i];
    h = mix(h, w);
  }
  u64 tail = 0;
  for (std::size_t i = size; i > 0; --i) tail = tail << 8 | p[i - 1];
  return mix(h, tail);
}

template <class T>
u64 hash_value(const T& value, u64 seed = 0) {
  static_assert(std::has_unique_object_representations_v<T>, "padding would count");
  return hash_bytes(&value, sizeof value, seed);
}

}  // namespace trestle
