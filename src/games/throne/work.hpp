// A state being changed by one act. Each function is a command; what may be done is asked in table.hpp and in the legal_x
// functions, which stand directly above their apply_x in the phase files.
#pragma once
#include "games/throne/event.hpp"
#include "games/throne/table.hpp"

namespace trestle::throne {

struct Work {
  const Throne& rules;
  State& s;
  Public& pub;
  EventSink* log;

  Work(const Throne& r, State& state, EventSink* sink) : rules(r), s(state), pub(state.pub), log(sink) {}

  void tell(Told kind, Seat seat, u8 a = 0, u8 b = 0, int amount = 0, SeatSet audience = everyone) const {
    if (log) log->emit(Event{static_cast<u8>(kind), audience, seat, a, b, 0, static_cast<i16>(amount)});
  }

  // The stack.
  Frame& top() { return pub.stack.back(); }
  void push(Frame f) { pub.stack.push(f); }
  void pop() { pub.stack.pop(); }
  bool over() const { return pub.ending != Ending::none; }

  // flow.cpp
  void apply(Seat seat, Action action);
  void run();  // goes on until somebody, or chance, must act
  void begin_turn(Seat seat);
  void end_turn();
  bool all_quiet() const;
  void look_around();  // after every step: who is out, who has won
  void eliminate(Seat seat);
  void finish(Ending ending, SeatSet winners);

  // setup.cpp
  void apply_setup(Seat seat, Action action);
  void run_deal_race();
  void reveal_races();
  void run_deal_hand();

  // cards.cpp: where cards go
  void draw_into_hand(Seat seat, Card card);
  void lay_out(Card card);
  void look_at(Seat seat, Card card);
  Card leave_pile(Card card);
  void reshuffle_if_empty();
  void discard_card(Card card);
  void leave_hand(Seat seat, Card card);         // openly
  void leave_hand_unseen(Seat seat, Card card);  // others only know that one is gone
  void enter_hand(Seat seat, Card card);         // openly
  void enter_hand_unseen(Seat seat, Card card);

  // phase_mode.cpp
  void apply_before(Seat seat, Action action);
  void apply_mode(Seat seat, Action action);

  // phase_play.cpp
  void apply_play(Seat seat, Action action);
  void apply_give(Seat seat, Action action);
  void apply_assemble(Seat seat, Action action);
  void apply_second_unit(Seat seat, Action action);
  void apply_extra(Seat seat, Action action);
  void play_unit(Seat seat, Profession profession);
  void play_action_card(Seat seat, Card card);

  // phase_act.cpp: activated professions
  void apply_seduce(Seat seat, Action action);
  void apply_activate(Seat seat, Action action);
  void run_act();
  void apply_act(Seat seat, Action action);
  void produce(Seat seat, Profession profession);
  void attack(Seat seat, Seat target, Profession profession);
  void apply_defend(Seat seat, Action action);
  void apply_demand(Seat seat, Action action);
  void apply_answer(Seat seat, Action action);
  void transfer(Seat from, Seat to, int coins);

  // effects.cpp: skills
  void play_skill(Seat seat, Skill skill);
  void apply_skill(Seat seat, Action action);

  // phase_end.cpp: upkeep and discarding
  void begin_upkeep(Seat seat);
  void begin_discard(Seat seat);
  void apply_upkeep(Seat seat, Action action);
  void apply_discard(Seat seat, Action action);
};

// One a frame, each above its apply_x.
void legal_setup(const SightRef&, ActionList&);
void legal_before(const SightRef&, ActionList&);
void legal_mode(const SightRef&, ActionList&);
void legal_play(const Throne&, const SightRef&, ActionList&);
void legal_give(const SightRef&, ActionList&);
void legal_assemble(const Throne&, const SightRef&, ActionList&);
void legal_second_unit(const Throne&, const SightRef&, ActionList&);
void legal_extra(ActionList&);
void legal_seduce(const SightRef&, ActionList&);
void legal_activate(const Throne&, const SightRef&, ActionList&);
void legal_act(const SightRef&, ActionList&);
void legal_demand(const SightRef&, ActionList&);
void legal_answer(const SightRef&, ActionList&);
void legal_defend(const Throne&, const SightRef&, ActionList&);
void legal_skill(const Throne&, const SightRef&, ActionList&);
void legal_upkeep(const SightRef&, ActionList&);
void legal_discard(const SightRef&, ActionList&);

}  // namespace trestle::throne
