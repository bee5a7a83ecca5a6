// Tree search over what a seat can know (information-set Monte Carlo tree search, one observer, max^n).
//
// Each iteration imagines a world that fits the sight, walks down one tree shared by all worlds, tries one act more, judges what
// comes of it and adds the reward of every seat that decided on the way to the edges it took. Chance is thrown anew each time.
// Seats that commit at the same time choose at one node, none knowing what the others chose. The searcher is given a sight and
// nothing else, so every state it touches is one it imagined (I6). For a seed and a number of iterations it decides alike on
// every platform; nothing is allocated once it is made.
#pragma once
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "bots/outlook.hpp"
#include "bots/policy.hpp"
#include "bots/search/real.hpp"
#include "bots/search/settings.hpp"
#include "bots/search/tree.hpp"
#include "bots/value/features.hpp"

namespace trestle {

using Rewards = std::array<float, seats_max>;

template <GameRules R>
class Search {
  using State = typename R::State;
  using SightRef = typename R::SightRef;
  using Know = Judgement<R>;

 public:
  static constexpr int settle_plies_max = 48, turn_plies_max = 160;
  static constexpr std::size_t path_max = 512;
  static constexpr u32 edges_a_node = 6;
  static constexpr u32 iterations_between_clocks = 16;

  // `learned`: the judgement where it knows such tables; elsewhere, or if there is nothing, the one made by hand serves.
  Search(const SearchSettings& settings, u64 stream, const ValueNets* learned)
      : set_(settings), stream_(stream), learned_(learned), tree_(settings.nodes, settings.nodes * edges_a_node), spare_(tree_) {}

  // Thinks until the budget is spent. `iterations`: this searcher's share, or 0 for the time of the settings.
  void think(const R& rules, const SightRef& sight, u64 seed, u32 iterations) {
    luck_ = Rng::for_item(seed, stream_);
    worlds_ = luck_.next();
    memory_.clear();
    net_ = learned_ ? learned_->at_table(sight.pub.seats) : nullptr;
    begin(sight);
    root_acts_.clear();
    rules.legal(sight, root_acts_);
    cover(rules, rules.imagine(sight, luck_), 0, sight.me, root_acts_, luck_);
    spent_ = 0;
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(set_.ms);
    while (iterations > 0 ? spent_ < iterations
                          : spent_ % iterations_between_clocks != 0 || spent_ == 0 || std::chrono::steady_clock::now() < until) {
      iterate(rules, sight);
      ++spent_;
    }
  }
  u32 spent() const { return spent_; }
  const Tree& tree() const { return tree_; }

  // The act was chosen: if the next sight is the one that must follow it, what was thought below it is kept.
  void follow(const R& rules, const SightRef& sight, Action action, Rng& rng) {
    expected_ = 0;
    if (!set_.reuse) return;
    State world = rules.imagine(sight, rng);
    NullSink none;
    rules.apply(world, sight.me, action, none);
    if (rules.waiting_on(world.pub) != only(sight.me)) return;
    ActionList one;
    one.push(action);
    u32 edge = no_edge;
    tree_.each(0, sight.me, one, [&](u32 e, std::size_t) { edge = e; });
    if (edge == no_edge) return;
    tree_.keep(edge, spare_);
    std::swap(tree_, spare_);
    expected_ = hash_value(world.pub) | 1;
  }

 private:
  static constexpr u32 no_edge = ~u32{0};
  struct Step {
    u32 edge;
    Seat seat;
  };
  struct Fresh {
    Action action;
    i32 worth;
    float guess;
  };

  void begin(const SightRef& sight) {
    if (expected_ == 0 || expected_ != (hash_value(sight.pub) | 1)) tree_.clear();
    expected_ = 0;
  }

