// The end of an epoch: feeding and seals.
#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr int feed_price = 2;      // pay_to_feed: coins for a card
constexpr int feed_cards_max = 6;  // a step
constexpr int surplus_each = 3;    // surplus_coins: coins for a point of food
constexpr int surplus_max = 12;    // a step
}  // namespace

// Cards that still want food.
// rule: hadara.food.compare
int Hadara::hungry(const Board& board, int paid) const { return cards_of(board) - board.tracks[Track::food] - paid; }

// rule: hadara.ability.surplus-coins
template <class Sink>
void Hadara::collect_surplus(Board& board, Seat seat, Sink& sink) const {
  const int spare = -hungry(board, 0);
  if (spare <= 0 || !has(board, Ability::surplus_coins)) return;
  const int coins = spare * surplus_each < surplus_max ? spare * surplus_each : surplus_max;
  board.coins = static_cast<i16>(board.coins + coins);
  tell(sink, Told::surplus, seat, 0, 0, 0, coins);
}

// rule: hadara.food.give-up
void Hadara::legal_feed(const SightRef& sight, ActionList& list) const {
  const Frame& frame = sight.pub.stack.back();
  const Board& board = sight.pub.of(frame.seat);
  if (hungry(board, frame.a) <= 0) {  // only in a position written by hand
    list.push(act(Do::pass));
    return;
  }
  for (int c = 0; c < colour_count; ++c)
    for (u64 bits = board.cards[static_cast<Colour>(c)]; bits != 0; bits &= bits - 1)
      list.push(act(Do::give_up, card_at(static_cast<Colour>(c), std::countr_zero(bits))));
  // rule: hadara.ability.pay-to-feed
  if (has(board, Ability::pay_to_feed) && frame.a < feed_cards_max && board.coins >= feed_price) list.push(act(Do::pay));
}

template <class Sink>
void Hadara::feed(State& state, Seat seat, Action action, Sink& sink) const {
  Public& pub = state.pub;
  Board& board = pub.of(seat);
  Frame& frame = pub.stack.back();
  if (kind_of(action) == Do::pay) {
    board.coins = static_cast<i16>(board.coins - feed_price);
    ++frame.a;
    tell(sink, Told::paid_food, seat, 0, 0, 0, feed_price);
  } else {
    // rule: hadara.food.falls
    const Card c = card_of(action);
    lose_card(board, c);
    pub.gone[colour_of(c)] |= bit_of(c);
    tell(sink, Told::gave_up, seat, c);
  }
  if (hungry(board, frame.a) <= 0) go_on(state, sink);
}

// rule: hadara.seal.price
int Hadara::seal_price(const Public& pub, const Board& board, bool gold) const {
  const SealPrices& list = has(board, Ability::cheap_seals) ? tables_.cheap : tables_.prices;  // rule: hadara.ability.cheap-seals
  return gold ? list.gold[pub.epoch] : list.silver[pub.epoch];
}

bool Hadara::can_seal(const Public& pub, Seat seat) const {
  const Board& board = pub.of(seat);
  if (board.gold < seals_max && board.coins >= seal_price(pub, board, true)) return true;
  if (board.silver[1] != 0 || board.coins < seal_price(pub, board, false)) return false;
  for (u8 n : board.tokens)
    if (n > 0) return true;
  return false;
}

// rule: hadara.seal.limit
void Hadara::legal_seal(const SightRef& sight, ActionList& list) const {
  const Public& pub = sight.pub;
  const Board& board = pub.of(pub.stack.back().seat);
  if (board.silver[1] == 0 && board.coins >= seal_price(pub, board, false))
    for (std::size_t t = 0; t < track_count; ++t)
      if (board.tokens[t] > 0) list.push(act(Do::silver, t));
  if (board.gold < seals_max && board.coins >= seal_price(pub, board, true)) list.push(act(Do::gold));
  list.push(act(Do::pass));
}

template <class Sink>
void Hadara::buy_seal(State& state, Seat seat, Action action, Sink& sink) const {
  Board& board = state.pub.of(seat);
  const bool gold = kind_of(action) == Do::gold;
  const int price = seal_price(state.pub, board, gold);
  board.coins = static_cast<i16>(board.coins - price);
  if (gold) {
    // rule: hadara.seal.gold
    ++board.gold;
    tell(sink, Told::gold, seat, 0, 0, 0, price);
  } else {
    // rule: hadara.seal.silver
    const u8 track = action.with[0];
    --board.tokens[track];
    board.silver[board.silver[0] == 0 ? 0 : 1] = static_cast<u8>(1 + track);
    tell(sink, Told::silver, seat, track, 0, 0, price);
  }
  if (!can_seal(state.pub, seat)) go_on(state, sink);
}

}  // namespace trestle::hadara
