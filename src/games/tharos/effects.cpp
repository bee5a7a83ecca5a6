// The forty action cards: when each may be played and what it does. One switch a question, no default.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

constexpr Cells top_cells_of_grid = 0x000f;

const Request& request_of(const Tables& t, ActionCard n) { return t.requests[static_cast<std::size_t>(n - first_request)]; }

}  // namespace

// Whether the card would change anything.
// rule: tharos.cards.effect
bool View::has_effect(ActionCard n) const {
  switch (n) {
    case 1:
    case 9:
    case 22: return false;  // rule: tharos.cards.preparation
    case 2: return w.guild != 0;
    case 3: return w.ore.size() >= 2 || w.crystal.size() >= 2;
    case 4: return w.guild != 0 && w.guild != 0xffff;
    case 5:
    case 8:
    case 16:
    case 24:
    case 26: return true;  // these need an action; see playable
    case 6: return w.jars >= 12;
    case 7: return true;
    case 10:
    case 12:
    case 25: return !w.active.empty();
    case 11:
    case 21: return !cards_with_room().empty();
    case 13: return !lacking_with_supply(Ware::ore).empty() || !lacking_with_supply(Ware::crystal).empty();
    case 14: return !(w.ore & w.crystal).empty();
    case 15: return bit_count(w.guild) >= 3;
    case 17: return w.guild != 0xffff && can_place_marker(0, {});
    case 18: return (top_cells_of_grid & ~w.guild) != 0 && can_place_marker(0, {});
    case 19:
    case 20:
    case 28: return true;
    case 23: return w.mines != 0xffff && mine_supply() > 0;
    case 27: return w.lost != 0;
    case 29: return w.cards.size() >= 2;
    case 30: return w.jars >= 5 && w.cards.size() < player_card_count;
    case 31:
      for (u8 count : w.medals)
        if (count > 0) return true;
      return false;
    case 32:
    case 33:
    case 34: return (request_of(tables(), n).colours - colours_in(w.mines)).empty();
    case 35:
    case 36:
    case 37:
    case 38: return contains_shape(w.guild, request_of(tables(), n).shape);
    case 39: return supply_total() > 0;
    case 40: return w.organizer + w.manipulator > 0 && w.guild != 0 && w.mines != 0;
  }
  return false;
}

// rule: tharos.cards.one-per-action, tharos.cards.before
bool View::playable(ActionCard n, int stage, const Means& m, bool some_action) const {
  if (!has_effect(n)) return false;
  const bool before = stage == 0;
  switch (n) {
    case 5: {
      if (!before) return false;
      Means again = m;
      again.only = Only::reuse;
      return any_deed(again);
    }
    case 8:
    case 26: {
      if (!before) return false;
      const Dice from = n == 26 || w.bag.empty() ? w.depot : w.bag;
      bool works = false;
      from.kinds().for_each([&](Colour c) {
        for (int v = 1; v <= 6 && !works; ++v) works = wish_works(die_kind(c, v), m.only);
      });
      return works;
    }
    case 16: {
      if (!before) return false;
      for (int c = 0; c < colour_count; ++c)
        for (int v = 1; v <= 6; ++v)
          if (wish_works(die_kind(static_cast<Colour>(c), v), m.only)) return true;
      return false;
    }
    case 24: return before ? !possible(open(m.only, m.excluded) & Deeds{Deed::plenty_money}, m).empty() : p.go.plenty != 0;
    default: return !before || some_action || could_open_action(n);
  }
}

bool View::wish_works(DieKind kind, Only with) const {
  Means m = means(with);
  m.fresh = static_cast<u8>(kind + 1);
  return any_deed(m);
}

