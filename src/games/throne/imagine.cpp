// A whole state that a sight could belong to: what the seat cannot see is drawn at random from what is left.
#include "games/throne/work.hpp"

namespace trestle::throne {

namespace {

Card draw_one(Cards& from, u32& left, Rng& rng) {
  const Card card = from.at(rng.below(left));
  from.remove(card);
  left--;
  return card;
}

// How many race cards this seat has been dealt and not yet returned.
int races_dealt(const Public& pub, Seat seat) {
  if (pub.stack.empty()) return 0;
  const Frame& f = pub.stack.back();
  if (now(f) == Now::choose_race) return 2;
  if (now(f) != Now::deal_race) return 0;
  if (f.seat == seat) return 2 - f.a;
  return index_of(seat) < index_of(f.seat) ? 2 : 0;
}

void imagine_races(const SightRef& sight, State& s, Rng& rng) {
  if (races_dealt(s.pub, Seat::A) == 0 && (s.pub.stack.empty() || now(s.pub.stack.back()) != Now::deal_race)) return;
  BoundedList<Race, race_count> left;
  for (int r = 1; r <= race_count; ++r) {
    const auto race = static_cast<Race>(r);
    if (race != sight.own.races[0] && race != sight.own.races[1]) left.push(race);
  }
  rng.shuffle(left);
  for (int i = 0; i < s.pub.seats; ++i) {
    const Seat seat = seat_at(i);
    if (seat == sight.me) continue;
    Private& own = s.of(seat);
    for (int k = 0; k < races_dealt(s.pub, seat); ++k) own.races[static_cast<std::size_t>(k)] = left.pop();
    if (s.pub.committed.has(seat)) own.choice = own.races[rng.below(2)];
  }
  for (Race race : left) s.hid.races = static_cast<u16>(s.hid.races | 1u << static_cast<int>(race));
}

// Who discards in the order of the card list can still come down to the limit: so many cards lie from the present place on.
void imagine_discardable(const SightRef& sight, State& s, Cards& unseen, u32& left, Rng& rng) {
  const Public& pub = s.pub;
  if (pub.stack.empty() || now(pub.stack.back()) != Now::discard || pub.stack.back().seat == sight.me) return;
  const Frame& f = pub.stack.back();
  Cards& hand = s.of(f.seat).hand;
  const u8 from = f.a;
  int needed = pub.hand[at(f.seat)] - printed::hand_limit;
  Cards later;
  u32 later_left = 0;
  for (std::size_t card = from; card < cards_max; ++card) {
    needed -= hand[card];
    later.add(card, unseen[card]);
    later_left += unseen[card];
  }
  for (; needed > 0; --needed) {
    const Card card = draw_one(later, later_left, rng);
    unseen.remove(card);
    left--;
    hand.add(card);
  }
}

}  // namespace

// rule: throne.info.hands
Throne::State Throne::imagine(const SightRef& sight, Rng& rng) const {
  State s;
  s.pub = sight.pub;
  const Public& pub = s.pub;
  const bool seated = index_of(sight.me) < pub.seats;
  if (seated) s.of(sight.me) = sight.own;

  // What nobody at the table, or only the others, can see.
  Cards unseen = tables_.deck;
  const auto take_out = [&](const Cards& cards) { for_each_bit(cards.present(), [&](u8 card) { unseen.remove(card, cards[card]); }); };
  take_out(pub.trade);
  take_out(pub.discard);
  take_out(pub.aside);
  take_out(sight.own.hand);
  for (Card card : sight.own.top) unseen.remove(card);
  for (const Frame& f : pub.stack)
    if (now(f) == Now::resolve) unseen.remove(f.a);
  for (int i = 0; i < pub.seats; ++i) {
    const Units units = pub.units[static_cast<std::size_t>(i)];
    units.kinds().for_each([&](Profession p) { unseen.remove(unit_card(p), static_cast<unsigned>(units[p])); });
    if (seat_at(i) == sight.me) continue;
    s.own[static_cast<std::size_t>(i)].hand = pub.shown[static_cast<std::size_t>(i)];
    take_out(pub.shown[static_cast<std::size_t>(i)]);
  }
  u32 left = unseen.total();
  imagine_discardable(sight, s, unseen, left, rng);  // first: its cards are the least free
  for (int i = 0; i < pub.seats; ++i) {
    if (seat_at(i) == sight.me) continue;
    Private& own = s.own[static_cast<std::size_t>(i)];
    for (u32 held = own.hand.total(); held < pub.hand[static_cast<std::size_t>(i)]; ++held) own.hand.add(draw_one(unseen, left, rng));
  }
  if (pub.seen > 0 && pub.seer != sight.me)
    for (int i = 0; i < pub.seen; ++i) s.of(pub.seer).top.push(draw_one(unseen, left, rng));
  s.hid.pile = unseen;
  imagine_races(sight, s, rng);
  return s;
}

}  // namespace trestle::throne
