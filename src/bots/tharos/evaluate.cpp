#include "bots/tharos/evaluate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/hash.hpp"

namespace trestle {

namespace tharos {
namespace {

// In hundredths of a victory point unless said otherwise. Partly tuned by games between bots, partly set by hand.
struct Weights {
  i32 jar = 20;                                                        // a Jar, up to a purse that can build and own,
  i32 jar_more = 18;                                                   // and beyond it
  i32 purse = 20;                                                      // Jars
  i32 set_part = 54;                                                   // a medal of a type that a set still wants
  i32 mine = 115;                                                      // a mine that counts, or will
  i32 mine_risk = 23;                                                  // less on a region that is still to be attacked
  i32 mine_each = 20;                                                  // percent: what a mine adds to the hope of a third,
  i32 mine_turn = 18;                                                  // what a turn to come adds,
  i32 mine_base = 13;                                                  // and what is taken from it
  i32 guild = 60;                                                      // a guild marker on a region
  i32 guild_link = 25;                                                 // a pair of neighbours with markers
  i32 explore = 350;                                                   // a group that is ready for a medal
  i32 guild_risk = 3;                                                  // less on a region that is still to be attacked
  i32 wares_full = 8;                                                  // markers on regions that a digger does not run out of
  i32 ware = 115;                                                      // an ore or crystal marker,
  i32 ware_more = 14;                                                  // and more for each other one of its type
  i32 ware_set = 640;                                                  // two of each, with the New Market,
  i32 ware_set_unbuilt = 600;                                          // and before it is built
  i32 three_wares = 317;                                               // three of a type, with the Little Market
  i32 five_wares = 745;                                                // five of a type, with the Large Market
  i32 rent = 6;                                                        // an owned building, a turn
  i32 marker_organizer = 49, marker_manipulator = 25;                  // a guild marker on the card
  i32 point = 56;                                                      // a combat point that can still become part of a medal
  i32 point_poke = 10;                                                 // one that can only help Rumblepoke
  i32 hand_other = 77;                                                 // an action card that is not seen
  i32 turn_fresh = 300;                                                // dice not yet rolled this turn
  i32 die_other = 45;                                                  // an opponent's active die
  i32 transformation = 3;                                              // the region effect is still there
  i32 new_red = 32, new_yellow = 27, new_green = 109, new_blue = 161;  // a die out of the store, at the start
  // what dice can still do this turn
  i32 planned = 75;                                    // percent of what has been done
  i32 draw_card = 53, draw_choice = 9, draw_full = 1;  // an action card; each to choose from beyond the first; with a full hand
  i32 build = 118, fetch = 134, buy = 10;
  i32 spare = 7;                        // a die without use, by its value
  i32 part_guild = 45, part_mine = 50;  // a step to what an action card asks for
  // what a player card brings beyond its symbols, at the start of the game
  std::array<i32, player_card_count> use{302, 136, 410, 282, 257, 112, 160, 436, 100, 60};
  // an action card in the hand, by its number: as long as what it asks for is not there, and when it is
  std::array<i32, action_card_count + 1> idle{0,  60, 30, 90,  30, 60, 110, 70,  60, 35, 60, 20, 45, 40, 80, 60, 75, 65, 60, 115, 150,
                                              20, 50, 85, 140, 50, 60, 30,  100, 60, 10, 60, 30, 30, 30, 30, 30, 30, 30, 40, 50};
  std::array<i32, action_card_count + 1> ready{0,   60,  120, 130, 55,  60,  150, 70,  60,  35,  60,  90,  45, 90,
                                               130, 200, 75,  65,  105, 115, 150, 60,  50,  85,  140, 50,  60, 80,
                                               100, 90,  130, 170, 340, 340, 340, 500, 500, 500, 500, 160, 130};
};
constexpr Weights weights;

// Without a call of the library, which some targets make for std::popcount.
constexpr i32 cells_in(int cells) {
  u32 x = static_cast<u32>(cells);
  x -= x >> 1 & 0x5555u;
  x = (x & 0x3333u) + (x >> 2 & 0x3333u);
  x = (x + (x >> 4)) & 0x0f0fu;
  return static_cast<i32>((x + (x >> 8)) & 0x1fu);
}
constexpr i32 colours_in(Colours set) { return cells_in(set.bits()); }

// The largest number of connected cells.
int largest_group(Cells owned) {
  int largest = 0;
  for (Cells left = owned; left != 0;) {
    Cells grown = static_cast<Cells>(left & (~left + 1u));
    for (Cells next = 0; (next = static_cast<Cells>((grown | neighbours(grown)) & left)) != grown;) grown = next;
    largest = std::max(largest, cells_in(grown));
    left = static_cast<Cells>(left & ~grown);
  }
  return largest;
}

// This turn's attack is resolved for the seat.
bool clashed(const Public& p, Seat seat) {
  const int order = (index_of(seat) - index_of(p.start) + p.seats) % p.seats;
  if (order >= p.at) return false;
  for (const Frame& f : p.stack)
    if (static_cast<Now>(f.kind) == Now::clash && f.seat == seat && f.a == 0) return false;
  return true;
}
// Card 39 is being carried out.
bool is_restoring(const Public& p, Seat seat) {
  return !p.stack.empty() && static_cast<Now>(p.stack.back().kind) == Now::restore && p.stack.back().seat == seat;
}

// How the game stands for one seat; what several parts of the judgement ask.
struct Standpoint {
  const Tables& t;
  const Public& p;
  const Player& w;
  Seat seat;
  int left;       // turns after this one
  bool to_play;   // dice of this turn are still to be used
  bool rolled;    // and lie there
  bool at_stake;  // this turn's attack is not yet resolved for the seat
  int group;      // largest group of guild markers
  bool restoring;