// No action is possible now: could one become possible through this card?.
// rule: tharos.cards.before
bool View::could_open_action(ActionCard n) const {
  const auto then_possible = [&](auto&& change) {
    Public other = p;
    change(other, other.of(me));
    const View v(book, other, own, me);
    return v.any_deed(v.means());
  };
  // Whatever dice can do, equal dice of 6 or of 3 can: every demand is a least value, a least total, a 6, or a range around 3.
  const auto all_dice = [&](int value, Dice extra) {
    return then_possible([&](Public&, Player& me_then) {
      Dice dice = me_then.active.colours();
      dice.add(extra);
      me_then.active.clear();
      dice.kinds().for_each([&](Colour c) {
        for (int i = 0; i < dice[c]; ++i) me_then.active.add(die_kind(c, value));
      });
    });
  };
  const auto without_guild = [&](Cells gone, int more_jars) {
    return then_possible([&](Public&, Player& x) {
      x.guild = static_cast<Cells>(x.guild & ~gone);
      x.jars = static_cast<u16>(x.jars + more_jars);
    });
  };
  const auto without_a_marker = [&] {  // its region can be marked, with dice
    for (Cell c = 0; c < cell_count; ++c)
      if ((w.guild & cell_bit(c)) && !w.active.empty() && without_guild(cell_bit(c), 0)) return true;
    return false;
  };
  const auto with_mines = [&](Cells mines) { return then_possible([&](Public&, Player& x) { x.mines = mines; }); };
  const auto without_ware = [&](Colours ore, Colours crystal) {
    return then_possible([&](Public&, Player& x) { x.ore = x.ore - ore, x.crystal = x.crystal - crystal; });
  };
  switch (n) {
    case 2:
      for (Cell a = 0; a < cell_count; ++a)
        for (Cell b = a; b < cell_count; ++b)
          if ((w.guild & cell_bit(a)) && (w.guild & cell_bit(b)) &&
              without_guild(static_cast<Cells>(cell_bit(a) | cell_bit(b)), a == b ? 8 : 16))
            return true;
      return false;
    case 3:
    case 14: {
      bool works = false;
      every_colour.for_each([&](Colour c) {
        const Colours one{c};
        const bool ore = w.ore.has(c), crystal = w.crystal.has(c);
        if (works || w.active.empty()) return;
        if (n == 14) works = ore && crystal && without_ware(one, one);
        if (n == 3)
          works = (ore && w.ore.size() >= 2 && without_ware(one, {})) || (crystal && w.crystal.size() >= 2 && without_ware({}, one));
      });
      return works;
    }
    case 15: return without_a_marker();
    case 23:
    case 40:  // a mine more, or one less, lets others be placed elsewhere
      for (Cell c = 0; c < cell_count; ++c)
        if (((w.mines & cell_bit(c)) != 0) == (n == 40) && !w.active.empty() && with_mines(static_cast<Cells>(w.mines ^ cell_bit(c))))
          return true;
      return n == 40 && without_a_marker();
    case 20: return then_possible([](Public&, Player& x) { x.jars = static_cast<u16>(x.jars + 8); });
    case 10:
    case 25: {
      bool works = false;
      for (u64 kinds = w.active.present(); kinds != 0 && !works; kinds &= kinds - 1) {
        const auto k = static_cast<DieKind>(std::countr_zero(kinds));
        for (int v = 1; v <= value_max && !works; ++v) {
          const bool reach = n == 10 ? v <= 6 : v == value_of(k) + 2 || v == value_of(k) - 2 || (value_of(k) == 2 && v == 1);
          works = reach && then_possible([&](Public&, Player& x) {
                    x.active.remove(k);
                    x.active.add(die_kind(colour_of(k), v));
                  });
        }
      }
      return works;
    }
    case 12: return all_dice(6, {}) || all_dice(3, {});
    case 19:
    case 28: {
      Dice from = w.bag;
      from.add(w.depot);
      bool works = false;
      from.kinds().for_each([&](Colour first) {
        Dice rest = from;
        rest.remove(first);
        Dice extra;
        extra.add(first);
        if (rest.empty()) works = works || all_dice(6, extra) || all_dice(3, extra);
        rest.kinds().for_each([&](Colour second) {
          Dice both = extra;
          both.add(second);
          works = works || all_dice(6, both) || all_dice(3, both);
        });
      });
      return works;
    }
    case 11:
    case 21: {
      const PlayerCards room = cards_with_room();
      return (room.has(PlayerCard::organizer) && !(w.bag.empty() && w.depot.empty() && w.active.empty())) ||
             (room.has(PlayerCard::manipulator) && !w.active.empty());
    }
    case 13: {
      bool works = false;
      for (int ware = 0; ware < 2; ++ware)
        lacking_with_supply(static_cast<Ware>(ware)).for_each([&](Colour c) {
          works = works || then_possible([&](Public&, Player& x) { (ware == 0 ? x.ore : x.crystal).add(c); });
        });
      return works;
    }
    case 4:
    case 17:
    case 18: {
      for (int to = 0; to < (n == 18 ? side : cell_count); ++to) {
        if (w.guild & cell_bit(to)) continue;
        const Cells added = static_cast<Cells>(cell_bit(to) | (n == 18 && to + 1 < side ? cell_bit(to + 1) : 0));
        if (n != 4 && then_possible([&](Public&, Player& x) { x.guild = static_cast<Cells>(x.guild | added); })) return true;
        for (int from = 0; n == 4 && from < cell_count; ++from)
          if ((w.guild & cell_bit(from)) &&
              then_possible([&](Public&, Player& x) { x.guild = static_cast<Cells>((x.guild & ~cell_bit(from)) | cell_bit(to)); }))
            return true;
      }
      return false;
    }
    case 27: return then_possible([](Public&, Player& x) { x.lost = 0; });
    case 29: {
      bool works = false;
      w.cards.for_each([&](PlayerCard a) {
        w.cards.for_each([&](PlayerCard b) {
          if (a < b) works = works || then_possible([&](Public&, Player& x) { x.cards.remove(a), x.cards.remove(b); });
        });
      });
      return works;
    }
    case 30: {
      bool works = false;
      (PlayerCards::first(player_card_count) - w.cards).for_each([&](PlayerCard c) {
        works = works || then_possible([&](Public&, Player& x) {
                  x.cards.add(c);
                  x.jars = static_cast<u16>(x.jars - 5);
                  if (c == PlayerCard::organizer) x.organizer = tables().cards[c].markers;
                  if (c == PlayerCard::manipulator) x.manipulator = tables().cards[c].markers;
                });
      });
      return works;
    }
    case 39: {
      bool works = false;
      for (int order = 0; order < 2 * cell_count && !works; ++order) {
        const int ware = order / cell_count, cell = order % cell_count;
        if (((ware == 0 ? p.ore : p.crystal) & cell_bit(cell)) || supply(static_cast<Ware>(ware), colour_at(p, cell)) == 0) continue;
        works = then_possible([&](Public& other, Player&) {
          Cells& lying = ware == 0 ? other.ore : other.crystal;
          lying = static_cast<Cells>(lying | cell_bit(cell));
        });
      }
      return works;
    }
    case 1:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 16:
    case 22:
    case 24:
    case 26:
    case 31:
    case 32:
    case 33:
    case 34:
    case 35:  // where their markers lie an area can be explored anyway
    case 36:
    case 37:
    case 38: return false;
  }
  return false;
}

