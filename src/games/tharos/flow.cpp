// The course of the game, in the words of the turn summary: four rounds of four turns; in a turn preparation, actions, attack,
// clean up; at the end of a round losses, combat medals, and the next round. Nothing here is decided by a player.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

// Where something may follow by itself; at all others somebody, or chance, decides.
constexpr EnumSet<Now, u64> may_settle{Now::next,       Now::draw,      Now::roll,     Now::draw_cards, Now::ask_depot,
                                       Now::ask_redraw, Now::set_aside, Now::add_kept, Now::act,        Now::take_back,
                                       Now::stock,      Now::free_use,  Now::keep,     Now::reroll_one, Now::defend,
                                       Now::clash,      Now::ask_keep,  Now::put_away, Now::suffer};

}  // namespace

void Play::apply(Seat seat, Action a) {
  if (is_chance(now_of(top())))
    apply_chance(a);
  else
    apply_decision(seat, a);
  settle();
}

void Play::apply_decision(Seat seat, Action a) {
  switch (now_of(top())) {
    case Now::act:
    case Now::inner: apply_act(seat, a); break;
    case Now::dice: apply_dice(seat, a); break;
    case Now::ask_depot:
    case Now::pick_depot:
    case Now::ask_redraw:
    case Now::set_aside:
    case Now::add_kept: apply_prepare(seat, a); break;
    case Now::cell:
    case Now::cells:
    case Now::area:
    case Now::player_card:
    case Now::take_back:
    case Now::stock:
    case Now::top_row:
    case Now::take_ore: apply_target(seat, a); break;
    case Now::store:
    case Now::house:
    case Now::own:
    case Now::free_use:
    case Now::market_type:
    case Now::markers:
    case Now::medal:
    case Now::marker:
    case Now::twin:
    case Now::restore: apply_trade(seat, a); break;
    case Now::reroll:
    case Now::reroll_one:
    case Now::change:
    case Now::turn_die:
    case Now::flip: apply_change(seat, a); break;
    case Now::keep:
    case Now::discard:
    case Now::fetch:
    case Now::column:
    case Now::wish:
    case Now::fresh_die:
    case Now::choice: apply_cards(seat, a); break;
    case Now::defend:
    case Now::ask_keep:
    case Now::keep_dice:
    case Now::lose_hand:
    case Now::exchange: apply_round_end(seat, a); break;
    default: CHECK(false && "nobody decides here");
  }
}

// What follows by itself, until somebody, or chance, must decide or the game is over.
void Play::settle() {
  while (!p_.stack.empty()) {
    const Now now = now_of(top());
    if (!may_settle.has(now)) return;
    if (now == Now::next)
      next();
    else if (settle_one())
      return;
  }
}

// One step of what follows by itself; true when somebody, or chance, must now decide.
bool Play::settle_one() {
  const Frame& f = top();
  const Seat seat = f.seat;
  const auto ask_if = [&](bool something) {
    if (!something) pop();
    return something;
  };
  switch (now_of(f)) {
    case Now::draw: return settle_draw();
    case Now::roll: return ask_if(!w(seat).drawn.empty());
    case Now::draw_cards: return settle_draw_cards();
    case Now::ask_depot: return ask_if(!w(seat).depot.empty() && view(seat).could_hold(1));
    case Now::ask_redraw: return ask_if(f.a != 255 && !w(seat).drawn.empty() && view(seat).could_hold(9));
    case Now::set_aside: return ask_if(!w(seat).drawn.empty());
    case Now::add_kept: return ask_if(!w(seat).kept.empty());
    case Now::act:  // after the action there is something to ask as long as a card may still be played
      if (f.a == 0 || (p_.go.card == 0 && w(seat).hand > 0)) return true;
      end_go(seat);
      return false;
    case Now::take_back: return settle_take_back();
    case Now::stock: {
      const PlayerCards room = view(seat).cards_with_room();
      return ask_if((f.b == 0 && room.has(PlayerCard::organizer)) || (f.b <= 1 && room.has(PlayerCard::manipulator)));
    }
    case Now::free_use: {
      const View v = view(seat);
      return ask_if(v.can_use(static_cast<Building>(f.b), v.means(), true));
    }
    case Now::keep: return f.a > 1 || settle_keep();
    case Now::reroll_one: return ask_if(!w(seat).active.empty());
    case Now::defend:
      return ask_if(view(seat).transform_in_defence() ||
                    (w(seat).cards.has(PlayerCard::rumblepoke) && !w(seat).poked && w(seat).points > 0));
    case Now::clash: settle_clash(); return false;
    case Now::ask_keep: return ask_if(view(seat).could_hold(22) && !(w(seat).used.empty() && w(seat).active.empty()));
    case Now::put_away: settle_put_away(); return false;
    case Now::suffer: settle_suffer(); return false;
    default: return true;
  }
}

