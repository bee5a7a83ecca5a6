#include "bots/bots.hpp"

#include "base/text.hpp"
#include "bots/judgements.hpp"
#include "games/visit.hpp"

namespace trestle {

namespace {

class RandomBot final : public Bot {
 public:
  explicit RandomBot(GamePtr game) : game_(std::move(game)) {}
  Action choose(const AnySight& sight, Rng& rng) override {
    game_->legal(sight, list_);
    return list_[rng.below(static_cast<u32>(list_.size()))];
  }
  std::vector<Ranked> rank(const AnySight& sight, Rng&) override {
    game_->legal(sight, list_);
    std::vector<Ranked> out;
    for (const Action& action : list_) out.push_back({action, 0});
    return out;
  }
  i64 worth(const AnySight&) override { return 0; }

 private:
  GamePtr game_;
  ActionList list_;
};

template <GameRules R>
class GreedyBot final : public Bot {
 public:
  GreedyBot(GamePtr game, const R& rules) : game_(std::move(game)), rules_(rules) {}
  Action choose(const AnySight& sight, Rng& rng) override { return policy_.choose(rules_, AnyGameOf<R>::sight_value(sight), rng); }
  std::vector<Ranked> rank(const AnySight& sight, Rng& rng) override {
    policy_.rank(rules_, AnyGameOf<R>::sight_value(sight), rng, list_);
    std::vector<Ranked> out(list_.begin(), list_.end());
    std::stable_sort(out.begin(), out.end(), [](const Ranked& a, const Ranked& b) { return a.value > b.value; });
    return out;
  }
  i64 worth(const AnySight& sight) override { return Judgement<R>::evaluate(rules_, AnyGameOf<R>::sight_value(sight)); }

 private:
  GamePtr game_;  // keeps rules_ alive
  const R& rules_;
  GreedyPolicy<R> policy_;
  RankedList list_;
};

Result<std::unique_ptr<Bot>> make_greedy(GamePtr game) {
  std::unique_ptr<Bot> bot;
  visit_rules(*game, [&]<class R>(const R& rules) {
    if constexpr (Judgement<R>::known) bot = std::make_unique<GreedyBot<R>>(game, rules);
  });
  if (!bot) return fault("bot 'greedy' cannot judge the game " + game->info().name);
  return bot;
}

}  // namespace

std::vector<std::string> bot_names() { return {"random", "greedy"}; }

Result<std::unique_ptr<Bot>> make_bot(std::string_view name, GamePtr game) {
  if (name == "random") return std::unique_ptr<Bot>(std::make_unique<RandomBot>(std::move(game)));
  if (name == "greedy") return make_greedy(std::move(game));
  return fault("unknown bot '" + std::string(name) + "'; there are: " + text::join(bot_names(), ", "));
}

}  // namespace trestle
