#include "bots/throne/evaluate.hpp"

#include "games/throne/table.hpp"

namespace trestle {

namespace throne {
namespace {

// All in hundredths of a coin.
constexpr i32 won = 1'000'000;
constexpr i32 ruined = -4000;  // a player without coins
constexpr int low_purse = 8;   // below this every coin counts double: one attack or upkeep may end it
constexpr i32 low_purse_coin = 120;
constexpr i32 goal_worth = 7000;     // shared out over the steps still to go to a victory by sets or professions
constexpr i32 unknown_card = 110;    // a card in somebody else's hand
constexpr i32 produce_worth = 45;    // of each coin a profession would bring when activated
constexpr i32 attack_worth = 32;     // of each damage it would deal
constexpr i32 demand_worth = 80;     // of each demand
constexpr i32 keep_cost = 55;        // of each unit that must be paid turn by turn
constexpr i32 opponents_share = 90;  // percent of the strongest opponent's worth
constexpr i32 others_share = 25;     // percent of each other opponent's

struct Side {
  Seat seat;
  int coins = 0;                // as they will be when what is under way is paid
  Units strength;               // with the virtual card
  const Cards* hand = nullptr;  // if the looker may know it
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
  if (coins < low_purse) worth -= (low_purse - coins) * low_purse_coin;
  // Nearer to 45 each coin is worth more: the game may be won by it.
  if (coins > 25) worth += (coins - 25) * (coins - 25) * 6;
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
  for (int picked = 0; picked < printed::sets_to_win; ++picked) {
    int best = 0;
    for (int i = 1; i < profession_count; ++i)
      if (missing_by_set[i] < missing_by_set[best]) best = i;
    steps.sets += missing_by_set[best];
    missing_by_set[best] = 100;
  }
  return steps;
}

i32 goals_worth(const Throne& rules, const Side& side) {
  const Steps steps = steps_to_goals(rules, side);
  const i32 professions = goal_worth / (steps.professions + 2);
  const i32 sets = goal_worth / (steps.sets + 2);
  const i32 better = professions > sets ? professions : sets, worse = professions > sets ? sets : professions;
  const int coins = side.coins < 0 ? 0 : side.coins > printed::coins_with_sets ? printed::coins_with_sets : side.coins;
  return (better + worse / 4) * (coins + 5) / (printed::coins_with_sets + 5);
}

i32 units_worth(const Throne& rules, const Public& pub, const Side& side) {
  i32 worth = 0;
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    if (side.strength[p] == 0) continue;
    if (producers.has(p))
      worth += income(rules, pub, side.seat, p) * produce_worth;
    else if (attackers.has(p))
      worth += efficiency(rules, pub, side.seat, p) * attack_worth;
    else
      worth += efficiency(rules, pub, side.seat, p) * demand_worth;
  }
  const int kept = pub.units[at(side.seat)].total();
  return worth - (is(pub, side.seat, Race::zergs) ? keep_cost / 2 : keep_cost) * kept;
}

i32 action_card_worth(const Throne& rules, const Public& pub, const Side& side, Professions usable, int times) {
  i32 best = 0;
  (side.strength.kinds() & usable).for_each([&](Profession p) {
    i32 worth = 0;
    if (producers.has(p))
      worth = income(rules, pub, side.seat, p) * 35;
    else if (attackers.has(p))
      worth = efficiency(rules, pub, side.seat, p) * 25;
    else
      worth = efficiency(rules, pub, side.seat, p) * 70;
    if (worth > best) best = worth;
  });
  return 60 + best * times;
}

i32 skill_worth(const Public& pub, const Side& side, Skill skill) {
  switch (skill) {
    case Skill::supply: return 160;
    case Skill::assemble: return 110;
    case Skill::harvest: return 40 + 25 * pub.units[at(side.seat)].total();
    case Skill::assassinate: return 170;
    case Skill::purchase: return 190;
    case Skill::steal: return 120;
    case Skill::hunger: return 150;
  }
  return 0;
}

i32 card_worth(const Throne& rules, const Public& pub, const Side& side, Card card) {
  if (is_unit(card)) {
    const auto p = unit_of(card);
    return side.strength[p] < rules.tables().professions[p].set ? 90 : 30;
  }
  if (is_double(card)) return action_card_worth(rules, pub, side, Professions{double_of(card)}, 2);
  if (is_skill(card)) return skill_worth(pub, side, skill_of(card));
  return action_card_worth(rules, pub, side, Professions::from_bits(0x7f) - rules.tables().crossed[card], 1);
}

i32 hand_worth(const Throne& rules, const Public& pub, const Side& side) {
  if (side.hand == nullptr) return pub.hand[at(side.seat)] * unknown_card;
  i32 worth = 0;
  for_each_bit(side.hand->present(), [&](u8 card) {
    const int copies = (*side.hand)[card];
    const i32 one = card_worth(rules, pub, side, card);
    worth += one + (copies - 1) * one * 2 / 3;
  });
  const int over = pub.hand[at(side.seat)] - printed::hand_limit;
  return over > 0 ? worth - over * 60 : worth;
}

i32 side_worth(const Throne& rules, const SightRef& sight, Seat seat) {
  const Public& pub = sight.pub;
  if (!pub.alive.has(seat)) return ruined;
  Side side{seat, coins_of(pub, seat) + coins_pending(rules, pub, seat), strength_of(pub, seat),
            seat == sight.me ? &sight.own.hand : nullptr};
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
  return ours - strongest * opponents_share / 100 - (others - strongest) * (pub.seats == 4 ? opponents_share : others_share) / 100;
}

}  // namespace trestle
