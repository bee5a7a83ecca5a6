// Questions about the open table: who is against whom, what counts as a unit, what things cost. Nothing here changes a state.
#pragma once
#include "games/throne/rules.hpp"

namespace trestle::throne {

constexpr std::size_t at(Seat s) { return static_cast<std::size_t>(s); }

// rule: throne.setup.teams
constexpr std::size_t purse_of(const Public& pub, Seat s) { return pub.seats == 4 ? at(s) & 1u : at(s); }
constexpr SeatSet team_of(const Public& pub, Seat s) {
  return pub.seats == 4 ? SeatSet::from_bits(static_cast<u8>(0b0101 << (at(s) & 1u))) : only(s);
}
constexpr int coins_of(const Public& pub, Seat s) { return pub.coins[purse_of(pub, s)]; }
constexpr Race race_of(const Public& pub, Seat s) { return pub.race[at(s)]; }
constexpr bool is(const Public& pub, Seat s, Race r) { return pub.race[at(s)] == r; }

// rule: throne.play.target
constexpr SeatSet opponents_of(const Public& pub, Seat s) { return pub.alive - team_of(pub, s); }

constexpr Seat next_seat(const Public& pub, Seat s) { return seat_at((index_of(s) + 1) % pub.seats); }

// rule: throne.virtual.card, throne.race.humans.agriculture, throne.race.deities.prestige, throne.race.witches.magic
constexpr Units virtual_units(Race r) {
  Units none;
  if (r == Race::humans) none.add(Profession::farmer);
  if (r == Race::deities) none.add(Profession::royal);
  if (r == Race::witches) none.add(Profession::wizard);
  return none;
}
// Units in play with the virtual card: what counts for sets, professions and activation.
constexpr Units strength_of(const Public& pub, Seat s) { return pub.units[at(s)] + virtual_units(race_of(pub, s)); }

inline Professions full_sets(const Throne& rules, Units strength) {
  const u64 marks = ((strength.packed + rules.set_marks()) & 0x0080808080808080ULL) >> 7;
  return Professions::from_bits(static_cast<u8>((marks * 0x0102040810204080ULL) >> 56));
}
// rule: throne.goal.coins, throne.goal.sets, throne.goal.professions
inline Ending goal_reached(const Throne& rules, const Public& pub, Seat s) {
  const int coins = coins_of(pub, s);
  if (coins >= printed::coins_to_win) return Ending::coins;
  const Units strength = strength_of(pub, s);
  if (coins >= printed::coins_with_sets && full_sets(rules, strength).size() >= printed::sets_to_win) return Ending::sets;
  if (coins >= printed::coins_with_professions && strength.kinds().size() == profession_count) return Ending::professions;
  return Ending::none;
}
// rule: throne.unit.set
inline Professions with_room(const Throne& rules, const Public& pub, Seat s) {
  return Professions::from_bits(0x7f) - full_sets(rules, strength_of(pub, s));
}

// rule: throne.action.activate, throne.action.once, throne.race.dwarves.zeal, throne.race.ninjas.fury
constexpr Professions can_act(const Public& pub, Seat s) {
  Professions spent = pub.activated;
  if (is(pub, s, Race::dwarves)) spent = spent - producers;
  if (is(pub, s, Race::ninjas)) spent = spent - attackers;
  return strength_of(pub, s).kinds() - spent;
}

// rule: throne.race.dragons.scales
inline int tolerance(const Throne& rules, const Public& pub, Seat s, Profession p) {
  return rules.tables().professions[p].tolerance + (is(pub, s, Race::dragons) ? printed::scales_bonus : 0);
}
// What all units from this profession on could cover.
inline int tolerance_from(const Throne& rules, const Public& pub, Seat s, int lowest) {
  int sum = 0;
  for (int p = lowest; p < profession_count; ++p) {
    const auto profession = static_cast<Profession>(p);
    sum += pub.units[at(s)][profession] * tolerance(rules, pub, s, profession);
  }
  return sum;
}

// rule: throne.race.werewolves.solitary
inline bool is_solitary(const Throne& rules, const Public& pub, Seat s, Profession p) {
  if (!is(pub, s, Race::werewolves)) return false;
  return rules.solitary_by_profession() ? pub.units[at(s)][p] == 1 : pub.units[at(s)].total() == 1;
}
inline int efficiency(const Throne& rules, const Public& pub, Seat s, Profession p) {
  return rules.tables().professions[p].efficiency[static_cast<std::size_t>(strength_of(pub, s)[p])];
}
// rule: throne.produce.income, throne.race.gnomes.greed
inline int income(const Throne& rules, const Public& pub, Seat s, Profession p) {
  return efficiency(rules, pub, s, p) + (is(pub, s, Race::gnomes) ? printed::greed_bonus : 0) +
         (is_solitary(rules, pub, s, p) ? printed::solitary_bonus : 0);
}
// rule: throne.attack.damage, throne.race.night-elves.taming, throne.race.night-elves.hide, throne.race.orcs.endurance
inline int damage(const Throne& rules, const Public& pub, Seat attacker, Seat target, Profession p) {
  int points = efficiency(rules, pub, attacker, p) + (is_solitary(rules, pub, attacker, p) ? printed::solitary_bonus : 0);
  if (is(pub, attacker, Race::night_elves) && p == Profession::knight) points += printed::taming_bonus;
  if (is(pub, target, Race::night_elves) && pub.units[at(target)].total() < 2) return 0;
  if (is(pub, target, Race::orcs)) points -= printed::endurance;
  return points > 0 ? points : 0;
}

// rule: throne.race.tree-sprites.photosynthesis
constexpr Professions unpaid_professions(const Public& pub, Seat s) {
  return is(pub, s, Race::tree_sprites) ? producers - pub.activated : Professions{};
}
// rule: throne.upkeep.pay, throne.race.zergs.economy
inline int upkeep(const Public& pub, Seat s, Units units) {
  int paid = units.total();
  unpaid_professions(pub, s).for_each([&](Profession p) { paid -= units[p]; });
  return is(pub, s, Race::zergs) ? (paid + 1) / 2 : paid;
}
// rule: throne.play.trade, throne.race.mermaids.swim
constexpr int trade_price(const Public& pub, Seat s) {
  return is(pub, s, Race::mermaids) ? printed::mermaids_trade_price : printed::trade_price;
}
constexpr bool cards_to_draw(const Public& pub) { return pub.pile > 0 || !pub.discard.empty(); }

// The act must not be an attack profession for anything but damage: hunters of the Zergs choose.
// rule: throne.race.zergs.carnivore
constexpr bool may_attack(const Public& pub, Seat s, Profession p) {
  return attackers.has(p) || (p == Profession::hunter && is(pub, s, Race::zergs));
}

constexpr Now now(const Frame& f) { return static_cast<Now>(f.kind); }
constexpr Frame frame(Now kind, Seat seat, u8 a = 0, u8 b = 0) { return Frame{static_cast<u8>(kind), seat, a, b, 0, 0, 0}; }

}  // namespace trestle::throne
