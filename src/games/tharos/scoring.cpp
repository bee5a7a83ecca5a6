// Final scoring, places, and the invariants every position must hold.
#include <algorithm>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

struct Points {
  std::array<int, medal_count> medals{};
  int sets = 0, jars = 0, buildings = 0, symbols = 0, mines = 0;
  int total() const { return medals[0] + medals[1] + medals[2] + medals[3] + sets + jars + buildings + symbols + mines; }
};

// rule: tharos.score.medals, tharos.score.sets, tharos.score.jars, tharos.score.buildings, tharos.score.symbols, tharos.score.mines
Points points_of(const Tables& t, const Player& player, const Public& p, Seat seat) {
  Points out;
  int fewest = 255;
  for (int m = 0; m < medal_count; ++m) {
    const int count = player.medals[static_cast<Medal>(m)];
    out.medals[static_cast<std::size_t>(m)] = count * medal_points[static_cast<std::size_t>(m)];
    fewest = std::min(fewest, count);
  }
  out.sets = set_points * fewest;
  out.jars = player.jars / jars_a_point;
  for (u8 owner : p.owner) out.buildings += owner == owned_by + index_of(seat);
  player.cards.for_each([&](PlayerCard c) { out.symbols += t.cards[c].count; });
  const int mines = bit_count(player.mines);
  out.mines = mines >= mines_that_count ? mines : 0;
  return out;
}

Status wrong(std::string what) { return fault(std::move(what)); }

std::string of_seat(int i) { return std::string(seat_name(seat_at(i))); }

Status check_dice(const Tables& t, const Public& p, int i) {
  const Player& player = p.players[static_cast<std::size_t>(i)];
  Dice all = player.active.colours();
  if (p.go.fresh_state() == Fresh::real && index_of(p.actor) == i) all.add(colour_of(static_cast<DieKind>(p.go.fresh - 1)));
  for (Dice part : {player.bag, player.depot, player.used, player.kept, player.drawn}) all.add(part);
  for (int place = 0; place < store_count; ++place)
    if (player.store >> place & 1) all.add(t.store[static_cast<std::size_t>(place)]);
  for (int c = 0; c < colour_count; ++c)
    if (all[static_cast<Colour>(c)] != t.dice[static_cast<std::size_t>(c)])
      return wrong(of_seat(i) + " has " + std::to_string(all[static_cast<Colour>(c)]) + " " + std::string(name_of(static_cast<Colour>(c))) +
                   " dice in all; there are " + std::to_string(t.dice[static_cast<std::size_t>(c)]));
  return ok();
}

Status check_player(const Book& book, const State& s, int i) {
  const Player& player = s.pub.players[static_cast<std::size_t>(i)];
  const Private& own = s.own[static_cast<std::size_t>(i)];
  const View v(book, s.pub, own, seat_at(i));
  if (auto dice = check_dice(book.tables, s.pub, i); !dice) return dice;
  if (v.guild_supply() < 0) return wrong(of_seat(i) + " has more than " + std::to_string(guild_markers) + " guild markers");
  if (v.mine_supply() < 0) return wrong(of_seat(i) + " has more than " + std::to_string(mine_markers) + " mine markers");
  if (player.organizer > (player.cards.has(PlayerCard::organizer) ? book.tables.cards[PlayerCard::organizer].limit : 0))
    return wrong(of_seat(i) + " has too many guild markers on the organizer");
  if (player.manipulator > (player.cards.has(PlayerCard::manipulator) ? book.tables.cards[PlayerCard::manipulator].limit : 0))
    return wrong(of_seat(i) + " has too many guild markers on the manipulator");
  if (player.points > points_max) return wrong(of_seat(i) + " has more than " + std::to_string(points_max) + " combat points");
  if (bit_count(own.hand) != player.hand) return wrong(of_seat(i) + "'s hand does not have the size everybody sees");
  if ((player.shown & ~own.hand) != 0) return wrong(of_seat(i) + " is seen to hold a card it does not hold");
  if (player.kept.total() > 2) return wrong(of_seat(i) + " keeps more than two dice on card 22");
  if (player.lost >> s.pub.attack_count) return wrong(of_seat(i) + " has a marker on an attack card that is not there");
  return ok();
}

Status check_action_cards(const State& s) {
  const Public& p = s.pub;
  ActionCards seen = 0;
  bool twice = false;
  const auto lay = [&](ActionCards cards) {
    twice = twice || (seen & cards) != 0 || (cards & ~all_action_cards) != 0;
    seen |= cards;
  };
  lay(s.hid.deck);
  lay(p.discard);
  lay(p.aside);
  if (p.go.card != 0) lay(card_bit(p.go.card));
  for (const Private& own : s.own) {
    lay(own.hand);
    lay(own.drawn);
  }
  if (twice) return wrong("an action card lies in two places");
  if (seen != all_action_cards) return wrong("an action card is missing");
  if (bit_count(s.hid.deck) != p.deck) return wrong("the draw pile does not have the size everybody sees");
  int kept = 0;
  for (const Player& player : p.players) kept += !player.kept.empty();
  if (kept > 1) return wrong("only one player can have dice on card 22");
  return ok();
}

