// How a bot is asked for: a name and, after a colon, settings: "master", "master:ms=50", "mcts:iterations=2000+explore=70".
// What the settings mean is said where they are read (levels.cpp); this is only their form.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle {

inline constexpr std::size_t spec_bytes_max = 200;

struct BotSpec {
  std::string name;
  std::vector<std::pair<std::string, i64>> settings;
};

Result<BotSpec> parse_bot_spec(std::string_view text);

}  // namespace trestle
