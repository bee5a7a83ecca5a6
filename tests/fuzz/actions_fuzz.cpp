// Bytes drive a game: the first chooses game and players, then each byte picks a legal act or a ticket, or, when it says so, the
// next eight bytes are tried as an act, which must be refused unless it is one of the legal ones.
#include <algorithm>

#include "games/registry.hpp"
#include "support/fuzz.hpp"

using namespace trestle;

namespace {

const std::vector<GamePtr>& games() {
  static const std::vector<GamePtr> all = [] {
    std::vector<GamePtr> made;
    for (const std::string& name : game_names()) made.push_back(*make_game(name));
    return made;
  }();
  return all;
}

void try_noise(const AnyGame& game, const AnySight& sight, const ActionList& legal, fuzz::Bytes& bytes) {
  Action action;
  action.kind = bytes.take();
  for (u8& operand : action.with) operand = bytes.take();
  const bool is_legal = std::binary_search(legal.begin(), legal.end(), action);
  const Refusal refusal = game.refuse(sight, action);
  CHECK(is_legal == !refusal);
  game.print(action);
  game.label(sight, action);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const AnyGame& game = *games()[bytes.take() % games().size()];
  const GameInfo& info = game.info();
  const int seats = info.seats_min + bytes.take() % (info.seats_max - info.seats_min + 1);
  AnyState state = game.start(seats);
  ActionList list;
  EventLog log;
  constexpr u8 noise_from = 240;  // a byte this high announces noise
  while (!bytes.empty()) {
    const SeatSet waiting = game.waiting_on(state);
    if (waiting.empty()) break;
    const Seat seat = waiting.lowest();
    const u8 byte = bytes.take();
    Action action;
    if (seat == Seat::Chance) {
      action = game.outcome(state, byte % game.odds(state));
    } else {
      const AnySight sight = game.sight(state, seat);
      game.legal(sight, list);
      CHECK(!list.empty());
      if (byte >= noise_from) {
        try_noise(game, sight, list, bytes);
        continue;
      }
      action = list[byte % list.size()];
      CHECK(!game.refuse(sight, action));
    }
    const auto back = game.parse(game.print(action));
    CHECK(back && *back == action);
    log.events.clear();
    game.apply(state, seat, action, log);
    for (const Event& event : log.events) CHECK(!game.describe(event).key.empty());
    CHECK(bool(game.check(state)));
  }
  return 0;
}
