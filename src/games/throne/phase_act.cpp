// Activated professions: producing, attacking and defending, demanding cards.
#include "games/throne/work.hpp"

namespace trestle::throne {

// One step: coins go from one purse to another, as many as there are.
void Work::transfer(Seat from, Seat to, int coins) {
  const int paid = coins < coins_of(pub, from) ? coins : coins_of(pub, from);
  pub.coins[purse_of(pub, from)] = static_cast<i16>(coins_of(pub, from) - paid);
  pub.coins[purse_of(pub, to)] = static_cast<i16>(coins_of(pub, to) + paid);
  look_around();
}

void legal_seduce(const SightRef& sight, ActionList& list) {
  opponents_of(sight.pub, sight.me).for_each([&](Seat s) { list.push(doing(Do::seduce, s)); });
  list.push(doing(Do::pass));
}

// rule: throne.race.mermaids.seduction
void Work::apply_seduce(Seat seat, Action action) {
  pop();
  if (kind_of(action) == Do::pass) return;
  const Seat victim = seat_of(action);
  pub.coins[purse_of(pub, victim)]--;
  tell(Told::seduced, seat, action.with[0]);
  look_around();
}

// rule: throne.action.activate, throne.action.crossed
void legal_activate(const Throne& rules, const SightRef& sight, ActionList& list) {
  const Card card = sight.pub.stack.back().a;
  (can_act(sight.pub, sight.me) - rules.tables().crossed[card]).for_each([&](Profession p) { list.push(doing(Do::activate, p)); });
}

// rule: throne.action.once
void Work::apply_activate(Seat seat, Action action) {
  const Profession profession = profession_of(action);
  pop();
  pub.activated.add(profession);
  tell(Told::activated, seat, action.with[0]);
  push(frame(Now::act, seat, static_cast<u8>(profession), 1));
}

// What an activated profession does without being asked; attacks are decisions and do not come here.
// rule: throne.action.double
void Work::run_act() {
  if (top().b == 0) return pop();
  top().b--;
  const Seat seat = top().seat;
  const auto profession = static_cast<Profession>(top().a);
  // rule: throne.royal.demand
  if (profession == Profession::royal) return push(frame(Now::demand, seat, static_cast<u8>(efficiency(rules, pub, seat, profession))));
  produce(seat, profession);
}

void legal_act(const SightRef& sight, ActionList& list) {
  // rule: throne.race.zergs.carnivore
  if (producers.has(static_cast<Profession>(sight.pub.stack.back().a))) list.push(doing(Do::produce));
  // rule: throne.attack.target
  opponents_of(sight.pub, sight.me).for_each([&](Seat s) { list.push(doing(Do::attack, s)); });
}

void Work::apply_act(Seat seat, Action action) {
  top().b--;
  const auto profession = static_cast<Profession>(top().a);
  if (kind_of(action) == Do::produce) return produce(seat, profession);
  attack(seat, seat_of(action), profession);
}

// rule: throne.produce.income
void Work::produce(Seat seat, Profession profession) {
  const int coins = income(rules, pub, seat, profession);
  pub.coins[purse_of(pub, seat)] = static_cast<i16>(coins_of(pub, seat) + coins);
  tell(Told::produced, seat, static_cast<u8>(profession), 0, coins);
  // rule: throne.race.dwarves.extract
  if (is(pub, seat, Race::dwarves) && profession == Profession::miner) push(frame(Now::extract, seat));
  look_around();
}

// rule: throne.attack.damage
void Work::attack(Seat seat, Seat target, Profession profession) {
  const int points = damage(rules, pub, seat, target, profession);
  tell(Told::attacked, seat, static_cast<u8>(target), static_cast<u8>(profession), points);
  if (points == 0) return;
  // rule: throne.attack.ruin
  if (tolerance_from(rules, pub, target, 0) + coins_of(pub, target) < points) {
    tell(Told::paid_damage, target, static_cast<u8>(seat), 0, coins_of(pub, target));
    return transfer(target, seat, coins_of(pub, target));
  }
  Frame f = frame(Now::defend, target, static_cast<u8>(seat));
  f.amount = static_cast<i16>(points);
  push(f);
}

// rule: throne.attack.defence, throne.attack.order
void legal_defend(const Throne& rules, const SightRef& sight, ActionList& list) {
  const Public& pub = sight.pub;
  const Frame& f = pub.stack.back();
  const int coins = coins_of(pub, f.seat);
  for (int p = f.c; p < profession_count; ++p) {
    const auto profession = static_cast<Profession>(p);
    // Units named earlier in the order cannot be named any more, so what is left must still suffice.
    if (pub.units[at(f.seat)][profession] > 0 && f.b + tolerance_from(rules, pub, f.seat, p) + coins >= f.amount)
      list.push(doing(Do::withdraw, profession));
  }
  if (f.b + coins >= f.amount) list.push(doing(Do::pay));
}

void Work::apply_defend(Seat seat, Action action) {
  Frame& f = top();
  if (kind_of(action) == Do::withdraw) {
    const Profession profession = profession_of(action);
    f.b = static_cast<u8>(f.b + tolerance(rules, pub, seat, profession));
    f.c = static_cast<u8>(profession);
    f.d++;
    pub.units[at(seat)].remove(profession);
    enter_hand(seat, unit_card(profession));
    return tell(Told::withdrew, seat, action.with[0]);
  }
  // rule: throne.attack.payment
  const Seat attacker = static_cast<Seat>(f.a);
  const int returned = f.d;
  const int shortfall = f.amount > f.b ? f.amount - f.b : 0;
  pop();
  if (shortfall > 0) {
    tell(Told::paid_damage, seat, static_cast<u8>(attacker), 0, shortfall);
    transfer(seat, attacker, shortfall);
  }
  // rule: throne.race.orcs.headhunters
  if (over() || returned == 0 || !is(pub, attacker, Race::orcs) || !pub.alive.has(seat)) return;
  pub.coins[purse_of(pub, attacker)] = static_cast<i16>(coins_of(pub, attacker) + returned);
  tell(Told::bounty, attacker, 0, 0, returned);
  look_around();
}

void legal_demand(const SightRef& sight, ActionList& list) {
  opponents_of(sight.pub, sight.me).for_each([&](Seat s) { list.push(doing(Do::demand, s)); });
}

// rule: throne.royal.demand
void Work::apply_demand(Seat seat, Action action) {
  top().a--;
  tell(Told::demanded, seat, action.with[0]);
  push(frame(Now::answer, seat_of(action), static_cast<u8>(seat)));
}

// rule: throne.royal.answer
void legal_answer(const SightRef& sight, ActionList& list) {
  list.push_bits(sight.own.hand.present(), [](u8 card) { return doing(Do::yield, card); });
  if (coins_of(sight.pub, sight.me) > printed::ransom || sight.pub.hand[at(sight.me)] == 0) list.push(doing(Do::ransom));
}

void Work::apply_answer(Seat seat, Action action) {
  const Seat to = static_cast<Seat>(top().a);
  pop();
  if (kind_of(action) == Do::ransom) {
    const int coins = coins_of(pub, seat) < printed::ransom ? coins_of(pub, seat) : printed::ransom;
    tell(Told::ransomed, seat, static_cast<u8>(to), 0, coins);
    return transfer(seat, to, coins);
  }
  const Card card = card_of(action);
  const SeatSet both{seat, to};
  leave_hand_unseen(seat, card);
  enter_hand_unseen(to, card);
  tell(Told::yielded, seat, card, static_cast<u8>(to), 0, both);
  tell(Told::yielded_unseen, seat, 0, static_cast<u8>(to), 0, everyone - both);
}

}  // namespace trestle::throne