  Standpoint(const Tables& tables, const Public& pub, Seat s) : t(tables), p(pub), w(pub.of(s)), seat(s) {
    left = (rounds - p.round) * turns + turns - p.turn;
    const bool before = p.phase == Phase::begin || p.phase == Phase::prepare;
    to_play = before || (p.phase == Phase::act && !w.passed);
    rolled = p.phase == Phase::act || !w.active.empty();
    at_stake = before || p.phase == Phase::act || (p.phase == Phase::attack && !clashed(p, seat));
    group = largest_group(w.guild);
    restoring = is_restoring(p, seat);
  }
  // Card 39 is being carried out: its medal is as good as there.
  int medals(Medal m) const { return w.medals[m] + (m == Medal::civil && restoring ? 1 : 0); }
  // Regions that the Trust still comes to.
  Cells exposed() const { return static_cast<Cells>(0xffffu << ((p.round - 1) * side + p.turn - (at_stake ? 1 : 0))); }
  bool has(PlayerCard c) const { return w.cards.has(c); }
  bool ready(PlayerCard c) const { return w.cards.has(c) && !w.spent.has(c); }
  bool open(Space s) const { return !w.blocked.has(s); }
  bool built(Building b) const { return p.owner[static_cast<std::size_t>(b)] != unbuilt; }
  bool chance_to_act() const { return to_play || left > 0; }
  i32 fade(int turns_full) const { return std::min(left + (to_play ? 1 : 0), turns_full); }
};

// ---- what is there

i32 card_use(const Standpoint& s, PlayerCard c) {
  i32 use = weights.use[static_cast<std::size_t>(c)] * s.left / 16;
  // Little is left to dig for.
  if (c == PlayerCard::ore_digger) use = use * std::min(cells_in(s.p.ore), weights.wares_full) / weights.wares_full;
  if (c == PlayerCard::crystallographist) use = use * std::min(cells_in(s.p.crystal), weights.wares_full) / weights.wares_full;
  return use;
}

i32 medals_worth(const Standpoint& s) {
  i32 worth = 0;
  int fewest = 255;
  for (int m = 0; m < medal_count; ++m) {
    const int count = s.medals(static_cast<Medal>(m));
    worth += 100 * count * medal_points[static_cast<std::size_t>(m)];
    fewest = std::min(fewest, count);
  }
  if (s.chance_to_act())
    for (int m = 0; m < medal_count; ++m) worth += s.medals(static_cast<Medal>(m)) > fewest ? weights.set_part : 0;
  return worth + 100 * set_points * fewest;
}

i32 jars_worth(const Standpoint& s) {
  if (!s.chance_to_act()) return s.w.jars / jars_a_point * 100;
  return std::min<i32>(s.w.jars, weights.purse) * weights.jar + std::max(0, s.w.jars - weights.purse) * weights.jar_more;
}

i32 mines_worth(const Standpoint& s) {
  if (!s.chance_to_act()) return cells_in(s.w.mines) >= mines_that_count ? 100 * cells_in(s.w.mines) : 0;
  const i32 count = cells_in(s.w.mines);
  const i32 hope = count >= mines_that_count
                       ? 100
                       : std::min(100, count * weights.mine_each + (s.left + (s.to_play ? 1 : 0)) * weights.mine_turn - weights.mine_base);
  if (hope <= 0) return 0;
  return (count * weights.mine - cells_in(s.w.mines & s.exposed()) * weights.mine_risk) * hope / 100;
}

i32 guilds_worth(const Standpoint& s) {
  const i32 count = cells_in(s.w.guild);
  if (count == 0 || !s.chance_to_act()) return 0;
  const u32 g = s.w.guild;
  const i32 links = cells_in(static_cast<int>(g & (g >> 1) & 0x7777u)) + cells_in(static_cast<int>(g & (g >> 4)));
  i32 worth = -cells_in(s.w.guild & s.exposed()) * weights.guild_risk;
  const bool three = s.group >= 3 && s.has(PlayerCard::cartographer) && (s.left > 0 || s.ready(PlayerCard::cartographer));
  const bool four = s.group >= 4 && (s.left > 0 || s.open(Space::guild_region));
  if (three)
    worth += std::max(weights.explore, 3 * weights.guild) + (count - 3) * weights.guild;
  else if (four)
    worth += std::max(weights.explore, 4 * weights.guild) + (count - 4) * weights.guild;
  else
    worth += count * weights.guild + std::min<i32>(links, 3) * weights.guild_link;
  if (three || four) return s.left > 0 ? worth : weights.explore;
  return worth * s.fade(4) / 4;
}

i32 wares_worth(const Standpoint& s) {
  const i32 ore = colours_in(s.w.ore), crystal = colours_in(s.w.crystal);
  if (ore + crystal == 0 || !s.chance_to_act()) return 0;
  const bool market = s.built(Building::new_market), little = s.built(Building::little_market);
  const int uses = s.left + (s.to_play && !s.w.visited.has(Building::new_market) && s.w.jars >= 5 ? 1 : 0);
  const int sets = std::min({ore / 2, crystal / 2, uses});
  i32 worth = sets * (market ? weights.ware_set : weights.ware_set_unbuilt * s.fade(4) / 4);
  const int ore_rest = ore - 2 * sets, crystal_rest = crystal - 2 * sets;
  int rest = ore_rest + crystal_rest;
  bool trades = false;
  const i32 alike = ore_rest * (ore_rest - 1) / 2 + crystal_rest * (crystal_rest - 1) / 2;
  if (s.built(Building::large_market) && (s.left > 0 || !s.w.visited.has(Building::large_market)) &&
      std::max(ore_rest, crystal_rest) >= 5) {
    trades = true;
    worth += weights.five_wares;
    rest -= 5;
  } else if (little && (s.left > 0 || !s.w.visited.has(Building::little_market)) && std::max(ore_rest, crystal_rest) >= 3) {
    trades = true;
    worth += weights.three_wares + 3 * weights.ware_more;
    rest -= 3;
  }
  return worth + (rest * weights.ware + (trades ? 0 : alike * weights.ware_more)) * std::min(s.left, 4) / 4;
}

// Combat points, with so many attacks still to come.
i32 points_worth(const Standpoint& s, int points, int attacks) {
  if (s.p.phase == Phase::over) return 0;
  i32 worth = 0;
  const bool medal = points >= points_a_medal;
  if (medal) {
    worth += 97 * medal_points[0] + (s.w.medals[Medal::combat] == 0 ? weights.set_part : 0);
    points -= points_a_medal;
  }
  // One medal a round end: the last one takes four points only.
  const bool can_fill = points + attacks >= points_a_medal && (!medal || s.p.round < rounds);
  i32 each = can_fill ? std::min(weights.point, weights.point * (points + attacks) / 6) : 0;
  if (s.has(PlayerCard::rumblepoke) && attacks > 0) each = std::max(each, weights.point_poke);
  return worth + points * each;
}
i32 points_worth(const Standpoint& s) { return points_worth(s, s.w.points, s.left + (s.at_stake ? 1 : 0)); }
// What warding off this turn's attack adds.
i32 point_gained(const Standpoint& s) {
  return std::max(0, points_worth(s, std::min(s.w.points + 1, points_max), s.left) - points_worth(s, s.w.points, s.left));
}

// The mean loss for a marker on an attack card, by what the seat has to lose.
i32 loss_of(const Standpoint& s) {
  const Player& w = s.w;
  i32 sum = 0;
  for (const auto& by_round : s.t.losses) {
    const Loss& loss = by_round[static_cast<std::size_t>(s.p.round - 1)];
    if (loss.any_medal && w.medals[loss.medal] > 0) sum += 100 * medal_points[static_cast<std::size_t>(loss.medal)] + weights.set_part;
    if (loss.jars != 0)
      sum += 20 * (loss.jars == Loss::all ? w.jars : loss.jars == Loss::half ? (w.jars + 1) / 2 : std::min<int>(loss.jars, w.jars));
    sum += std::min<int>(loss.action_cards, w.hand) * weights.hand_other;
    sum += std::min<int>(loss.card_guilds, w.organizer + w.manipulator) * weights.marker_manipulator;
    sum += std::min<i32>(loss.region_guilds, cells_in(w.guild)) * weights.guild;
    sum += std::min<i32>(loss.mines, cells_in(w.mines)) * weights.mine;
    if (loss.player_cards > 0 && !w.cards.empty()) sum += 110 + 8 * s.left;
  }
  return sum / end_card_count;
}

i32 store_worth(const Standpoint& s) {
  const std::array<i32, colour_count> each{0, weights.new_red, weights.new_yellow, weights.new_green, weights.new_blue};
  i32 worth = 0;
  for (int i = 0; i < store_count; ++i)
    if ((s.w.store >> i & 1) == 0) worth += each[static_cast<std::size_t>(s.t.store[static_cast<std::size_t>(i)])];
  return worth * s.left / 16;
}

// ---- action cards: what each can do as things stand

// What the card asks for is there.
bool card_ready(const Standpoint& s, ActionCard n) {
  const Player& w = s.w;
  switch (n) {
    case 2: return w.guild != 0;
    case 3: return std::max(colours_in(w.ore), colours_in(w.crystal)) >= 2;
    case 4: return cells_in(w.guild) >= 3;
    case 6: return w.jars >= 12;
    case 11:
    case 21:
      return (w.cards.has(PlayerCard::organizer) && w.organizer == 0) || (w.cards.has(PlayerCard::manipulator) && w.manipulator <= 1);
    case 13: return cells_in(s.p.ore) + cells_in(s.p.crystal) < 24;
    case 14: return !(w.ore & w.crystal).empty();
    case 15: return cells_in(w.guild) >= 3;
    case 18: return (w.guild & 0x000f) == 0;
    case 27: return w.lost != 0;
    case 29: return s.left < 4;
    case 30: return cells_in(w.cards.bits()) < player_card_count && w.jars >= 5;
    case 31: return w.medals[Medal::civil] > 0;
    case 32:
    case 33:
    case 34: {
      bool all = true;
      s.t.requests[static_cast<std::size_t>(n - first_request)].colours.for_each(
          [&](Colour c) { all = all && (s.p.land[static_cast<std::size_t>(c)] & w.mines) != 0; });
      return all;
    }
    case 35:
    case 36:
    case 37:
    case 38: return s.group >= 4 && contains_shape(w.guild, s.t.requests[static_cast<std::size_t>(n - first_request)].shape);
    case 39: return cells_in(s.p.ore) + cells_in(s.p.crystal) < 26;
    case 40: return w.organizer + w.manipulator > 0 && w.guild != 0 && w.mines != 0;
    default: return true;
  }
}

// Part of the way to what the card asks for.
i32 card_progress(const Standpoint& s, ActionCard n) {
  if (n == 15) return std::min(cells_in(s.w.guild), 2) * weights.part_guild;
  if (n < first_request || n >= first_request + request_count) return 0;
  const Request& asked = s.t.requests[static_cast<std::size_t>(n - first_request)];
  if (asked.colours.empty()) return std::min(s.group, 3) * weights.part_guild;
  i32 worth = 0;
  asked.colours.for_each([&](Colour c) { worth += s.p.land[static_cast<std::size_t>(c)] & s.w.mines ? weights.part_mine : 0; });
  return worth;
}

i32 hand_card(const Standpoint& s, ActionCard n) { return card_ready(s, n) ? weights.ready[n] : weights.idle[n] + card_progress(s, n); }

i32 hand_worth(const Standpoint& s, ActionCards hand) {
  if (!s.chance_to_act()) return 0;
  i32 worth = 0;
  for (ActionCards cards = hand; cards != 0; cards &= cards - 1) worth += hand_card(s, static_cast<ActionCard>(std::countr_zero(cards)));
  return worth * (1 + s.fade(3)) / 4;
}

// ---- what the dice of this turn can still do: uses in order of worth, each taking the least dice that do

class DicePlan {
 public:
  DicePlan(const Standpoint& s, ActionCards hand) : s_(s), hand_(hand), dice_(s.w.active), left_(dice_.total()) {}

