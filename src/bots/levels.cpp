#include "bots/levels.hpp"

#include <map>

namespace trestle {

namespace {

// What is the same for all levels of a game; which of these won games is told in docs/ladder.md.
struct Style {
  u32 explore, trust, turns, nesting;
};

// A level thinks so long (iterations a decision) and does not notice so many of its choices (in a thousand). Who thinks much longer than
// the others of its game may trust the judgement of a new act for longer, too.
struct Depth {
  u32 iterations, overlook, trust = 0;  // 0: as its style says
};

SearchSettings judging(const Style& style, const Depth& depth) {
  SearchSettings s;
  s.iterations = depth.iterations;
  s.overlook = depth.overlook;
  s.rollout = Rollout::judgement;
  s.careful = 1;
  s.explore = style.explore;
  s.trust = depth.trust > 0 ? depth.trust : style.trust;
  s.turns = style.turns;
  s.nesting = style.nesting;
  return s;
}

std::vector<Level> levels(const Style& style, const std::array<Depth, 5>& depths) {
  constexpr std::string_view names[] = {"novice", "apprentice", "journeyman", "expert", "master"};
  std::vector<Level> out;
  for (std::size_t i = 0; i < depths.size(); ++i) out.push_back({std::string(names[i]), judging(style, depths[i])});
  SearchSettings plain;  // random rollouts to the end, UCB1, uniform worlds
  plain.ms = 100;
  out.push_back({"mcts", plain});
  return out;
}

const std::vector<Level>& levels_of(std::string_view game) {
  static const std::map<std::string_view, std::vector<Level>> known{
      {"throne", levels({12, 20, 1, 0}, {{{7, 260}, {8, 160}, {10, 95}, {14, 20}, {1000, 0, 100}}})},
      {"hadara", levels({15, 50, 0, 0}, {{{8, 150}, {10, 40}, {16, 0}, {40, 0}, {640, 0}}})},
      {"tharos", levels({10, 100, 0, 1}, {{{9, 110}, {10, 50}, {16, 0}, {80, 0}, {800, 0}}})},
  };
  static const std::vector<Level> others = levels({40, 20, 0, 0}, {{{20, 300}, {40, 100}, {100, 0}, {400, 0}, {1600, 0}}});
  const auto found = known.find(game);
  return found == known.end() ? others : found->second;
}

}  // namespace

std::vector<std::string> bot_names() {
  std::vector<std::string> names{"random", "greedy"};
  for (const Level& level : levels_of("")) names.push_back(level.name);
  return names;
}

std::vector<std::string> level_names() { return {"novice", "apprentice", "journeyman", "expert", "master"}; }

const Level* find_level(std::string_view game, std::string_view name) {
  for (const Level& level : levels_of(game))
    if (level.name == name) return &level;
  return nullptr;
}

std::string spelt_out(std::string_view game, const std::string& spec) {
  const Level* level = find_level(game, spec.substr(0, spec.find(':')));
  return level == nullptr ? spec : spec + " = " + print_settings(level->settings);
}

}  // namespace trestle
