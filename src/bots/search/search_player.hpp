// A player that thinks with one or several searchers and adds up what they found.
#pragma once
#ifndef __EMSCRIPTEN__
#include <thread>
#endif
#include <vector>

#include "bots/player.hpp"
#include "bots/search/search.hpp"

namespace trestle {

template <GameRules R>
class SearchPlayer final : public Player<R> {
  using SightRef = typename R::SightRef;

 public:
  SearchPlayer(const SearchSettings& settings, const ValueNets* learned) : set_(settings) {
    for (u32 i = 0; i < set_.threads; ++i) searchers_.push_back(std::make_unique<Search<R>>(set_, i, learned));
  }

  Action choose(const R& rules, const SightRef& sight, Rng& rng) override {
    think(rules, sight, rng);
    const Action action = legal_.size() == 1 ? legal_[0] : best(rng);
    if (legal_.size() > 1)
      for (auto& searcher : searchers_) searcher->follow(rules, sight, action, rng);
    return action;
  }

  void rank(const R& rules, const SightRef& sight, Rng& rng, RankedList& out) override {
    think(rules, sight, rng);
    out.clear();
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      const Found& f = found_[i];
      const i32 chance = static_cast<i32>(10'000.0f * (f.visits == 0 ? f.guess : f.total / static_cast<float>(f.visits)));
      // First by how often it was preferred: a mean over few visits says little.
      out.push({legal_[i], static_cast<i64>(f.visits), chance, f.visits});
    }
  }

  i32 chance(const R& rules, const SightRef& sight, Rng& rng) override {
    think(rules, sight, rng);
    float total = 0, visits = 0;
    for (std::size_t i = 0; i < legal_.size(); ++i) total += found_[i].total, visits += static_cast<float>(found_[i].visits);
    return visits <= 0 ? -1 : static_cast<i32>(10'000.0f * total / visits);
  }

 private:
  struct Found {
    u32 visits = 0;
    float total = 0, guess = 0;
  };

  void think(const R& rules, const SightRef& sight, Rng& rng) {
    legal_.clear();
    rules.legal(sight, legal_);
    found_.fill({});
    const u64 seed = rng.next();
    if (legal_.size() == 1) return;
    const u32 share = set_.iterations == 0 ? 0 : (set_.iterations + set_.threads - 1) / set_.threads;
#ifndef __EMSCRIPTEN__
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < searchers_.size(); ++i) others.emplace_back([&, i] { searchers_[i]->think(rules, sight, seed, share); });
    searchers_[0]->think(rules, sight, seed, share);
    for (std::thread& other : others) other.join();
#else
    for (auto& searcher : searchers_) searcher->think(rules, sight, seed, share);
#endif
    for (const auto& searcher : searchers_)
      searcher->tree().each(0, sight.me, legal_, [&](u32 e, std::size_t i) {
        const Edge& edge = searcher->tree().edge(e);
        found_[i].visits += edge.visits;
        found_[i].total += edge.total;
        found_[i].guess = edge.guess;
      });
  }

  // The act most often preferred; what is overlooked is never the only act there is.
  Action best(Rng& rng) {
    std::size_t chosen = legal_.size();
    for (std::size_t i = 0; i < legal_.size(); ++i) {
      if (set_.overlook > 0 && rng.below(1000) < set_.overlook) continue;
      if (chosen == legal_.size() || better(found_[i], found_[chosen])) chosen = i;
    }
    return legal_[chosen == legal_.size() ? rng.below(static_cast<u32>(legal_.size())) : chosen];
  }
  static bool better(const Found& a, const Found& b) {
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.visits == 0 ? a.guess > b.guess : a.total > b.total;
  }

  SearchSettings set_;
  std::vector<std::unique_ptr<Search<R>>> searchers_;
  ActionList legal_;
  std::array<Found, legal_max> found_{};
};

}  // namespace trestle
