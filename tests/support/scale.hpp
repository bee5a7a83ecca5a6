// How long the long tests run, by TRESTLE_TEST_SCALE: `full` is the length the project promises (millions of plies a player
// count), `medium` a tenth of it, what ./check asks of the release build; without it, or with `small`, the same tests take
// few rounds, for sanitizers and for the moments between two edits.
#pragma once
#include <cstdlib>
#include <string_view>

#include "base/types.hpp"

namespace trestle::test {

inline std::string_view test_scale() {
  const char* scale = std::getenv("TRESTLE_TEST_SCALE");
  return scale != nullptr ? scale : "small";
}

// scaled(10'000'000, 20'000) plies: the first at full scale, a tenth of it at medium scale, the second otherwise.
inline u64 scaled(u64 full, u64 small) {
  if (test_scale() == "full") return full;
  if (test_scale() == "medium") return full / 10 > small ? full / 10 : small;
  return small;
}

}  // namespace trestle::test
