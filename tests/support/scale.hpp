// How long the long tests run. TRESTLE_TEST_SCALE=full is what ./check asks of the release build; without it, or with `small`,
// the same tests take fewer rounds, for sanitizers and for the moments between two edits.
#pragma once
#include <cstdlib>
#include <string_view>

#include "base/types.hpp"

namespace trestle::test {

inline bool full_scale() {
  const char* scale = std::getenv("TRESTLE_TEST_SCALE");
  return scale != nullptr && std::string_view(scale) == "full";
}

// scaled(10'000'000, 20'000) plies: the first at full scale, the second otherwise.
inline u64 scaled(u64 full, u64 small) { return full_scale() ? full : small; }

}  // namespace trestle::test