  i32 worth(i32 ward) {
    i32 sum = defend(ward);
    if (left_ == 0) return sum;
    sum += activate() + dig(PlayerCard::ore_digger, 2, 4, s_.p.ore, s_.w.ore) +
           dig(PlayerCard::crystallographist, 1, 3, s_.p.crystal, s_.w.crystal);
    if (left_ == 0) return sum;
    sum += build() + mine() + explore() + money() + draw() + fetch() + stock() + mark() + little_money() + buy();
    sum += spares();
    return sum;
  }

 private:
  static constexpr int w = 0, r = 1, y = 2;
  u64 values(int c) const { return dice_.present() >> (8 * c) & 0xff; }
  int top(int c) const { return static_cast<int>(std::bit_width(values(c))); }
  // The least value from min on; 0: none.
  int least(int c, int min) const {
    const u64 from = values(c) >> (min - 1);
    return from == 0 ? 0 : std::countr_zero(from) + min;
  }
  void take(int c, int value) {
    dice_.remove(die_kind(static_cast<Colour>(c), value));
    --left_;
  }
  // Takes so many dice from min to max of any colour, the lowest first; all or none.
  bool take_any(int count, int min, int max) {
    const Rolled before = dice_;
    const int had = left_;
    for (; count > 0; --count) {
      int colour = -1, value = max + 1;
      for (int c = 0; c < colour_count; ++c)
        if (const int v = least(c, min); v != 0 && v < value) colour = c, value = v;
      if (colour < 0) {
        dice_ = before;
        left_ = had;
        return false;
      }
      take(colour, value);
    }
    return true;
  }

