// Questions about a position: pieces left, places free, and which actions and buildings a seat can use.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

// The actions of the mat and the cards whose dice have a colour that can be dyed to good effect.
constexpr bool takes_dye(Deed d) {
  switch (d) {
    case Deed::guild_region:
    case Deed::mine:
    case Deed::build:
    case Deed::attack:
    case Deed::banker:
    case Deed::ore_digger:
    case Deed::crystallographist:
    case Deed::rumblepoke: return true;
    default: return is_activation(d);
  }
}

constexpr Colours colours_of(u64 kinds) {
  u8 bits = 0;
  for (int c = 0; c < colour_count; ++c) bits = static_cast<u8>(bits | ((kinds >> (8 * c) & 0xff) != 0) << c);
  return Colours::from_bits(bits);
}

constexpr u32 deed_bit(Deed d) { return 1u << static_cast<int>(d); }
constexpr u32 deeds_of_card[player_card_count] = {
    deed_bit(Deed::banker),
    deed_bit(Deed::steam_dyer),
    deed_bit(Deed::ore_digger),
    deed_bit(Deed::crystallographist),
    deed_bit(Deed::cartographer),
    deed_bit(Deed::organizer_draw) | deed_bit(Deed::organizer_reroll) | deed_bit(Deed::organizer_swap),
    deed_bit(Deed::cannoneer_strength) | deed_bit(Deed::cannoneer_ward),
    deed_bit(Deed::rumblepoke),
    deed_bit(Deed::plant),
    deed_bit(Deed::manipulator)};

constexpr u32 deeds_without_dice =
    deed_bit(Deed::cartographer) | deed_bit(Deed::organizer_draw) | deed_bit(Deed::organizer_reroll) | deed_bit(Deed::manipulator);

constexpr bool needs_no_dice(Deed d) {
  return d == Deed::cartographer || d == Deed::organizer_draw || d == Deed::organizer_reroll || d == Deed::manipulator;
}

}  // namespace

int View::guild_supply() const {
  int placed = std::popcount(static_cast<u32>(w.guild)) + w.organizer + w.manipulator + std::popcount(static_cast<u32>(w.lost));
  for (u8 owner : p.owner) placed += owner == owned_by + index_of(me);
  return guild_markers - placed;
}

int View::supply(Ware ware, Colour c) const {
  const auto i = static_cast<std::size_t>(c);
  const Cells on = ware == Ware::ore ? p.ore : p.crystal;
  int held = std::popcount(static_cast<u32>(p.land[i] & on));
  for (int s = 0; s < p.seats; ++s)
    held += (ware == Ware::ore ? p.players[static_cast<std::size_t>(s)].ore : p.players[static_cast<std::size_t>(s)].crystal).has(c);
  return tables().regions[i] - held;
}

int View::supply_total() const {
  int held = std::popcount(static_cast<u32>(p.ore)) + std::popcount(static_cast<u32>(p.crystal));
  for (int s = 0; s < p.seats; ++s)
    held += p.players[static_cast<std::size_t>(s)].ore.size() + p.players[static_cast<std::size_t>(s)].crystal.size();
  return 2 * cell_count - held;
}

Colours View::lacking_with_supply(Ware ware) const {
  Colours out;
  (every_colour - (ware == Ware::ore ? w.ore : w.crystal)).for_each([&](Colour c) {
    if (supply(ware, c) > 0) out.add(c);
  });
  return out;
}

// rule: tharos.guild.take-back
bool View::can_take_back(Cells but_cell, PlayerCards but_card) const {
  return (w.guild & ~but_cell) != 0 || (w.organizer > 0 && !but_card.has(PlayerCard::organizer)) ||
         (w.manipulator > 0 && !but_card.has(PlayerCard::manipulator));
}

PlayerCards View::cards_with_room() const {
  PlayerCards out;
  if (w.cards.has(PlayerCard::organizer) && w.organizer < tables().cards[PlayerCard::organizer].limit &&
      can_place_marker(0, {PlayerCard::organizer}))
    out.add(PlayerCard::organizer);
  if (w.cards.has(PlayerCard::manipulator) && w.manipulator < tables().cards[PlayerCard::manipulator].limit &&
      can_place_marker(0, {PlayerCard::manipulator}))
    out.add(PlayerCard::manipulator);
  return out;
}

// rule: tharos.mine.first, tharos.mine.next
Cells View::mine_cells() const {
  if (mine_supply() <= 0) return 0;
  return static_cast<Cells>((w.mines == 0 ? 0xffffu : neighbours(w.mines)) & ~static_cast<u32>(w.mines));
}

Colours View::colours_in(Cells cells) const {
  Colours out;
  for (int c = 0; c < colour_count; ++c)
    if (p.land[static_cast<std::size_t>(c)] & cells) out.add(static_cast<Colour>(c));
  return out;
}

// rule: tharos.ware.one-each
Colours View::ware_colours(Ware ware) const { return ware == Ware::ore ? colours_in(p.ore) - w.ore : colours_in(p.crystal) - w.crystal; }

