// The judgement of Tharos: exact at the end of a game, within bounds on the way, and dice count by what they can do.
#include <gtest/gtest.h>

#include "bots/tharos/evaluate.hpp"
#include "bots/tharos/features.hpp"
#include "core/any_game_of.hpp"
#include "games/registry.hpp"

namespace trestle::tharos {
namespace {

const Tharos& rules() {
  static const GamePtr game = *make_game("tharos");
  return dynamic_cast<const AnyGameOf<Tharos>&>(*game).rules();
}

// A game of random moves; `each` sees every state.
template <class F>
State random_game(int seats, u64 seed, F&& each) {
  Rng rng(seed);
  State s = rules().start(seats);
  ActionList list;
  for (SeatSet waiting = rules().waiting_on(s.pub); !waiting.empty(); waiting = rules().waiting_on(s.pub)) {
    const Seat who = waiting.lowest();
    Action action;
    if (who == Seat::Chance) {
      action = sample(rules(), s, rng);
    } else {
      list.clear();
      rules().legal(sight_of(s, who), list);
      action = list[rng.below(static_cast<u32>(list.size()))];
    }
    NullSink none;
    rules().apply(s, who, action, none);
    each(s);
  }
  return s;
}

TEST(TharosJudgement, IsTheLeadOnceTheGameIsOver) {
  for (int seats = 2; seats <= seats_max; ++seats)
    for (u64 seed = 1; seed <= 20; ++seed) {
      const State s = random_game(seats, seed, [](const State&) {});
      const ScoreSheet sheet = rules().score(s);
      for (int i = 0; i < seats; ++i) {
        i32 best = -1;
        for (int j = 0; j < seats; ++j)
          if (j != i) best = std::max(best, sheet.back().points[static_cast<std::size_t>(j)]);
        EXPECT_EQ(Judgement<Tharos>::evaluate(rules(), sight_of(s, seat_at(i))),
                  100 * (sheet.back().points[static_cast<std::size_t>(i)] - best));
      }
    }
}

// What is remembered of earlier positions never changes what a later one is worth.
TEST(TharosJudgement, IsTheSameWithAMemory) {
  for (int seats = 2; seats <= seats_max; ++seats) {
    Memory<Tharos> memory;
    for (u64 seed = 1; seed <= 8; ++seed)
      random_game(seats, seed, [&](const State& s) {
        for (int i = 0; i < seats; ++i) {
          const auto sight = sight_of(s, seat_at(i));
          ASSERT_EQ(evaluate(rules(), sight, memory), Judgement<Tharos>::evaluate(rules(), sight));
        }
      });
  }
}

// No position of a game makes it overflow or wander off: nobody leads by more than a whole game's points.
TEST(TharosJudgement, StaysWithinThePointsOfAGame) {
  static constexpr i32 points_of_a_game = 200 * 100;
  for (u64 seed = 1; seed <= 10; ++seed)
    random_game(3, seed, [](const State& s) {
      for (int i = 0; i < 3; ++i) {
        const i32 worth = Judgement<Tharos>::evaluate(rules(), sight_of(s, seat_at(i)));
        ASSERT_LT(worth, points_of_a_game);
        ASSERT_GT(worth, -points_of_a_game);
      }
    });
}

TEST(TharosJudgement, SixesAreWorthMoreThanOnes) {
  State s{};
  random_game(2, 3, [&](const State& now) {
    if (now.pub.phase == Phase::act && s.pub.seats == 0) s = now;
  });
  ASSERT_EQ(s.pub.seats, 2);
  State low = s, high = s;
  for (int i = 0; i < 2; ++i) {
    Player& poor = low.pub.of(seat_at(i));
    Player& rich = high.pub.of(seat_at(i));
    const Dice dice = poor.active.colours();
    poor.active.clear();
    rich.active.clear();
    dice.kinds().for_each([&](Colour c) {
      for (int k = 0; k < dice[c]; ++k) poor.active.add(die_kind(c, 1)), rich.active.add(die_kind(c, 6));
    });
  }
  for (int i = 0; i < 2; ++i)
    EXPECT_GT(Judgement<Tharos>::evaluate(rules(), sight_of(high, seat_at(i))),
              Judgement<Tharos>::evaluate(rules(), sight_of(low, seat_at(i))));
}

using Sheet = FeatureSheet<Tharos>;
using Inputs = std::array<i16, Sheet::inputs>;

Inputs inputs_of(const State& s, Seat seat) {
  Sheet sheet;
  Memory<Tharos> memory;
  Inputs out;
  sheet.read(rules(), s, memory);
  sheet.of(s.pub, seat, out.data());
  return out;
}

// What is learned looks at a seat alone: what the others have makes no difference, at tables of any size.
TEST(TharosJudgement, LearnedLooksAtASeatAlone) {
  static_assert(Sheet::alone);
  int compared = 0;
  for (int seats = 2; seats <= seats_max; ++seats)
    random_game(seats, 6, [&](const State& s) {
      if (!Judgement<Tharos>::settled(s.pub)) return;
      State poorer = s;
      for (int other = 1; other < seats; ++other) {
        poorer.pub.of(seat_at(other)).jars = 0;
        poorer.pub.of(seat_at(other)).medals = {};
      }
      EXPECT_EQ(inputs_of(s, Seat::A), inputs_of(poorer, Seat::A));
      State richer = s;
      richer.pub.of(Seat::A).jars += 5;
      EXPECT_NE(inputs_of(s, Seat::A), inputs_of(richer, Seat::A));
      ++compared;
    });
  EXPECT_GT(compared, 100);
}

// Whoever has passed cannot use its dice any more: they are as good as in the depot. Otherwise passing early would look like saving.
TEST(TharosJudgement, LearnedDoesNotCountDiceAfterPassing) {
  int compared = 0;
  random_game(2, 7, [&](const State& s) {
    if (!Judgement<Tharos>::settled(s.pub) || s.pub.phase != Phase::act) return;
    if (s.pub.of(Seat::A).passed || s.pub.of(Seat::A).active.empty()) return;
    State passed = s;
    passed.pub.of(Seat::A).passed = 1;
    EXPECT_NE(inputs_of(passed, Seat::A), inputs_of(s, Seat::A));
    State away = passed;
    Player& a = away.pub.of(Seat::A);
    a.depot.add(a.active.colours());
    a.active.clear();
    EXPECT_EQ(inputs_of(passed, Seat::A), inputs_of(away, Seat::A));
    ++compared;
  });
  EXPECT_GT(compared, 20);
}

TEST(TharosJudgement, PartsAddUp) {
  Memory<Tharos> memory;
  EnumArray<Part, int, part_count> met{};
  for (u64 seed = 1; seed <= 20; ++seed)
    random_game(3, seed, [&](const State& s) {
      for (int i = 0; i < 3; ++i) {
        const Worth& worth = Judgement<Tharos>::own(rules(), sight_of(s, seat_at(i)), memory);
        EXPECT_EQ(worth.sum, sum_of(worth.parts));
        for (int part = 0; part < part_count; ++part) met[static_cast<Part>(part)] += worth.parts[static_cast<Part>(part)] != 0;
      }
    });
  for (const int times : met) EXPECT_GT(times, 0);
}

}  // namespace
}  // namespace trestle::tharos
