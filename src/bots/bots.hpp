// Bots by name, for the edges: a bot is asked with a sight and answers with an act. It never meets the state of a running game.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bots/policy.hpp"
#include "core/any_game.hpp"

namespace trestle {

class Bot {
 public:
  virtual ~Bot() = default;
  // A legal act of the sight's seat, which must be waited for.
  virtual Action choose(const AnySight& sight, Rng& rng) = 0;
  // Every legal act with the worth the bot expects after it, best first (hundredths of a coin, point ...). All 0 for a bot that
  // does not judge.
  virtual std::vector<Ranked> rank(const AnySight& sight, Rng& rng) = 0;
  // The worth of things as they stand, on the same scale.
  virtual i64 worth(const AnySight& sight) = 0;
};

std::vector<std::string> bot_names();
// A fault: no such bot, or this game is not one it can judge.
Result<std::unique_ptr<Bot>> make_bot(std::string_view name, GamePtr game);

}  // namespace trestle
