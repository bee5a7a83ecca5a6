// Ways of choosing, as templates on the rules type, for simulation and for the bots. A policy is given a sight, never the state
// of a running game (I6): what it does not see it imagines. All arithmetic is in integers, so a seed decides alike everywhere.
#pragma once
#include <algorithm>
#include <array>

#include "core/rules.hpp"

namespace trestle {

// What a bot knows about a game, given in bots/<game>/ as a specialisation:
//   static bool settled(const Public&)       nothing is half done: worth can be judged here
//   static bool plans_turn(const Public&)    a choice whose worth shows only when the turn has been played out
//   static bool same_turn(const Public& a, const Public& b)
//   static i32 evaluate(const R&, const SightRef&)   worth to the seat that looks, higher is better
//   static constexpr bool luck_is_chance     may be left out; what a seat does not see comes to light only by chance or by an act
//                                            of another seat, so that until then every imagined world goes the same way
//   struct Memory                            may be left out; what is worth remembering between two positions of one game
//   static i32 evaluate(const R&, const SightRef&, Memory&)   with it: the same worth, sooner
template <class R>
struct Judgement {
  static constexpr bool known = false;
};

namespace detail {
struct NoMemory {
  void clear() {}
};
template <class R>
struct MemoryOf {
  using type = NoMemory;
};
template <class R>
requires requires { typename Judgement<R>::Memory; }
struct MemoryOf<R> {
  using type = typename Judgement<R>::Memory;
};
}  // namespace detail

// To be cleared before each decision: it may belong to another game by then.
template <class R>
using Memory = typename detail::MemoryOf<R>::type;

template <class R>
i32 evaluate(const R& rules, const typename R::SightRef& sight, Memory<R>& memory) {
  if constexpr (requires { typename Judgement<R>::Memory; }) return Judgement<R>::evaluate(rules, sight, memory);
  return Judgement<R>::evaluate(rules, sight);
}

struct Ranked {
  Action action;
  i64 value = 0;    // higher is better; what it counts is the bot's own affair
  i32 chance = -1;  // to win, in ten thousandths; -1 from a bot that does not say
  u32 visits = 0;   // how often a search looked at it
};
using RankedList = Buffer<Ranked, legal_max>;

template <GameRules R>
class RandomPolicy {
 public:
  Action choose(const R& rules, const typename R::SightRef& sight, Rng& rng) {
    list_.clear();
    rules.legal(sight, list_);
    return list_[rng.below(static_cast<u32>(list_.size()))];
  }

 private:
  ActionList list_;
};

// One step deep: for each legal act, in a few imagined worlds, apply it, see what is under way through to its end (own further
// choices and the answers of others by the same judgement, chance by the dice), and judge what is then in sight.
template <GameRules R>
requires(Judgement<R>::known) class GreedyPolicy {
  using State = typename R::State;
  using SightRef = typename R::SightRef;
  using Know = Judgement<R>;

 public:
  static constexpr int worlds = 4;
  static constexpr int nesting_max = 3;  // sub-decisions judged by looking past them
  static constexpr int settle_plies_max = 64;
  static constexpr int turn_plies_max = 160;

  Action choose(const R& rules, const SightRef& sight, Rng& rng) {
    rank(rules, sight, rng, ranked_);
    std::size_t best = 0;
    for (std::size_t i = 1; i < ranked_.size(); ++i)
      if (ranked_[i].value > ranked_[best].value) best = i;
    // Among equals any will do; always taking the first would favour some race, seat or card.
    u32 equals = 0;
    for (const Ranked& r : ranked_) equals += r.value == ranked_[best].value;
    u32 pick = rng.below(equals);
    for (const Ranked& r : ranked_)
      if (r.value == ranked_[best].value && pick-- == 0) return r.action;
    return ranked_[best].action;
  }

  // Every legal act with its mean worth, in the order of legal.
  void rank(const R& rules, const SightRef& sight, Rng& rng, RankedList& out) {
    out.clear();
    ActionList list;
    rules.legal(sight, list);
    for (const Action& action : list) out.push({action});
    if (list.size() == 1) return;
    const bool whole_turn = Know::plans_turn(sight.pub);
    me_ = sight.me;
    memory_.clear();
    for (int w = 0; w < worlds; ++w) {
      const State world = rules.imagine(sight, rng);
      const Rng dice(rng.next());  // the same dice for every act: luck should not choose between them
      for (std::size_t i = 0; i < out.size(); ++i) {
        Ranked& candidate = out[i];
        if (w > 0 && certain_[i]) continue;
        State after = world;
        Rng thrown = dice;
        NullSink none;
        only_me_ = true;
        rules.apply(after, sight.me, candidate.action, none);
        settle(rules, after, thrown, nesting_max);
        if (whole_turn) play_turn(rules, after, thrown);
        const i64 value = evaluate(rules, sight_of(after, sight.me), memory_);
        certain_[i] = luck_is_chance && w == 0 && only_me_;
        candidate.value += certain_[i] ? worlds * value : value;
      }
    }
    for (Ranked& candidate : out) candidate.value /= worlds;
  }

 private:
  // Goes on until nothing is half done.
  void settle(const R& rules, State& state, Rng& rng, int nesting) {
    for (int ply = 0; ply < settle_plies_max && !Know::settled(state.pub); ++ply)
      if (!one_ply(rules, state, rng, nesting)) return;
  }

  void play_turn(const R& rules, State& state, Rng& rng) {
    const typename R::Public before = state.pub;
    for (int ply = 0; ply < turn_plies_max && Know::same_turn(before, state.pub); ++ply)
      if (!one_ply(rules, state, rng, 1)) return;
  }

  // False: the game is over.
  bool one_ply(const R& rules, State& state, Rng& rng, int nesting) {
    const SeatSet waiting = rules.waiting_on(state.pub);
    if (waiting.empty()) return false;
    const Seat seat = waiting.lowest();
    only_me_ = only_me_ && seat == me_;
    const Action action = seat == Seat::Chance ? sample(rules, state, rng) : quick_choice(rules, state, seat, rng, nesting);
    NullSink none;
    rules.apply(state, seat, action, none);
    return true;
  }

  Action quick_choice(const R& rules, const State& state, Seat seat, Rng& rng, int nesting) {
    ActionList list;
    rules.legal(sight_of(state, seat), list);
    if (list.size() == 1) return list[0];
    Action best = list[0];
    i64 best_value = 0;
    const Rng dice(rng.next());
    for (std::size_t i = 0; i < list.size(); ++i) {
      State after = state;
      NullSink none;
      rules.apply(after, seat, list[i], none);
      if (nesting > 0) {
        Rng thrown = dice;
        settle(rules, after, thrown, nesting - 1);
      }
      const i64 value = evaluate(rules, sight_of(after, seat), memory_);
      if (i == 0 || value > best_value) {
        best = list[i];
        best_value = value;
      }
    }
    return best;
  }

  static constexpr bool luck_is_chance = [] {
    if constexpr (requires { Know::luck_is_chance; }) return Know::luck_is_chance;
    return false;
  }();

  RankedList ranked_;
  Memory<R> memory_;
  Seat me_ = Seat::A;
  bool only_me_ = true;                    // since the act that is being judged nobody else acted, and no chance
  std::array<bool, legal_max> certain_{};  // acts that come out the same in every world
};

}  // namespace trestle
