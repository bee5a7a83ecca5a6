// Why a move is refused: the clause of docs/rules/hadara.md that forbids it.
#include <algorithm>

#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr std::string_view out_of_order = "hadara.epoch.turn-order";

bool no_tokens(const Board& board) { return board.tokens == std::array<u8, track_count>{}; }
}  // namespace

// The action is not legal here. The verb that fits the pending decision gets the clause it breaks; any other is out of order.
std::string_view Hadara::why_not(const SightRef& sight, Action action) const {
  const Frame& frame = sight.pub.stack.back();
  const Board& board = sight.pub.of(sight.me);
  const Do verb = kind_of(action);
  const u8 first = action.with[0];
  switch (kind_of(frame)) {
    case Now::side: return verb == Do::side ? "hadara.setup.side" : out_of_order;
    case Now::wheel: return verb == Do::wheel ? "hadara.wheel.set" : out_of_order;
    case Now::choose:
      if (verb == Do::pass) return "hadara.card.place";
      if (verb != Do::buy && verb != Do::sell) return out_of_order;
      if (first != sight.own.pair[0] && first != sight.own.pair[1]) return "hadara.wheel.draw";
      return verb == Do::buy ? "hadara.card.buy" : "hadara.card.place";
    case Now::market: {
      if (verb == Do::pass) return "hadara.market.turn";
      if (verb != Do::buy && verb != Do::sell) return out_of_order;
      const bool top = std::any_of(sight.pub.outer.begin(), sight.pub.outer.end(),
                                   [&](const auto& pile) { return !pile.empty() && pile.back() == first; });
      return top && verb == Do::buy ? "hadara.card.buy" : "hadara.market.top";
    }
    case Now::token: return verb == Do::token ? "hadara.ability.token-steps" : out_of_order;
    case Now::colony:
      if ((verb != Do::plunder && verb != Do::ally) || first >= colony_piles) return out_of_order;
      if (board.colonies[first] != 0) return "hadara.colony.each-once";
      if (frame.a >= takes(board)) return "hadara.colony.one-a-step";
      if (verb == Do::ally && colony_price(frame, board, first, false) >= 0) return "hadara.colony.ally";
      return has(board, Ability::buy_conditions) ? "hadara.ability.buy-conditions" : "hadara.colony.condition";
    case Now::bust:
      if (verb != Do::carve || first >= bust_count) return out_of_order;
      if (board.busts[first] != 0) return "hadara.bust.each-once";
      if (frame.a >= takes(board)) return "hadara.bust.one-a-step";
      if (bust_price(frame, board, first) < 0)
        return has(board, Ability::buy_conditions) ? "hadara.ability.buy-conditions" : "hadara.bust.condition";
      return "hadara.bust.token";
    case Now::feed:
      if (verb == Do::pay) return "hadara.ability.pay-to-feed";
      return verb == Do::give_up || verb == Do::pass ? "hadara.food.give-up" : out_of_order;
    case Now::seal:
      if (verb == Do::gold) return board.gold == seals_max ? "hadara.seal.limit" : "hadara.seal.price";
      if (verb != Do::silver) return out_of_order;
      if (board.silver[1] != 0) return "hadara.seal.limit";
      if (board.coins < seal_price(sight.pub, board, false)) return "hadara.seal.price";
      return no_tokens(board) || first < track_count ? "hadara.seal.silver" : out_of_order;
    case Now::start:
    case Now::segment:
    case Now::crest:
    case Now::draw:
    case Now::flip: return out_of_order;
  }
  return out_of_order;
}

Refusal Hadara::refuse(const SightRef& sight, Action action) const {
  if (!waiting_on(sight.pub).has(sight.me)) return {out_of_order};
  ActionList list;
  legal(sight, list);
  if (std::find(list.begin(), list.end(), action) != list.end()) return {};
  return {why_not(sight, action)};
}

}  // namespace trestle::hadara
