// Phase 2: playing cards for action points, exchanging cards with the trade area, and the extra cards some races take.
#include "games/throne/work.hpp"

namespace trestle::throne {

// The kinds of cards in the hand that a point could be spent on.
static u64 playable_cards(const Throne& rules, const SightRef& sight) {
  const Public& pub = sight.pub;
  const u64 held = sight.own.hand.present();
  const Professions active = can_act(pub, sight.me);
  // rule: throne.unit.set, throne.action.double
  u64 playable = held & (with_room(rules, pub, sight.me).bits() | static_cast<u64>(active.bits()) << first_double);
  // rule: throne.skill.once
  constexpr u64 skills = u64{(1 << skill_count) - 1} << first_skill;
  for_each_bit(held & skills & ~(static_cast<u64>(pub.skills.bits()) << first_skill), [&](u8 card) {
    if (skill_has_effect(rules, sight, skill_of(card))) playable |= u64{1} << card;
  });
  // rule: throne.action.crossed
  for_each_bit(held >> first_general << first_general, [&](u8 card) {
    if (!(active - rules.tables().crossed[card]).empty()) playable |= u64{1} << card;
  });
  return playable;
}

// rule: throne.play.effect
bool skill_has_effect(const Throne& rules, const SightRef& sight, Skill skill) {
  const Public& pub = sight.pub;
  const SeatSet opponents = opponents_of(pub, sight.me);
  bool any = false;
  switch (skill) {
    case Skill::supply: return cards_to_draw(pub);
    case Skill::assemble: return (sight.own.hand.present() & with_room(rules, pub, sight.me).bits()) != 0;
    case Skill::harvest: return true;
    case Skill::assassinate:
    case Skill::hunger: opponents.for_each([&](Seat s) { any |= pub.units[at(s)].packed != 0; }); return any;
    case Skill::purchase: {
      if (coins_of(pub, sight.me) < printed::purchase_price) return false;
      const Professions room = with_room(rules, pub, sight.me);
      opponents.for_each([&](Seat s) { any |= !(pub.units[at(s)].kinds() & room).empty(); });
      return any;
    }
    case Skill::steal: opponents.for_each([&](Seat s) { any |= pub.hand[at(s)] > 0; }); return any;
  }
  return any;
}

// rule: throne.play.order
void legal_play(const Throne& rules, const SightRef& sight, ActionList& list) {
  const Public& pub = sight.pub;
  // rule: throne.play.point
  if (pub.points > 0) {
    for_each_bit(playable_cards(rules, sight), [&](u8 card) { list.push(doing(Do::play, card)); });
    // rule: throne.race.dragons.malice
    if (is(pub, sight.me, Race::dragons) && can_act(pub, sight.me).has(Profession::soldier)) list.push(doing(Do::malice));
  }
  // rule: throne.play.trade
  if (coins_of(pub, sight.me) >= trade_price(pub, sight.me) && pub.hand[at(sight.me)] > 0)
    for_each_bit(pub.trade.present(), [&](u8 card) { list.push(doing(Do::take, card)); });
  list.push(doing(Do::done));
}

void Work::apply_play(Seat seat, Action action) {
  switch (kind_of(action)) {
    case Do::play: {
      const Card card = card_of(action);
      pub.points--;
      leave_hand(seat, card);
      tell(Told::played, seat, card);
      if (is_unit(card)) {
        // rule: throne.race.werewolves.assault
        if (is(pub, seat, Race::werewolves)) push(frame(Now::second_unit, seat, 1));
        return play_unit(seat, unit_of(card));
      }
      push(frame(Now::resolve, seat, card));
      if (is_skill(card)) return play_skill(seat, skill_of(card));
      return play_action_card(seat, card);
    }
    case Do::malice:
      pub.points--;
      pub.activated.add(Profession::soldier);
      tell(Told::malice, seat);
      return push(frame(Now::act, seat, static_cast<u8>(Profession::soldier), 1));
    case Do::take: return push(frame(Now::give, seat, card_of(action)));
    default:  // done
      pop();
      return begin_upkeep(seat);
  }
}

void Work::play_unit(Seat seat, Profession profession) {
  pub.units[at(seat)].add(profession);
  // rule: throne.race.dwarves.extract
  if (is(pub, seat, Race::dwarves) && profession == Profession::miner) push(frame(Now::extract, seat));
  look_around();
}

void Work::play_action_card(Seat seat, Card card) {
  if (is_double(card)) {
    const Profession profession = double_of(card);
    pub.activated.add(profession);
    push(frame(Now::act, seat, static_cast<u8>(profession), 2));
  } else {
    push(frame(Now::activate, seat, card));
  }
  // rule: throne.race.mermaids.seduction
  if (is(pub, seat, Race::mermaids)) push(frame(Now::seduce, seat));
}

// Units of the hand that may be laid down now.
static void legal_units(const Throne& rules, const SightRef& sight, ActionList& list) {
  const u64 units = sight.own.hand.present() & with_room(rules, sight.pub, sight.me).bits();
  for_each_bit(units, [&](u8 card) { list.push(doing(Do::play, card)); });
}

// rule: throne.skill.assemble
void legal_assemble(const Throne& rules, const SightRef& sight, ActionList& list) {
  legal_units(rules, sight, list);
  if (sight.pub.stack.back().b > 0 || list.empty()) list.push(doing(Do::done));
}

void Work::apply_assemble(Seat seat, Action action) {
  if (kind_of(action) == Do::done) return pop();
  top().a--;
  top().b = 1;
  leave_hand(seat, card_of(action));
  tell(Told::played, seat, card_of(action));
  play_unit(seat, unit_of(card_of(action)));
}

// rule: throne.race.werewolves.assault
void legal_second_unit(const Throne& rules, const SightRef& sight, ActionList& list) {
  legal_units(rules, sight, list);
  list.push(doing(Do::pass));
}

void Work::apply_second_unit(Seat seat, Action action) {
  pop();
  if (kind_of(action) == Do::pass) return;
  leave_hand(seat, card_of(action));
  tell(Told::played, seat, card_of(action));
  play_unit(seat, unit_of(card_of(action)));
}

// rule: throne.race.gnomes.treasure, throne.race.dwarves.extract, throne.race.tree-sprites.wisdom
void legal_extra(ActionList& list) {
  list.push(doing(Do::extra));
  list.push(doing(Do::pass));
}

void Work::apply_extra(Seat seat, Action action) {
  pop();
  if (kind_of(action) == Do::extra) push(frame(Now::draw, seat, 1));
}

void legal_give(const SightRef& sight, ActionList& list) {
  for_each_bit(sight.own.hand.present(), [&](u8 card) { list.push(doing(Do::give, card)); });
}

// rule: throne.play.trade
void Work::apply_give(Seat seat, Action action) {
  const Card taken = top().a, given = card_of(action);
  const int price = trade_price(pub, seat);
  pop();
  leave_hand(seat, given);
  pub.trade.remove(taken);
  pub.trade.add(given);
  enter_hand(seat, taken);
  pub.coins[purse_of(pub, seat)] = static_cast<i16>(coins_of(pub, seat) - price);
  tell(Told::exchanged, seat, taken, given, price);
  look_around();
}

}  // namespace trestle::throne
