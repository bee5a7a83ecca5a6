#include "bots/levels.hpp"

#include <map>

namespace trestle {

namespace {

SearchSettings plain() {
  SearchSettings s;
  s.ms = 100;
  s.rollout = Rollout::random;
  s.explore = 70;
  return s;
}

SearchSettings judging(u32 iterations) {
  SearchSettings s;
  s.iterations = iterations;
  s.rollout = Rollout::judgement;
  s.trust = 20;
  s.explore = 40;
  return s;
}

const std::vector<Level>& levels() {
  static const std::vector<Level> all{{"novice", judging(20)},   {"apprentice", judging(60)}, {"journeyman", judging(200)},
                                      {"expert", judging(1000)}, {"master", judging(5000)},   {"mcts", plain()}};
  return all;
}

}  // namespace

std::vector<std::string> bot_names() {
  std::vector<std::string> names{"random", "greedy"};
  for (const Level& level : levels()) names.push_back(level.name);
  return names;
}

std::vector<std::string> level_names() { return {"novice", "apprentice", "journeyman", "expert", "master"}; }

const Level* find_level(std::string_view, std::string_view name) {
  for (const Level& level : levels())
    if (level.name == name) return &level;
  return nullptr;
}

}  // namespace trestle
