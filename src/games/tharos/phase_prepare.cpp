// Chance, and phase I of a turn: the attack card, the dice out of the bag with cards 1, 9, 22 and the Steam Pressure Plant.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

// The kind under ticket number `ticket` when n(i) tickets belong to kind i.
template <class Count>
int pick_weighted(int kinds, u32 ticket, Count&& n) {
  for (int i = 0; i < kinds; ++i) {
    const u32 mine = static_cast<u32>(n(i));
    if (ticket < mine) return i;
    ticket -= mine;
  }
  CHECK(false && "ticket past the odds");
  return 0;
}

int attacks_left(const Tables& t, const Public& p, int value) {
  int left = t.attacks[static_cast<std::size_t>(value)];
  for (int i = 0; i < p.attack_count; ++i) left -= p.attacks[static_cast<std::size_t>(i)] == value;
  return left;
}

int regions_left(const Tables& t, const Public& p, int colour) {
  return t.regions[static_cast<std::size_t>(colour)] - bit_count(p.land[static_cast<std::size_t>(colour)]);
}

int markers_left(const Tables& t, const Public& p, int effect, int dealt) {
  int left = t.markers[static_cast<std::size_t>(effect)];
  for (int i = 0; i < dealt; ++i) left -= static_cast<int>(p.marker[static_cast<std::size_t>(i)]) == effect;
  return left;
}

}  // namespace

bool is_chance(Now now) {
  switch (now) {
    case Now::deal_regions:
    case Now::deal_markers:
    case Now::pick_start:
    case Now::reveal_attack:
    case Now::draw:
    case Now::roll:
    case Now::draw_cards:
    case Now::reveal_end: return true;
    default: return false;
  }
}

u32 chance_odds(const Tables&, const State& s) {
  const Public& p = s.pub;
  const Frame& f = p.stack.back();
  switch (now_of(f)) {
    case Now::deal_regions:
    case Now::deal_markers: return static_cast<u32>(cell_count - f.a);
    case Now::pick_start: return p.seats;
    case Now::reveal_attack: return static_cast<u32>(attack_count - p.attack_count);
    case Now::draw: return static_cast<u32>(p.of(f.seat).bag.total());
    case Now::roll: return 6;
    case Now::draw_cards: return static_cast<u32>(bit_count(s.hid.deck));
    case Now::reveal_end: return static_cast<u32>(end_card_count - bit_count(p.ends));
    default: return 0;
  }
}

Action chance_outcome(const Tables& t, const State& s, u32 ticket) {
  const Public& p = s.pub;
  const Frame& f = p.stack.back();
  switch (now_of(f)) {
    case Now::deal_regions: return make(Do::region, pick_weighted(colour_count, ticket, [&](int i) { return regions_left(t, p, i); }));
    case Now::deal_markers:
      return make(Do::marker, pick_weighted(transformation_count, ticket, [&](int i) { return markers_left(t, p, i, f.a); }));
    case Now::pick_start: return make(Do::starter, ticket);
    case Now::reveal_attack:
      return make(Do::attack, pick_weighted(attack_value_max + 1, ticket, [&](int i) { return attacks_left(t, p, i); }));
    case Now::draw: return make(Do::draw, p.of(f.seat).bag.at(ticket));
    case Now::roll: return make(Do::roll, ticket + 1);
    case Now::draw_cards: return make(Do::deal, nth_bit(s.hid.deck, ticket));
    case Now::reveal_end: return make(Do::ending, nth_bit(~u64{p.ends} & 0x3f, ticket) + 1);
    default: CHECK(false && "no chance here"); return {};
  }
}

void Play::apply_chance(Action a) {
  const Frame f = top();
  const Seat seat = f.seat;
  switch (kind_of(a)) {
    // rule: tharos.setup.regions
    case Do::region: {
      p_.land[a.with[0]] = static_cast<Cells>(p_.land[a.with[0]] | cell_bit(f.a));
      emit(What::region, Seat::A, a.with[0], f.a);
      if (++top().a == cell_count) pop();
      return;
    }
    case Do::marker: {
      p_.marker[f.a] = static_cast<Transformation>(a.with[0]);
      emit(What::marker, Seat::A, a.with[0], f.a);
      if (++top().a == cell_count) pop();
      return;
    }
    // rule: tharos.setup.start-player
    case Do::starter: {
      p_.start = static_cast<Seat>(a.with[0]);
      emit(What::starter, p_.start);
      pop();
      return;
    }
    case Do::attack: {  // rule: tharos.turn.attack-card
      p_.attacks[p_.attack_count++] = a.with[0];
      emit(What::attack, Seat::A, a.with[0], attacked_cell(p_), 0, a.with[0] + p_.round);
      pop();
      return;
    }
    // rule: tharos.dice.draw
    case Do::draw: {
      const auto c = static_cast<Colour>(a.with[0]);
      w(seat).bag.remove(c);
      w(seat).drawn.add(c);
      --top().a;
      emit(What::draws, seat, a.with[0]);
      return;
    }
    // rule: tharos.dice.roll
    case Do::roll: {
      const Colour c = w(seat).drawn.lowest();
      const DieKind kind = die_kind(c, a.with[0]);
      w(seat).drawn.remove(c);
      emit(What::rolls, seat, kind);
      if (f.a == 0) {
        w(seat).active.add(kind);
        return;
      }
      // It must be used at once, or it goes to the depot.
      // rule: tharos.card-8, tharos.card-26
      pop();
      p_.go.fresh = static_cast<u8>(kind + 1);
      p_.go.fresh_is = static_cast<u8>(Fresh::real);
      const View v = view(seat);
      if (!v.any_deed(v.means(static_cast<Only>(top().b)))) {
        p_.go.fresh_is = static_cast<u8>(Fresh::gone);
        w(seat).depot.add(c);
      }
      return;
    }
    case Do::deal: {
      const ActionCard n = a.with[0];
      s_.hid.deck &= ~card_bit(n);
      --p_.deck;
      --top().a;
      emit(What::gets_card, seat, n, 0, 0, 0, only(seat));
      emit(What::gets_card, seat, 0, 0, 0, 0, all_but(seat));
      if (f.b != 0)
        s_.of(seat).drawn |= card_bit(n), ++p_.stack[p_.stack.size() - 2].a;  // the cards to choose from
      else
        to_hand(seat, n, false);
      return;
    }
    case Do::ending: {  // rule: tharos.losses.card
      p_.ends = static_cast<u8>(p_.ends | 1u << (a.with[0] - 1));
      emit(What::end_card, Seat::A, a.with[0], p_.column);
      pop();
      for (int i = p_.seats - 1; i >= 0; --i)
        if (w(in_order(i)).lost >> p_.column & 1) push(Now::suffer, in_order(i), a.with[0]);
      return;
    }
    default: CHECK(false && "not a chance action");
  }
}