void Play::play_card(Seat seat, ActionCard n) {
  Player& me = w(seat);
  spend_card(seat, n);
  p_.go.card = n;
  switch (n) {
    // rule: tharos.card-2
    case 2: return push(Now::cells, seat, static_cast<int>(CellsFor::sell), 2, 0, 0, me.guild);
    case 3: return push(Now::market_type, seat, static_cast<int>(Trade::card_3));
    case 4: return push(Now::cell, seat, static_cast<int>(CellFor::move_from), 0, 0, 0, me.guild);
    case 5: top().b = static_cast<u8>(Only::reuse); return;
    // rule: tharos.card-6
    case 6: jars(seat, -12); return medal(seat, Medal::trade, 1);
    // rule: tharos.card-7
    case 7: p_.go.aside = 1; return strength(seat, 2);
    case 8: can_draw(me.bag, me.depot); return push(Now::fresh_die, seat, 0);
    case 10: return push(Now::change, seat, static_cast<int>(ChangeBy::card_10));
    case 11:
    case 21: return push(Now::stock, seat, n);
    // rule: tharos.card-12
    case 12: return push(Now::reroll, seat);
    case 13: return push(Now::marker, seat);
    case 14: return push(Now::twin, seat);
    // rule: tharos.card-15
    case 15: return push(Now::cells, seat, static_cast<int>(CellsFor::explore), 3, 0, 0, me.guild);
    // rule: tharos.card-16
    case 16: return push(Now::wish, seat);
    // rule: tharos.card-17
    case 17: return push(Now::cell, seat, static_cast<int>(CellFor::guild), 1, 0, 0, static_cast<Cells>(~me.guild));
    case 18: {
      const u32 free = top_cells_of_grid & ~static_cast<u32>(me.guild);
      return push(Now::top_row, seat, (free & (free >> 1)) != 0 ? 2 : 1);
    }
    case 19:
    case 20:
    case 28: return push(Now::choice, seat, n);
    // rule: tharos.card-23
    case 23: return push(Now::cell, seat, static_cast<int>(CellFor::mine), 0, 0, 0, static_cast<Cells>(~me.mines));
    case 24:
      if (p_.go.plenty != 0) return jars(seat, p_.go.plenty);
      p_.go.twice = 1;
      top().b = static_cast<u8>(Only::plenty);
      return;
    case 25: return push(Now::change, seat, static_cast<int>(ChangeBy::card_25));
    case 26: return push(Now::fresh_die, seat, 1);
    // rule: tharos.card-27
    case 27: return push(Now::column, seat);
    // rule: tharos.card-29
    case 29:
      push(Now::medal, seat, static_cast<int>(MedalFor::gain));
      return push(Now::player_card, seat, static_cast<int>(CardFor::give_first), 0, 0, 0, me.cards.bits());
    // rule: tharos.card-30
    case 30:
      jars(seat, -5);
      return push(Now::player_card, seat, static_cast<int>(CardFor::activate_free), 0, 0, 0,
                  (PlayerCards::first(player_card_count) - me.cards).bits());
    // rule: tharos.card-31
    case 31: return push(Now::medal, seat, static_cast<int>(MedalFor::give));
    // rule: tharos.card-32
    case 32:
    case 33:
    case 34: return medal(seat, Medal::exploration, 1);
    // rule: tharos.card-35
    case 35:
    case 36:
    case 37:
    case 38: return push(Now::area, seat, static_cast<int>(AreaFor::request), static_cast<int>(request_of(tables(), n).shape));
    // rule: tharos.card-39
    case 39: return push(Now::restore, seat, std::min(3, view(seat).supply_total()));
    // rule: tharos.card-40
    case 40: {
      push(Now::medal, seat, static_cast<int>(MedalFor::gain));
      push(Now::cell, seat, static_cast<int>(CellFor::turn_mine), 0, 0, 0, me.mines);
      push(Now::cell, seat, static_cast<int>(CellFor::turn_guild), 0, 0, 0, me.guild);
      PlayerCards with;
      if (me.organizer > 0) with.add(PlayerCard::organizer);
      if (me.manipulator > 0) with.add(PlayerCard::manipulator);
      return push(Now::player_card, seat, static_cast<int>(CardFor::turn_in), 0, 0, 0, with.bits());
    }
    case 1:
    case 9:
    case 22: break;
  }
  CHECK(false && "this card is not played with an action");
}