Status check_table(const Tables& t, const Public& p) {
  // In the set-up some regions and markers are not there yet.
  int regions = cell_count, markers = cell_count;
  for (const Frame& f : p.stack) {
    if (now_of(f) == Now::deal_regions) regions = f.a;
    if (now_of(f) == Now::deal_markers) markers = f.a;
  }
  if (regions < cell_count && markers > 0) return wrong("markers are dealt after the regions");
  if (regions < cell_count)
    for (const Player& player : p.players)
      if (!player.ore.empty() || !player.crystal.empty()) return wrong("nobody has ore or crystal before the regions lie");
  Cells all = 0;
  for (int c = 0; c < colour_count; ++c) {
    const Cells land = p.land[static_cast<std::size_t>(c)];
    if (all & land) return wrong("a region has two colours");
    all = static_cast<Cells>(all | land);
    const int laid = bit_count(land), wanted = t.regions[static_cast<std::size_t>(c)];
    if (regions == cell_count ? laid != wanted : laid > wanted)
      return wrong("there are not " + std::to_string(t.regions[static_cast<std::size_t>(c)]) + " " +
                   std::string(name_of(static_cast<Colour>(c))) + " regions");
    for (int ware = 0; ware < 2; ++ware) {
      int held = bit_count(land & (ware == 0 ? p.ore : p.crystal));
      for (int s = 0; s < p.seats; ++s)
        held += (ware == 0 ? p.players[static_cast<std::size_t>(s)].ore : p.players[static_cast<std::size_t>(s)].crystal)
                    .has(static_cast<Colour>(c));
      if (held > t.regions[static_cast<std::size_t>(c)])
        return wrong(std::string("more ") + (ware == 0 ? "ore" : "crystal") + " markers in " +
                     std::string(name_of(static_cast<Colour>(c))) + " than there are");
    }
  }
  if (regions < cell_count && all != static_cast<Cells>((1u << regions) - 1)) return wrong("regions are dealt one after the other");
  std::array<int, transformation_count> count{};
  for (int c = 0; c < markers; ++c) ++count[static_cast<std::size_t>(p.marker[static_cast<std::size_t>(c)])];
  for (std::size_t i = 0; i < count.size(); ++i)
    if (markers == cell_count ? count[i] != t.markers[i] : count[i] > t.markers[i])
      return wrong("there are " + std::to_string(count[i]) + " transformation markers '" +
                   std::string(name_of(static_cast<Transformation>(i))) + "', not " + std::to_string(t.markers[i]));
  std::array<int, attack_value_max + 1> attacks{};
  for (int i = 0; i < p.attack_count; ++i) {
    const u8 value = p.attacks[static_cast<std::size_t>(i)];
    if (value > attack_value_max || ++attacks[value] > t.attacks[value])
      return wrong("more attack cards of value " + std::to_string(value) + " than there are");
  }
  for (u8 owner : p.owner)
    if (owner >= owned_by + p.seats) return wrong("a building belongs to nobody at the table");
  return ok();
}

}  // namespace

int score_of(const Tables& tables, const Player& player, const Public& p, Seat seat) { return points_of(tables, player, p, seat).total(); }

ScoreSheet Tharos::score(const State& state) const {
  const Public& p = state.pub;
  constexpr std::array<std::string_view, 10> keys{"combat", "exploration", "trade",   "civil", "sets",
                                                  "jars",   "buildings",   "symbols", "mines", "total"};
  ScoreSheet sheet(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) sheet[i].key = "tharos.score." + std::string(keys[i]);
  for (int i = 0; i < p.seats; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Points points = points_of(tables(), p.players[at], p, seat_at(i));
    for (std::size_t m = 0; m < medal_count; ++m) sheet[m].points[at] = points.medals[m];
    sheet[4].points[at] = points.sets;
    sheet[5].points[at] = points.jars;
    sheet[6].points[at] = points.buildings;
    sheet[7].points[at] = points.symbols;
    sheet[8].points[at] = points.mines;
    sheet[9].points[at] = points.total();
  }
  return sheet;
}

// A tie is a shared place.
// rule: tharos.score.winner
Standing Tharos::standing(const State& state) const {
  Standing out{};
  const Public& p = state.pub;
  if (p.phase != Phase::over) return out;
  for (int i = 0; i < p.seats; ++i) {
    const int mine = score_of(tables(), p.players[static_cast<std::size_t>(i)], p, seat_at(i));
    u8 place = 1;
    for (int j = 0; j < p.seats; ++j)
      place = static_cast<u8>(place + (score_of(tables(), p.players[static_cast<std::size_t>(j)], p, seat_at(j)) > mine));
    out[static_cast<std::size_t>(i)] = place;
  }
  return out;
}

Status Tharos::check(const State& s) const {
  const Public& p = s.pub;
  if (p.seats < seats_min || p.seats > seats_max) return wrong("2 to 4 players play");
  if (p.round < 1 || p.round > rounds || p.turn < 1 || p.turn > turns) return wrong("there are four rounds of four turns");
  for (int i = 0; i < p.seats; ++i)
    if (auto status = check_player(*book_, s, i); !status) return status;
  if (auto status = check_action_cards(s); !status) return status;
  return check_table(tables(), p);
}

}  // namespace trestle::tharos
