// Phase II: choosing an action, what each action does once its dice lie on it, buildings, player cards, the transformation effect.
#include <algorithm>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

void View::legal_act(const Frame& f, ActionList& out) const {
  const bool is_inner = now_of(f) == Now::inner;
  Means m;
  if (f.a == 0 || is_inner) {
    m = means(static_cast<Only>(f.b), Spaces::from_bits(f.c));
    legal_deeds(m, out);
  }
  if (is_inner) return;
  const bool some_action = !out.empty();
  // rule: tharos.cards.one-per-action
  if (p.go.card == 0)
    for_each_card(own.hand, [&](ActionCard n) {
      if (playable(n, f.a, m, some_action)) out.push(make(Do::play, n));
    });
  if (transform_in_action()) out.push(make(Do::transform));
  if (f.a != 0) {
    out.push(make(Do::done));
  } else if (p.go.card == 0 || !some_action) {
    out.push(make(Do::pass));  // rule: tharos.pass, tharos.cards.never-with-pass
  }
}

void Play::apply_act(Seat seat, Action a) {
  if (now_of(top()) == Now::inner) {
    pop();
  } else if (kind_of(a) == Do::act || kind_of(a) == Do::use || kind_of(a) == Do::activate) {
    top().a = 1;
    top().b = 0;
  }
  switch (kind_of(a)) {
    case Do::act: return begin(seat, static_cast<Deed>(a.with[0]));
    case Do::use: return use_building(seat, static_cast<Building>(a.with[0]), false);
    case Do::activate: {
      emit(What::activates, seat, a.with[0]);
      return begin_dice(seat, activation_of(static_cast<PlayerCard>(a.with[0])));
    }
    case Do::play: return play_card(seat, a.with[0]);
    case Do::transform: return transform(seat);
    case Do::pass:  // rule: tharos.pass
      w(seat).passed = 1;
      emit(What::passes, seat);
      return end_go(seat);
    case Do::done: return end_go(seat);
    default: CHECK(false && "not a choice of the action phase");
  }
}

// The action is chosen: its place is taken and its fixed price paid; then come the dice.
void Play::begin(Seat seat, Deed deed) {
  Player& me = w(seat);
  emit(What::does, seat, static_cast<int>(deed));
  const Place& place = book_.places[static_cast<std::size_t>(deed)];
  me.blocked = me.blocked | place.space;  // rule: tharos.space.white
  me.spent = me.spent | place.card;       // rule: tharos.card.once
  switch (deed) {
    case Deed::organizer_draw:
    case Deed::organizer_reroll: --me.organizer; break;
    case Deed::manipulator: --me.manipulator; break;
    case Deed::cartographer: jars(seat, -cartographer_cost); break;
    case Deed::build: jars(seat, -build_cost); break;
    default: break;
  }
  begin_dice(seat, deed);
}

void Play::begin_dice(Seat seat, Deed deed) {
  if (book_.pattern(deed).min > 0) return push(Now::dice, seat, static_cast<int>(deed));
  finish(seat, deed, Frame{});
}

