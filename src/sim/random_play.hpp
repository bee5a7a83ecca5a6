// A game of uniformly random acts, as fast as the rules allow: what the bench measures and the signature hashes.
#pragma once
#include "core/rules.hpp"

namespace trestle {

struct PlayCount {
  u64 games = 0, plies = 0, decisions = 0;
  u64 branches = 0, branching_max = 0;  // legal acts, over all decisions
};

// Plays from the start to the end. `on_act(seat, action)` hears every action before it is applied.
template <GameRules R, class OnAct>
typename R::State play_randomly(const R& rules, int seats, Rng& rng, PlayCount& count, OnAct&& on_act) {
  typename R::State state = rules.start(seats);
  ActionList list;
  NullSink none;
  for (;;) {
    const SeatSet waiting = rules.waiting_on(state.pub);
    if (waiting.empty()) break;
    const Seat seat = waiting.lowest();
    Action action;
    if (seat == Seat::Chance) {
      action = sample(rules, state, rng);
    } else {
      list.clear();
      rules.legal(sight_of(state, seat), list);
      action = list[rng.below(static_cast<u32>(list.size()))];
      ++count.decisions;
      count.branches += list.size();
      if (list.size() > count.branching_max) count.branching_max = list.size();
    }
    on_act(seat, action);
    rules.apply(state, seat, action, none);
    ++count.plies;
  }
  ++count.games;
  return state;
}

}  // namespace trestle