  // ward: what it is worth not to lose this turn's attack
  i32 defend(i32 ward) {
    const Player& me = s_.w;
    if (!s_.at_stake) return 0;
    int need = s_.p.attacks[static_cast<std::size_t>(s_.p.turn - 1)] + s_.p.round - me.strength;
    if (me.warded || need <= 0) return ward;
    if (!me.transformed) {
      if (transformation(s_.p) == Transformation::combat_1) need -= 1;
      if (transformation(s_.p) == Transformation::combat_2) need -= 2;
    }
    if (need <= 0) return ward * 97 / 100;
    const bool poke = s_.has(PlayerCard::rumblepoke) && !me.poked && me.points > 0;
    if (!s_.to_play) return poke && need <= 2 ? ward * 97 / 100 - weights.point / 2 : 0;
    if (reds(need)) return ward * 93 / 100;
    if (s_.ready(PlayerCard::cannoneer) && take_any(2, 5, value_max)) return ward * 93 / 100;
    if (poke && reds(need - 2)) return ward * 92 / 100 - weights.point / 2;
    if (s_.ready(PlayerCard::cannoneer) && reds_and_cannon(need - (poke ? 2 : 0))) return ward * 90 / 100 - (poke ? weights.point / 2 : 0);
    constexpr ActionCards four = card_bit(19) | card_bit(20);
    const int card = hand_ & four ? 4 : hand_ & card_bit(7) ? 2 : 0;
    if (card > 0 && reds(need - card - (poke ? 2 : 0))) return std::max(0, ward * 90 / 100 - (card == 4 ? 130 : 60));
    return 0;
  }
  bool reds(int need) {
    if (need <= 0) return true;
    const Rolled before = dice_;
    const int had = left_;
    if (s_.ready(PlayerCard::rumblepoke)) need -= top(r) != 0 ? 2 : 0;
    while (need > 0 && top(r) != 0) {
      const int enough = least(r, std::min(need, value_max));
      const int v = enough != 0 ? enough : top(r);
      take(r, v);
      need -= v;
    }
    if (need <= 0) return true;
    dice_ = before;
    left_ = had;
    return false;
  }
  bool reds_and_cannon(int need) {
    const Rolled before = dice_;
    const int had = left_;
    if (reds(need - 3) && take_any(2, 3, value_max)) return true;
    dice_ = before;
    left_ = had;
    return false;
  }

