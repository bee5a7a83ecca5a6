#include "bots/throne/evaluate.hpp"

#include "games/throne/table.hpp"

namespace trestle {

namespace throne {
namespace {

// In hundredths of a coin unless said otherwise. Found by letting changed weights play against unchanged ones.
struct Weights {
  i32 low_purse = 7;         // coins; below this one attack or upkeep may end it,
  i32 low_purse_coin = 168;  // and each missing coin counts so much more
  i32 rich_from = 26;        // coins; from here on the way to 45 counts
  i32 rich_square = 6;       // by the square of the coins above that
  i32 goal_step = 72;        // a step towards all professions or three sets
  i32 goal_square = 14;      // and by the square of the steps made
  i32 goal_other = 25;       // percent: the second best goal counts too
  i32 unknown_card = 55;     // a card in somebody else's hand
  i32 produce = 80;          // a coin that a profession in play would bring
  i32 attack = 70;           // a damage it would deal
  i32 demand = 95;           // a card it would demand
  i32 keep = 30;             // a unit that must be paid turn by turn
  i32 zeal = 25;             // Dwarves: a coin a profession would bring, on top
  i32 fury = 20;             // Ninjas: a damage it would deal, on top
  i32 malice = 90;           // Dragons: a damage the soldiers would deal, on top: they need no card
  i32 union_set = 350;       // Humans: a full set of producers
  i32 hand = 150;            // percent of what follows: all cards in the own hand
  i32 unit_held = 70;        // a unit in the hand that has room in play
  i32 action_base = 60;      // an action card
  i32 action_produce = 42;   // and a coin it could bring now
  i32 action_attack = 25;
  i32 action_demand = 49;
  i32 supply = 224;
  i32 assemble = 110;
  i32 harvest_unit = 25;
  i32 assassinate = 85;
  i32 purchase = 190;
  i32 steal = 120;
  i32 hunger = 150;
  i32 strongest = 85;  // percent of the strongest opponent's worth
  i32 others = 25;     // percent of each other opponent's
};
constexpr Weights weights;

constexpr i32 won = 1'000'000;
constexpr i32 ruined = -4000;  // a player without coins

struct Side {
  Seat seat;
  int coins = 0;                // as they will be when what is under way is paid
  Units strength;               // with the virtual card
  const Cards* hand = nullptr;  // if the looker may know it
  Race race = Race::none;
  ByProfession<i32> yield{};   // coins, damage or demands of one action; 0 for a profession that is not there
  ByProfession<i32> acting{};  // what it is worth to let a profession act once
};

// What the player is about to pay or receive: the upkeep of a turn not yet paid, damage not yet covered.
int coins_pending(const Throne& rules, const Public& pub, Seat seat) {
  int pending = 0;
  for (const Frame& f : pub.stack) {
    const bool before_upkeep = now(f) == Now::play || now(f) == Now::upkeep;
    if (before_upkeep && f.seat == seat) {
      if (!pub.harvest) pending -= upkeep(pub, seat, pub.units[at(seat)]);
      const bool bonus =
          now(f) == Now::play && is(pub, seat, Race::humans) && !(full_sets(rules, strength_of(pub, seat)) & producers).empty();
      if (bonus) pending += printed::union_bonus;
    }
    if (now(f) == Now::defend) {
      const int due = f.amount > f.b ? f.amount - f.b : 0;
      if (f.seat == seat) pending -= due;
      if (static_cast<Seat>(f.a) == seat) pending += due;
    }
  }
  return pending;
}

i32 purse_worth(int coins) {
  if (coins <= 0) return ruined;
  i32 worth = coins * 100;
  if (coins < weights.low_purse) worth -= (weights.low_purse - coins) * weights.low_purse_coin;
  const int rich = coins - weights.rich_from;
  if (rich > 0) worth += rich * rich * weights.rich_square;
  return worth;
}

// Steps to go, two for a unit that must still be found and one for a unit that only must be played.
struct Steps {
  int professions = 0;
  int sets = 0;
};

Steps steps_to_goals(const Throne& rules, const Side& side) {
  Steps steps;
  int missing_by_set[profession_count];
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    const int missing = rules.tables().professions[p].set - side.strength[p];
    const int held = side.hand ? (*side.hand)[unit_card(p)] : 0;
    missing_by_set[i] = 2 * missing - (held < missing ? held : missing);
    if (side.strength[p] == 0) steps.professions += held > 0 ? 1 : 2;
  }
  static_assert(printed::sets_to_win == 3);
  int first = 100, second = 100, third = 100;  // the three sets nearest to full
  for (const int missing : missing_by_set) {
    if (missing < first)
      third = second, second = first, first = missing;
    else if (missing < second)
      third = second, second = missing;
    else if (missing < third)
      third = missing;
  }
  steps.sets = first + second + third;
  return steps;
}

i32 goals_worth(const Throne& rules, const Side& side) {
  constexpr int all_professions = 2 * profession_count, all_sets = 18;
  const auto worth = [](int made) { return made <= 0 ? 0 : made * weights.goal_step + made * made * weights.goal_square / 10; };
  const Steps steps = steps_to_goals(rules, side);
  const i32 professions = worth(all_professions - steps.professions), sets = worth(all_sets - steps.sets);
  const i32 better = professions > sets ? professions : sets, worse = professions > sets ? sets : professions;
  const int coins = side.coins < 0 ? 0 : side.coins > printed::coins_with_sets ? printed::coins_with_sets : side.coins;
  return (better + worse * weights.goal_other / 100) * (coins + 5) / (printed::coins_with_sets + 5);
}

// One action of each profession in play: what it yields and what that is worth. Looked up once, for the units and for the cards.
void look_at_professions(const Throne& rules, const Public& pub, Side& side) {
  const auto& rows = rules.tables().professions;
  const i32 greed = side.race == Race::gnomes ? printed::greed_bonus : 0;
  side.strength.kinds().for_each([&](Profession p) {
    i32 yield = rows[p].efficiency[static_cast<std::size_t>(side.strength[p])];
    if (producers.has(p)) {
      yield += greed + (side.race == Race::werewolves && is_solitary(rules, pub, side.seat, p) ? printed::solitary_bonus : 0);
      side.acting[p] = yield * weights.action_produce;
    } else {
      side.acting[p] = yield * (attackers.has(p) ? weights.action_attack : weights.action_demand);
    }
    side.yield[p] = yield;
  });
}

// What the units in play promise, with what the race makes of them.
i32 units_worth(const Throne& rules, const Public& pub, const Side& side) {
  const Race race = side.race;
  const ByProfession<i32>& yield = side.yield;
  const i32 made = yield[Profession::farmer] + yield[Profession::miner] + yield[Profession::hunter];
  const i32 dealt = yield[Profession::soldier] + yield[Profession::wizard] + yield[Profession::knight];
  i32 worth = made * (weights.produce + (race == Race::dwarves ? weights.zeal : 0)) +
              dealt * (weights.attack + (race == Race::ninjas ? weights.fury : 0)) + yield[Profession::royal] * weights.demand;
  if (race == Race::dragons) worth += yield[Profession::soldier] * weights.malice;
  if (race == Race::humans && !(full_sets(rules, side.strength) & producers).empty()) worth += weights.union_set;
  const Units units = pub.units[at(side.seat)];
  int kept = 2 * units.total();
  if (race == Race::zergs) kept /= 2;
  if (race == Race::tree_sprites) producers.for_each([&](Profession p) { kept -= units[p]; });
  return worth - weights.keep * kept / 2;
}

i32 action_card_worth(const Side& side, Professions usable, int times) {
  i32 best = 0;
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    if (usable.has(p) && side.acting[p] > best) best = side.acting[p];
  }
  return weights.action_base + best * times;
}

i32 skill_worth(const Public& pub, const Side& side, Skill skill) {
  switch (skill) {
    case Skill::supply: return weights.supply;
    case Skill::assemble: return weights.assemble;
    case Skill::harvest: return 40 + weights.harvest_unit * pub.units[at(side.seat)].total();
    case Skill::assassinate: return weights.assassinate;
    case Skill::purchase: return weights.purchase;
    case Skill::steal: return weights.steal;
    case Skill::hunger: return weights.hunger;
  }
  return 0;
}

i32 card_worth(const Throne& rules, const Public& pub, const Side& side, Card card) {
  if (is_unit(card)) {
    const auto p = unit_of(card);
    return side.strength[p] < rules.tables().professions[p].set ? weights.unit_held : weights.unit_held / 3;
  }
  if (is_double(card)) return action_card_worth(side, Professions{double_of(card)}, 2);
  if (is_skill(card)) return skill_worth(pub, side, skill_of(card));
  return action_card_worth(side, Professions::from_bits(0x7f) - rules.tables().crossed[card], 1);
}

i32 hand_worth(const Throne& rules, const Public& pub, const Side& side) {
  if (side.hand == nullptr) return pub.hand[at(side.seat)] * weights.unknown_card;
  i32 worth = 0;
  for_each_bit(side.hand->present(), [&](u8 card) {
    const int copies = (*side.hand)[card];
    const i32 one = card_worth(rules, pub, side, card);
    worth += one + (copies - 1) * one * 2 / 3;
  });
  const int over = pub.hand[at(side.seat)] - printed::hand_limit;
  if (over > 0) worth -= over * 60;
  return worth * weights.hand / 100;
}

i32 side_worth(const Throne& rules, const SightRef& sight, Seat seat) {
  const Public& pub = sight.pub;
  if (!pub.alive.has(seat)) return ruined;
  Side side{seat,
            coins_of(pub, seat) + coins_pending(rules, pub, seat),
            strength_of(pub, seat),
            seat == sight.me ? &sight.own.hand : nullptr,
            throne::race_of(pub, seat),
            {},
            {}};
  look_at_professions(rules, pub, side);
  const i32 purse = purse_worth(side.coins) / (pub.seats == 4 ? 2 : 1);  // a team's purse is counted once for each of the two
  return purse + goals_worth(rules, side) + units_worth(rules, pub, side) + hand_worth(rules, pub, side);
}

}  // namespace
}  // namespace throne

