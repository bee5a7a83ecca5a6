// The rules allocate nothing while a game is played: start, legal, odds, outcome, apply, imagine and open_choice over whole games.
// This program counts every global allocation; a test of the counter shows that it would see one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "bots/judgements.hpp"
#include "bots/search/search.hpp"
#include "games/hadara/rules.hpp"
#include "games/tharos/rules.hpp"
#include "games/throne/rules.hpp"
#include "sim/random_play.hpp"
#include "support/scale.hpp"
#include "support/toy_game.hpp"

namespace {
bool counting = false;
unsigned long allocations = 0;

void* counted(std::size_t size) {
  if (counting) ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace trestle {
namespace {

// Allocations in a number of random games in which every seat also imagines worlds and is asked what it may do.
template <GameRules R>
unsigned long allocations_in_games(const R& rules, int seats, int games) {
  ActionList list;
  NullSink none;
  allocations = 0;
  counting = true;
  for (int game = 0; game < games; ++game) {
    Rng rng = Rng::for_item(7, static_cast<u64>(game));
    typename R::State state = rules.start(seats);
    for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
      const Seat seat = waiting.lowest();
      Action action;
      if (seat == Seat::Chance) {
        action = sample(rules, state, rng);
      } else {
        list.clear();
        rules.legal(sight_of(state, seat), list);
        action = list[rng.below(static_cast<u32>(list.size()))];
        if (!rules.open_choice(state.pub) && rng.below(4) == 0) {
          const auto world = rules.imagine(sight_of(state, seat), rng);
          if (!(sight_of(world, seat).value() == sight_of(state, seat).value())) std::abort();
        }
      }
      rules.apply(state, seat, action, none);
    }
  }
  counting = false;
  return allocations;
}

TEST(Allocations, AreCountedByThisProgram) {
  allocations = 0;
  counting = true;
  const auto held = std::make_unique<std::array<int, 64>>();
  counting = false;
  EXPECT_GE(allocations, 1u);
  EXPECT_NE(held, nullptr);
}

TEST(Allocations, NoneInThroneAtAnyNumberOfPlayers) {
  const auto rules = throne::Throne::make(built_in_edition("throne"), {});
  ASSERT_TRUE(bool(rules));
  for (int seats = throne::Throne::seats_min; seats <= throne::Throne::seats_max; ++seats)
    EXPECT_EQ(allocations_in_games(*rules, seats, static_cast<int>(test::scaled(2000, 100))), 0u) << seats << " players";
}

TEST(Allocations, NoneInHadaraAtAnyNumberOfPlayers) {
  const auto rules = hadara::Hadara::make(built_in_edition("hadara"), {{"side", "choice"}, {"segments", "shuffled"}});
  ASSERT_TRUE(bool(rules));
  for (int seats = hadara::Hadara::seats_min; seats <= hadara::Hadara::seats_max; ++seats)
    EXPECT_EQ(allocations_in_games(*rules, seats, static_cast<int>(test::scaled(2000, 100))), 0u) << seats << " players";
}

TEST(Allocations, NoneInTharosAtAnyNumberOfPlayers) {
  const auto rules = tharos::Tharos::make(built_in_edition("tharos"), {});
  ASSERT_TRUE(bool(rules));
  for (int seats = tharos::Tharos::seats_min; seats <= tharos::Tharos::seats_max; ++seats)
    EXPECT_EQ(allocations_in_games(*rules, seats, static_cast<int>(test::scaled(2000, 100))), 0u) << seats << " players";
}

// A searcher is made with all it needs; thinking and going on from what was thought take nothing more.
template <GameRules R>
unsigned long allocations_in_search(const R& rules, int seats) {
  SearchSettings settings;
  settings.rollout = Rollout::judgement;
  settings.trust = 20;
  settings.careful = 1;
  settings.turns = 1;
  const ValueNets learned{{ValueNet(FeatureSheet<R>::inputs, Features<R>::stages)}};
  Search<R> search(settings, 0, &learned);
  Rng rng(3);
  typename R::State state = rules.start(seats);
  NullSink none;
  ActionList list;
  allocations = 0;
  counting = true;
  for (int ply = 0; ply < 200 && !rules.waiting_on(state.pub).empty(); ++ply) {
    const Seat seat = rules.waiting_on(state.pub).lowest();
    Action action;
    if (seat == Seat::Chance) {
      action = sample(rules, state, rng);
    } else {
      list.clear();
      rules.legal(sight_of(state, seat), list);
      action = list[rng.below(static_cast<u32>(list.size()))];
      if (list.size() > 1) {
        search.think(rules, sight_of(state, seat), static_cast<u64>(ply), 8);
        search.follow(rules, sight_of(state, seat), action, rng);
      }
    }
    rules.apply(state, seat, action, none);
  }
  counting = false;
  return allocations;
}

TEST(Allocations, NoneWhileASearchThinks) {
  const auto throne_rules = throne::Throne::make(built_in_edition("throne"), {});
  const auto hadara_rules = hadara::Hadara::make(built_in_edition("hadara"), {});
  const auto tharos_rules = tharos::Tharos::make(built_in_edition("tharos"), {});
  ASSERT_TRUE(bool(throne_rules) && bool(hadara_rules) && bool(tharos_rules));
  for (int seats : {2, 4}) {
    EXPECT_EQ(allocations_in_search(*throne_rules, seats), 0u) << seats << " players";
    EXPECT_EQ(allocations_in_search(*hadara_rules, seats), 0u) << seats << " players";
    EXPECT_EQ(allocations_in_search(*tharos_rules, seats), 0u) << seats << " players";
  }
}

TEST(Allocations, NoneInTheToy) {
  const auto rules = toy::Toy<>::make(toy::edition(), {{"peek", "yes"}});
  ASSERT_TRUE(bool(rules));
  EXPECT_EQ(allocations_in_games(*rules, 3, 200), 0u);
}

}  // namespace
}  // namespace trestle
