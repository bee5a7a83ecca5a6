// A program of somebody else's as a player of a simulation: hands its sight to the facade that src/external speaks to programs with.
#pragma once
#include <cstring>

#include "bots/player.hpp"
#include "external/program_bot.hpp"

namespace trestle {

template <GameRules R>
class ProgramPlayer final : public Player<R> {
  using SightRef = typename R::SightRef;

 public:
  explicit ProgramPlayer(std::unique_ptr<ProgramBot> bot) : bot_(std::move(bot)) {}
  ProgramBot& bot() { return *bot_; }

  Action choose(const R&, const SightRef& sight, Rng& rng) override { return bot_->choose(wrap(sight), rng); }
  void rank(const R&, const SightRef& sight, Rng& rng, RankedList& out) override {
    out.clear();
    for (const Ranked& r : bot_->rank(wrap(sight), rng)) out.push(r);
  }

 private:
  static AnySight wrap(const SightRef& sight) {
    const auto value = sight.value();
    AnySight out;
    out.size = sizeof value;
    out.me = sight.me;
    std::memcpy(out.bytes.data(), &value, sizeof value);
    return out;
  }

  std::unique_ptr<ProgramBot> bot_;
};

// The bot of a program, or nothing for one of ours.
template <GameRules R>
ProgramBot* program_of(Player<R>& player) {
  auto* program = dynamic_cast<ProgramPlayer<R>*>(&player);
  return program == nullptr ? nullptr : &program->bot();
}

}  // namespace trestle