void Play::next() {
  if (p_.phase == Phase::act) return next_action();  // as in the switch, but most often and so first
  switch (p_.phase) {
    case Phase::begin:
      p_.phase = Phase::prepare;
      p_.at = 0;
      emit(What::turn_begins, p_.start, p_.round, p_.turn);
      return push(Now::reveal_attack, Seat::A);
    case Phase::prepare: return next_prepare();
    case Phase::act: return next_action();
    case Phase::attack: return next_attack();
    case Phase::clean: return next_clean();
    case Phase::losses: return next_losses();
    case Phase::medals: return next_medals();
    case Phase::over: return;
  }
}

// rule: tharos.turn.preparation
void Play::next_prepare() {
  if (p_.at == p_.seats) {
    p_.phase = Phase::act;
    // The start player acts first: as if the one before had acted last.
    p_.actor = in_order(p_.seats - 1);
    return;
  }
  const Seat seat = in_order(p_.at++);
  const bool plant = w(seat).cards.has(PlayerCard::steam_pressure_plant);
  const int count = dice_drawn + (plant ? plant_extra : 0);
  push(Now::roll, seat);
  push(Now::add_kept, seat);
  if (plant) push(Now::set_aside, seat);
  push(Now::ask_redraw, seat);
  push(Now::draw, seat, count);
  push(Now::ask_depot, seat);
}

// rule: tharos.turn.actions
void Play::next_action() {
  for (int i = 1; i <= p_.seats; ++i) {
    const Seat seat = after(p_.actor, i);
    if (w(seat).passed) continue;
    p_.actor = seat;
    return push(Now::act, seat);
  }
  p_.phase = Phase::attack;
  p_.at = 0;
}

// rule: tharos.turn.attack
void Play::next_attack() {
  if (p_.at == p_.seats) {
    p_.phase = Phase::clean;
    p_.at = 0;
    return;
  }
  const Seat seat = in_order(p_.at++);
  push(Now::clash, seat);
  push(Now::defend, seat);
}

// rule: tharos.clean-up
void Play::next_clean() {
  if (p_.at == p_.seats) return end_of_turn();
  const Seat seat = in_order(p_.at++);
  push(Now::put_away, seat);
  push(Now::ask_keep, seat);
}

// rule: tharos.clean-up.start-player
void Play::end_of_turn() {
  const ActionCards loaded = p_.aside & card_bit(22);
  p_.discard |= p_.aside & ~loaded;
  p_.aside = loaded;
  p_.start = in_order(1);
  p_.at = 0;
  if (p_.turn == turns) {
    p_.phase = Phase::losses;
    p_.column = 0;
    p_.ends = 0;  // those of the last round end were on view until here
    return;
  }
  ++p_.turn;
  p_.phase = Phase::begin;
}

// rule: tharos.losses.order
void Play::next_losses() {
  for (; p_.at < turns; ++p_.at) {
    u32 losers = 0;
    for (int s = 0; s < p_.seats; ++s) losers |= (p_.players[static_cast<std::size_t>(s)].lost >> p_.at & 1u);
    if (losers == 0) continue;
    p_.column = p_.at++;
    return push(Now::reveal_end, Seat::A);
  }
  for (Player& player : p_.players) player.lost = 0;  // rule: tharos.losses.markers-back
  p_.phase = Phase::medals;
  p_.at = 0;
  p_.column = 0;
}

// rule: tharos.round-end.combat-medal
void Play::next_medals() {
  for (; p_.at < p_.seats;) {
    const Seat seat = in_order(p_.at++);
    if (w(seat).points >= points_a_medal) return push(Now::exchange, seat);
  }
  end_of_round();
}

// rule: tharos.round-end.reshuffle, tharos.game.end
void Play::end_of_round() {
  p_.at = 0;
  if (p_.round == rounds) {
    p_.phase = Phase::over;
    emit(What::over, Seat::A);
    p_.stack.clear();
    return;
  }
  p_.attacks = {};
  p_.attack_count = 0;
  ++p_.round;
  p_.turn = 1;
  p_.phase = Phase::begin;
}

}  // namespace trestle::tharos