  // The root's acts are the same in every world, so the act is chosen first and the world after it: the n-th visit of each act
  // gets the same world and the same dice, and luck does not choose between them.
  void iterate(const R& rules, const SightRef& sight) {
    path_.clear();
    const u32 root_edge = select(0, sight.me, root_acts_, luck_);
    root_act_ = tree_.edge(root_edge).action;
    Rng rng = Rng::for_item(worlds_, tree_.edge(root_edge).visits);
    State world = rules.imagine(sight, rng);
    NullSink none;
    u32 node = 0;
    bool in_tree = true;
    while (in_tree && path_.size() + seats_max < path_max) {
      const SeatSet waiting = rules.waiting_on(world.pub);
      if (waiting.empty()) break;
      if (waiting.has(Seat::Chance)) {
        rules.apply(world, Seat::Chance, sample(rules, world, rng), none);
        continue;
      }
      in_tree = step(rules, world, waiting, sight.me, node, rng);
    }
    Rewards rewards{};
    judge(rules, world, rng, rewards);
    for (const Step& s : path_) {
      Edge& e = tree_.edge(s.edge);
      ++e.visits;
      e.total += rewards[static_cast<std::size_t>(s.seat)];
    }
  }

  // All seats that are waited for choose at this node. False: the tree ends here.
  bool step(const R& rules, State& world, SeatSet waiting, Seat me, u32& node, Rng& rng) {
    u32 along = no_edge;
    bool fresh = false, room = true;
    std::array<ActionList, seats_max>& lists = lists_;
    waiting.for_each([&](Seat seat) {
      ActionList& list = lists[static_cast<std::size_t>(seat)];
      list.clear();
      rules.legal(sight_of(world, seat), list);
      if (list.size() > 1) room &= cover(rules, world, node, seat, list, rng);
    });
    waiting.for_each([&](Seat seat) {
      const ActionList& list = lists[static_cast<std::size_t>(seat)];
      Action action = list[0];
      if (list.size() > 1) {
        const u32 e = node == 0 && seat == me ? root_edge(me) : select(node, seat, list, rng);
        if (e == no_edge) {
          action = list[rng.below(static_cast<u32>(list.size()))];
        } else {
          action = tree_.edge(e).action;
          path_.push({e, seat});
          if (along == no_edge || seat == me) along = e, fresh = tree_.edge(e).visits == 0;
        }
      }
      NullSink none;
      rules.apply(world, seat, action, none);
    });
    if (along == no_edge) return room;  // everybody was forced: the same node serves
    if (fresh || !room) return false;
    node = tree_.below(along);
    return node != 0;
  }

  // Where the act chosen at the root is now: edges move when others get theirs at the same node.
  u32 root_edge(Seat me) const {
    u32 found = no_edge;
    ActionList one;
    one.push(root_act_);
    tree_.each(0, me, one, [&](u32 e, std::size_t) { found = e; });
    return found;
  }

  // Edges for all acts of the list; new ones begin with a guess.
  bool cover(const R& rules, const State& world, u32 node, Seat seat, const ActionList& list, Rng& rng) {
    fresh_.clear();
    const bool room = tree_.cover(node, seat, list, [&](Edge& e) { fresh_.push({e.action, 0, 0.5f}); });
    if (!room || fresh_.empty() || set_.trust == 0) return room;
    guess(rules, world, seat, rng);
    std::size_t next = fresh_.size();  // they were made from the last to the first
    tree_.each(node, seat, list, [&](u32 e, std::size_t) {
      if (next > 0 && tree_.edge(e).available == 0 && key_of(tree_.edge(e).action) == key_of(fresh_[next - 1].action))
        tree_.edge(e).guess = fresh_[--next].guess;
    });
    return room;
  }

  // UCB1 over the acts possible now, with the judgement counted as a few visits.
  u32 select(u32 node, Seat seat, const ActionList& list, Rng& rng) {
    const float trust = static_cast<float>(set_.trust) * 0.1f;
    const float explore = static_cast<float>(set_.explore) * 0.01f;
    u32 best = no_edge, equals = 0;
    float best_score = -1e30f;
    tree_.each(node, seat, list, [&](u32 i, std::size_t) {
      Edge& e = tree_.edge(i);
      ++e.available;
      const float n = static_cast<float>(e.visits) + trust;
      const float score = n <= 0 ? 1e30f : (e.total + trust * e.guess) / n + explore * std::sqrt(log_of(e.available + 1) / n);
      if (score > best_score) {
        best = i;
        best_score = score;
        equals = 1;
      } else if (score == best_score && rng.below(++equals) == 0) {
        best = i;
      }
    });
    return best;
  }

