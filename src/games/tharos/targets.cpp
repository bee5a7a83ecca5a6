// The steps inside an action: choosing regions, player cards, dice to change, goods and medals. Each legal_x above its apply_x.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

constexpr Cells top_cells = 0x000f;

template <class F>
void for_each_cell(Cells cells, F&& f) {
  for (u32 left = cells; left != 0; left &= left - 1) f(static_cast<Cell>(std::countr_zero(left)));
}

constexpr Cells above(Cells cells, Cell c) { return static_cast<Cells>(cells & ~((2u << c) - 1)); }

// The left cells of the pairs of the top row without a marker of this player.
// rule: tharos.card-18
Cells free_pairs(Cells guild) {
  const u32 free = top_cells & ~static_cast<u32>(guild);
  return static_cast<Cells>(free & (free >> 1));
}

int group_size(Shape shape) { return shape == Shape::any_three ? 3 : 4; }

int wares_needed(Trade trade) { return trade == Trade::large ? 5 : trade == Trade::little ? 3 : 2; }

Colours wares_of(const Player& w, Ware ware) { return ware == Ware::ore ? w.ore : w.crystal; }

// Cells from which the second marker may come, after the first was taken at `first`.
// rule: tharos.card.ore-digger.action
Cells second_ware(const View& v, const Frame& f, Cell first) {
  const auto ware = static_cast<Ware>(f.a);
  const auto c1 = static_cast<Colour>(f.b), c2 = static_cast<Colour>(f.c);
  const Colour other = colour_at(v.p, first) == c1 ? c2 : c1;
  if (!v.ware_colours(ware).has(other)) return 0;
  const Cells lying = ware == Ware::ore ? v.p.ore : v.p.crystal;
  return above(static_cast<Cells>(neighbours(cell_bit(first)) & lying & v.p.land[static_cast<std::size_t>(other)]), first);
}

// A marker of the general supply and a region for it, in one number.
// rule: tharos.card-39
constexpr int restore_order(Ware ware, Cell c) { return static_cast<int>(ware) * cell_count + c; }

// How many markers can still be put back on places from `least` on.
int restorable(const View& v, int least) {
  int sum = 0;
  for (int ware = 0; ware < 2; ++ware)
    for (int c = 0; c < colour_count; ++c) {
      Cells free = static_cast<Cells>(v.p.land[static_cast<std::size_t>(c)] & ~(ware == 0 ? v.p.ore : v.p.crystal));
      const int from = least - ware * cell_count;
      if (from >= cell_count) continue;
      if (from > 0) free = static_cast<Cells>(free & ~((1u << from) - 1));
      sum += std::min(bit_count(free), v.supply(static_cast<Ware>(ware), static_cast<Colour>(c)));
    }
  return sum;
}

}  // namespace

// ---- regions and player cards

