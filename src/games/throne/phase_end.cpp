// Phase 3, upkeep, and phase 4, discarding.
#include "games/throne/work.hpp"

namespace trestle::throne {

void Work::begin_upkeep(Seat seat) {
  // rule: throne.race.humans.union
  if (is(pub, seat, Race::humans) && !(full_sets(rules, strength_of(pub, seat)) & producers).empty()) {
    pub.coins[purse_of(pub, seat)] = static_cast<i16>(coins_of(pub, seat) + printed::union_bonus);
    tell(Told::union_bonus, seat, 0, 0, printed::union_bonus);
    look_around();
    if (over()) return;
  }
  // rule: throne.skill.harvest
  if (!pub.harvest && upkeep(pub, seat, pub.units[at(seat)]) > 0) return push(frame(Now::upkeep, seat));
  begin_discard(seat);
}

// rule: throne.upkeep.dismiss, throne.upkeep.pay
void legal_upkeep(const SightRef& sight, ActionList& list) {
  const Public& pub = sight.pub;
  const Frame& f = pub.stack.back();
  const int coins = coins_of(pub, f.seat);
  const Units units = pub.units[at(f.seat)];
  const Professions unpaid = unpaid_professions(pub, f.seat);
  if (upkeep(pub, f.seat, units) <= coins) list.push(doing(Do::pay));
  Units kept;  // those before p in the order: they can no longer be dismissed once p is
  for (int p = 0; p < profession_count; ++p) {
    const auto profession = static_cast<Profession>(p);
    if (p >= f.a && units[profession] > 0 && !unpaid.has(profession) && upkeep(pub, f.seat, kept) <= coins)
      list.push(doing(Do::dismiss, profession));
    kept.add(profession, units[profession]);
  }
}

void Work::apply_upkeep(Seat seat, Action action) {
  if (kind_of(action) == Do::dismiss) {
    const Profession profession = profession_of(action);
    top().a = static_cast<u8>(profession);
    pub.units[at(seat)].remove(profession);
    discard_card(unit_card(profession));
    tell(Told::dismissed, seat, action.with[0]);
    if (upkeep(pub, seat, pub.units[at(seat)]) > 0) return;
    pop();
    return begin_discard(seat);
  }
  const int due = upkeep(pub, seat, pub.units[at(seat)]);
  pop();
  pub.coins[purse_of(pub, seat)] = static_cast<i16>(coins_of(pub, seat) - due);
  tell(Told::paid_upkeep, seat, 0, 0, due);
  push(frame(Now::end_turn, seat));
  look_around();
  if (over() || !pub.alive.has(seat)) return;
  pop();
  begin_discard(seat);
}

void Work::begin_discard(Seat seat) { push(frame(pub.hand[at(seat)] > 0 ? Now::discard : Now::end_turn, seat)); }

// rule: throne.discard.limit
void legal_discard(const SightRef& sight, ActionList& list) {
  const Frame& f = sight.pub.stack.back();
  const Cards& hand = sight.own.hand;
  const u64 in_order = hand.present() >> f.a << f.a;
  if (sight.pub.hand[at(f.seat)] <= printed::hand_limit) {
    list.push_bits(in_order, [](u8 card) { return doing(Do::discard, card); });
    return list.push(doing(Do::done));
  }
  int kept = 0;  // cards before this one in the order: they can no longer be discarded once it is
  for_each_bit(hand.present(), [&](u8 card) {
    if (card >= f.a && kept <= printed::hand_limit) list.push(doing(Do::discard, card));
    kept += hand[card];
  });
}

void Work::apply_discard(Seat seat, Action action) {
  if (kind_of(action) == Do::discard) {
    const Card card = card_of(action);
    top().a = card;
    leave_hand(seat, card);
    discard_card(card);
    tell(Told::discarded, seat, card);
    if (pub.hand[at(seat)] > 0) return;
  }
  pop();
  push(frame(Now::end_turn, seat));
}

}  // namespace trestle::throne
