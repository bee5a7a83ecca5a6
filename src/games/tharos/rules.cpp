// The rules object: start, who decides, what is legal, chance, and why something is refused.
#include "games/tharos/rules.hpp"

#include <algorithm>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

std::string_view refusal_clause(const View& v, Action a);  // refusal.cpp

Result<Tharos> Tharos::make(const Edition& edition, const Options&) {
  auto tables = Tables::read(edition);
  if (!tables) return tables.fault();
  return Tharos(std::make_shared<const Book>(make_book(*tables)));
}

const Tables& Tharos::tables() const { return book_->tables; }

// rule: tharos.setup
State Tharos::start(int seats) const {
  State s;
  Public& p = s.pub;
  p.seats = static_cast<u8>(seats);
  p.ore = p.crystal = 0xffff;
  for (int i = 0; i < seats; ++i) {
    Player& player = p.players[static_cast<std::size_t>(i)];
    for (int c = 0; c < colour_count; ++c) player.bag.add(static_cast<Colour>(c), tables().bag[static_cast<std::size_t>(c)]);
    player.store = (1u << store_count) - 1;
  }
  s.hid.deck = all_action_cards;
  p.deck = action_card_count;
  for (Now now : {Now::next, Now::pick_start, Now::deal_markers, Now::deal_regions})
    p.stack.push({static_cast<u8>(now), Seat::A, 0, 0, 0, 0, 0});
  return s;
}

SeatSet Tharos::waiting_on(const Public& p) const {
  if (p.stack.empty()) return {};
  const Frame& f = p.stack.back();
  return is_chance(now_of(f)) ? chance_only : only(f.seat);
}

void Tharos::legal(const SightRef& sight, ActionList& out) const { View(*book_, sight.pub, sight.own, sight.me).legal(out); }

// Passing is never done for a player, so the choice of an action counts as not open.
// rule: tharos.pass
bool Tharos::open_choice(const Public& p) const {
  if (p.stack.empty()) return true;
  switch (now_of(p.stack.back())) {
    case Now::act:
    case Now::ask_depot:
    case Now::ask_redraw:
    case Now::ask_keep:
    case Now::keep:
    case Now::discard:
    case Now::lose_hand: return false;
    default: return true;
  }
}

Refusal Tharos::refuse(const SightRef& sight, Action action) const {
  // rule: tharos.turn.order
  if (!waiting_on(sight.pub).has(sight.me)) return {"tharos.turn.order"};
  ActionList list;
  legal(sight, list);
  if (std::binary_search(list.begin(), list.end(), action)) return {};
  return {refusal_clause(View(*book_, sight.pub, sight.own, sight.me), action)};
}

void Tharos::apply_to(State& state, Seat seat, Action action, EventSink* sink) const { Play(*book_, state, sink).apply(seat, action); }

u32 Tharos::odds(const State& state) const { return chance_odds(tables(), state); }
Action Tharos::outcome(const State& state, u32 ticket) const { return chance_outcome(tables(), state, ticket); }

void Tharos::chance(const State& state, OutcomeList& out) const {
  const u32 tickets = odds(state);
  for (u32 t = 0; t < tickets; ++t) {
    const Action a = outcome(state, t);
    if (!out.empty() && out[out.size() - 1].action == a)
      ++out[out.size() - 1].weight;
    else
      out.push({a, 1});
  }
}

}  // namespace trestle::tharos