void View::legal_target(const Frame& f, ActionList& out) const {
  const auto offer = [&](Cells cells) { for_each_cell(cells, [&](Cell c) { out.push(make(Do::at, c)); }); };
  switch (now_of(f)) {
    case Now::cell: return offer(cells_of(f));
    case Now::cells: {
      const Cells mask = cells_of(f);
      const int need = static_cast<CellsFor>(f.a) == CellsFor::sell ? 1 : f.b;
      for_each_cell(mask, [&](Cell c) {
        if (bit_count(above(mask, c)) + 1 >= need) out.push(make(Do::at, c));
      });
      if (f.c != 0) out.push(make(Do::done));
      return;
    }
    case Now::area: {  // rule: tharos.explore.area
      const Cells chosen = cells_of(f);
      const u32 below = chosen == 0 ? 0 : (1u << std::bit_width(chosen)) - 1;
      Cells next = 0;
      for (Cells set : placements(static_cast<Shape>(f.b)))
        if ((set & ~w.guild) == 0 && (set & below) == (chosen & below)) {
          const u32 rest = set & ~below;
          next = static_cast<Cells>(next | (rest & (~rest + 1)));
        }
      // Markers already picked are still on the regions until the last is.
      return offer(next);
    }
    case Now::player_card: {
      PlayerCards cards = PlayerCards::from_bits(static_cast<u16>(f.amount));
      const auto what = static_cast<CardFor>(f.a);
      const u16 highest = std::bit_floor(cards.bits());
      cards.for_each([&](PlayerCard c) {
        if (what == CardFor::give_first && (1u << static_cast<int>(c)) == highest) return;
        if (what == CardFor::lose_guild && c == PlayerCard::organizer && w.organizer == 0) return;
        if (what == CardFor::lose_guild && c == PlayerCard::manipulator && w.manipulator < f.b) return;
        out.push(make(Do::on, c));
      });
      return;
    }
    case Now::take_back: {  // rule: tharos.guild.take-back
      const auto to = static_cast<MarkerTo>(f.a);
      offer(static_cast<Cells>(w.guild & ~(to == MarkerTo::cell ? cell_bit(f.b) : 0)));
      marker_cards.for_each([&](PlayerCard c) {
        const int there = c == PlayerCard::organizer ? w.organizer : w.manipulator;
        if (there > 0 && !(to == MarkerTo::card && f.b == static_cast<u8>(c))) out.push(make(Do::on, c));
      });
      if (f.c != 0) out.push(make(Do::done));
      return;
    }
    case Now::stock: {  // rule: tharos.card-11, tharos.card-21
      const PlayerCards room = cards_with_room();
      if (f.b == 0 && room.has(PlayerCard::organizer)) out.push(make(Do::on, PlayerCard::organizer));
      if (f.b <= 1 && room.has(PlayerCard::manipulator)) out.push(make(Do::on, PlayerCard::manipulator));
      if (f.c != 0) out.push(make(Do::done));
      return;
    }
    case Now::top_row: return offer(f.a == 2 ? free_pairs(w.guild) : static_cast<Cells>(top_cells & ~w.guild));
    case Now::take_ore: {
      if (f.d != 0) {
        offer(second_ware(*this, f, static_cast<Cell>(f.d - 1)));
        out.push(make(Do::done));
        return;
      }
      const auto ware = static_cast<Ware>(f.a);
      const Cells lying = ware == Ware::ore ? p.ore : p.crystal;
      Cells first = 0;
      (ware_colours(ware) & Colours{static_cast<Colour>(f.b), static_cast<Colour>(f.c)}).for_each([&](Colour c) {
        first = static_cast<Cells>(first | (p.land[static_cast<std::size_t>(c)] & lying));
      });
      return offer(first);
    }
    default: CHECK(false && "not a target");
  }
}

