// Random play of a match and what a test wants to compare about it. Knows no game.
#pragma once
#include <string>
#include <vector>

#include "match/match.hpp"

namespace trestle::test {

inline Result<Match> new_match(GamePtr game, int seats, std::unique_ptr<Dealer> dealer, bool play_forced = true) {
  MatchSetup setup;
  setup.game = std::move(game);
  setup.seats = seats;
  setup.play_forced = play_forced;
  return Match::create(std::move(setup), std::move(dealer));
}

inline Result<Match> seeded_match(GamePtr game, int seats, u64 seed) {
  return new_match(std::move(game), seats, std::make_unique<SeededDealer>(seed));
}

// Everything an onlooker with full knowledge can see of a match. Two matches with equal pictures are equal to everybody.
struct Picture {
  u64 hash = 0;
  u64 seq = 0;
  u8 waiting = 0;
  std::string record;
  std::vector<std::vector<Happening>> told;  // a viewer

  friend bool operator==(const Picture&, const Picture&) = default;
};

inline std::vector<Seat> viewers(const Match& match) {
  std::vector<Seat> out;
  for (int i = 0; i < match.seats(); ++i) out.push_back(seat_at(i));
  out.push_back(Seat::Table);
  return out;
}

inline Picture picture(const Match& match) {
  Picture out{match.state().hash(), match.seq(), match.waiting_on().bits(), print_record(match.record()), {}};
  for (Seat viewer : viewers(match)) out.told.push_back(match.happenings(viewer));
  return out;
}

inline Seat pick_seat(SeatSet set, Rng& rng) {
  u32 left = rng.below(static_cast<u32>(set.size()));
  Seat found = set.lowest();
  set.for_each([&](Seat seat) {
    if (left-- == 0) found = seat;
  });
  return found;
}

inline std::vector<Action> legal_actions(const Match& match, Seat seat) {
  ActionList list;
  match.game().legal(match.sight(seat), list);
  return {list.begin(), list.end()};
}

inline Action pick_action(const Match& match, Seat seat, Rng& rng) {
  const auto legal = legal_actions(match, seat);
  return legal[rng.below(static_cast<u32>(legal.size()))];
}

inline SubmitResult submit(Match& match, Seat seat, Action action) { return match.submit(seat, std::span(&action, 1), match.seq()); }

// One random decision of a random waiting seat. False when the game is over.
inline bool random_step(Match& match, Rng& rng) {
  if (match.over()) return false;
  const Seat seat = pick_seat(match.waiting_on(), rng);
  return static_cast<bool>(submit(match, seat, pick_action(match, seat, rng)));
}

// The match again, from its text.
inline Result<Match> reread(const Match& match, const std::optional<Digest>& secret = std::nullopt) {
  auto record = parse_record(print_record(match.record()));
  if (!record) return record.fault();
  auto dealer = dealer_of(*record, secret);
  if (!dealer) return dealer.fault();
  return Match::resume(match.game_ptr(), *record, std::move(*dealer));
}

}  // namespace trestle::test
