// Buying and selling: the secret choice of phase A, its showing, the market of phase B, tokens on cards.
#include "games/hadara/flow.hpp"

namespace trestle::hadara {

// rule: hadara.card.discount
int Hadara::cost(const Board& board, Card c) const {
  const int price = tables_[c].cost - board.counts[colour_of(c)];
  return price > 0 ? price : 0;
}

// rule: hadara.card.sell
int Hadara::sale(const Board& board, Card c) const {
  return tables_.sale[static_cast<std::size_t>(epoch_of(c))] + copies(board, Ability::sale_bonus);  // rule: hadara.ability.sale-bonus
}

// rule: hadara.card.place
void Hadara::legal_choose(const SightRef& sight, ActionList& list) const {
  const Board& board = sight.pub.of(sight.me);
  const Card low = sight.own.pair[0], high = sight.own.pair[1];
  const int purse = board.coins + board.counts[pile_of(sight.pub, sight.me)];  // with the discount, both are of one colour
  const u64 both_sales = 0b1100;
  const u64 could = (tables_[low].cost <= purse ? 0b01u : 0u) | (tables_[high].cost <= purse ? 0b10u : 0u) | both_sales;
  list.push_bits(could, [&](u8 bit) { return act(bit < 2 ? Do::buy : Do::sell, bit % 2 == 0 ? low : high); });
}

template <class Sink>
void Hadara::commit(State& state, Seat seat, Action action, Sink& sink) const {
  // rule: hadara.wheel.secret
  Private& own = state.of(seat);
  const bool side_choice = kind_of(action) == Do::side;
  if (side_choice) {
    own.commit = action.with[0] == 0 ? Commit::side_a : Commit::side_b;
  } else {
    const int high = card_of(action) == own.pair[1] ? 1 : 0;
    own.commit = static_cast<Commit>(static_cast<int>(kind_of(action) == Do::buy ? Commit::buy_low : Commit::sell_low) + high);
  }
  state.pub.committed.add(seat);
  if (state.pub.committed.size() < state.pub.seats) return;
  if (side_choice) {
    // rule: hadara.setup.side
    for (int i = 0; i < state.pub.seats; ++i) {
      Private& other = state.own[static_cast<std::size_t>(i)];
      const u8 side = other.commit == Commit::side_b ? 1 : 0;
      state.pub.boards[static_cast<std::size_t>(i)].side = side;
      other.commit = Commit::none;
      tell(sink, Told::side, seat_at(i), side);
    }
    state.pub.committed = {};
    return go_on(state, sink);
  }
  reveal(state, sink);
}

// All have chosen: shown and carried out from the first player on. Tokens for cards just bought come before anything else.
template <class Sink>
void Hadara::reveal(State& state, Sink& sink) const {
  Public& pub = state.pub;
  std::array<Card, seats_max> token_cards{};
  bool any_token = false;
  for (int place = 0; place < pub.seats; ++place) {
    const Seat seat = seat_in_order(pub, place);
    Private& own = state.of(seat);
    Board& board = pub.of(seat);
    const bool high = own.commit == Commit::buy_high || own.commit == Commit::sell_high;
    const Card kept = own.pair[high ? 1 : 0], placed = own.pair[high ? 0 : 1];
    pub.outer[colour_of(placed)].push(placed);
    tell(sink, Told::placed, seat, placed);
    if (own.commit == Commit::buy_low || own.commit == Commit::buy_high) {
      if (buy(pub, seat, kept, sink)) token_cards[static_cast<std::size_t>(place)] = kept, any_token = true;
    } else {
      // rule: hadara.card.face-down
      const int coins = sale(board, kept);
      board.coins = static_cast<i16>(board.coins + coins);
      board.sold = static_cast<u16>(board.sold | 1u << deck_index(kept));
      own.sold[colour_of(kept)] |= bit_of(kept);
      tell(sink, Told::sold, seat, kept, 0, 0, coins, only(seat));
      tell(sink, Told::sold_hidden, seat, static_cast<int>(colour_of(kept)), epoch_of(kept), 0, coins, all_but(seat));
    }
    own.pair = {};
    own.commit = Commit::none;
  }
  pub.committed = {};
  if (!any_token) return go_on(state, sink);
  for (int place = pub.seats - 1; place >= 0; --place)
    if (const Card c = token_cards[static_cast<std::size_t>(place)]; c != 0)
      pub.stack.push(frame_for(Now::token, seat_in_order(pub, place), c));
}

// Pays for the card and puts it into play. True: its owner now has a token to put on it.
// rule: hadara.card.buy
template <class Sink>
bool Hadara::buy(Public& pub, Seat seat, Card c, Sink& sink) const {
  Board& board = pub.of(seat);
  const int price = cost(board, c);
  board.coins = static_cast<i16>(board.coins - price);
  gain_card(board, c);
  tell(sink, Told::bought, seat, c, 0, 0, price);
  if (tables_[c].ability != Ability::token_steps) return false;
  for (u8 n : board.tokens)
    if (n > 0) return true;
  return false;
}

// rule: hadara.market.top
void Hadara::legal_market(const SightRef& sight, ActionList& list) const {
  const Board& board = sight.pub.of(sight.me);
  std::array<Card, colour_count> tops{};
  u64 bought = 0, sold = 0;  // without branches: which piles have cards and which can be paid is hard to foresee
  for (std::size_t c = 0; c < colour_count; ++c) {
    const auto& pile = sight.pub.outer.items[c];
    tops[c] = pile.begin()[pile.empty() ? 0 : pile.size() - 1];
    const u64 lies = pile.empty() ? 0 : 1;
    const u64 payable = tables_[tops[c]].cost <= board.coins + board.counts.items[c] ? lies : 0;
    sold |= lies << c;
    bought |= payable << c;
  }
  list.push_bits(bought | sold << colour_count,
                 [&](u8 bit) { return act(bit < colour_count ? Do::buy : Do::sell, tops[bit % colour_count]); });
  if (list.empty()) list.push(act(Do::pass));  // only in a position written by hand: no card lies there
}

template <class Sink>
void Hadara::take_top(State& state, Seat seat, Action action, Sink& sink) const {
  Public& pub = state.pub;
  const Card c = card_of(action);
  pub.outer[colour_of(c)].pop();
  if (kind_of(action) == Do::buy) {
    if (buy(pub, seat, c, sink)) return pub.stack.push(frame_for(Now::token, seat, c));
  } else {
    Board& board = pub.of(seat);
    const int coins = sale(board, c);
    board.coins = static_cast<i16>(board.coins + coins);
    pub.gone[colour_of(c)] |= bit_of(c);
    tell(sink, Told::sold, seat, c, 0, 0, coins);
  }
  go_on(state, sink);
}

// rule: hadara.ability.token-steps
template <class Sink>
void Hadara::place_token(State& state, Seat seat, Track t, Sink& sink) const {
  Board& board = state.pub.of(seat);
  const Card c = state.pub.stack.pop().a;
  board.token_on[tables_[c].token_slot] = static_cast<u8>(1 + static_cast<int>(t));
  --board.tokens[static_cast<std::size_t>(t)];
  board.tracks.add(t, token_step_count);
  tell(sink, Told::token, seat, c, static_cast<int>(t));
  if (kind_of(state.pub.stack.back()) != Now::token) go_on(state, sink);
}

}  // namespace trestle::hadara