int View::store_left(int column) const { return std::popcount(static_cast<u32>(w.store >> (store_rows * column) & 7)); }

int View::cheapest_die() const { return w.store != 0 ? tables().price[0] : 99; }

bool View::could_hold(ActionCard n) const {
  const ActionCards bit = card_bit(n);
  if (w.shown & bit) return true;
  if (w.hand <= std::popcount(w.shown)) return false;
  ActionCards open = p.discard | p.aside | (p.go.card != 0 ? card_bit(p.go.card) : 0);
  for (int s = 0; s < p.seats; ++s) open |= p.players[static_cast<std::size_t>(s)].shown;
  return !(open & bit);
}

// rule: tharos.transform.once
bool View::transform_now() const {
  if (w.transformed) return false;
  switch (transformation(p)) {
    case Transformation::jars_3:
    case Transformation::jars_5:
    case Transformation::combat_1:
    case Transformation::combat_2: return true;
    case Transformation::flip_white: return (w.active.present() & kinds_of({Colour::white}, 1, 6)) != 0;
    default: return false;
  }
}

bool View::transform_in_defence() const { return transformation(p) != Transformation::flip_white && transform_now(); }

// Whether the place where this deed is done is free for it.
bool View::open_for(Deed deed, const Means& m) const {
  const auto space = space_of(deed);
  switch (m.only) {
    case Only::any: break;
    case Only::plenty:
      if (deed != Deed::plenty_money) return false;
      break;
    case Only::dyed:
      if (!takes_dye(deed)) return false;
      break;
    case Only::reuse:  // rule: tharos.card-5, tharos.building.notarys-office
      return space && w.blocked.has(*space) && !m.excluded.has(*space);
  }
  if (space) return !w.blocked.has(*space);  // rule: tharos.space.white
  if (const auto card = card_of(deed)) {
    if (!w.cards.has(*card)) return false;
    // Markers on a card may be used again and again.
    // rule: tharos.card.active, tharos.card.once
    if (deed == Deed::organizer_draw || deed == Deed::organizer_reroll) return w.organizer > 0;
    if (deed == Deed::manipulator) return w.manipulator > 0;
    return !w.spent.has(*card);
  }
  return true;
}

// rule: tharos.turn.effect
bool View::can_here(Deed deed, const Means& m) const {
  if (needs_no_dice(deed)) {
    if (m.fresh != 0 || m.dye) return false;
    switch (deed) {
      case Deed::cartographer: return m.jars >= cartographer_cost && contains_shape(w.guild, Shape::any_three);
      case Deed::organizer_draw: return !w.bag.empty() || !w.depot.empty();
      default: return m.present != 0;
    }
  }
  if (m.fresh == 0 && !m.dye) {  // no first die, no need to look further
    const u64 mask = book.pattern(deed).slots[0].mask;
    if ((m.present & (m.change ? fits_with_effect(mask, m.effect) : mask)) == 0) return false;
  }
  switch (deed) {
    case Deed::guild_card:
      if (cards_with_room().empty()) return false;
      break;
    case Deed::guild_region:
      if (!can_place_marker(0, {})) return false;
      break;
    case Deed::explore:
      if (!contains_shape(w.guild, Shape::any_four)) return false;
      break;
    case Deed::buy_die:
      if (m.jars < cheapest_die()) return false;
      break;
    case Deed::build: {
      bool any = false;
      for (u8 owner : p.owner) any = any || owner == unbuilt;
      if (!any || m.jars < build_cost) return false;
      break;
    }
    case Deed::organizer_swap:
      if (w.cards.size() == player_card_count) return false;
      break;
    case Deed::cannoneer_ward:
      if (w.warded) return false;
      break;
    case Deed::plant:
      if (p.discard == 0) return false;
      break;
    default: break;
  }
  return pays(deed, m);
}

// rule: tharos.activate.dice, tharos.activate.active
bool View::can_activate(PlayerCard card, const Means& m) const {
  if (w.cards.has(card) || m.only == Only::reuse || m.only == Only::plenty) return false;
  return pays(activation_of(card), m);
}

// rule: tharos.building.use
bool View::can_use(Building b, const Means& m, bool free) const {
  if (m.only != Only::any || m.dye) return false;
  if (p.owner[static_cast<std::size_t>(b)] == unbuilt || w.visited.has(b)) return false;
  const int cost = free ? 0 : tables().costs[b];
  if (m.jars < cost) return false;
  if (m.fresh != 0 && b != Building::secret_society && b != Building::notarys_office) return false;
  switch (b) {
    case Building::civilian_office: return m.present != 0;
    case Building::large_market: return w.ore.size() >= 5 || w.crystal.size() >= 5;
    case Building::little_market: return w.ore.size() >= 3 || w.crystal.size() >= 3;
    case Building::new_market: return w.ore.size() >= 2 && w.crystal.size() >= 2;
    case Building::notarys_office: {
      Means inner = m;
      inner.jars -= cost;
      inner.only = Only::reuse;
      if (free) inner.excluded.add(Space::building);  // used now, not earlier
      // rule: tharos.building.notarys-office
      return any_deed(inner);
    }
    case Building::organization_office: return p.discard != 0;
    case Building::secret_society: return pays(Deed::secret_society, m);
    case Building::surveyors_office: return (neighbours(w.guild) & ~w.guild) != 0;
  }
  return false;
}