// The dice lie on the space: f.b, f.c, f.d are what they count as.
void Play::finish(Seat seat, Deed deed, const Frame& f) {
  Player& me = w(seat);
  const auto value = [](u8 placed) { return placed == 0 ? 0 : value_of(static_cast<DieKind>(placed - 1)); };
  const auto colour = [](u8 placed) { return static_cast<std::size_t>(colour_of(static_cast<DieKind>(placed - 1))); };
  switch (deed) {
    case Deed::plenty_money: {  // rule: tharos.money.plenty, tharos.card.banker.permanent, tharos.card-24
      int gain = std::min(value(f.b) + value(f.c) + value(f.d), plenty_max);
      if (me.cards.has(PlayerCard::banker)) gain += banker_bonus;
      p_.go.plenty = static_cast<u8>(gain);
      return jars(seat, p_.go.twice ? 2 * gain : gain);
    }
    case Deed::little_money: return jars(seat, (value(f.b) + 1) / 2);  // rule: tharos.money.little
    case Deed::plenty_choices: {                                       // rule: tharos.cards.plenty
      const int n = (value(f.b) + 1) / 2;
      push(Now::keep, seat);
      return push(Now::draw_cards, seat, n, 1);
    }
    case Deed::no_choice:
      return push(Now::draw_cards, seat, 1);  // rule: tharos.cards.no-choice
    // rule: tharos.guild.card
    case Deed::guild_card:
      return push(Now::player_card, seat, static_cast<int>(CardFor::guild), 0, 0, 0, view(seat).cards_with_room().bits());
    // rule: tharos.reroll
    case Deed::reroll: return push(Now::reroll, seat);
    case Deed::guild_region:  // rule: tharos.guild.region
      return push(Now::cell, seat, static_cast<int>(CellFor::guild), 0, 0, 0,
                  static_cast<Cells>((p_.land[colour(f.b)] | p_.land[colour(f.c)]) & ~me.guild));
    case Deed::explore: return push(Now::area, seat, static_cast<int>(AreaFor::explore), static_cast<int>(Shape::any_four));
    case Deed::buy_die: return push(Now::store, seat);
    // rule: tharos.mine.place
    case Deed::mine:
      return push(Now::cell, seat, static_cast<int>(CellFor::mine), 0, 0, 0,
                  static_cast<Cells>(view(seat).mine_cells() & p_.land[colour(f.b)]));
    // rule: tharos.build.cost
    case Deed::build: return push(Now::house, seat);
    // rule: tharos.attack.space
    case Deed::attack:
      return;  // each die has counted as it was placed
    // rule: tharos.card.banker.action
    case Deed::banker: return jars(seat, value(f.b));
    // rule: tharos.turn.inner
    case Deed::steam_dyer: p_.go.dye = 1; return push(Now::inner, seat, 0, static_cast<int>(Only::dyed));
    // rule: tharos.card.ore-digger.action, tharos.card.crystallographist.action
    case Deed::ore_digger:
    case Deed::crystallographist:
      return push(Now::take_ore, seat, deed == Deed::crystallographist, static_cast<int>(colour(f.b)), static_cast<int>(colour(f.c)));
    // rule: tharos.card.cartographer.action
    case Deed::cartographer: return push(Now::area, seat, static_cast<int>(AreaFor::cartographer), static_cast<int>(Shape::any_three));
    // rule: tharos.card.organizer.marker
    case Deed::organizer_draw: push(Now::roll, seat); return push(Now::draw, seat, 1);
    case Deed::organizer_reroll: return push(Now::reroll_one, seat, 2);
    case Deed::organizer_swap: return push(Now::player_card, seat, static_cast<int>(CardFor::swap_out), 0, 0, 0, me.cards.bits());
    // rule: tharos.card.cannoneer.action
    case Deed::cannoneer_strength: return strength(seat, 3);
    case Deed::cannoneer_ward: me.warded = 1; return emit(What::ward, seat);
    // rule: tharos.card.rumblepoke.action
    case Deed::rumblepoke: return strength(seat, value(f.b) + 2);
    case Deed::plant: return push(Now::fetch, seat);
    case Deed::manipulator: return push(Now::change, seat, static_cast<int>(ChangeBy::manipulator));
    case Deed::secret_society: return strength(seat, value(f.b));
    case Deed::activate_first: break;
  }
  activate(seat, activated_card(deed));
}

