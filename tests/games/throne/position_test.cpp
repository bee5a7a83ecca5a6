// Every position of real games can be written down and read back, byte for byte, at every table size.
#include <gtest/gtest.h>

#include "games/registry.hpp"
#include "match/opening.hpp"

namespace trestle {
namespace {

// Plays at random; `look` is called at every position, the last one included.
template <class F>
void play_through(const AnyGame& game, int players, u64 seed, F&& look) {
  AnyState state = game.start(players);
  Rng rng(seed);
  EventLog log;
  for (;;) {
    look(state);
    const SeatSet waiting = game.waiting_on(state);
    if (::testing::Test::HasFailure() || waiting.empty()) return;
    if (waiting.has(Seat::Chance)) {
      game.apply(state, Seat::Chance, game.outcome(state, rng.below(game.odds(state))), log);
      continue;
    }
    ActionList legal;
    game.legal(game.sight(state, waiting.lowest()), legal);
    game.apply(state, waiting.lowest(), legal[rng.below(static_cast<u32>(legal.size()))], log);
  }
}

class ThronePosition : public ::testing::TestWithParam<int> {};

TEST_P(ThronePosition, IsReadBackAsItWasWritten) {
  const auto game = make_game("throne");
  ASSERT_TRUE(game);
  for (u64 seed = 0; seed < 12 && !HasFailure(); ++seed)
    play_through(**game, GetParam(), seed, [&](const AnyState& state) {
      const std::string text = print_position(**game, state, GetParam());
      auto again = open_position(text, built_in_games());
      ASSERT_TRUE(again) << again.fault().text() << "\n" << text;
      EXPECT_EQ(print_position(*again->game, again->state, GetParam()), text);
      EXPECT_TRUE(again->state == state) << "the same text, but not the same state\n" << text;
    });
}

TEST_P(ThronePosition, AsASeatSeesItNamesNoSecret) {
  const auto game = make_game("throne");
  ASSERT_TRUE(game);
  play_through(**game, GetParam(), 5, [&](const AnyState& state) {
    for (int i = 0; i < GetParam(); ++i) {
      Rng rng(state.hash());
      const Seat viewer = seat_at(i);
      const AnyState other = (*game)->imagine((*game)->sight(state, viewer), rng);
      // Two worlds that look alike to a seat are the same text to it.
      EXPECT_EQ(print_position(**game, state, GetParam(), viewer), print_position(**game, other, GetParam(), viewer));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Tables, ThronePosition, ::testing::Values(2, 3, 4));

}  // namespace
}  // namespace trestle
