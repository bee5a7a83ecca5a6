#include "bots/bots.hpp"

#include "bots/judgements.hpp"
#include "bots/player.hpp"

namespace trestle {

namespace {

template <GameRules R>
class PlayerBot final : public Bot {
 public:
  PlayerBot(GamePtr game, const R& rules, std::unique_ptr<Player<R>> player)
      : game_(std::move(game)), rules_(rules), player_(std::move(player)) {}
  Action choose(const AnySight& sight, Rng& rng) override { return player_->choose(rules_, AnyGameOf<R>::sight_value(sight), rng); }
  std::vector<Ranked> rank(const AnySight& sight, Rng& rng) override {
    player_->rank(rules_, AnyGameOf<R>::sight_value(sight), rng, list_);
    std::vector<Ranked> out(list_.begin(), list_.end());
    std::stable_sort(out.begin(), out.end(), [](const Ranked& a, const Ranked& b) { return a.value > b.value; });
    return out;
  }
  i64 worth(const AnySight& sight) override { return Judgement<R>::evaluate(rules_, AnyGameOf<R>::sight_value(sight)); }
  i32 chance(const AnySight& sight, Rng& rng) override { return player_->chance(rules_, AnyGameOf<R>::sight_value(sight), rng); }

 private:
  GamePtr game_;  // keeps rules_ alive
  const R& rules_;
  std::unique_ptr<Player<R>> player_;
  RankedList list_;
};

// For games nobody here can judge.
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
    for (const Action& action : list_) out.push_back({action});
    return out;
  }
  i64 worth(const AnySight&) override { return 0; }
  i32 chance(const AnySight&, Rng&) override { return -1; }

 private:
  GamePtr game_;
  ActionList list_;
};

}  // namespace

Result<std::unique_ptr<Bot>> make_bot(std::string_view text, GamePtr game) {
  const auto spec = parse_bot_spec(text);
  if (!spec) return spec.fault();
  Result<std::unique_ptr<Bot>> made = fault("bot '" + spec->name + "' cannot judge the game " + game->info().name);
  const bool known = visit_rules(*game, [&]<class R>(const R& rules) {
    auto player = make_player<R>(*spec);
    if (player)
      made = std::unique_ptr<Bot>(std::make_unique<PlayerBot<R>>(game, rules, std::move(*player)));
    else
      made = player.fault();
  });
  if (!known && spec->name == "random" && spec->settings.empty()) return std::unique_ptr<Bot>(std::make_unique<RandomBot>(std::move(game)));
  return made;
}

}  // namespace trestle