// ---- phase I for one player. The frames lie in this order, the first to come on top:
// ask_depot, draw, ask_redraw, set_aside, add_kept, roll

void View::legal_prepare(const Frame& f, ActionList& out) const {
  const auto colours_from = [&](Dice dice) {
    dice.kinds().for_each([&](Colour c) {
      if (static_cast<int>(c) >= f.b) out.push(make(Do::colour, c));
    });
  };
  switch (now_of(f)) {
    case Now::ask_depot:  // rule: tharos.card-1
      if (own.hand & card_bit(1)) out.push(make(Do::play, 1));
      out.push(make(Do::done));
      return;
    case Now::ask_redraw:  // rule: tharos.card-9
      if (own.hand & card_bit(9)) out.push(make(Do::play, 9));
      out.push(make(Do::done));
      return;
    case Now::pick_depot: {
      // Ascending, and enough must be left for the rest.
      int from_here = 0;
      std::array<int, colour_count> above{};
      for (int c = colour_count - 1; c >= 0; --c) {
        from_here += w.depot[static_cast<Colour>(c)];
        above[static_cast<std::size_t>(c)] = from_here;
      }
      w.depot.kinds().for_each([&](Colour c) {
        if (static_cast<int>(c) >= f.b && above[static_cast<std::size_t>(c)] >= f.a) out.push(make(Do::colour, c));
      });
      return;
    }
    case Now::set_aside: return colours_from(w.drawn);  // rule: tharos.card.steam-pressure-plant.permanent
    case Now::add_kept:                                 // rule: tharos.card-22
      colours_from(w.kept);
      out.push(make(Do::done));
      return;
    default: CHECK(false && "not a step of the preparation");
  }
}

void Play::apply_prepare(Seat seat, Action a) {
  Player& me = w(seat);
  const Frame f = top();
  const auto c = static_cast<Colour>(a.with[0]);
  switch (now_of(f)) {
    case Now::ask_depot: {
      pop();
      if (kind_of(a) == Do::done) return;
      spend_card(seat, 1);
      p_.discard |= card_bit(1);
      const int extra = top().a - dice_drawn;
      p_.stack[p_.stack.size() - 2].a = 255;  // dice that were not drawn are not rejected by card 9
      if (me.depot.total() > dice_drawn) {
        top().a = static_cast<u8>(extra);
        push(Now::pick_depot, seat, dice_drawn);
      } else {
        top().a = static_cast<u8>(dice_drawn - me.depot.total() + extra);
        me.drawn.add(me.depot);
        me.depot.clear();
      }
      return;
    }
    case Now::pick_depot:
      me.depot.remove(c);
      me.drawn.add(c);
      top().b = a.with[0];
      if (--top().a == 0) pop();
      return;
    case Now::ask_redraw: {
      pop();
      if (kind_of(a) == Do::done) return;
      spend_card(seat, 9);
      p_.discard |= card_bit(9);
      const int count = me.drawn.total();
      me.depot.add(me.drawn);
      me.drawn.clear();
      push(Now::draw, seat, count);
      return;
    }
    case Now::set_aside:
      me.drawn.remove(c);
      me.depot.add(c);
      emit(What::sets_aside, seat, a.with[0]);
      pop();
      return;
    case Now::add_kept:
      if (kind_of(a) == Do::done) {
        pop();
        return;
      }
      me.kept.remove(c);
      me.drawn.add(c);
      top().b = a.with[0];
      emit(What::adds_die, seat, a.with[0]);
      if (me.kept.empty()) {
        p_.aside &= ~card_bit(22);
        p_.discard |= card_bit(22);
        pop();
      }
      return;
    default: CHECK(false && "not a step of the preparation");
  }
}

// Whether there is a die to draw, after refilling an empty bag.
// rule: tharos.dice.refill
bool can_draw(Dice& bag, Dice& depot) {
  if (bag.empty()) {
    bag = depot;
    depot.clear();
  }
  return !bag.empty();
}

// A draw that can go on waits for chance; false when it is over.
bool Play::settle_draw() {
  const Frame& f = top();
  if (f.a > 0 && can_draw(w(f.seat).bag, w(f.seat).depot)) return true;
  pop();
  return false;
}

}  // namespace trestle::tharos
