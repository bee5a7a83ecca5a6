#include "bots/search/settings.hpp"

#include <array>

#include "base/text.hpp"

namespace trestle {

namespace {

struct Known {
  const char* name;
  u32* value;
  i64 low, high;
};

auto known_settings(SearchSettings& s, u32& rollout) {
  return std::to_array<Known>({{"iterations", &s.iterations, 1, search_iterations_max},
                               {"ms", &s.ms, 1, search_ms_max},
                               {"threads", &s.threads, 1, search_threads_max},
                               {"explore", &s.explore, 0, 1000},
                               {"trust", &s.trust, 0, 10'000},
                               {"careful", &s.careful, 0, 1},
                               {"rollout", &rollout, 0, 1},
                               {"turns", &s.turns, 0, 100},
                               {"nesting", &s.nesting, 0, 4},
                               {"sharp", &s.sharp, 1, 10'000},
                               {"learned", &s.learned, 0, 1},
                               {"weights", &s.weights, 0, 100},
                               {"reuse", &s.reuse, 0, 1},
                               {"overlook", &s.overlook, 0, 999},
                               {"nodes", &s.nodes, 64, search_nodes_max}});
}

}  // namespace

std::string print_settings(SearchSettings settings) {
  u32 rollout = static_cast<u32>(settings.rollout);
  std::string out;
  for (const Known& k : known_settings(settings, rollout))
    out += std::string(out.empty() ? "" : "+") + k.name + "=" + std::to_string(*k.value);
  return out;
}

Result<SearchSettings> search_settings(const BotSpec& spec, SearchSettings s) {
  u32 rollout = static_cast<u32>(s.rollout);
  const auto known = known_settings(s, rollout);
  bool by_time = false, by_count = false;
  for (const auto& [name, value] : spec.settings) {
    const Known* found = nullptr;
    for (const Known& k : known)
      if (name == k.name) found = &k;
    if (!found) {
      std::vector<std::string> names;
      for (const Known& k : known) names.emplace_back(k.name);
      return fault("bot '" + spec.name + "' has no setting '" + name + "'; it has: " + text::join(names, ", "));
    }
    if (value < found->low || value > found->high)
      return fault("bot '" + spec.name + "': " + name + " must be " + std::to_string(found->low) + " to " + std::to_string(found->high));
    *found->value = static_cast<u32>(value);
    by_time |= name == "ms";
    by_count |= name == "iterations";
  }
  if (by_time && by_count) return fault("bot '" + spec.name + "': either ms or iterations");
  if (by_time) s.iterations = 0;
  if (by_count) s.ms = 0;
  s.rollout = static_cast<Rollout>(rollout);
  return s;
}

}  // namespace trestle
