// Questions about a position: pieces left, places free, and which actions and buildings a seat can use.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

// The actions of the mat and the cards whose dice have a colour that can be dyed to good effect, and all activations.
constexpr Deeds take_dye = Deeds{Deed::guild_region,      Deed::mine,      Deed::build, Deed::attack, Deed::banker, Deed::ore_digger,
                                 Deed::crystallographist, Deed::rumblepoke} |
                           Deeds::from_bits(Deeds::first(deed_count).bits() & ~Deeds::first(static_cast<int>(Deed::activate_first)).bits());

}  // namespace

int View::guild_supply() const {
  int placed = bit_count(w.guild) + w.organizer + w.manipulator + bit_count(w.lost);
  for (u8 owner : p.owner) placed += owner == owned_by + index_of(me);
  return guild_markers - placed;
}

int View::supply(Ware ware, Colour c) const {
  const auto i = static_cast<std::size_t>(c);
  const Cells on = ware == Ware::ore ? p.ore : p.crystal;
  int held = bit_count(p.land[i] & on);
  for (int s = 0; s < p.seats; ++s)
    held += (ware == Ware::ore ? p.players[static_cast<std::size_t>(s)].ore : p.players[static_cast<std::size_t>(s)].crystal).has(c);
  return tables().regions[i] - held;
}

int View::supply_total() const {
  int held = bit_count(p.ore) + bit_count(p.crystal);
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

int View::store_left(int column) const { return bit_count(w.store >> (store_rows * column) & 7); }

int View::cheapest_die() const { return w.store != 0 ? tables().price[0] : 99; }

bool View::could_hold(ActionCard n) const {
  const ActionCards bit = card_bit(n);
  if (w.shown & bit) return true;
  if (w.hand <= bit_count(w.shown)) return false;
  ActionCards open = p.discard | p.aside | (p.go.card != 0 ? card_bit(p.go.card) : 0);
  for (int s = 0; s < p.seats; ++s) open |= p.players[static_cast<std::size_t>(s)].shown;
  return !(open & bit);
}

// rule: tharos.transform.once
bool View::transform_now() const {
  const Transformation effect = transformation(p);
  const bool can_flip = (w.active.present() & kinds_of({Colour::white}, 1, 6)) != 0;
  return (w.transformed == 0) & (brings_something(effect) | ((effect == Transformation::flip_white) & can_flip));
}

// Turning dice over could leave the die of card 8, 16 or 26 without an action; the other effects cannot.
bool View::transform_in_action() const {
  return transform_now() && !(p.go.fresh_waits() && transformation(p) == Transformation::flip_white);
}

bool View::transform_in_defence() const { return transformation(p) != Transformation::flip_white && transform_now(); }

// rule: tharos.space.white, tharos.card.active, tharos.card.once, tharos.activate.active
Deeds View::open(Only only, Spaces excluded) const {
  if (only == Only::reuse) return book.of_spaces[(w.blocked - excluded).bits()];  // rule: tharos.card-5, tharos.building.notarys-office
  Deeds out = book.of_spaces[(Spaces::first(space_count) - w.blocked).bits()] | book.of_cards[(w.cards - w.spent).bits()] |
              activations_of(every_card - w.cards) | Deeds{Deed::attack};
  // Markers on a card may be used again and again, as long as there are any.
  constexpr Deeds by_organizer{Deed::organizer_draw, Deed::organizer_reroll}, by_manipulator{Deed::manipulator};
  const auto if_any = [](u8 markers, Deeds deeds) { return Deeds::from_bits(deeds.bits() & (0 - u64{markers > 0})); };
  out = (out - by_organizer - by_manipulator) | if_any(w.organizer, by_organizer) | if_any(w.manipulator, by_manipulator);
  if (only == Only::plenty) return out & Deeds{Deed::plenty_money};
  return only == Only::dyed ? out & take_dye : out;
}

// rule: tharos.turn.effect
bool View::idle(Deed deed, const Means& m) const {
  switch (deed) {
    case Deed::guild_card: return cards_with_room().empty();
    case Deed::guild_region: return !can_place_marker(0, {});
    case Deed::explore: return !contains_shape(w.guild, Shape::any_four);
    case Deed::buy_die: return m.jars < cheapest_die();
    case Deed::build: return m.jars < build_cost || built() == Buildings::first(building_count);
    case Deed::cartographer: return m.jars < cartographer_cost || !contains_shape(w.guild, Shape::any_three);
    case Deed::organizer_draw: return w.bag.empty() && w.depot.empty();
    case Deed::organizer_swap: return w.cards == PlayerCards::first(player_card_count);
    case Deed::cannoneer_ward: return w.warded != 0;
    case Deed::plant: return p.discard == 0;
    default: return false;  // they always change something
  }
}

Deeds View::idle(Deeds among, const Means& m) const {
  constexpr Deeds perhaps{Deed::guild_card,   Deed::guild_region,   Deed::explore,        Deed::buy_die,        Deed::build,
                          Deed::cartographer, Deed::organizer_draw, Deed::organizer_swap, Deed::cannoneer_ward, Deed::plant};
  u64 out = 0;
  (among & perhaps).for_each([&](Deed deed) { out |= u64{idle(deed, m)} << static_cast<int>(deed); });
  return Deeds::from_bits(out);
}

Deeds View::possible(Deeds among, const Means& m) const {
  const Deeds paid = payable(among, m);
  return paid - idle(paid, m);
}

Buildings View::built() const {
  static_assert(unbuilt == 0);
  return Buildings::from_bits(bytes_present(word_of(p.owner)));
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

bool View::any_deed(const Means& m) const {
  const Deeds all = open(m.only, m.excluded), quick = all & quickly_paid;
  // Any die brings a little money, or a card.
  if (!m.dye && m.has(any_die) && !(all & Deeds{Deed::little_money, Deed::no_choice}).empty()) return true;
  if (!possible(quick, m).empty() || !possible(all - quick, m).empty()) return true;
  if (m.only != Only::any || m.jars < book.cheapest_use) return false;
  bool any = false;
  (built() - w.visited).for_each([&](Building b) { any = any || can_use(b, m, false); });
  return any;
}

void View::legal_deeds(const Means& m, ActionList& out) const {
  const u64 deeds = possible(open(m.only, m.excluded), m).bits();
  constexpr int first = static_cast<int>(Deed::activate_first);
  out.push_bits(deeds & Deeds::first(first).bits(), [](u8 deed) { return make(Do::act, deed); });
  if (m.only == Only::any && m.jars >= book.cheapest_use)
    (built() - w.visited).for_each([&](Building b) {
      if (can_use(b, m, false)) out.push(make(Do::use, b));
    });
  out.push_bits(deeds >> first, [](u8 card) { return make(Do::activate, card); });
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