// rule: tharos.building.use, tharos.building.owner-share, tharos.build.free-use
void Play::use_building(Seat seat, Building b, bool free) {
  Player& me = w(seat);
  emit(What::uses, seat, static_cast<int>(b), free);
  // rule: tharos.building.once
  me.visited.add(b);
  if (!free) {
    jars(seat, -tables().costs[b]);
    const u8 owner = p_.owner[static_cast<std::size_t>(b)];
    if (owner >= owned_by && owner != owned_by + index_of(seat)) {
      const Seat landlord = seat_at(owner - owned_by);
      emit(What::pays_owner, seat, index_of(landlord), 0, 0, owner_share);
      jars(landlord, owner_share);
    }
  }
  switch (b) {
    case Building::civilian_office: return push(Now::change, seat, static_cast<int>(ChangeBy::civilian));
    // rule: tharos.building.large-market, tharos.building.little-market, tharos.building.new-market
    case Building::large_market: return push(Now::market_type, seat, static_cast<int>(Trade::large));
    case Building::little_market: return push(Now::market_type, seat, static_cast<int>(Trade::little));
    case Building::new_market: return push(Now::markers, seat, static_cast<int>(Trade::fresh), static_cast<int>(Ware::ore), 2);
    case Building::notarys_office:
      return push(Now::inner, seat, 0, static_cast<int>(Only::reuse), free ? Spaces{Space::building}.bits() : 0);
    case Building::organization_office: return push(Now::fetch, seat);
    // rule: tharos.building.secret-society
    case Building::secret_society: return push(Now::dice, seat, static_cast<int>(Deed::secret_society));
    case Building::surveyors_office:
      return push(Now::cell, seat, static_cast<int>(CellFor::survey_from), 0, 0, 0,
                  static_cast<Cells>(me.guild & neighbours(static_cast<Cells>(~me.guild))));
  }
}

// rule: tharos.activate.markers
void Play::activate(Seat seat, PlayerCard card) {
  w(seat).cards.add(card);
  for (int i = 0; i < tables().cards[card].markers; ++i) place_marker(seat, MarkerTo::card, static_cast<int>(card), false);
}

// rule: tharos.activate.leave
void Play::retire(Seat seat, PlayerCard card) {
  Player& me = w(seat);
  me.cards.remove(card);
  if (card == PlayerCard::organizer) me.organizer = 0;
  if (card == PlayerCard::manipulator) me.manipulator = 0;
  emit(What::card_back, seat, static_cast<int>(card));
}

// rule: tharos.transform.effects
void Play::transform(Seat seat) {
  w(seat).transformed = 1;
  const Transformation effect = transformation(p_);
  emit(What::transforms, seat, static_cast<int>(effect));
  switch (effect) {
    case Transformation::jars_3: return jars(seat, 3);
    case Transformation::jars_5: return jars(seat, 5);
    case Transformation::combat_1: return strength(seat, 1);
    case Transformation::combat_2: return strength(seat, 2);
    case Transformation::flip_white: return push(Now::flip, seat);
    default: CHECK(false && "this effect is not used on its own");
  }
}

// The action is complete: only now does its card reach the discard pile.
// rule: tharos.cards.discard
void Play::end_go(Seat seat) {
  if (p_.go.card != 0) (p_.go.aside ? p_.aside : p_.discard) |= card_bit(p_.go.card);
  if (p_.go.fresh_state() == Fresh::real) w(seat).depot.add(colour_of(static_cast<DieKind>(p_.go.fresh - 1)));
  p_.go = {};
  pop();
}

void Play::jars(Seat seat, int amount) {
  w(seat).jars = static_cast<u16>(w(seat).jars + amount);
  emit(What::jars, seat, 0, 0, 0, amount);
}

void Play::medal(Seat seat, Medal m, int amount) {
  u8& count = w(seat).medals[m];
  count = static_cast<u8>(count + amount);
  emit(What::medal, seat, static_cast<int>(m), 0, 0, amount);
}

void Play::strength(Seat seat, int amount) {
  w(seat).strength = static_cast<u8>(w(seat).strength + amount);
  emit(What::strength, seat, 0, 0, 0, amount);
}

void Play::remove_guild(Seat seat, Cell c) {
  w(seat).guild = static_cast<Cells>(w(seat).guild & ~cell_bit(c));
  emit(What::guild_off, seat, c);
}

void Play::remove_mine(Seat seat, Cell c) {
  w(seat).mines = static_cast<Cells>(w(seat).mines & ~cell_bit(c));
  emit(What::mine_off, seat, c);
}

}  // namespace trestle::tharos
