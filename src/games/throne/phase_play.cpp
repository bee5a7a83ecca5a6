// Phase 2: playing cards for action points, exchanging cards with the trade area, and the extra cards some races take.
#include "games/throne/work.hpp"

namespace trestle::throne {

// The skills that could change something now, as a set of kinds of cards.
// rule: throne.play.effect
static u64 skills_with_effect(const Throne& rules, const SightRef& sight, u64 held) {
  const Public& pub = sight.pub;
  u64 their_units = 0, their_cards = 0;
  Professions their_kinds;
  opponents_of(pub, sight.me).for_each([&](Seat s) {
    their_units |= pub.units[at(s)].packed;
    their_cards |= pub.hand[at(s)];
    their_kinds = their_kinds | pub.units[at(s)].kinds();
  });
  const Professions room = with_room(rules, pub, sight.me);
  const auto if_so = [](bool effect, Skill skill) { return static_cast<u64>(effect) << skill_card(skill); };
  return if_so(true, Skill::harvest) | if_so(cards_to_draw(pub), Skill::supply) | if_so((held & room.bits()) != 0, Skill::assemble) |
         if_so(their_units != 0, Skill::assassinate) | if_so(their_units != 0, Skill::hunger) | if_so(their_cards != 0, Skill::steal) |
         if_so(coins_of(pub, sight.me) >= printed::purchase_price && !(their_kinds & room).empty(), Skill::purchase);
}

// The kinds of cards in the hand that a point could be spent on.
static u64 playable_cards(const Throne& rules, const SightRef& sight) {
  const Public& pub = sight.pub;
  const u64 held = sight.own.hand.present();
  const Professions active = can_act(pub, sight.me);
  // rule: throne.unit.set, throne.action.double, throne.action.crossed
  u64 kinds = with_room(rules, pub, sight.me).bits() | static_cast<u64>(active.bits()) << first_double | rules.generals_for(active);
  // rule: throne.skill.once
  constexpr u64 all_skills = u64{(1 << skill_count) - 1} << first_skill;
  const u64 unused = all_skills & ~(static_cast<u64>(pub.skills.bits()) << first_skill);
  if ((held & unused) != 0) kinds |= unused & skills_with_effect(rules, sight, held);
  return held & kinds;
}

// rule: throne.play.order
void legal_play(const Throne& rules, const SightRef& sight, ActionList& list) {
  const Public& pub = sight.pub;
  // rule: throne.play.point
  if (pub.points > 0) {
    list.push_bits(playable_cards(rules, sight), [](u8 card) { return doing(Do::play, card); });
    // rule: throne.race.dragons.malice
    if (is(pub, sight.me, Race::dragons) && can_act(pub, sight.me).has(Profession::soldier)) list.push(doing(Do::malice));
  }
  // rule: throne.play.trade
  if (coins_of(pub, sight.me) >= trade_price(pub, sight.me) && pub.hand[at(sight.me)] > 0)
    list.push_bits(pub.trade.present(), [](u8 card) { return doing(Do::take, card); });
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
  list.push_bits(units, [](u8 card) { return doing(Do::play, card); });
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
  list.push_bits(sight.own.hand.present(), [](u8 card) { return doing(Do::give, card); });
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