  i32 done(i32 worth) const { return worth * weights.planned / 100; }

  i32 activate() {
    i32 sum = 0;
    constexpr std::array<PlayerCard, player_card_count> order{
        PlayerCard::ore_digger, PlayerCard::crystallographist, PlayerCard::rumblepoke,           PlayerCard::cartographer,
        PlayerCard::organizer,  PlayerCard::cannoneer,         PlayerCard::steam_pressure_plant, PlayerCard::banker,
        PlayerCard::steam_dyer, PlayerCard::manipulator};
    for (PlayerCard c : order) {
      if (s_.w.cards.has(c)) continue;
      const PlayerCardRow& row = s_.t.cards[c];
      if (pay(row)) sum += done(100 * row.count + card_use(s_, c));
    }
    return sum;
  }
  bool pay(const PlayerCardRow& row) {
    if (row.count > left_) return false;
    const Rolled before = dice_;
    const int had = left_;
    // The highest first; the last one as low as the total allows.
    int need = row.total;
    for (int i = row.count - 1; i >= 0; --i) {
      const int c = static_cast<int>(row.order[static_cast<std::size_t>(i)]);
      const int v = i == 0 ? least(c, std::clamp(need, 1, value_max)) : top(c);
      if (v == 0) {
        dice_ = before;
        left_ = had;
        return false;
      }
      take(c, v);
      need -= v;
    }
    if (need <= 0) return true;
    dice_ = before;
    left_ = had;
    return false;
  }

