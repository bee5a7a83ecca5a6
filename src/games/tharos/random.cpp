// Random games, as quick as they can be: most of what a plain tree search does. No rule is said here: which acts are legal and what
// they change is asked of the other files, only less of it at a time.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

void Tharos::random_step(State& state, Rng& rng) const { Play(*book_, state, nullptr).random_step(rng); }

void Tharos::play_out(State& state, Rng& rng) const {
  Play play(*book_, state, nullptr);
  while (!state.pub.stack.empty()) play.random_step(rng);
}

void Play::random_step(Rng& rng) {
  random_choice(rng);
  settle();
}

// The steps of which there are many are taken here one by one, the others by a list.
void Play::random_choice(Rng& rng) {
  const Frame f = top();
  const auto decline_without = [&](ActionCard n) {  // who does not have the card has no choice
    const bool without = !(s_.of(f.seat).hand & card_bit(n));
    if (without) pop();
    return without;
  };
  switch (now_of(f)) {
    case Now::act:
      if (f.a != 0) {
        const Action a = view(f.seat).random_card_or_done(rng);
        return kind_of(a) == Do::done ? end_go(f.seat) : apply_act(f.seat, a);
      }
      if (p_.go.card != 0 && view(f.seat).transform_in_action()) break;  // then passing depends on all other acts
      return apply_act(f.seat, view(f.seat).random_act(f, rng));
    case Now::inner: return apply_act(f.seat, view(f.seat).random_act(f, rng));
    case Now::dice: return apply_dice(f.seat, view(f.seat).random_die(f, rng));
    // All dice at once, in copies that the compiler can keep at hand.
    case Now::draw: {
      Player& player = w(f.seat);
      Dice bag = player.bag, depot = player.depot, drawn = player.drawn;
      for (int left = f.a; left > 0 && can_draw(bag, depot); --left) {
        const Colour c = bag.at(rng.below(static_cast<u32>(bag.total())));
        bag.remove(c);
        drawn.add(c);
      }
      player.bag = bag;
      player.depot = depot;
      player.drawn = drawn;
      return pop();
    }
    case Now::roll: {
      if (f.a != 0) break;  // it must be used at once
      Player& player = w(f.seat);
      Rolled active = player.active;
      for (Dice left = player.drawn; !left.empty(); left.remove(left.lowest()))
        active.add(die_kind(left.lowest(), static_cast<int>(rng.below(6)) + 1));
      player.active = active;
      player.drawn.clear();
      return pop();
    }
    case Now::draw_cards: return apply_chance(make(Do::deal, random_bit(s_.hid.deck, rng)));
    case Now::cell: return apply_target(f.seat, make(Do::at, random_bit(cells_of(f), rng)));
    case Now::wish: return apply_cards(f.seat, view(f.seat).random_wish(rng));
    case Now::ask_depot:
      if (decline_without(1)) return;
      break;
    case Now::ask_redraw:
      if (decline_without(9)) return;
      break;
    case Now::ask_keep:
      if (decline_without(22)) return;
      break;
    default: break;
  }
  if (is_chance(now_of(f))) return apply_chance(chance_outcome(tables(), s_, rng.below(chance_odds(tables(), s_))));
  apply_decision(f.seat, view(f.seat).random(rng));
}

Action View::random(Rng& rng) const {
  ActionList list;
  legal(list);
  return list[list.size() == 1 ? 0 : rng.below(static_cast<u32>(list.size()))];
}

Action View::random_wish(Rng& rng) const {
  const auto with = static_cast<Only>(p.stack[p.stack.size() - 2].b);
  for (u64 left = kinds_of(every_colour, 1, 6);;) {
    const auto kind = static_cast<DieKind>(random_bit(left, rng));
    if (wish_works(kind, with)) return make(Do::wish, colour_of(kind), value_of(kind));
    left &= ~kind_bit(kind);
  }
}

// The choice of an action. Candidates, of which every legal act is one, are taken by lot until one is legal, and are put away if they
// are not: it costs less to ask about one or two than about all. A candidate is a bit of one word.
Action View::random_act(const Frame& f, Rng& rng) const {
  constexpr int first_house = deed_count, effect = first_house + building_count, none = effect + 1, first_card = none + 1;
  static_assert(first_card + hand_max + 1 <= 64);
  const bool whole = now_of(f) == Now::act;  // not an action inside an action
  const bool with_card = whole && p.go.card == 0;
  const Means m = means(static_cast<Only>(f.b), Spaces::from_bits(f.c));
  const u64 hand = with_card ? own.hand & ~only_in_preparation : 0;
  const u64 houses = m.only == Only::any && m.jars >= book.cheapest_use ? (built() - w.visited).bits() : 0;
  u64 left = perhaps_possible(m).bits() | houses << first_house | u64{whole && transform_in_action()} << effect | u64{with_card} << none |
             ((u64{1} << bit_count(hand)) - 1) << first_card;
  while (left != 0) {
    const int one = random_bit(left, rng);
    if (one < first_house) {
      const auto deed = static_cast<Deed>(one);
      if (pays_one(deed, m) && !idle(deed, m)) return is_activation(deed) ? make(Do::activate, activated_card(deed)) : make(Do::act, deed);
    } else if (one < effect) {
      const auto house = static_cast<Building>(one - first_house);
      if (can_use(house, m, false)) return make(Do::use, house);
    } else if (one == effect) {
      return make(Do::transform);
    } else if (one == none) {
      return make(Do::pass);
    } else {
      const auto card = static_cast<ActionCard>(nth_bit(hand, static_cast<u32>(one - first_card)));
      if (has_effect(card) && playable(card, 0, m, any_deed(m))) return make(Do::play, card);
    }
    left &= ~(u64{1} << one);
  }
  return make(Do::pass);  // the card that was played has opened no action
}

// After an action: one of the cards that can be played, the effect, or no more, in the same way.
Action View::random_card_or_done(Rng& rng) const {
  const u32 others = transform_in_action() ? 2 : 1;
  for (u64 hand = own.hand & ~not_after_an_action;;) {
    const auto cards = static_cast<u32>(bit_count(hand));
    const u32 lot = rng.below(cards + others);
    if (lot >= cards) return lot == cards ? make(Do::done) : make(Do::transform);
    const auto card = static_cast<ActionCard>(nth_bit(hand, lot));
    if (playable(card, 1, {}, false)) return make(Do::play, card);
    hand &= ~card_bit(card);
  }
}

}  // namespace trestle::tharos
