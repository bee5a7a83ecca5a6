// What a seat does not see, invented: the other hands and the draw pile, from the cards that are nowhere in sight.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

State Tharos::imagine(const SightRef& sight, Rng& rng) const {
  State s;
  s.pub = sight.pub;
  const Public& p = s.pub;
  const bool is_player = index_of(sight.me) < p.seats;
  if (is_player) s.of(sight.me) = sight.own;
  ActionCards unseen = all_action_cards & ~(p.discard | p.aside | sight.own.hand | sight.own.drawn);
  if (p.go.card != 0) unseen &= ~card_bit(p.go.card);
  for (int i = 0; i < p.seats; ++i) unseen &= ~p.players[static_cast<std::size_t>(i)].shown;
  const auto take = [&](int count) {
    ActionCards taken = 0;
    for (; count > 0; --count) {
      const ActionCards one = u64{1} << nth_bit(unseen, rng.below(static_cast<u32>(bit_count(unseen))));
      taken |= one;
      unseen &= ~one;
    }
    return taken;
  };
  for (int i = 0; i < p.seats; ++i) {
    if (seat_at(i) == sight.me) continue;
    const Player& other = p.players[static_cast<std::size_t>(i)];
    s.own[static_cast<std::size_t>(i)].hand = other.shown | take(other.hand - bit_count(other.shown));
  }
  for (const Frame& f : p.stack)
    if (now_of(f) == Now::keep && f.seat != sight.me) s.of(f.seat).drawn = take(f.a);
  s.hid.deck = unseen;
  return s;
}

}  // namespace trestle::tharos
