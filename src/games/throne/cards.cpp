// Where cards go: pile, hands, trade area, discard; and what the table knows of hands. Chance draws here too.
#include "games/throne/work.hpp"

namespace trestle::throne {

// The topmost card: a seen one if there is any, else one of the unseen.
Card Work::leave_pile(Card card) {
  if (pub.seen > 0) {
    s.of(pub.seer).top.remove_first();
    if (--pub.seen == 0) pub.seer = Seat::A;  // one state, one text
  } else {
    s.hid.pile.remove(card);
  }
  pub.pile--;
  return card;
}

void Work::draw_into_hand(Seat seat, Card card) {
  SeatSet knowing = only(seat);
  if (pub.seen > 0) knowing.add(pub.seer);
  enter_hand_unseen(seat, leave_pile(card));
  tell(Told::drew, seat, card, 0, 0, knowing);
  tell(Told::drew_unseen, seat, 0, 0, 0, everyone - knowing);
  reshuffle_if_empty();
}

void Work::lay_out(Card card) {
  pub.trade.add(leave_pile(card));
  tell(Told::laid_out, pub.turn, card);
  reshuffle_if_empty();
}

// rule: throne.race.ninjas.spy
void Work::look_at(Seat seat, Card card) {
  s.hid.pile.remove(card);
  s.of(seat).top.push(card);
  pub.seer = seat;
  pub.seen++;
  tell(Told::looked, seat, card, 0, 0, only(seat));
  tell(Told::looked_unseen, seat, 0, 0, 0, all_but(seat));
}

// rule: throne.pile.reshuffle
void Work::reshuffle_if_empty() {
  if (pub.pile > 0 || pub.discard.empty()) return;
  s.hid.pile.add(pub.discard);
  pub.discard.clear();
  pub.pile = static_cast<u8>(s.hid.pile.total());
  tell(Told::reshuffled, pub.turn, 0, 0, pub.pile);
}

void Work::discard_card(Card card) { pub.discard.add(card); }

// rule: throne.play.hand
void Work::leave_hand(Seat seat, Card card) {
  s.of(seat).hand.remove(card);
  pub.hand[at(seat)]--;
  Cards& shown = pub.shown[at(seat)];
  if (shown[card] > 0) shown.remove(card);
}

// Any of the shown cards may be the one that left, so of each kind one fewer is certain.
void Work::leave_hand_unseen(Seat seat, Card card) {
  s.of(seat).hand.remove(card);
  pub.hand[at(seat)]--;
  Cards& shown = pub.shown[at(seat)];
  for_each_bit(shown.present(), [&](u8 kind) { shown.remove(kind); });
}

void Work::enter_hand(Seat seat, Card card) {
  enter_hand_unseen(seat, card);
  pub.shown[at(seat)].add(card);
}

void Work::enter_hand_unseen(Seat seat, Card card) {
  s.of(seat).hand.add(card);
  pub.hand[at(seat)]++;
}

namespace {
Do draw_kind(Now kind) { return kind == Now::fill_trade ? Do::reveal : kind == Now::look ? Do::look : Do::draw; }
}  // namespace

u32 Throne::odds(const State& s) const {
  const Frame& f = s.pub.stack.back();
  switch (now(f)) {
    case Now::deal_race: return static_cast<u32>(std::popcount(s.hid.races));
    case Now::pick_first: return s.pub.seats;
    case Now::snatch: return s.pub.hand[f.a];
    case Now::look: return static_cast<u32>(s.pub.pile - s.pub.seen);
    default: return s.pub.seen > 0 ? 1u : s.pub.pile;
  }
}

Action Throne::outcome(const State& s, u32 ticket) const {
  const Frame& f = s.pub.stack.back();
  switch (now(f)) {
    case Now::deal_race: {
      u32 left = s.hid.races;
      for (; ticket > 0; --ticket) left &= left - 1;
      return doing(Do::deal_race, static_cast<Race>(std::countr_zero(left)));
    }
    case Now::pick_first: return doing(Do::first, seat_at(static_cast<int>(ticket)));
    case Now::snatch: return doing(Do::snatch, s.own[f.a].hand.at(ticket));
    case Now::look: return doing(Do::look, s.hid.pile.at(ticket));
    default:
      if (s.pub.seen > 0) return doing(draw_kind(now(f)), s.of(s.pub.seer).top[0]);
      return doing(draw_kind(now(f)), s.hid.pile.at(ticket));
  }
}

void Throne::chance(const State& s, OutcomeList& list) const {
  list.clear();
  const Frame& f = s.pub.stack.back();
  const auto each_kind = [&](Do kind, const Cards& cards) {
    for_each_bit(cards.present(), [&](u8 card) { list.push({doing(kind, card), cards[card]}); });
  };
  switch (now(f)) {
    case Now::deal_race: return for_each_bit(s.hid.races, [&](u8 race) { list.push({doing(Do::deal_race, race), 1}); });
    case Now::pick_first:
      for (int i = 0; i < s.pub.seats; ++i) list.push({doing(Do::first, seat_at(i)), 1});
      return;
    case Now::snatch: return each_kind(Do::snatch, s.own[f.a].hand);
    case Now::look: return each_kind(Do::look, s.hid.pile);
    default:
      if (s.pub.seen > 0) return list.push({doing(draw_kind(now(f)), s.of(s.pub.seer).top[0]), 1});
      return each_kind(draw_kind(now(f)), s.hid.pile);
  }
}

}  // namespace trestle::throne
