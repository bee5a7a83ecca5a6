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

TEST(TharosRandomStep, TakesEveryLegalActWithTheSameChanceAndNoOther) {
  const Tharos rules = make_rules();
  Rng rng(7);
  NullSink none;
  int looked_at = 0;
  each_position(rules, static_cast<int>(test::scaled(60, 4)), 11, [&](const State& state, Seat seat) {
    if (seat == Seat::Chance || rng.below(16) != 0) return;
    ActionList list;
    rules.legal(sight_of(state, seat), list);
    std::map<u64, int> acts, found;  // by where they lead: several acts may come to the same
    for (const Action& action : list) {
      State after = state;
      rules.apply(after, seat, action, none);
      ++acts[hash_value(after)];
    }
    const int tries = 400 * static_cast<int>(list.size());
    for (int i = 0; i < tries; ++i) {
      State after = state;
      rules.random_step(after, rng);
      ++found[hash_value(after)];
    }
    for (const auto& [where, count] : found) EXPECT_TRUE(acts.count(where)) << "an act that is not legal";
    for (const auto& [where, count] : acts)
      expect_count(found[where], tries, static_cast<double>(count) / static_cast<double>(list.size()), "act");
    ++looked_at;
  });
  EXPECT_GT(looked_at, 60);
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