// A single card drawn to choose from is taken; with none there is nothing to choose.
bool Play::settle_keep() {
  const Seat seat = top().seat;
  const ActionCards drawn = s_.of(seat).drawn;
  pop();
  s_.of(seat).drawn = 0;
  if (drawn != 0) to_hand(seat, static_cast<ActionCard>(std::countr_zero(drawn)), false);
  return false;
}

// Out of the hand, for all to see.
void Play::spend_card(Seat seat, ActionCard n) {
  s_.of(seat).hand &= ~card_bit(n);
  w(seat).shown &= ~card_bit(n);
  --w(seat).hand;
  emit(What::plays, seat, n);
}

void Play::to_hand(Seat seat, ActionCard n, bool open) {
  s_.of(seat).hand |= card_bit(n);
  if (open) w(seat).shown |= card_bit(n);
  ++w(seat).hand;
  limit_hand(seat);
}

// rule: tharos.cards.hand-limit
void Play::limit_hand(Seat seat) {
  if (w(seat).hand > hand_max) push(Now::discard, seat, w(seat).hand - hand_max);
}

// Draws that can go on wait for chance; false when they are over.
// rule: tharos.cards.reshuffle
bool Play::settle_draw_cards() {
  if (top().a > 0 && s_.hid.deck == 0 && p_.discard != 0) {
    s_.hid.deck = p_.discard;
    p_.deck = static_cast<u8>(bit_count(p_.discard));
    p_.discard = 0;
    emit(What::reshuffle, Seat::A);
  }
  if (top().a > 0 && s_.hid.deck != 0) return true;
  pop();
  return false;
}

