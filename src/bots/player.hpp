// A bot on the rules type: what simulations and the facade in bots.hpp hold. It is asked with a sight and answers with a legal
// act; it never meets the state of a running game (I6). One player plays one seat at a time and may remember what it thought.
#pragma once
#include <memory>

#include "bots/policy.hpp"
#include "bots/spec.hpp"
#include "games/visit.hpp"

namespace trestle {

template <GameRules R>
class Player {
 public:
  virtual ~Player() = default;
  virtual Action choose(const R& rules, const typename R::SightRef& sight, Rng& rng) = 0;
  // Every legal act with what the bot thinks of it, in the order of legal.
  virtual void rank(const R& rules, const typename R::SightRef& sight, Rng& rng, RankedList& out) = 0;
  // The chance to win as things stand, in ten thousandths; -1 from a bot that does not judge.
  virtual i32 chance(const R&, const typename R::SightRef&, Rng&) { return -1; }
};

// A fault: no such bot, or a setting it does not have. Defined and made for every game in bots/<game>/players.cpp.
template <GameRules R>
Result<std::unique_ptr<Player<R>>> make_player(const BotSpec& spec);

extern template Result<std::unique_ptr<Player<throne::Throne>>> make_player<throne::Throne>(const BotSpec&);
extern template Result<std::unique_ptr<Player<hadara::Hadara>>> make_player<hadara::Hadara>(const BotSpec&);
extern template Result<std::unique_ptr<Player<tharos::Tharos>>> make_player<tharos::Tharos>(const BotSpec&);

}  // namespace trestle
