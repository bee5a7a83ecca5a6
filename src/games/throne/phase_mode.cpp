// Before phase 1 (Homage, Spy) and phase 1: the mode of the turn.
#include "games/throne/work.hpp"

namespace trestle::throne {

void legal_before(const SightRef& sight, ActionList& list) {
  const Frame& f = sight.pub.stack.back();
  if (now(f) == Now::homage)
    opponents_of(sight.pub, f.seat).for_each([&](Seat s) { list.push(doing(Do::homage, s)); });
  else
    list.push(doing(Do::spy));
  list.push(doing(Do::pass));
}

void Work::apply_before(Seat seat, Action action) {
  pop();
  switch (kind_of(action)) {
    // rule: throne.race.deities.homage
    case Do::homage: tell(Told::homage, seat, action.with[0]); return transfer(seat_of(action), seat, 1);
    // rule: throne.race.ninjas.spy
    case Do::spy: {
      const int wanted = pub.pile < printed::spied_cards ? pub.pile : printed::spied_cards;
      return push(frame(Now::look, seat, static_cast<u8>(wanted - pub.seen)));
    }
    default: return;  // pass
  }
}

void legal_mode(const SightRef& sight, ActionList& list) {
  list.push(doing(Do::march));
  list.push(doing(Do::exchange));
  list.push(doing(Do::charge));
  list.push(doing(Do::recover));
  if (is(sight.pub, sight.me, Race::witches)) list.push(doing(Do::meditate));
}

void Work::apply_mode(Seat seat, Action action) {
  pop();
  tell(Told::mode, seat, action.kind);
  const Do mode = kind_of(action);
  const bool turn_ends = mode == Do::recover || mode == Do::meditate;
  push(frame(turn_ends ? Now::end_turn : Now::play, seat));
  // rule: throne.race.gnomes.treasure
  if (is(pub, seat, Race::gnomes)) push(frame(Now::treasure, seat));
  switch (mode) {
    // rule: throne.mode.march
    case Do::march: pub.points = printed::march_points; return push(frame(Now::draw, seat, printed::march_cards));
    // rule: throne.mode.exchange
    case Do::exchange:
      pub.points = printed::exchange_points;
      pub.discard.add(pub.trade);
      pub.trade.clear();
      tell(Told::trade_cleared, seat);
      return push(frame(Now::fill_trade, seat, trade_size));
    // rule: throne.mode.charge
    case Do::charge: pub.points = static_cast<u8>(rules.charge_points()); return;
    // rule: throne.mode.recover
    case Do::recover: return push(frame(Now::draw, seat, printed::recover_cards));
    // rule: throne.race.witches.meditation
    default: return push(frame(Now::draw, seat, printed::meditate_cards));
  }
}

}  // namespace trestle::throne
