// Phases III and IV of a turn and the end of a round: the attack, clean up with card 22, losses, combat medals.
#include <algorithm>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

Dice dice_of_turn(const Player& w) {
  Dice all = w.used;
  all.add(w.active.colours());
  return all;
}

}  // namespace

void View::legal_round_end(const Frame& f, ActionList& out) const {
  switch (now_of(f)) {
    case Now::defend:  // rule: tharos.attack.before
      if (transform_in_defence()) out.push(make(Do::transform));
      if (w.cards.has(PlayerCard::rumblepoke) && !w.poked && w.points > 0) out.push(make(Do::poke));
      out.push(make(Do::done));
      return;
    case Now::ask_keep:  // rule: tharos.card-22
      if (own.hand & card_bit(22)) out.push(make(Do::play, 22));
      out.push(make(Do::done));
      return;
    case Now::keep_dice: {
      const Dice dice = dice_of_turn(w);
      int from_here = 0;
      std::array<int, colour_count> rest{};
      for (int c = colour_count - 1; c >= 0; --c) rest[static_cast<std::size_t>(c)] = from_here += dice[static_cast<Colour>(c)];
      dice.kinds().for_each([&](Colour c) {
        if (static_cast<int>(c) >= f.b && rest[static_cast<std::size_t>(c)] >= f.a) out.push(make(Do::colour, c));
      });
      return;
    }
    case Now::lose_hand:  // in any order: an ascending one would tell what is left
      for_each_card(own.hand, [&](ActionCard n) { out.push(make(Do::card, n)); });
      return;
    case Now::exchange:  // rule: tharos.round-end.combat-medal
      out.push(make(Do::medal, Medal::combat));
      out.push(make(Do::done));
      return;
    default: CHECK(false && "not a step of the attack or the round end");
  }
}

void Play::apply_round_end(Seat seat, Action a) {
  Player& me = w(seat);
  const Frame f = top();
  switch (now_of(f)) {
    case Now::defend:
      if (kind_of(a) == Do::done) return pop();
      if (kind_of(a) == Do::transform) return transform(seat);
      me.poked = 1;  // rule: tharos.card.rumblepoke.permanent
      --me.points;
      emit(What::pokes, seat);
      return strength(seat, 2);
    case Now::ask_keep: {
      pop();
      if (kind_of(a) == Do::done) return;
      spend_card(seat, 22);
      p_.aside |= card_bit(22);
      return push(Now::keep_dice, seat, std::min(2, dice_of_turn(me).total()));
    }
    case Now::keep_dice: {
      const auto c = static_cast<Colour>(a.with[0]);
      // Used dice first: which of two dice of a colour is kept makes no difference after the turn.
      if (me.used[c] > 0) {
        me.used.remove(c);
      } else {
        for (int v = 1; v <= value_max; ++v)
          if (me.active[die_kind(c, v)] > 0) {
            me.active.remove(die_kind(c, v));
            break;
          }
      }
      me.kept.add(c);
      emit(What::keeps_die, seat, a.with[0]);
      top().b = a.with[0];
      if (--top().a == 0) pop();
      return;
    }
    case Now::lose_hand: {
      const ActionCard n = a.with[0];
      s_.of(seat).hand &= ~card_bit(n);
      me.shown &= ~card_bit(n);
      --me.hand;
      p_.discard |= card_bit(n);
      emit(What::drops_card, seat, n);
      if (--top().a == 0) pop();
      return;
    }
    case Now::exchange:
      pop();
      if (kind_of(a) == Do::done) return;
      me.points = static_cast<u8>(me.points - points_a_medal);
      return medal(seat, Medal::combat, 1);
    default: CHECK(false && "not a step of the attack or the round end");
  }
}

// rule: tharos.attack.win, tharos.attack.lose
void Play::settle_clash() {
  const Seat seat = top().seat;
  Player& me = w(seat);
  if (top().a == 0) {
    const int attack = p_.attacks[static_cast<std::size_t>(p_.turn - 1)] + p_.round;
    if (me.warded || me.strength >= attack) {
      me.points = static_cast<u8>(std::min<int>(points_max, me.points + 1));
      emit(What::wards_off, seat, 0, 0, 0, me.strength);
      return pop();
    }
    emit(What::loses, seat, 0, 0, 0, me.strength);
    top().a = 1;
    return place_marker(seat, MarkerTo::attack, p_.turn - 1, false);
  }
  // After the marker was placed, which may have been the one on this region.
  // rule: tharos.attack.region
  const Cell cell = attacked_cell(p_);
  if (me.guild & cell_bit(cell)) remove_guild(seat, cell);
  if (me.mines & cell_bit(cell)) remove_mine(seat, cell);
  pop();
}

// rule: tharos.clean-up
void Play::settle_put_away() {
  Player& me = w(top().seat);
  me.depot.add(me.used);
  me.depot.add(me.active.colours());
  me.used.clear();
  me.active.clear();
  me.strength = me.warded = me.transformed = me.poked = me.passed = 0;
  me.blocked = {};
  me.visited = {};
  me.spent = {};
  pop();
}

// rule: tharos.losses.suffer
void Play::settle_suffer() {
  const Seat seat = top().seat;
  Player& me = w(seat);
  const Loss& loss = tables().losses[static_cast<std::size_t>(top().a - 1)][static_cast<std::size_t>(p_.round - 1)];
  pop();
  if (loss.any_medal && me.medals[loss.medal] > 0) medal(seat, loss.medal, -1);
  const int paid = loss.jars == Loss::all ? me.jars : loss.jars == Loss::half ? (me.jars + 1) / 2 : std::min<int>(loss.jars, me.jars);
  if (paid > 0) jars(seat, -paid);
  const int cards = std::min<int>(loss.action_cards, me.hand);
  if (cards > 0) push(Now::lose_hand, seat, cards, 0);
  const int on_cards = std::min<int>(loss.card_guilds, me.organizer + me.manipulator);
  if (on_cards > 0) push(Now::player_card, seat, static_cast<int>(CardFor::lose_guild), on_cards, 0, 0, marker_cards.bits());
  const int guilds = std::min<int>(loss.region_guilds, bit_count(me.guild));
  if (guilds > 0) push(Now::cells, seat, static_cast<int>(CellsFor::lose_guild), guilds, 0, 0, me.guild);
  const int mines = std::min<int>(loss.mines, bit_count(me.mines));
  if (mines > 0) push(Now::cells, seat, static_cast<int>(CellsFor::lose_mine), mines, 0, 0, me.mines);
  if (loss.player_cards > 0 && !me.cards.empty()) push(Now::player_card, seat, static_cast<int>(CardFor::lose), 0, 0, 0, me.cards.bits());
}

}  // namespace trestle::tharos
