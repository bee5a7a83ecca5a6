// The few functions on real numbers that search needs, from additions, multiplications and square roots alone, so that every
// platform gets the same bits (I11): the library's log and exp do not promise that.
#pragma once
#include "base/types.hpp"

namespace trestle {

// Natural logarithm of a whole number, good to four digits. n > 0.
inline float log_of(u32 n) {
  const u32 bits = __builtin_bit_cast(u32, static_cast<float>(n));
  const float exponent = static_cast<float>(static_cast<i32>(bits >> 23) - 127);
  const float m = __builtin_bit_cast(float, (bits & 0x7fffffu) | 0x3f800000u);  // 1 <= m < 2
  const float t = (m - 1.0f) / (m + 1.0f), t2 = t * t;
  return exponent * 0.69314718f + 2.0f * t * (1.0f + t2 * (0.33333333f + t2 * (0.2f + t2 * 0.14285714f)));
}

// e to the x for x <= 0; nothing below -30 matters to a chance.
inline float exp_of(float x) {
  if (x < -30.0f) return 0.0f;
  float y = 1.0f + x / 1024.0f;
  for (int i = 0; i < 10; ++i) y *= y;
  return y;
}

}  // namespace trestle