void Play::apply_target(Seat seat, Action a) {
  Player& me = w(seat);
  const Frame f = top();
  const Cell c = a.with[0];
  const auto card = static_cast<PlayerCard>(a.with[0]);
  switch (now_of(f)) {
    case Now::cell: {
      pop();
      switch (static_cast<CellFor>(f.a)) {
        case CellFor::guild: return place_marker(seat, MarkerTo::cell, c, f.b != 0);
        case CellFor::mine: me.mines = static_cast<Cells>(me.mines | cell_bit(c)); return emit(What::mine_on, seat, c);
        case CellFor::move_from:  // rule: tharos.card-4
          remove_guild(seat, c);
          return push(Now::cell, seat, static_cast<int>(CellFor::move_to), 0, 0, 0, static_cast<Cells>(~(me.guild | cell_bit(c))));
        case CellFor::survey_from:  // rule: tharos.building.surveyors-office
          remove_guild(seat, c);
          return push(Now::cell, seat, static_cast<int>(CellFor::survey_to), 0, 0, 0,
                      static_cast<Cells>(neighbours(cell_bit(c)) & ~me.guild));
        case CellFor::move_to:
        case CellFor::survey_to: return put_marker(seat, MarkerTo::cell, c);
        case CellFor::turn_guild: return remove_guild(seat, c);
        case CellFor::turn_mine: return remove_mine(seat, c);
      }
      return;
    }
    case Now::cells: {
      const auto what = static_cast<CellsFor>(f.a);
      if (kind_of(a) == Do::done) return pop();
      if (what == CellsFor::lose_mine)
        remove_mine(seat, c);
      else
        remove_guild(seat, c);
      if (what == CellsFor::sell) jars(seat, 8);
      Frame& now = top();
      --now.b;
      now.c = what == CellsFor::sell;
      now.amount = static_cast<i16>(above(cells_of(f), c));
      if (now.b != 0 && now.amount != 0) return;
      pop();
      if (what == CellsFor::explore) medal(seat, Medal::exploration, 1);
      return;
    }
    case Now::area: {
      const auto chosen = static_cast<Cells>(cells_of(f) | cell_bit(c));
      top().amount = static_cast<i16>(chosen);
      if (bit_count(chosen) < group_size(static_cast<Shape>(f.b))) return;
      pop();
      for_each_cell(chosen, [&](Cell one) { remove_guild(seat, one); });
      return medal(seat, Medal::exploration, static_cast<AreaFor>(f.a) == AreaFor::request ? 2 : 1);
    }
    case Now::player_card: {
      pop();
      const auto without = static_cast<u16>(static_cast<u16>(f.amount) & ~(1u << a.with[0]));
      switch (static_cast<CardFor>(f.a)) {
        case CardFor::guild: return place_marker(seat, MarkerTo::card, a.with[0], false);
        case CardFor::activate_free: emit(What::activates, seat, a.with[0]); return activate(seat, card);
        case CardFor::swap_out: {  // rule: tharos.card.organizer.swap
          const auto in_hand = static_cast<u16>(~me.cards.bits() & PlayerCards::first(player_card_count).bits());
          retire(seat, card);
          return push(Now::player_card, seat, static_cast<int>(CardFor::swap_in), 0, 0, 0, in_hand);
        }
        case CardFor::swap_in: emit(What::activates, seat, a.with[0]); return activate(seat, card);
        case CardFor::give_first: {
          retire(seat, card);
          const u16 later = static_cast<u16>(without & ~((2u << a.with[0]) - 1));
          return push(Now::player_card, seat, static_cast<int>(CardFor::give_second), 0, 0, 0, later);
        }
        case CardFor::give_second:
        case CardFor::lose: return retire(seat, card);
        case CardFor::turn_in:
        case CardFor::lose_guild: {
          u8& there = card == PlayerCard::organizer ? me.organizer : me.manipulator;
          --there;
          emit(What::card_guild, seat, a.with[0], 0, 0, -1);
          if (static_cast<CardFor>(f.a) == CardFor::lose_guild && f.b > 1)
            push(Now::player_card, seat, f.a, f.b - 1, 0, 0,
                 card == PlayerCard::manipulator ? PlayerCards{PlayerCard::manipulator}.bits() : static_cast<u16>(f.amount));
          return;
        }
      }
      return;
    }
    case Now::take_back: {
      pop();
      if (kind_of(a) == Do::done) return;
      if (kind_of(a) == Do::at) {
        remove_guild(seat, c);
      } else {
        u8& there = card == PlayerCard::organizer ? me.organizer : me.manipulator;
        --there;
        emit(What::card_guild, seat, a.with[0], 0, 0, -1);
      }
      return put_marker(seat, static_cast<MarkerTo>(f.a), f.b);
    }
    case Now::stock: {
      if (kind_of(a) == Do::done) return pop();
      Frame& now = top();
      ++now.c;
      now.b = static_cast<u8>(card == PlayerCard::organizer ? (f.a == 21 ? 1 : 0) : (f.a == 21 ? 2 : 1));
      return place_marker(seat, MarkerTo::card, a.with[0], false);
    }
    case Now::top_row:
      pop();
      if (f.a == 2) place_marker(seat, MarkerTo::cell, c + 1, true);
      return place_marker(seat, MarkerTo::cell, c, true);
    case Now::take_ore: {
      if (kind_of(a) == Do::done) return pop();
      const auto ware = static_cast<Ware>(f.a);
      const Colour colour = colour_at(p_, c);
      Cells& lying = ware == Ware::ore ? p_.ore : p_.crystal;
      lying = static_cast<Cells>(lying & ~cell_bit(c));
      (ware == Ware::ore ? me.ore : me.crystal).add(colour);
      emit(What::takes, seat, f.a, static_cast<int>(colour));
      if (f.d == 0 && second_ware(view(seat), f, c) != 0) {
        top().d = static_cast<u8>(c + 1);
        return;
      }
      return pop();
    }
    default: CHECK(false && "not a target");
  }
}

void Play::place_marker(Seat seat, MarkerTo to, int target, bool may_decline) {
  push(Now::take_back, seat, static_cast<int>(to), target, may_decline);
}

