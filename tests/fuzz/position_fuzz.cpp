// Any text as a position: understood or refused with a reason; what is understood can be printed, read back, and played on from.
#include "match/opening.hpp"

using namespace trestle;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto opening = open_position(text, built_in_games());
  if (!opening) {
    CHECK(!opening.fault().reason.empty());
    return 0;
  }
  const AnyGame& game = *opening->game;
  CHECK(bool(game.check(opening->state)));
  const auto again = open_position(print_position(game, opening->state, opening->players), built_in_games());
  CHECK(bool(again));
  CHECK(again->state == opening->state);
  // A few plies on, and every viewer looks.
  AnyState state = opening->state;
  Rng rng(state.hash());
  ActionList list;
  EventLog log;
  for (int ply = 0; ply < 40; ++ply) {
    for (int i = 0; i < opening->players; ++i) {
      const AnySight sight = game.sight(state, seat_at(i));
      CHECK(game.sight(game.imagine(sight, rng), seat_at(i)) == sight);
    }
    const SeatSet waiting = game.waiting_on(state);
    if (waiting.empty()) break;
    const Seat seat = waiting.lowest();
    Action action;
    if (seat == Seat::Chance) {
      action = game.outcome(state, rng.below(game.odds(state)));
    } else {
      game.legal(game.sight(state, seat), list);
      CHECK(!list.empty());
      action = list[rng.below(static_cast<u32>(list.size()))];
    }
    game.apply(state, seat, action, log);
    CHECK(bool(game.check(state)));
  }
  return 0;
}
