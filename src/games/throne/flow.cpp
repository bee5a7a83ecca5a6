// The course of the game: whose move it is, what follows, and when it ends.
//
//   set-up    deal two races each, choose one in secret, reveal; first player; hands; trade area
//   turn      [Homage] [Spy]  1 mode  [Treasure]  2 play  3 upkeep  4 discard  next player
//
// Each decision is a frame on the stack; a phase replaces itself by what follows it.
#include "games/throne/work.hpp"

namespace trestle::throne {

Throne::State Throne::start(int seats) const {
  CHECK(seats >= seats_min && seats <= seats_max);
  State s;
  Public& pub = s.pub;
  pub.seats = static_cast<u8>(seats);
  pub.alive = SeatSet::first(seats);
  // rule: throne.setup.coins
  const int purses = seats == 4 ? 2 : seats;
  for (int i = 0; i < purses; ++i) pub.coins[static_cast<std::size_t>(i)] = printed::coins_start;
  s.hid.pile = tables_.deck;
  pub.pile = static_cast<u8>(tables_.deck.total());
  s.hid.races = static_cast<u16>(((1u << race_count) - 1) << 1);
  pub.stack.push(frame(Now::deal_race, Seat::A, 2));
  return s;
}

namespace {

enum class Decider : u8 { chance, seat, everybody };

constexpr Decider decider(Now kind) {
  switch (kind) {
    case Now::deal_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::draw:
    case Now::look:
    case Now::snatch: return Decider::chance;
    case Now::choose_race: return Decider::everybody;
    case Now::homage:
    case Now::spy:
    case Now::mode:
    case Now::treasure:
    case Now::play:
    case Now::upkeep:
    case Now::discard:
    case Now::end_turn:
    case Now::resolve:
    case Now::second_unit:
    case Now::extract:
    case Now::wisdom:
    case Now::give:
    case Now::seduce:
    case Now::activate:
    case Now::act:
    case Now::demand:
    case Now::answer:
    case Now::defend:
    case Now::assemble:
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::hunger: return Decider::seat;
  }
  return Decider::seat;
}

constexpr u64 frames_decided_by(Decider who) {
  u64 mask = 0;
  for (int k = 0; k <= static_cast<int>(Now::hunger); ++k)
    if (decider(static_cast<Now>(k)) == who) mask |= u64{1} << k;
  return mask;
}

}  // namespace

SeatSet Throne::waiting_on(const Public& pub) const {
  if (pub.stack.empty()) return {};
  const Frame& top = pub.stack.back();
  if (frames_decided_by(Decider::chance) >> top.kind & 1) return chance_only;
  // rule: throne.setup.race
  if (now(top) == Now::choose_race) return pub.alive - pub.committed;
  return only(top.seat);
}

void Throne::legal(const SightRef& sight, ActionList& list) const {
  list.clear();
  switch (now(sight.pub.stack.back())) {
    case Now::choose_race: return legal_setup(sight, list);
    case Now::homage:
    case Now::spy: return legal_before(sight, list);
    case Now::mode: return legal_mode(sight, list);
    case Now::play: return legal_play(*this, sight, list);
    case Now::give: return legal_give(sight, list);
    case Now::assemble: return legal_assemble(*this, sight, list);
    case Now::second_unit: return legal_second_unit(*this, sight, list);
    case Now::treasure:
    case Now::extract:
    case Now::wisdom: return legal_extra(list);
    case Now::seduce: return legal_seduce(sight, list);
    case Now::activate: return legal_activate(*this, sight, list);
    case Now::act: return legal_act(sight, list);
    case Now::demand: return legal_demand(sight, list);
    case Now::answer: return legal_answer(sight, list);
    case Now::defend: return legal_defend(*this, sight, list);
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::hunger: return legal_skill(*this, sight, list);
    case Now::upkeep: return legal_upkeep(sight, list);
    case Now::discard: return legal_discard(sight, list);
    case Now::deal_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::draw:
    case Now::look:
    case Now::snatch:
    case Now::end_turn:
    case Now::resolve: return;
  }
}

// rule: throne.info.hands
bool Throne::open_choice(const Public& pub) const {
  const Frame& top = pub.stack.back();
  const bool empty_hand = pub.hand[at(top.seat)] == 0;
  switch (now(top)) {
    case Now::choose_race:
    case Now::give:
    case Now::assemble:
    case Now::second_unit: return false;
    case Now::play: return pub.points == 0 || empty_hand;
    case Now::answer:
    case Now::discard: return empty_hand;
    case Now::deal_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::homage:
    case Now::spy:
    case Now::mode:
    case Now::treasure:
    case Now::upkeep:
    case Now::end_turn:
    case Now::draw:
    case Now::look:
    case Now::resolve:
    case Now::extract:
    case Now::wisdom:
    case Now::seduce:
    case Now::activate:
    case Now::act:
    case Now::demand:
    case Now::defend:
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::snatch:
    case Now::hunger: return true;
  }
  return true;
}

void Throne::apply(State& state, Seat seat, Action action, EventSink* log) const { Work(*this, state, log).apply(seat, action); }

void Work::apply(Seat seat, Action action) {
  switch (now(top())) {
    case Now::deal_race:
    case Now::choose_race:
    case Now::pick_first: apply_setup(seat, action); break;
    case Now::deal_hand:
    case Now::draw:
      top().a--;
      draw_into_hand(top().seat, card_of(action));
      break;
    case Now::fill_trade:
      top().a--;
      lay_out(card_of(action));
      break;
    case Now::look:
      top().a--;
      look_at(top().seat, card_of(action));
      break;
    case Now::homage:
    case Now::spy: apply_before(seat, action); break;
    case Now::mode: apply_mode(seat, action); break;
    case Now::treasure:
    case Now::extract:
    case Now::wisdom: apply_extra(seat, action); break;
    case Now::play: apply_play(seat, action); break;
    case Now::give: apply_give(seat, action); break;
    case Now::assemble: apply_assemble(seat, action); break;
    case Now::second_unit: apply_second_unit(seat, action); break;
    case Now::seduce: apply_seduce(seat, action); break;
    case Now::activate: apply_activate(seat, action); break;
    case Now::act: apply_act(seat, action); break;
    case Now::demand: apply_demand(seat, action); break;
    case Now::answer: apply_answer(seat, action); break;
    case Now::defend: apply_defend(seat, action); break;
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::snatch:
    case Now::hunger: apply_skill(seat, action); break;
    case Now::upkeep: apply_upkeep(seat, action); break;
    case Now::discard: apply_discard(seat, action); break;
    case Now::end_turn:
    case Now::resolve: CHECK(!"nothing to decide");
  }
  run();
}

// Goes through what needs no decision until a frame does.
void Work::run() {
  while (!over()) {
    Frame& f = top();
    switch (now(f)) {
      case Now::deal_race:
        if (f.a > 0) return;
        run_deal_race();
        break;
      case Now::deal_hand:
        if (f.a > 0) return;
        run_deal_hand();
        break;
      // rule: throne.pile.reshuffle
      case Now::draw:
      case Now::fill_trade:
      case Now::look:
        if (f.a > 0 && cards_to_draw(pub)) {
          if (pub.pile > 0) return;
          reshuffle_if_empty();
          return;
        }
        pop();
        if (pub.stack.empty()) begin_turn(pub.first);  // the trade area was the end of the set-up
        break;
      case Now::treasure:
      case Now::extract:
      case Now::wisdom:
        if (cards_to_draw(pub)) return;
        pop();
        break;
      // rule: throne.card.used
      case Now::resolve:
        discard_card(f.a);
        pop();
        break;
      case Now::act:
        if (f.b > 0 && (may_attack(pub, f.seat, static_cast<Profession>(f.a)))) return;
        run_act();
        break;
      case Now::demand:
        if (f.a > 0) return;
        pop();
        break;
      case Now::assemble:
      case Now::second_unit:
        if (f.a > 0 && pub.hand[at(f.seat)] > 0) return;
        pop();
        break;
      case Now::end_turn: end_turn(); break;
      default: return;
    }
  }
}

void Work::begin_turn(Seat seat) {
  pub.turn = seat;
  pub.turns++;
  pub.points = 0;
  pub.activated = {};
  pub.skills = {};
  pub.harvest = 0;
  tell(Told::turn, seat, 0, 0, (pub.turns - 1) / pub.seats + 1);
  push(frame(Now::mode, seat));
  // rule: throne.race.deities.homage
  if (is(pub, seat, Race::deities)) push(frame(Now::homage, seat));
  // rule: throne.race.ninjas.spy
  const int can_see = pub.pile < printed::spied_cards ? pub.pile : printed::spied_cards;
  if (is(pub, seat, Race::ninjas) && pub.seen < can_see) push(frame(Now::spy, seat));
}

// rule: throne.turn.order
void Work::end_turn() {
  pub.stack.clear();
  // rule: throne.turn.bound
  if (pub.turns >= rules.tables().rounds_max * pub.seats) {
    int most = 0;
    pub.alive.for_each([&](Seat seat) { most = coins_of(pub, seat) > most ? coins_of(pub, seat) : most; });
    SeatSet richest;
    pub.alive.for_each([&](Seat seat) {
      if (coins_of(pub, seat) == most) richest.add(seat);
    });
    return finish(Ending::rounds, richest);
  }
  Seat next = next_seat(pub, pub.turn);
  while (!pub.alive.has(next)) next = next_seat(pub, next);
  begin_turn(next);
}

// Most steps change nothing that could end the game or a player: every purse holds 1 to 44 coins and nobody has units
// enough for the other two goals.
bool Work::all_quiet() const {
  const unsigned purses = pub.alive.bits() & (pub.seats == 4 ? 0b0011u : 0b1111u);
  unsigned alarm = 0;
  for (unsigned i = 0; i < seats_max; ++i) {
    alarm |= static_cast<unsigned>(static_cast<u16>(pub.coins[i] - 1) >= printed::coins_to_win - 1) & (purses >> i);
    alarm |= static_cast<unsigned>(pub.units[i].total() >= rules.units_to_win());
  }
  return (alarm & 1u) == 0;
}

// rule: throne.goal.now, throne.goal.order, throne.goal.team
void Work::look_around() {
  if (all_quiet()) return;
  for (int i = 0; i < pub.seats; ++i)
    if (pub.alive.has(seat_at(i)) && coins_of(pub, seat_at(i)) <= 0) eliminate(seat_at(i));
  Seat seat = pub.turn;
  for (int i = 0; i < pub.seats; ++i, seat = next_seat(pub, seat)) {
    if (!pub.alive.has(seat) || coins_of(pub, seat) < printed::coins_with_sets) continue;
    const Ending ending = goal_reached(rules, pub, seat);
    if (ending != Ending::none) return finish(ending, team_of(pub, seat));
  }
  // rule: throne.goal.last
  if ((pub.alive - team_of(pub, pub.alive.lowest())).empty()) return finish(Ending::last, pub.alive);
  if (!pub.alive.has(pub.turn) && !pub.stack.empty()) {
    // The active player is out: cards in the middle of being played are discarded and the turn is over.
    for (const Frame& f : pub.stack)
      if (now(f) == Now::resolve) pub.discard.add(f.a);
    pub.stack.clear();
    push(frame(Now::end_turn, pub.turn));
  }
}

// rule: throne.out.money, throne.out.team
void Work::eliminate(Seat seat) {
  pub.alive.remove(seat);
  Cards& hand = s.of(seat).hand;
  pub.discard.add(hand);
  hand.clear();
  pub.hand[at(seat)] = 0;
  pub.shown[at(seat)].clear();
  for (int p = 0; p < profession_count; ++p) {
    const auto profession = static_cast<Profession>(p);
    if (const int n = pub.units[at(seat)][profession]) pub.discard.add(unit_card(profession), static_cast<unsigned>(n));
  }
  pub.units[at(seat)] = {};
  tell(Told::out, seat);
}

void Work::finish(Ending ending, SeatSet winners) {
  for (const Frame& f : pub.stack)
    if (now(f) == Now::resolve) pub.discard.add(f.a);
  pub.stack.clear();
  pub.ending = ending;
  pub.winners = winners;
  winners.for_each([&](Seat seat) { tell(Told::won, seat, static_cast<u8>(ending)); });
}

}  // namespace trestle::throne