// ---- steps of the cards

void View::legal_cards(const Frame& f, ActionList& out) const {
  const auto offer = [&](ActionCards cards) { for_each_card(cards, [&](ActionCard n) { out.push(make(Do::card, n)); }); };
  switch (now_of(f)) {
    case Now::keep: return offer(own.drawn);
    case Now::discard: return offer(own.hand);
    case Now::fetch: return offer(p.discard);
    case Now::column:
      for (int i = 0; i < turns; ++i)
        if (w.lost >> i & 1) out.push(make(Do::column, i));
      return;
    case Now::wish: {
      const Frame& below = p.stack[p.stack.size() - 2];
      for (int c = 0; c < colour_count; ++c)
        for (int v = 1; v <= 6; ++v)
          if (wish_works(die_kind(static_cast<Colour>(c), v), static_cast<Only>(below.b))) out.push(make(Do::wish, c, v));
      return;
    }
    case Now::fresh_die: return (f.a == 0 ? w.bag : w.depot).kinds().for_each([&](Colour c) { out.push(make(Do::colour, c)); });
    // rule: tharos.cards.choice, tharos.card-19, tharos.card-20, tharos.card-28
    case Now::choice: {
      const bool dice = !w.bag.empty() || !w.depot.empty();
      if (f.a != 28) out.push(make(Do::choose, Choice::strength));
      if (f.a != 20 && dice) out.push(make(Do::choose, Choice::dice));
      if (f.a == 19 && w.store != 0) out.push(make(Do::choose, Choice::store));
      if (f.a == 20) out.push(make(Do::choose, Choice::jars));
      if (f.a == 28) out.push(make(Do::choose, Choice::cards));
      return;
    }
    default: CHECK(false && "not a step of a card");
  }
}

void Play::apply_cards(Seat seat, Action a) {
  Player& me = w(seat);
  Private& mine = s_.of(seat);
  const Frame f = top();
  const ActionCard n = a.with[0];
  switch (now_of(f)) {
    case Now::keep: {
      pop();
      const ActionCards others = mine.drawn & ~card_bit(n);
      mine.drawn = 0;
      p_.discard |= others;
      for_each_card(others, [&](ActionCard other) { emit(What::drops_card, seat, other); });
      return to_hand(seat, n, false);
    }
    case Now::discard:
      mine.hand &= ~card_bit(n);
      me.shown &= ~card_bit(n);
      --me.hand;
      p_.discard |= card_bit(n);
      emit(What::drops_card, seat, n);
      if (--top().a == 0) pop();
      return;
    // rule: tharos.cards.fetch, tharos.building.organization-office, tharos.card.steam-pressure-plant.action
    case Now::fetch:
      pop();
      p_.discard &= ~card_bit(n);
      emit(What::fetches, seat, n);
      return to_hand(seat, n, true);
    case Now::column:
      pop();
      me.lost = static_cast<u8>(me.lost & ~(1u << a.with[0]));
      return emit(What::saved, seat, a.with[0]);
    case Now::wish: {
      pop();
      const DieKind kind = die_kind(static_cast<Colour>(a.with[0]), a.with[1]);
      p_.go.fresh = static_cast<u8>(kind + 1);
      p_.go.fresh_is = static_cast<u8>(Fresh::wished);
      return emit(What::wishes, seat, kind);
    }
    case Now::fresh_die: {
      pop();
      const auto c = static_cast<Colour>(a.with[0]);
      (f.a == 0 ? me.bag : me.depot).remove(c);
      me.drawn.add(c);
      return push(Now::roll, seat, 1);
    }
    case Now::choice:
      pop();
      switch (static_cast<Choice>(a.with[0])) {
        case Choice::strength: p_.go.aside = 1; return strength(seat, 4);
        case Choice::dice: push(Now::roll, seat); return push(Now::draw, seat, 2);
        case Choice::store: return push(Now::store, seat, 1);
        case Choice::jars: return jars(seat, 8);
        case Choice::cards: push(Now::keep, seat); return push(Now::draw_cards, seat, 3, 1);
      }
      return;
    default: CHECK(false && "not a step of a card");
  }
}

}  // namespace trestle::tharos
