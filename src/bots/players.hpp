// How a player is made from its spec, for every rules type. Included by bots/<game>/players.cpp alone, which makes it for one game.
#pragma once
#include "base/text.hpp"
#include "bots/levels.hpp"
#include "bots/search/search_player.hpp"

namespace trestle {

template <GameRules R>
class RandomPlayer final : public Player<R> {
 public:
  Action choose(const R& rules, const typename R::SightRef& sight, Rng& rng) override { return policy_.choose(rules, sight, rng); }
  void rank(const R& rules, const typename R::SightRef& sight, Rng&, RankedList& out) override {
    out.clear();
    list_.clear();
    rules.legal(sight, list_);
    for (const Action& action : list_) out.push({action});
  }

 private:
  RandomPolicy<R> policy_;
  ActionList list_;
};

template <GameRules R>
class GreedyPlayer final : public Player<R> {
 public:
  Action choose(const R& rules, const typename R::SightRef& sight, Rng& rng) override { return policy_.choose(rules, sight, rng); }
  void rank(const R& rules, const typename R::SightRef& sight, Rng& rng, RankedList& out) override { policy_.rank(rules, sight, rng, out); }

 private:
  GreedyPolicy<R> policy_;
};

template <GameRules R>
Result<std::unique_ptr<Player<R>>> make_player(const BotSpec& spec) {
  using Made = std::unique_ptr<Player<R>>;
  if (spec.name == "random" || spec.name == "greedy") {
    if (!spec.settings.empty()) return fault("bot '" + spec.name + "' has no settings");
    if (spec.name == "random") return Made(std::make_unique<RandomPlayer<R>>());
    return Made(std::make_unique<GreedyPlayer<R>>());
  }
  const Level* level = find_level(R::name, spec.name);
  if (!level) return fault("unknown bot '" + spec.name + "'; there are: " + text::join(bot_names(), ", "));
  auto settings = search_settings(spec, level->settings);
  if (!settings) return settings.fault();
  const auto learned = ValueNets::numbered(R::name, settings->weights, FeatureSheet<R>::inputs, Features<R>::stages);
  if (!learned) return learned.fault();
  return Made(std::make_unique<SearchPlayer<R>>(*settings, settings->learned ? *learned : nullptr));
}

}  // namespace trestle
