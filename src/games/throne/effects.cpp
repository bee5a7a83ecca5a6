// The seven skills: what each asks, and what it does.
#include "games/throne/work.hpp"

namespace trestle::throne {

void Work::play_skill(Seat seat, Skill skill) {
  pub.skills.add(skill);
  // rule: throne.race.tree-sprites.wisdom
  if (is(pub, seat, Race::tree_sprites)) push(frame(Now::wisdom, seat));
  switch (skill) {
    // rule: throne.skill.supply
    case Skill::supply: return push(frame(Now::draw, seat, printed::supply_cards));
    // rule: throne.skill.assemble
    case Skill::assemble: return push(frame(Now::assemble, seat, printed::assemble_units));
    // rule: throne.skill.harvest
    case Skill::harvest: pub.harvest = 1; return tell(Told::harvest, seat);
    case Skill::assassinate: return push(frame(Now::assassinate, seat));
    case Skill::purchase: return push(frame(Now::purchase, seat));
    case Skill::steal: return push(frame(Now::steal, seat));
    case Skill::hunger: return push(frame(Now::hunger, seat));
  }
}

void legal_skill(const Throne& rules, const SightRef& sight, ActionList& list) {
  const Public& pub = sight.pub;
  const Now kind = now(pub.stack.back());
  const Professions room = kind == Now::purchase ? with_room(rules, pub, sight.me) : Professions::from_bits(0x7f);
  opponents_of(pub, sight.me).for_each([&](Seat target) {
    const Units units = pub.units[at(target)];
    switch (kind) {
      case Now::assassinate: return units.kinds().for_each([&](Profession p) { list.push(doing(Do::assassinate, target, p)); });
      case Now::purchase: return (units.kinds() & room).for_each([&](Profession p) { list.push(doing(Do::purchase, target, p)); });
      case Now::steal:
        if (pub.hand[at(target)] > 0) list.push(doing(Do::steal, target));
        return;
      default:  // hunger
        if (units.packed != 0) list.push(doing(Do::hunger, target));
    }
  });
}

void Work::apply_skill(Seat seat, Action action) {
  const Seat target = kind_of(action) == Do::snatch ? static_cast<Seat>(top().a) : seat_of(action);
  const Profession profession = second_profession_of(action);
  const Seat actor = top().seat;
  pop();
  switch (kind_of(action)) {
    // rule: throne.skill.assassinate
    case Do::assassinate:
      pub.units[at(target)].remove(profession);
      discard_card(unit_card(profession));
      tell(Told::assassinated, seat, static_cast<u8>(target), static_cast<u8>(profession));
      // rule: throne.race.orcs.headhunters
      if (is(pub, seat, Race::orcs)) {
        pub.coins[purse_of(pub, seat)]++;
        tell(Told::bounty, seat, 0, 0, 1);
      }
      return look_around();
    // rule: throne.skill.purchase
    case Do::purchase:
      pub.units[at(target)].remove(profession);
      pub.units[at(seat)].add(profession);
      tell(Told::purchased, seat, static_cast<u8>(target), static_cast<u8>(profession), printed::purchase_price);
      return transfer(seat, target, printed::purchase_price);
    // rule: throne.skill.steal
    case Do::steal: return push(frame(Now::snatch, seat, static_cast<u8>(target)));
    case Do::snatch: {
      const Card card = card_of(action);
      const SeatSet both{actor, target};
      leave_hand_unseen(target, card);
      enter_hand_unseen(actor, card);
      tell(Told::stole, actor, card, static_cast<u8>(target), 0, both);
      return tell(Told::stole_unseen, actor, 0, static_cast<u8>(target), 0, everyone - both);
    }
    // rule: throne.skill.hunger
    default: {
      const int due = pub.units[at(target)].total();
      const int paid = due < coins_of(pub, target) ? due : coins_of(pub, target);
      pub.coins[purse_of(pub, target)] = static_cast<i16>(coins_of(pub, target) - paid);
      tell(Told::hungered, seat, static_cast<u8>(target), 0, paid);
      return look_around();
    }
  }
}

}  // namespace trestle::throne