  // What the new acts of a seat look like at first sight: the best as good as the position, the others worse by what they are
  // worth less.
  void guess(const R& rules, const State& world, Seat seat, Rng& rng) {
    if constexpr (Know::known) {
      const Rng dice(rng.next());
      if (set_.careful) {
        for (Fresh& f : fresh_) f.guess = careful_guess(rules, world, seat, f.action, dice);
        return;
      }
      State now = world;
      Rewards rewards{};
      settle(rules, now, rng, nesting());
      weigh(rules, now, rewards);
      const float value = rewards[static_cast<std::size_t>(seat)];
      i32 best = 0;
      for (std::size_t i = 0; i < fresh_.size(); ++i) {
        State after = world;
        NullSink none;
        rules.apply(after, seat, fresh_[i].action, none);
        Rng thrown = dice;
        settle(rules, after, thrown, nesting());
        fresh_[i].worth = evaluate(rules, sight_of(after, seat), memory_);
        best = i == 0 ? fresh_[i].worth : std::max(best, fresh_[i].worth);
      }
      const float scale = 1.0f / static_cast<float>(Outlook<R>::scale(world.pub));
      for (Fresh& f : fresh_) f.guess = value * exp_of(std::max(-4.0f, static_cast<float>(f.worth - best) * scale));
    }
  }

  float careful_guess(const R& rules, State world, Seat seat, Action action, Rng dice) {
    NullSink none;
    rules.apply(world, seat, action, none);
    settle(rules, world, dice, nesting());
    Rewards rewards{};
    weigh(rules, world, rewards);
    return rewards[static_cast<std::size_t>(seat)];
  }

  void judge(const R& rules, State& world, Rng& rng, Rewards& rewards) {
    if (Know::known && set_.rollout == Rollout::judgement) {
      play_turns(rules, world, rng);
      settle(rules, world, rng, nesting());
      weigh(rules, world, rewards);
      return;
    }
    if constexpr (requires { rules.play_out(world, rng); }) {
      rules.play_out(world, rng);
    } else {
      while (random_ply(rules, world, rng)) {
      }
    }
    settle_result(rules, world, rewards);
  }

  void settle_result(const R& rules, const State& world, Rewards& rewards) {
    const Standing standing = rules.standing(world);
    int first = 0;
    for (u8 place : standing) first += place == 1;
    for (std::size_t i = 0; i < rewards.size(); ++i)
      rewards[i] = standing[i] == 1 ? 1.0f / static_cast<float>(Outlook<R>::winners(world.pub, first)) : 0.0f;
  }

  // The share of the win each seat can hope for, by the judgement.
  void weigh(const R& rules, const State& world, Rewards& rewards) {
    if (rules.waiting_on(world.pub).empty()) return settle_result(rules, world, rewards);
    if constexpr (Know::known) {
      const std::size_t seats = std::min<std::size_t>(world.pub.seats, R::seats_max);
      Rewards part{};
      if (net_)
        parts_learned(rules, world, part);
      else
        parts_by_hand(rules, world, part);
      float sum = 0;
      for (std::size_t i = 0; i < seats; ++i) sum += part[i];
      for (std::size_t i = 0; i < seats; ++i)
        Outlook<R>::side(world.pub, static_cast<Seat>(i)).for_each([&](Seat mate) {
          rewards[i] += part[static_cast<std::size_t>(mate)] / sum;
        });
    }
  }

  // How many times as likely each seat is to win as another: by the judgement made by hand,
  void parts_by_hand(const R& rules, const State& world, Rewards& part) {
    std::array<i32, seats_max> worth{};
    for (int i = 0; i < world.pub.seats; ++i) worth[static_cast<std::size_t>(i)] = evaluate(rules, sight_of(world, seat_at(i)), memory_);
    parts_of(worth, world.pub.seats, Outlook<R>::scale(world.pub), part);
  }

  // or by what was learned at such tables.
  void parts_learned(const R& rules, const State& world, Rewards& part) {
    if constexpr (Features<R>::known) {
      std::array<i32, seats_max> worth{};
      sheet_.read(rules, world, memory_);
      for (int i = 0; i < world.pub.seats; ++i) {
        sheet_.of(world.pub, seat_at(i), inputs_.data());
        worth[static_cast<std::size_t>(i)] = net_->score(inputs_.data(), Features<R>::stage(world.pub));
      }
      parts_of(worth, world.pub.seats, net_score_one, part);
    }
  }

