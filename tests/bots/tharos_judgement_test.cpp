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

// What was learned at tables of two is asked about pairs at larger ones: at a table of two the pair is the whole table.
TEST(TharosJudgement, APairIsTheWholeTableOfTwo) {
  FeatureSheet<Tharos> sheet;
  Memory<Tharos> memory;
  std::array<i16, FeatureSheet<Tharos>::inputs> alone, paired;
  int compared = 0;
  random_game(2, 5, [&](const State& s) {
    if (!Judgement<Tharos>::settled(s.pub)) return;
    sheet.read(rules(), s, memory);
    const Leads leads = Features<Tharos>::leads(rules(), s, memory);
    for (std::size_t i = 0; i < 2; ++i) {
      sheet.of(s.pub, static_cast<Seat>(i), alone.data());
      sheet.pair(leads, i, 1 - i, paired.data());
      EXPECT_EQ(alone, paired);
      ++compared;
    }
  });
  EXPECT_GT(compared, 100);
}

// At a larger table a pair does not see who else sits there, and the lead over the best other is the smallest of the leads.
TEST(TharosJudgement, APairDoesNotSeeTheOthers) {
  FeatureSheet<Tharos> sheet;
  Memory<Tharos> memory;
  std::array<i16, FeatureSheet<Tharos>::inputs> table, paired, without;
  int differ = 0;
  random_game(4, 6, [&](const State& s) {
    if (!Judgement<Tharos>::settled(s.pub)) return;
    sheet.read(rules(), s, memory);
    const Leads leads = Features<Tharos>::leads(rules(), s, memory);
    sheet.pair(leads, 0, 1, paired.data());
    sheet.of(s.pub, Seat::A, table.data());
    EXPECT_EQ(table[0], std::min({leads[0][1], leads[0][2], leads[0][3]}));
    State poorer = s;
    poorer.pub.of(Seat::C).jars = 0;
    poorer.pub.of(Seat::D).medals = {};
    sheet.read(rules(), poorer, memory);
    sheet.pair(Features<Tharos>::leads(rules(), poorer, memory), 0, 1, without.data());
    EXPECT_EQ(paired, without);
    sheet.of(poorer.pub, Seat::A, without.data());
    differ += table != without;
  });
  EXPECT_GT(differ, 100);
}

}  // namespace
}  // namespace trestle::tharos