// At once where a marker is in the supply. Where none can be had, none is placed.
// rule: tharos.guild.take-back
bool Play::settle_take_back() {
  const Frame f = top();
  const auto to = static_cast<MarkerTo>(f.a);
  const View v = view(f.seat);
  const bool in_supply = v.guild_supply() > 0;
  if (!in_supply && v.can_take_back(to == MarkerTo::cell ? cell_bit(f.b) : Cells{0},
                                    to == MarkerTo::card ? PlayerCards{static_cast<PlayerCard>(f.b)} : PlayerCards{}))
    return true;
  pop();
  if (in_supply) put_marker(f.seat, to, f.b);
  return false;
}

void Play::put_marker(Seat seat, MarkerTo to, int target) {
  Player& me = w(seat);
  switch (to) {
    case MarkerTo::cell: me.guild = static_cast<Cells>(me.guild | cell_bit(target)); return emit(What::guild_on, seat, target);
    case MarkerTo::card: {
      u8& there = static_cast<PlayerCard>(target) == PlayerCard::organizer ? me.organizer : me.manipulator;
      ++there;
      return emit(What::card_guild, seat, target, 0, 0, 1);
    }
    case MarkerTo::building:
      p_.owner[static_cast<std::size_t>(target)] = static_cast<u8>(owned_by + index_of(seat));
      return emit(What::owns, seat, target);
    case MarkerTo::attack: me.lost = static_cast<u8>(me.lost | 1u << target); return;
  }
}

// ---- dice that are changed or rolled again

void View::legal_change(const Frame& f, ActionList& out) const {
  const auto offer = [&](u64 kinds) {
    for (; kinds != 0; kinds &= kinds - 1) {
      const auto k = static_cast<DieKind>(std::countr_zero(kinds));
      out.push(make(Do::pick, colour_of(k), value_of(k)));
    }
  };
  const u64 present = w.active.present();
  switch (now_of(f)) {
    case Now::reroll:
      offer(present & (~u64{0} << f.b));
      if (f.c != 0) out.push(make(Do::done));
      return;
    case Now::reroll_one:
      offer(present);
      if (f.c != 0) out.push(make(Do::done));
      return;
    case Now::change: return offer(present);
    // rule: tharos.dice.change, tharos.building.civilian-office, tharos.card.manipulator.action, tharos.card-10, tharos.card-25
    case Now::turn_die: {
      const int v = value_of(f.b);
      const auto turn_to = [&](int to) { out.push(make(Do::turn, to)); };
      switch (static_cast<ChangeBy>(f.a)) {
        case ChangeBy::card_10:
          for (int to = 1; to <= 6; ++to)
            if (to != v) turn_to(to);
          return;
        case ChangeBy::card_25:
          if (v > 1) turn_to(v > 2 ? v - 2 : 1);
          if (v <= 6) turn_to(v + 2);
          return;
        case ChangeBy::manipulator:
          if (v > 1) turn_to(v - 1);
          if (v < 7) turn_to(v + 1);
          return;
        case ChangeBy::civilian:
          if (v != 5) turn_to(5);
          if (v != 6) turn_to(6);
          return;
      }
      return;
    }
    case Now::flip: {
      const u64 white_sides = kinds_of({Colour::white}, 1, 6);
      if (f.b == 0) return offer(present & white_sides);
      const auto first = static_cast<DieKind>(f.b - 1);
      offer(((present & (~u64{1} << first)) | (w.active.twice() & kind_bit(first))) & white_sides);
      out.push(make(Do::done));
      return;
    }
    default: CHECK(false && "not a change of dice");
  }
}