  i32 dig(PlayerCard card, int min, int max, Cells lying, Colours held) {
    if (!s_.ready(card) || left_ < 2) return 0;
    std::array<Cells, colour_count> there{};
    for (int c = 0; c < colour_count; ++c) {
      const int v = least(c, min);
      if (v == 0 || v > max) continue;
      if (!held.has(static_cast<Colour>(c)))
        there[static_cast<std::size_t>(c)] = static_cast<Cells>(s_.p.land[static_cast<std::size_t>(c)] & lying);
    }
    for (int a = 0; a < colour_count; ++a)
      for (int b = a + 1; b < colour_count && there[static_cast<std::size_t>(a)] != 0; ++b)
        if (neighbours(there[static_cast<std::size_t>(a)]) & there[static_cast<std::size_t>(b)]) {
          take(a, least(a, min));
          take(b, least(b, min));
          return done(2 * ware_now());
        }
    for (int a = 0; a < colour_count; ++a)
      if (there[static_cast<std::size_t>(a)] != 0) {
        const int v = least(a, min);
        take(a, v);
        if (take_any(1, min, max)) return done(ware_now());
        dice_.add(die_kind(static_cast<Colour>(a), v));
        ++left_;
      }
    return 0;
  }
  i32 ware_now() const { return weights.ware * std::min(s_.left + 1, 4) / 4; }