  void parts_of(const std::array<i32, seats_max>& worth, int seats, i32 one, Rewards& part) const {
    const i32 best = *std::max_element(worth.begin(), worth.begin() + seats);
    const float scale = static_cast<float>(set_.sharp) * 0.01f / static_cast<float>(one);
    for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) part[i] = exp_of(static_cast<float>(worth[i] - best) * scale);
  }

  int nesting() const { return static_cast<int>(set_.nesting); }

  void play_turns(const R& rules, State& world, Rng& rng) {
    if constexpr (Know::known) {
      for (u32 t = 0; t < set_.turns; ++t) {
        const typename R::Public before = world.pub;
        for (int ply = 0; ply < turn_plies_max && Know::same_turn(before, world.pub); ++ply)
          if (!quick_ply(rules, world, rng, std::max(1, nesting()))) return;
      }
    }
  }

  bool quick_ply(const R& rules, State& world, Rng& rng, int nesting) {
    const SeatSet waiting = rules.waiting_on(world.pub);
    if (waiting.empty()) return false;
    const Seat seat = waiting.lowest();
    NullSink none;
    rules.apply(world, seat, seat == Seat::Chance ? sample(rules, world, rng) : quick(rules, world, seat, rng, nesting), none);
    return true;
  }

  // Goes on until nothing is half done: each decision by what it is worth at once.
  void settle(const R& rules, State& world, Rng& rng, int nesting) {
    if constexpr (Know::known) {
      for (int ply = 0; ply < settle_plies_max && !Know::settled(world.pub); ++ply)
        if (!quick_ply(rules, world, rng, nesting)) return;
    }
  }

  // The act worth most at once, or, nested, when what it begins has been seen through.
  Action quick(const R& rules, const State& world, Seat seat, Rng& rng, int nesting) {
    ActionList list;
    rules.legal(sight_of(world, seat), list);
    if (list.size() == 1) return list[0];
    if constexpr (Know::known) {
      std::size_t best = 0;
      i32 best_worth = 0;
      const Rng dice(nesting > 0 ? rng.next() : 0);
      for (std::size_t i = 0; i < list.size(); ++i) {
        State after = world;
        NullSink none;
        rules.apply(after, seat, list[i], none);
        if (nesting > 0) {
          Rng thrown = dice;
          settle(rules, after, thrown, nesting - 1);
        }
        const i32 worth = evaluate(rules, sight_of(after, seat), memory_);
        if (i == 0 || worth > best_worth) best = i, best_worth = worth;
      }
      return list[best];
    }
    return list[rng.below(static_cast<u32>(list.size()))];
  }

  bool random_ply(const R& rules, State& world, Rng& rng) {
    const SeatSet waiting = rules.waiting_on(world.pub);
    if (waiting.empty()) return false;
    const Seat seat = waiting.lowest();
    NullSink none;
    if (seat == Seat::Chance) {
      rules.apply(world, seat, sample(rules, world, rng), none);
    } else {
      list_.clear();
      rules.legal(sight_of(world, seat), list_);
      rules.apply(world, seat, list_[rng.below(static_cast<u32>(list_.size()))], none);
    }
    return true;
  }

  SearchSettings set_;
  u64 stream_;
  const ValueNets* learned_;
  const ValueNet* net_ = nullptr;  // of learned_, for the table of this decision
  Tree tree_, spare_;
  u64 expected_ = 0;  // hash of the public part that must follow for the tree to serve on; 0 = none
  u32 spent_ = 0;
  Rng luck_{0};     // between equal acts
  u64 worlds_ = 0;  // seed of the imagined worlds
  ActionList root_acts_;
  Action root_act_;
  Buffer<Step, path_max> path_;
  ActionList list_;
  Buffer<Fresh, legal_max> fresh_;
  std::array<ActionList, seats_max> lists_;
  Memory<R> memory_;
  FeatureSheet<R> sheet_;
  alignas(16) std::array<i16, static_cast<std::size_t>(FeatureSheet<R>::inputs)> inputs_;
};

}  // namespace trestle