void Play::apply_change(Seat seat, Action a) {
  Player& me = w(seat);
  const Frame f = top();
  const auto c = static_cast<Colour>(a.with[0]);
  const DieKind kind = kind_of(a) == Do::pick ? die_kind(c, a.with[1]) : DieKind{0};
  const auto turn_over = [&](DieKind k) {
    const DieKind to = die_kind(colour_of(k), 7 - value_of(k));
    me.active.add(to);
    emit(What::changes, seat, k, to);
  };
  switch (now_of(f)) {
    case Now::reroll:
      if (kind_of(a) == Do::pick) {
        me.active.remove(kind);
        me.drawn.add(c);
        top().b = kind;
        top().c = 1;
        if (me.active.present() & (~u64{0} << kind)) return;
      }
      pop();
      return push(Now::roll, seat);
    case Now::reroll_one:
      if (kind_of(a) == Do::done) return pop();
      me.active.remove(kind);
      me.drawn.add(c);
      top().c = 1;
      if (--top().a == 0) pop();
      return push(Now::roll, seat);
    case Now::change: pop(); return push(Now::turn_die, seat, f.a, kind);
    case Now::turn_die: {
      pop();
      const DieKind to = die_kind(colour_of(f.b), a.with[0]);
      me.active.remove(f.b);
      me.active.add(to);
      return emit(What::changes, seat, f.b, to);
    }
    case Now::flip: {  // rule: tharos.transform.flip
      if (kind_of(a) == Do::pick && f.b == 0) {
        top().b = static_cast<u8>(kind + 1);
        const u64 rest = (me.active.present() & (~u64{1} << kind)) | (me.active.twice() & kind_bit(kind));
        if (rest & kinds_of({Colour::white}, 1, 6)) return;
        pop();
        me.active.remove(kind);
        return turn_over(kind);
      }
      pop();
      const auto first = static_cast<DieKind>(f.b - 1);
      me.active.remove(first);
      if (kind_of(a) == Do::pick) {
        me.active.remove(kind);
        turn_over(kind);
      }
      return turn_over(first);
    }
    default: CHECK(false && "not a change of dice");
  }
}

// ---- dice store, buildings, ore and crystal, medals

void View::legal_trade(const Frame& f, ActionList& out) const {
  switch (now_of(f)) {
    case Now::store:  // rule: tharos.dice.buy
      for (int column = 0; column < store_columns; ++column)
        for (int row = 0; row < store_left(column); ++row)
          if (f.a != 0 || tables().price[static_cast<std::size_t>(row)] <= w.jars) out.push(make(Do::store, column, row));
      return;
    case Now::house:
      for (int b = 0; b < building_count; ++b)
        if (p.owner[static_cast<std::size_t>(b)] == unbuilt) out.push(make(Do::build, b));
      return;
    case Now::own:
      out.push(make(Do::own));
      out.push(make(Do::done));
      return;
    case Now::free_use:
      out.push(make(Do::use, f.b));
      out.push(make(Do::done));
      return;
    // rule: tharos.ware.hand-in, tharos.card-3
    case Now::market_type: {
      const auto trade = static_cast<Trade>(f.a);
      for (int ware = 0; ware < 2; ++ware) {
        const int held = wares_of(w, static_cast<Ware>(ware)).size();
        if (held >= wares_needed(trade)) out.push(make(Do::ware, ware, wares_needed(trade)));
        if (trade == Trade::card_3 && held >= 4) out.push(make(Do::ware, ware, 4));
      }
      return;
    }
    case Now::markers: {
      const Colours held = wares_of(w, static_cast<Ware>(f.b));
      held.for_each([&](Colour c) {
        const int from_here = bit_count(held.bits() >> static_cast<int>(c));
        if (static_cast<int>(c) >= f.d && from_here >= f.c) out.push(make(Do::give, c));
      });
      return;
    }
    // rule: tharos.medal.any
    case Now::medal:
      for (int m = 0; m < medal_count; ++m) {
        const auto what = static_cast<MedalFor>(f.a);
        if (what == MedalFor::give && w.medals[static_cast<Medal>(m)] == 0) continue;
        if (what == MedalFor::other && m == f.b) continue;
        out.push(make(Do::medal, m));
      }
      return;
    case Now::marker:  // rule: tharos.card-13
      for (int ware = 0; ware < 2; ++ware)
        lacking_with_supply(static_cast<Ware>(ware)).for_each([&](Colour c) { out.push(make(Do::gain, ware, c)); });
      return;
    case Now::twin: return (w.ore & w.crystal).for_each([&](Colour c) { out.push(make(Do::give, c)); });  // rule: tharos.card-14
    case Now::restore:
      for (int order = f.b; order < 2 * cell_count; ++order) {
        const int ware = order / cell_count, cell = order % cell_count;
        const Cells lying = ware == 0 ? p.ore : p.crystal;
        if ((lying & cell_bit(cell)) || supply(static_cast<Ware>(ware), colour_at(p, cell)) == 0) continue;
        if (f.a == 1 || restorable(*this, order) >= f.a) {
          // After this one the rest must still fit behind it.
          Public after = p;
          Cells& now_lying = ware == 0 ? after.ore : after.crystal;
          now_lying = static_cast<Cells>(now_lying | cell_bit(cell));
          if (restorable(View(book, after, own, me), order + 1) >= f.a - 1) out.push(make(Do::put, ware, cell));
        }
      }
      return;
    default: CHECK(false && "not a trade");
  }
}