  i32 build() {
    if (!s_.open(Space::building) || s_.w.jars < build_cost) return 0;
    const int v = least(y, build_die_min);
    if (v == 0 || std::find(s_.p.owner.begin(), s_.p.owner.end(), unbuilt) == s_.p.owner.end()) return 0;
    take(y, v);
    return done(weights.build);
  }
  i32 mine() {
    if (!s_.open(Space::dice)) return 0;
    const u32 free = (s_.w.mines == 0 ? 0xffffu : neighbours(s_.w.mines)) & ~static_cast<u32>(s_.w.mines);
    for (int c = colour_count - 1; c >= 0; --c)
      if (dice_[die_kind(static_cast<Colour>(c), mine_value)] > 0 && (s_.p.land[static_cast<std::size_t>(c)] & free) != 0) {
        take(c, mine_value);
        mined_ = true;
        return done(weights.mine *
                    std::clamp(weights.mine_each * (cells_in(s_.w.mines) + 1) + s_.left * weights.mine_turn - weights.mine_base, 0, 100) /
                    100);
      }
    return 0;
  }
  i32 explore() {
    if (s_.group < 4 || !s_.open(Space::guild_region) || !take_any(1, 1, value_max)) return 0;
    marked_ = true;
    return done(100 * medal_points[1] - weights.explore);
  }
  i32 money() {
    i32 jars = 0;
    if (s_.ready(PlayerCard::banker) && top(y) != 0) {
      jars += top(y);
      take(y, top(y));
    }
    if (s_.open(Space::money)) {
      int sum = 0, count = 0;
      while (sum < plenty_max && count < plenty_dice_max && top(w) != 0) {
        const int enough = least(w, std::min(value_max, plenty_max - sum));
        const int v = enough != 0 ? enough : top(w);
        take(w, v);
        sum += v;
        ++count;
      }
      paid_ = count > 0;
      if (paid_) jars += std::min(sum, plenty_max) + (s_.has(PlayerCard::banker) ? banker_bonus : 0);
    }
    return done(jars * weights.jar_more);
  }
  i32 draw() {
    if (left_ == 0 || !s_.open(Space::cards)) return 0;
    const i32 full = s_.w.hand >= hand_max ? weights.draw_full : weights.draw_card;
    if (const int v = least(w, 3); v != 0) {
      take(w, v);
      return done((full + (v - 1) / 2 * weights.draw_choice) * (1 + s_.fade(3)) / 4);
    }
    take_any(1, 1, value_max);
    return done(full * (1 + s_.fade(3)) / 4);
  }
  i32 stock() {
    if (left_ == 0 || s_.left == 0 || !s_.open(Space::guild_card)) return 0;
    const i32 worth = s_.has(PlayerCard::organizer) && s_.w.organizer < 2       ? weights.marker_organizer
                      : s_.has(PlayerCard::manipulator) && s_.w.manipulator < 3 ? weights.marker_manipulator
                                                                                : 0;
    if (worth > 0) take_any(1, 1, value_max);
    return done(worth);
  }
  i32 mark() {
    if (left_ < 2 || marked_ || !s_.open(Space::guild_region)) return 0;
    take_any(2, 1, value_max);
    return done(weights.guild * std::min(s_.left, 4) / 4);
  }
  i32 fetch() {
    if (!s_.ready(PlayerCard::steam_pressure_plant) || s_.p.discard == 0 || s_.w.hand >= hand_max || !take_any(2, 5, value_max)) return 0;
    return done(weights.fetch * (1 + s_.fade(3)) / 4);
  }
  i32 little_money() {
    if (paid_ || left_ == 0 || !s_.open(Space::money)) return 0;
    int colour = 0;
    for (int c = 1; c < colour_count; ++c)
      if (top(c) > top(colour)) colour = c;
    const int v = top(colour);
    take(colour, v);
    return done((v + 1) / 2 * weights.jar_more);
  }
  i32 buy() {
    if (mined_ || left_ == 0 || s_.w.store == 0 || s_.w.jars < s_.t.price[0] || !s_.open(Space::dice)) return 0;
    take_any(1, 1, value_max);
    return done(weights.buy * s_.left / 16);
  }
  i32 spares() {
    i32 sum = 0;
    for (u64 digit : dice_.digits)
      for (; digit != 0; digit &= digit - 1) sum += value_of(static_cast<DieKind>(std::countr_zero(digit)));
    return sum * weights.spare;
  }

