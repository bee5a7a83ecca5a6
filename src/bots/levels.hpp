// The named opponents of each game, weakest first, and the reference the ladder measures them against.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "bots/search/settings.hpp"

namespace trestle {

struct Level {
  std::string name;
  SearchSettings settings;
};

// Names of all bots there are: random, greedy, the levels, and `mcts`, plain tree search as the literature has it.
std::vector<std::string> bot_names();
std::vector<std::string> level_names();
// Nothing: no tree search has this name.
const Level* find_level(std::string_view game, std::string_view name);
// The bot's spec with what stands behind the name of a level today: for hashes of plans, so that games of a level as it was before are
// not taken for its own.
std::string spelt_out(std::string_view game, const std::string& spec);

}  // namespace trestle
