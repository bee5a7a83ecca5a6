// The quick steps of random games against the slow ones: the same acts, with the same chances.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/embedded.hpp"
#include "core/rules.hpp"
#include "games/tharos/rules.hpp"
#include "support/scale.hpp"

namespace trestle::tharos {
namespace {

Tharos make_rules() {
  auto rules = Tharos::make(built_in_edition(Tharos::name), {});
  if (!rules) ADD_FAILURE() << rules.fault().text();
  return *rules;
}

// The positions of random games, taken one step at a time.
template <class F>
void each_position(const Tharos& rules, int games, u64 seed, F&& f) {
  Rng rng(seed);
  NullSink none;
  for (int game = 0; game < games; ++game) {
    State state = rules.start(2 + game % 3);
    for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
      f(state, waiting.lowest());
      if (waiting.has(Seat::Chance)) {
        rules.apply(state, Seat::Chance, sample(rules, state, rng), none);
        continue;
      }
      ActionList list;
      rules.legal(sight_of(state, waiting.lowest()), list);
      rules.apply(state, waiting.lowest(), list[rng.below(static_cast<u32>(list.size()))], none);
    }
  }
}

// More than luck does: six standard deviations of a count.
void expect_count(double found, double tries, double chance, std::string_view what) {
  EXPECT_NEAR(found, tries * chance, 6 * std::sqrt(tries * chance * (1 - chance)) + 1e-9) << what;
}

// What an act is about, as far as the quick steps tell acts apart: where it is chosen, what is done, with what, and, of a die, whether it
// counts as what it shows.
u64 sort_of(const State& state, Action action) {
  const Frame& f = state.pub.stack.back();
  const bool die = static_cast<Do>(action.kind) == Do::die;
  const bool changed = die && (action.with[0] != action.with[2] || action.with[1] != action.with[3]);
  u64 sort = f.kind;
  for (int part :
       {int{f.a}, int{action.kind}, int{action.with[0]}, int{changed}, int{state.pub.go.card != 0}, int{state.pub.go.fresh != 0}})
    sort = sort << 8 | static_cast<u64>(part);
  return sort;
}

// Positions are looked at as long as they offer an act of a sort that was seen in few of them, so that rare ones come up too.
TEST(TharosRandomStep, TakesEveryLegalActWithTheSameChanceAndNoOther) {
  constexpr int few = 3, tries_an_act = 100;
  const Tharos rules = make_rules();
  Rng rng(7);
  NullSink none;
  std::map<u64, int> seen;
  std::map<Now, int> looked_at;
  each_position(rules, static_cast<int>(test::scaled(1000, 40)), 11, [&](const State& state, Seat seat) {
    if (seat == Seat::Chance) return;
    ActionList list;
    rules.legal(sight_of(state, seat), list);
    bool wanted = false;
    for (const Action& action : list) wanted = wanted || seen[sort_of(state, action)] < few;
    if (!wanted) return;
    std::map<u64, int> acts, found;  // by where they lead: several acts may come to the same
    for (const Action& action : list) {
      ++seen[sort_of(state, action)];
      State after = state;
      rules.apply(after, seat, action, none);
      ++acts[hash_value(after)];
    }
    const int tries = tries_an_act * static_cast<int>(list.size());
    for (int i = 0; i < tries; ++i) {
      State after = state;
      rules.random_step(after, rng);
      ++found[hash_value(after)];
    }
    for (const auto& [where, count] : found) EXPECT_TRUE(acts.count(where)) << "an act that is not legal";
    for (const auto& [where, count] : acts)
      expect_count(found[where], tries, static_cast<double>(count) / static_cast<double>(list.size()), "act");
    ++looked_at[static_cast<Now>(state.pub.stack.back().kind)];
  });
  for (Now now : {Now::act, Now::dice, Now::ask_depot, Now::ask_redraw, Now::ask_keep}) EXPECT_GE(looked_at[now], few);
}

TEST(TharosRandomStep, ManyOfThemPlayAGameOut) {
  const Tharos rules = make_rules();
  for (u64 game = 0; game < 40; ++game) {
    Rng at_once(game), by_steps(game);
    State one = rules.start(2 + static_cast<int>(game % 3)), other = one;
    rules.play_out(one, at_once);
    while (!rules.waiting_on(other.pub).empty()) rules.random_step(other, by_steps);
    EXPECT_EQ(one, other);
    EXPECT_EQ(at_once.next(), by_steps.next());
    EXPECT_TRUE(rules.check(one));
    EXPECT_EQ(one.pub.phase, Phase::over);
  }
}

// How often each set of dice comes out of one step and, one by one, out of the tickets.
TEST(TharosRandomStep, DrawsAndRollsLikeTheTicketsDo) {
  const Tharos rules = make_rules();
  Rng rng(9);
  NullSink none;
  int several = 0;
  each_position(rules, 3, 13, [&](const State& state, Seat) {
    const auto now = static_cast<Now>(state.pub.stack.back().kind);
    if ((now != Now::draw && now != Now::roll) || rng.below(20) != 0) return;
    const Frame waiting = state.pub.stack.back();
    const std::size_t depth = state.pub.stack.size();
    const int tries = 4000;
    std::map<u64, int> quick, slow;
    const auto seen = [&](const State& after) { return hash_value(after.pub.of(waiting.seat)); };
    for (int i = 0; i < tries; ++i) {
      State after = state;
      rules.random_step(after, rng);
      ++quick[seen(after)];
      State other = state;
      while (other.pub.stack.size() == depth && other.pub.stack.back().kind == waiting.kind && other.pub.stack.back().seat == waiting.seat)
        rules.apply(other, Seat::Chance, sample(rules, other, rng), none);
      ++slow[seen(other)];
    }
    for (const auto& [what, count] : slow) {
      const double chance = static_cast<double>(count + quick[what]) / (2.0 * tries);
      expect_count(count, tries, chance, "dice");
    }
    several += slow.size() > 1;
  });
  EXPECT_GT(several, 10);  // positions where more than one set of dice can come
}

}  // namespace
}  // namespace trestle::tharos
