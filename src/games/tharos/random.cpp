// Random games, as quick as they can be: most of what a plain tree search does. No rule is said here: which acts are legal and what
// they change is asked of the other files, only less of it at a time.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

void Tharos::random_step(State& state, Rng& rng) const { Play(*book_, state, nullptr).random_step(rng); }

void Play::random_step(Rng& rng) {
  const Frame f = top();
  switch (now_of(f)) {
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
      pop();
      return settle();
    }
    case Now::roll: {
      if (f.a != 0) break;  // it must be used at once
      Player& player = w(f.seat);
      Rolled active = player.active;
      for (Dice left = player.drawn; !left.empty(); left.remove(left.lowest()))
        active.add(die_kind(left.lowest(), static_cast<int>(rng.below(6)) + 1));
      player.active = active;
      player.drawn.clear();
      return settle();
    }
    default: break;
  }
  if (is_chance(now_of(f))) return apply(Seat::Chance, chance_outcome(tables(), s_, rng.below(chance_odds(tables(), s_))));
  apply(f.seat, view(f.seat).random(rng));
}

Action View::random(Rng& rng) const {
  const Frame& f = p.stack.back();
  if (now_of(f) == Now::act && f.a == 0 && f.b == 0 && p.go == Go{}) return random_act(rng);
  ActionList list;
  legal(list);
  return list[list.size() == 1 ? 0 : rng.below(static_cast<u32>(list.size()))];
}

// At the beginning of an action. Candidates, of which every legal act is one, are taken by lot until one is legal: it costs less to ask
// about two or three than about all.
Action View::random_act(Rng& rng) const {
  const Means m = means();
  const u64 deeds = perhaps_payable(open(m.only, m.excluded), m).bits();
  const u64 houses = m.jars >= book.cheapest_use ? (built() - w.visited).bits() : 0;
  const auto deed_count_now = static_cast<u32>(bit_count(deeds)), house_count = static_cast<u32>(bit_count(houses));
  const auto cards = static_cast<u32>(bit_count(own.hand));
  const u32 transforms = transform_now() ? 1 : 0;
  for (;;) {
    u32 lot = rng.below(deed_count_now + house_count + cards + transforms + 1);
    if (lot < deed_count_now) {
      const auto deed = static_cast<Deed>(nth_bit(deeds, lot));
      if (!pays_one(deed, m) || idle(deed, m)) continue;
      return is_activation(deed) ? make(Do::activate, activated_card(deed)) : make(Do::act, deed);
    }
    lot -= deed_count_now;
    if (lot < house_count) {
      const auto house = static_cast<Building>(nth_bit(houses, lot));
      if (can_use(house, m, false)) return make(Do::use, house);
      continue;
    }
    lot -= house_count;
    if (lot < cards) {
      const auto card = static_cast<ActionCard>(nth_bit(own.hand, lot));
      if (has_effect(card) && playable(card, 0, m, any_deed(m))) return make(Do::play, card);
      continue;
    }
    return lot - cards < transforms ? make(Do::transform) : make(Do::pass);
  }
}

}  // namespace trestle::tharos
