#include "bots/tharos/evaluate.hpp"

#include <algorithm>

namespace trestle {

namespace tharos {
namespace {

// In hundredths of a victory point unless said otherwise.
struct Weights {
  i32 jar = 22;           // a Jar, up to a purse that can build and own,
  i32 jar_more = 19;      // and beyond it
  i32 purse = 14;         // Jars
  i32 mine_early = 85;    // a mine short of three
  i32 mine = 120;         // a mine that counts; it may be lost again
  i32 guild = 45;         // a guild marker on a region
  i32 guild_link = 38;    // a pair of neighbours with markers
  i32 guild_four = 70;    // four connected: a medal for one die
  i32 ware = 95;          // an ore or crystal marker
  i32 ware_more = 18;     // and each further one of its type more
  i32 card_in_hand = 85;  // an action card
  i32 marker_organizer = 45;
  i32 marker_manipulator = 38;
  i32 die = 8;              // an active die, whatever it shows
  i32 die_value = 3;        // and by its value
  i32 new_die = 26;         // a die out of the store, a quarter of this for each turn left
  i32 point = 62;           // a combat point
  i32 point_medal = 60;     // four of them
  i32 warded = 190;         // this turn's attack is as good as won
  i32 strength_share = 70;  // part of the way there
  i32 lost = 105;           // a marker on an attack card
  i32 transformation = 12;  // the region effect is still there
  i32 opponent = 20;        // percent of the best opponent's score
};
constexpr Weights weights;

// What a card brings beyond its symbols, at the start of the game.
constexpr std::array<i32, player_card_count> card_use{150, 90, 260, 270, 170, 130, 260, 300, 110, 140};

int turns_left(const Public& p) { return (rounds - p.round) * turns + turns - p.turn; }

i32 markers_worth(Cells guild) {
  i32 worth = std::popcount(static_cast<u32>(guild)) * weights.guild;
  const u32 right = static_cast<u32>(guild) & (static_cast<u32>(guild) >> 1) & 0x7777u;
  const u32 down = static_cast<u32>(guild) & (static_cast<u32>(guild) >> 4);
  worth += (std::popcount(right) + std::popcount(down)) * weights.guild_link;
  if (contains_shape(guild, Shape::any_four)) worth += weights.guild_four;
  return worth;
}

i32 wares_worth(int count) { return count * weights.ware + count * (count - 1) / 2 * weights.ware_more; }

i32 dice_worth(const Player& w) {
  i32 worth = 0;
  for (u64 kinds = w.active.present(); kinds != 0; kinds &= kinds - 1) {
    const auto k = static_cast<DieKind>(std::countr_zero(kinds));
    worth += w.active[k] * (weights.die + weights.die_value * value_of(k));
  }
  return worth;
}

i32 defence_worth(const Public& p, const Player& w) {
  if (p.phase != Phase::act && p.phase != Phase::attack) return 0;
  const int attack = p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round;
  if (w.warded || w.strength >= attack) return weights.warded;
  return weights.strength_share * w.strength / attack;
}

// Without dice and attack, which matter for the one who looks only.
i32 standing_worth(const Tharos& rules, const Public& p, Seat seat) {
  const Player& w = p.of(seat);
  const Tables& t = rules.tables();
  const int left = turns_left(p);
  i32 worth = 0;
  int fewest = 255;
  for (int m = 0; m < medal_count; ++m) {
    const int count = w.medals[static_cast<Medal>(m)];
    worth += 100 * count * medal_points[static_cast<std::size_t>(m)] + (count > 0 ? 40 : 0);
    fewest = std::min(fewest, count);
  }
  worth += 100 * set_points * fewest;
  worth += std::min<i32>(w.jars, weights.purse) * weights.jar + std::max(0, w.jars - weights.purse) * weights.jar_more;
  const int mines = std::popcount(static_cast<u32>(w.mines));
  worth += mines >= mines_that_count ? mines * weights.mine : left > 0 ? mines * weights.mine_early : 0;
  for (u8 owner : p.owner) worth += owner == owned_by + index_of(seat) ? 100 + 4 * left : 0;
  w.cards.for_each([&](PlayerCard c) { worth += 100 * t.cards[c].count + card_use[static_cast<std::size_t>(c)] * left / 16; });
  if (left > 0 || p.phase == Phase::act) {
    worth += markers_worth(w.guild);
    worth += wares_worth(w.ore.size()) + wares_worth(w.crystal.size());
    worth += w.hand * weights.card_in_hand;
    worth += w.organizer * weights.marker_organizer + w.manipulator * weights.marker_manipulator;
    worth += (store_count - std::popcount(static_cast<u32>(w.store))) * weights.new_die * left / 4;
  }
  worth += w.points * weights.point + (w.points >= points_a_medal ? weights.point_medal : 0);
  worth -= std::popcount(static_cast<u32>(w.lost)) * weights.lost;
  return worth;
}

}  // namespace
}  // namespace tharos

// Between two actions: nothing is half paid, drawn or chosen.
bool Judgement<tharos::Tharos>::settled(const tharos::Public& pub) {
  using tharos::Now;
  if (pub.stack.empty()) return true;
  const Frame& f = pub.stack.back();
  switch (static_cast<Now>(f.kind)) {
    case Now::act: return f.a == 0;
    case Now::ask_depot:
    case Now::ask_keep:
    case Now::reveal_attack:
    case Now::reveal_end:
    case Now::exchange:
    case Now::defend: return true;
    case Now::draw: return pub.phase == tharos::Phase::prepare;
    default: return false;
  }
}

i32 Judgement<tharos::Tharos>::evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight) {
  using namespace tharos;
  const Public& p = sight.pub;
  const Player& w = p.of(sight.me);
  if (p.phase == Phase::over) {
    i32 mine = 0, best = 0;
    for (int i = 0; i < p.seats; ++i) {
      const i32 score = standing_worth(rules, p, seat_at(i));
      (seat_at(i) == sight.me ? mine : best) = seat_at(i) == sight.me ? score : std::max(best, score);
    }
    return mine - best * weights.opponent / 100;
  }
  i32 worth = standing_worth(rules, p, sight.me) + defence_worth(p, w);
  if (!w.passed) worth += dice_worth(w) + (w.transformed == 0 ? weights.transformation : 0);
  i32 best = 0;
  for (int i = 0; i < p.seats; ++i)
    if (seat_at(i) != sight.me) best = std::max(best, standing_worth(rules, p, seat_at(i)));
  return worth - best * weights.opponent / 100;
}

}  // namespace trestle