// The deeds whose space is free, or whose card is active and not used: the others need not be looked at.
u32 View::deeds_in_reach(const Means& m) const {
  u32 deeds = 1u << static_cast<int>(Deed::attack);
  const Spaces spaces = m.only == Only::reuse ? w.blocked - m.excluded : Spaces::first(space_count) - w.blocked;
  spaces.for_each([&](Space s) { deeds |= (s == Space::building ? 1u : 3u) << (2 * static_cast<int>(s)); });
  (w.cards - w.spent).for_each([&](PlayerCard c) { deeds |= deeds_of_card[static_cast<std::size_t>(c)]; });
  // Markers on a card may be used again and again, as long as there are any.
  constexpr u32 by_organizer = deed_bit(Deed::organizer_draw) | deed_bit(Deed::organizer_reroll),
                by_manipulator = deed_bit(Deed::manipulator);
  deeds = w.organizer > 0 ? deeds | by_organizer : deeds & ~by_organizer;
  deeds = w.manipulator > 0 ? deeds | by_manipulator : deeds & ~by_manipulator;
  return m.present == 0 && m.fresh == 0 ? deeds & deeds_without_dice : deeds;
}

// The cards not yet active for which no colour is missing; a changed or fresh die is left to the full search.
PlayerCards View::cards_in_reach(const Means& m) const {
  const PlayerCards inactive = PlayerCards::first(player_card_count) - w.cards;
  if (m.present == 0 && m.fresh == 0) return {};
  const bool as_they_are = m.fresh == 0 && !m.dye && !(m.change && m.effect == Transformation::white_as_any);
  return as_they_are ? inactive & book.payable[colours_of(m.present).bits()] : inactive;
}

bool View::any_deed(const Means& m) const {
  for (u32 left = deeds_in_reach(m); left != 0; left &= left - 1)
    if (can(static_cast<Deed>(std::countr_zero(left)), m)) return true;
  if (m.only == Only::reuse || m.only == Only::plenty) return false;
  for (int i = 0; i < building_count && m.jars >= book.cheapest_use; ++i)
    if (can_use(static_cast<Building>(i), m, false)) return true;
  bool any = false;
  cards_in_reach(m).for_each([&](PlayerCard c) { any = any || can_activate(c, m); });
  return any;
}

void View::legal_deeds(const Means& m, ActionList& out) const {
  const bool all_open = m.only == Only::any;
  for (u32 left = deeds_in_reach(m); left != 0; left &= left - 1) {
    const auto deed = static_cast<Deed>(std::countr_zero(left));
    if ((all_open || open_for(deed, m)) && can_here(deed, m)) out.push(make(Do::act, deed));
  }
  if (m.only == Only::reuse || m.only == Only::plenty) return;
  for (int i = 0; i < building_count && m.jars >= book.cheapest_use; ++i)
    if (can_use(static_cast<Building>(i), m, false)) out.push(make(Do::use, i));
  cards_in_reach(m).for_each([&](PlayerCard c) {
    if (can_activate(c, m)) out.push(make(Do::activate, c));
  });
}

void View::legal(ActionList& out) const {
  const Frame& f = p.stack.back();
  switch (now_of(f)) {
    case Now::act:
    case Now::inner: return legal_act(f, out);
    case Now::dice: return legal_dice(f, out);
    case Now::ask_depot:
    case Now::pick_depot:
    case Now::ask_redraw:
    case Now::set_aside:
    case Now::add_kept: return legal_prepare(f, out);
    case Now::cell:
    case Now::cells:
    case Now::area:
    case Now::player_card:
    case Now::take_back:
    case Now::stock:
    case Now::top_row:
    case Now::take_ore: return legal_target(f, out);
    case Now::store:
    case Now::house:
    case Now::own:
    case Now::free_use:
    case Now::market_type:
    case Now::markers:
    case Now::medal:
    case Now::marker:
    case Now::twin:
    case Now::restore: return legal_trade(f, out);
    case Now::reroll:
    case Now::reroll_one:
    case Now::change:
    case Now::turn_die:
    case Now::flip: return legal_change(f, out);
    case Now::keep:
    case Now::discard:
    case Now::fetch:
    case Now::column:
    case Now::wish:
    case Now::fresh_die:
    case Now::choice: return legal_cards(f, out);
    case Now::defend:
    case Now::ask_keep:
    case Now::keep_dice:
    case Now::lose_hand:
    case Now::exchange: return legal_round_end(f, out);
    case Now::next:
    case Now::deal_regions:
    case Now::deal_markers:
    case Now::pick_start:
    case Now::reveal_attack:
    case Now::draw:
    case Now::roll:
    case Now::draw_cards:
    case Now::clash:
    case Now::put_away:
    case Now::reveal_end:
    case Now::suffer: return;  // chance, or nothing to decide
  }
}

}  // namespace trestle::tharos