void Play::apply_trade(Seat seat, Action a) {
  Player& me = w(seat);
  const Frame f = top();
  const auto hand_in = [&](Ware ware, Colour c) {
    (ware == Ware::ore ? me.ore : me.crystal).remove(c);
    emit(What::hands_in, seat, static_cast<int>(ware), static_cast<int>(c));
  };
  switch (now_of(f)) {
    case Now::store: {
      pop();
      const int column = a.with[0], row = a.with[1];
      u32 left = static_cast<u32>(me.store >> (store_rows * column) & 7);
      for (int i = 0; i < row; ++i) left &= left - 1;
      const int place = store_rows * column + std::countr_zero(left);
      me.store = static_cast<u8>(me.store & ~(1u << place));
      const Colour c = tables().store[static_cast<std::size_t>(place)];
      me.depot.add(c);
      emit(What::buys, seat, static_cast<int>(c));
      if (f.a == 0) jars(seat, -tables().price[static_cast<std::size_t>(row)]);
      return;
    }
    case Now::house: {  // rule: tharos.build.medal, tharos.build.own, tharos.build.free-use
      pop();
      p_.owner[a.with[0]] = unowned;
      emit(What::builds, seat, a.with[0]);
      medal(seat, Medal::civil, 1);
      push(Now::free_use, seat, 0, a.with[0]);
      if (me.jars >= own_cost && view(seat).can_place_marker(0, {})) push(Now::own, seat, 0, a.with[0]);
      return;
    }
    case Now::own:
      pop();
      if (kind_of(a) == Do::done) return;
      jars(seat, -own_cost);
      return place_marker(seat, MarkerTo::building, f.b, false);
    case Now::free_use:
      pop();
      if (kind_of(a) == Do::use) use_building(seat, static_cast<Building>(f.b), true);
      return;
    case Now::market_type: {
      pop();
      const auto trade = static_cast<Trade>(f.a);
      const int medals = trade == Trade::large ? 2 : trade == Trade::little ? 1 : a.with[1] / 2;
      return push(Now::markers, seat, f.a, a.with[0], a.with[1], 0, medals);
    }
    case Now::markers: {
      hand_in(static_cast<Ware>(f.b), static_cast<Colour>(a.with[0]));
      top().d = a.with[0];
      if (--top().c > 0) return;
      pop();
      if (static_cast<Trade>(f.a) != Trade::fresh) return medal(seat, Medal::trade, f.amount);
      if (static_cast<Ware>(f.b) == Ware::ore) return push(Now::markers, seat, f.a, static_cast<int>(Ware::crystal), 2);
      return medal(seat, Medal::trade, 2);
    }
    case Now::medal: {
      pop();
      const auto m = static_cast<Medal>(a.with[0]);
      if (static_cast<MedalFor>(f.a) != MedalFor::give) return medal(seat, m, 1);
      medal(seat, m, -1);
      return push(Now::medal, seat, static_cast<int>(MedalFor::other), a.with[0]);
    }
    case Now::marker: {
      pop();
      (a.with[0] == 0 ? me.ore : me.crystal).add(static_cast<Colour>(a.with[1]));
      return emit(What::takes, seat, a.with[0], a.with[1]);
    }
    case Now::twin:
      pop();
      hand_in(Ware::ore, static_cast<Colour>(a.with[0]));
      hand_in(Ware::crystal, static_cast<Colour>(a.with[0]));
      return medal(seat, Medal::trade, 1);
    case Now::restore: {
      Cells& lying = a.with[0] == 0 ? p_.ore : p_.crystal;
      lying = static_cast<Cells>(lying | cell_bit(a.with[1]));
      emit(What::restores, seat, a.with[0], a.with[1]);
      top().b = static_cast<u8>(restore_order(static_cast<Ware>(a.with[0]), a.with[1]) + 1);
      if (--top().a > 0) return;
      pop();
      return medal(seat, Medal::civil, 1);
    }
    default: CHECK(false && "not a trade");
  }
}

}  // namespace trestle::tharos