using namespace throne;

bool Judgement<Throne>::settled(const Public& pub) {
  if (pub.stack.empty()) return true;
  switch (now(pub.stack.back())) {
    case Now::homage:
    case Now::spy:
    case Now::mode:
    case Now::play:
    case Now::upkeep:
    case Now::discard:
    case Now::choose_race: return true;
    case Now::deal_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::treasure:
    case Now::end_turn:
    case Now::draw:
    case Now::look:
    case Now::resolve:
    case Now::second_unit:
    case Now::extract:
    case Now::wisdom:
    case Now::give:
    case Now::seduce:
    case Now::activate:
    case Now::act:
    case Now::demand:
    case Now::answer:
    case Now::defend:
    case Now::assemble:
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::snatch:
    case Now::hunger: return false;
  }
  return true;
}

bool Judgement<Throne>::plans_turn(const Public& pub) { return !pub.stack.empty() && now(pub.stack.back()) == Now::mode; }

i32 Judgement<Throne>::evaluate(const Throne& rules, const SightRef& sight) {
  const Public& pub = sight.pub;
  if (pub.ending != Ending::none) return pub.winners.has(sight.me) ? won : -won;
  const SeatSet team = team_of(pub, sight.me);
  i32 ours = 0, strongest = ruined, others = 0;
  for (int i = 0; i < pub.seats; ++i) {
    const i32 worth = side_worth(rules, sight, seat_at(i));
    if (team.has(seat_at(i))) {
      ours += worth;
      continue;
    }
    others += worth;
    if (worth > strongest) strongest = worth;
  }
  return ours - strongest * weights.strongest / 100 - (others - strongest) * (pub.seats == 4 ? weights.strongest : weights.others) / 100;
}

}  // namespace trestle
