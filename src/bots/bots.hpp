// Bots by name, for the edges: a bot is asked with a sight and answers with an act. It never meets the state of a running game.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bots/levels.hpp"
#include "bots/policy.hpp"
#include "core/any_game.hpp"

namespace trestle {

class Bot {
 public:
  virtual ~Bot() = default;
  // A legal act of the sight's seat, which must be waited for.
  virtual Action choose(const AnySight& sight, Rng& rng) = 0;
  // Every legal act with what the bot thinks of it, best first.
  virtual std::vector<Ranked> rank(const AnySight& sight, Rng& rng) = 0;
  // The worth of things as they stand (hundredths of a coin, point ...); 0 where nobody can judge the game.
  virtual i64 worth(const AnySight& sight) = 0;
  // The chance to win as things stand, in ten thousandths; -1 from a bot that does not judge.
  virtual i32 chance(const AnySight& sight, Rng& rng) = 0;
};

// `spec`: a name, with settings after a colon (spec.hpp). A fault: no such bot, or this game is not one it can judge.
Result<std::unique_ptr<Bot>> make_bot(std::string_view spec, GamePtr game);

}  // namespace trestle