  const Standpoint& s_;
  ActionCards hand_;
  Rolled dice_;
  int left_;
  bool marked_ = false, mined_ = false, paid_ = false;
};

// What there is to see of it for everybody.
Parts open_parts(const Standpoint& s) {
  const Player& w = s.w;
  i32 buildings = 0, cards = 0;
  for (u8 owner : s.p.owner) buildings += owner == owned_by + index_of(s.seat) ? 100 + weights.rent * s.left : 0;
  w.cards.for_each([&](PlayerCard c) { cards += 100 * s.t.cards[c].count + card_use(s, c); });
  Parts parts;
  parts[Part::medals] = medals_worth(s);
  parts[Part::jars] = jars_worth(s);
  parts[Part::mines] = mines_worth(s);
  parts[Part::guilds] = guilds_worth(s);
  parts[Part::wares] = wares_worth(s);
  parts[Part::points] = points_worth(s);
  parts[Part::store] = store_worth(s);
  parts[Part::buildings] = buildings;
  parts[Part::cards] = cards;
  if (s.chance_to_act())
    parts[Part::markers] = (w.organizer * weights.marker_organizer + w.manipulator * weights.marker_manipulator) * s.fade(3) / 3;
  return parts;
}

Parts own_parts(const Standpoint& s, ActionCards hand) {
  const Public& p = s.p;
  Parts parts = open_parts(s);
  parts[Part::hand] = hand_worth(s, hand);
  if (p.phase >= Phase::medals) return parts;
  const i32 loss = loss_of(s);
  parts[Part::losses] = -cells_in(s.w.lost) * loss;
  if (!s.at_stake) return parts;
  if (s.to_play && !s.rolled) {
    parts[Part::turn] = weights.turn_fresh;
    return parts;
  }
  const Cells here = cell_bit(attacked_cell(p));
  const i32 ward = point_gained(s) + loss + (s.w.guild & here ? weights.guild : 0) + (s.w.mines & here ? weights.mine : 0);
  const bool effect = s.to_play && s.w.transformed == 0 && transformation(p) != Transformation::none;
  DicePlan plan(s, hand);
  parts[Part::turn] = plan.worth(ward) + (effect ? weights.transformation : 0);
  return parts;
}

Worth own_worth(const Tables& t, const Public& p, Seat seat, ActionCards hand) {
  const Standpoint s(t, p, seat);
  const Parts parts = own_parts(s, hand);
  return {sum_of(parts), parts, s.to_play, s.at_stake};
}

i32 other_worth(const Tables& t, const Public& p, Seat seat) {
  const Standpoint s(t, p, seat);
  i32 worth = sum_of(open_parts(s));
  if (s.chance_to_act()) worth += s.w.hand * weights.hand_other;
  if (p.phase >= Phase::medals) return worth;
  const bool safe = s.at_stake && s.rolled && (s.w.warded || s.w.strength >= p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round);
  if (s.w.lost != 0 || safe) {
    const i32 loss = loss_of(s);
    worth += (safe ? point_gained(s) + loss : 0) - cells_in(s.w.lost) * loss;
  }
  if (s.to_play) worth += s.rolled ? s.w.active.total() * weights.die_other : weights.turn_fresh;
  return worth;
}

// All that the worth of a seat depends on, as a hash: its own things, and what of the table is looked at above. `looks` sets apart
// who looks: at its own hand, or 0 from outside. Word pairs apart from each other, for a chain takes as long as finding the worth.
u64 situation(const Public& p, Seat seat, u64 looks) {
  constexpr std::size_t things = offsetof(Player, jars);
  const Player& w = p.of(seat);
  std::array<u64, 14> words{looks, word_of(p.owner)};
  static_assert(sizeof(Player) - things == 4 * sizeof(u64) && sizeof(p.land) == 10);
  std::memcpy(&words[2], reinterpret_cast<const u8*>(&w) + things, 4 * sizeof(u64));
  std::memcpy(&words[6], &p.land, sizeof(p.land));
  words[7] |= u64{p.ore} << 16 | u64{p.crystal} << 32 | u64{p.round} << 48 | u64{p.turn} << 56;
  const bool fights = p.phase <= Phase::attack;
  words[8] = u64{fights ? p.attacks[static_cast<std::size_t>(p.turn - 1)] : u8{0}} |
             u64{fights ? static_cast<u8>(transformation(p)) : u8{0}} << 8 | static_cast<u64>(p.phase) << 16 |
             static_cast<u64>(seat) << 24 | u64{p.phase == Phase::attack && clashed(p, seat)} << 32 | u64{is_restoring(p, seat)} << 33 |
             u64{p.discard == 0} << 34;
  std::copy(w.active.digits.begin(), w.active.digits.end(), words.begin() + 9);
  u64 key = 0;
  for (std::size_t i = 0; i < words.size(); i += 2) key = (key << 7 | key >> 57) ^ fold(words[i] + i, words[i + 1]);
  return mix(key, 0);
}

}  // namespace
}  // namespace tharos

namespace {

template <class Worth>
i32 best_other(const tharos::SightRef& sight, Worth&& worth) {
  i32 best = -100'000;
  for (int i = 0; i < sight.pub.seats; ++i)
    if (seat_at(i) != sight.me) best = std::max(best, worth(seat_at(i)));
  return best;
}

}  // namespace

// Between two actions: nothing is half paid, drawn or chosen. Which markers card 39 puts back matters too little to look past it.
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
    case Now::restore:
    case Now::defend: return true;
    default: return false;
  }
}

i32 Judgement<tharos::Tharos>::evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory) {
  return own(rules, sight, memory).sum - best_other(sight, [&](Seat seat) { return seen(rules, sight.pub, seat, memory); });
}

i32 Judgement<tharos::Tharos>::evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight) {
  return tharos::own_worth(rules.tables(), sight.pub, sight.me, sight.own.hand | sight.own.drawn).sum -
         best_other(sight, [&](Seat seat) { return tharos::other_worth(rules.tables(), sight.pub, seat); });
}

const tharos::Worth& Judgement<tharos::Tharos>::own(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory) {
  const tharos::ActionCards hand = sight.own.hand | sight.own.drawn;
  return memory.owned.recall(tharos::situation(sight.pub, sight.me, hand + 1),
                             [&] { return tharos::own_worth(rules.tables(), sight.pub, sight.me, hand); });
}

i32 Judgement<tharos::Tharos>::seen(const tharos::Tharos& rules, const tharos::Public& pub, Seat seat, Memory& memory) {
  return memory.others.recall(tharos::situation(pub, seat, 0), [&] { return tharos::other_worth(rules.tables(), pub, seat); });
}

}  // namespace trestle
