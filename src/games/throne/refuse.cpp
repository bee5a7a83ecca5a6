// Why a move is refused: the clause of docs/rules/throne.md that forbids it.
#include <algorithm>

#include "games/throne/work.hpp"

namespace trestle::throne {

namespace {

std::string_view skill_clause(Skill skill) {
  constexpr std::string_view clauses[] = {"throne.skill.supply",      "throne.skill.assemble", "throne.skill.harvest",
                                          "throne.skill.assassinate", "throne.skill.purchase", "throne.skill.steal",
                                          "throne.skill.hunger"};
  return clauses[static_cast<int>(skill)];
}

std::string_view why_not_activate(const Public& pub, Seat me, Professions wanted, Professions crossed) {
  const Professions in_play = strength_of(pub, me).kinds() & wanted;
  if (in_play.empty() && !(wanted - crossed).empty()) return "throne.action.activate";
  if ((in_play - crossed).empty()) return "throne.action.crossed";
  return "throne.action.once";
}

std::string_view why_not_play(const Throne& rules, const SightRef& sight, Card card) {
  const Public& pub = sight.pub;
  if (card >= rules.tables().card_count || sight.own.hand[card] == 0) return "throne.play.hand";
  if (is_unit(card)) {
    if (!with_room(rules, pub, sight.me).has(unit_of(card))) return "throne.unit.set";
    return "throne.play.point";
  }
  const Now kind = now(pub.stack.back());
  if (kind == Now::assemble) return "throne.skill.assemble";
  if (kind == Now::second_unit) return "throne.race.werewolves.assault";
  if (pub.points == 0) return "throne.play.point";
  if (is_skill(card)) return pub.skills.has(skill_of(card)) ? "throne.skill.once" : "throne.play.effect";
  if (is_double(card)) return why_not_activate(pub, sight.me, {double_of(card)}, {});
  return why_not_activate(pub, sight.me, Professions::from_bits(0x7f), rules.tables().crossed[card]);
}

bool is_opponent(const SightRef& sight, u8 seat) {
  return seat < sight.pub.seats && opponents_of(sight.pub, sight.me).has(static_cast<Seat>(seat));
}

std::string_view why_not_in_play(const Throne& rules, const SightRef& sight, Action action) {
  switch (kind_of(action)) {
    case Do::play: return why_not_play(rules, sight, card_of(action));
    case Do::malice:
      if (!is(sight.pub, sight.me, Race::dragons)) return "throne.race.dragons.malice";
      if (sight.pub.points == 0) return "throne.play.point";
      return why_not_activate(sight.pub, sight.me, {Profession::soldier}, {});
    case Do::take: return "throne.play.trade";
    default: return "throne.turn.order";
  }
}

std::string_view why_not_target(const Throne& rules, const SightRef& sight, Action action) {
  const Public& pub = sight.pub;
  if (!is_opponent(sight, action.with[0])) return "throne.play.target";
  const Seat target = seat_of(action);
  const Now kind = now(pub.stack.back());
  if (kind == Now::steal || kind == Now::hunger) return "throne.play.effect";
  if (action.with[1] >= profession_count) return skill_clause(kind == Now::purchase ? Skill::purchase : Skill::assassinate);
  const Profession profession = second_profession_of(action);
  if (pub.units[at(target)][profession] == 0)
    return virtual_units(throne::race_of(pub, target))[profession] > 0
               ? "throne.virtual.card"
               : skill_clause(kind == Now::purchase ? Skill::purchase : Skill::assassinate);
  return with_room(rules, pub, sight.me).has(profession) ? "throne.turn.order" : "throne.unit.set";
}

std::string_view why_not_withdraw(const SightRef& sight, Action action) {
  const Public& pub = sight.pub;
  if (action.with[0] >= profession_count) return "throne.attack.defence";
  const Profession profession = profession_of(action);
  if (pub.units[at(sight.me)][profession] == 0)
    return virtual_units(throne::race_of(pub, sight.me))[profession] > 0 ? "throne.virtual.card" : "throne.attack.defence";
  return "throne.attack.order";
}

// The action is not legal here. The verb that fits the pending decision gets the clause it breaks; any other verb is out of order.
std::string_view why_not(const Throne& rules, const SightRef& sight, Action action) {
  const Do kind = kind_of(action);
  const auto fits = [&](Do wanted, std::string_view clause) { return kind == wanted ? clause : std::string_view("throne.turn.order"); };
  switch (now(sight.pub.stack.back())) {
    case Now::choose_race: return fits(Do::choose, "throne.setup.race");
    case Now::homage: return fits(Do::homage, "throne.play.target");
    case Now::mode: return fits(Do::meditate, "throne.race.witches.meditation");
    case Now::play: return why_not_in_play(rules, sight, action);
    case Now::give: return fits(Do::give, "throne.play.hand");
    case Now::assemble:
      if (kind == Do::done) return "throne.skill.assemble";
      return kind == Do::play ? why_not_play(rules, sight, card_of(action)) : "throne.turn.order";
    case Now::second_unit: return kind == Do::play ? why_not_play(rules, sight, card_of(action)) : "throne.turn.order";
    case Now::seduce: return fits(Do::seduce, "throne.play.target");
    case Now::activate:
      if (kind != Do::activate || action.with[0] >= profession_count) return "throne.turn.order";
      return why_not_activate(sight.pub, sight.me, {profession_of(action)}, rules.tables().crossed[sight.pub.stack.back().a]);
    case Now::act: return fits(Do::attack, "throne.play.target");
    case Now::demand: return fits(Do::demand, "throne.play.target");
    case Now::answer: return kind == Do::yield || kind == Do::ransom ? "throne.royal.answer" : "throne.turn.order";
    case Now::defend:
      if (kind == Do::withdraw) return why_not_withdraw(sight, action);
      return fits(Do::pay, "throne.attack.defence");
    case Now::assassinate: return kind == Do::assassinate ? why_not_target(rules, sight, action) : "throne.turn.order";
    case Now::purchase: return kind == Do::purchase ? why_not_target(rules, sight, action) : "throne.turn.order";
    case Now::steal: return kind == Do::steal ? why_not_target(rules, sight, action) : "throne.turn.order";
    case Now::hunger: return kind == Do::hunger ? why_not_target(rules, sight, action) : "throne.turn.order";
    case Now::upkeep:
      if (kind == Do::dismiss) return "throne.upkeep.dismiss";
      return fits(Do::pay, "throne.upkeep.pay");
    case Now::discard: return kind == Do::discard || kind == Do::done ? "throne.discard.limit" : "throne.turn.order";
    case Now::deal_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::spy:
    case Now::treasure:
    case Now::end_turn:
    case Now::draw:
    case Now::look:
    case Now::resolve:
    case Now::extract:
    case Now::wisdom:
    case Now::snatch: return "throne.turn.order";
  }
  return "throne.turn.order";
}

}  // namespace

// rule: throne.turn.order
Refusal Throne::refuse(const SightRef& sight, Action action) const {
  if (!waiting_on(sight.pub).has(sight.me)) return {"throne.turn.order"};
  ActionList list;
  legal(sight, list);
  if (std::find(list.begin(), list.end(), action) != list.end()) return {};
  return {why_not(*this, sight, action)};
}

}  // namespace trestle::throne
