// Income, colonies and busts: the steps that close phase A and come back after phase B.
#include <algorithm>

#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr int lagging_coins = 2;  // lagging_income: coins for each track above income
constexpr int colony_coins_each = 4;
constexpr int condition_relief = 4;       // conditions_less_4
constexpr int condition_point_price = 3;  // buy_conditions: coins for one point
constexpr int condition_coins_a_step = 30;
}  // namespace

// rule: hadara.income.coins
int Hadara::income(const Board& board) const {
  const int own = board.tracks[Track::income];
  int coins = own;
  if (has(board, Ability::lagging_income))  // rule: hadara.ability.lagging-income
    for (Track t : {Track::military, Track::culture, Track::food})
      if (board.tracks[t] > own) coins += lagging_coins;
  return coins;
}

template <class Sink>
void Hadara::pay_income(Public& pub, Sink& sink) const {
  for (int place = 0; place < pub.seats; ++place) {
    Board& board = pub.of(seat_in_order(pub, place));
    const int coins = income(board);
    board.coins = static_cast<i16>(board.coins + coins);
    tell(sink, Told::income, seat_in_order(pub, place), 0, 0, 0, coins);
  }
}

// Coins that make this value meet the condition: 0 where it is met, -1 where it cannot be.
int Hadara::condition_price(int value, int condition, const Board& board, int spent) const {
  if (has(board, Ability::conditions_less_4)) condition -= condition_relief;  // rule: hadara.ability.conditions-less-4
  if (value >= condition) return 0;
  if (!has(board, Ability::buy_conditions)) return -1;
  // rule: hadara.ability.buy-conditions
  const int price = (condition - value) * condition_point_price;
  return price <= board.coins && price + spent <= condition_coins_a_step ? price : -1;
}

// The coins that meet the condition of this pile, or -1 where the seat cannot take it so.
int Hadara::colony_price(const Frame& frame, const Board& board, int pile, bool ally) const {
  const ColonyPile& row = tables_.colonies[static_cast<std::size_t>(pile)];
  if (board.colonies[static_cast<std::size_t>(pile)] != 0) return -1;  // rule: hadara.colony.each-once
  // rule: hadara.colony.condition
  const int price = condition_price(board.tracks[Track::military], row.condition, board, frame.amount);
  if (price < 0) return -1;
  const int purse = board.coins - price + colony_coins_each * copies(board, Ability::colony_coins);
  return ally && purse < row.alliance ? -1 : price;
}

bool Hadara::can_take_colony(const Public& pub, Seat seat) const {
  const Board& board = pub.of(seat);
  const Frame& frame = pub.stack.back();
  if (frame.a >= takes(board)) return false;  // rule: hadara.colony.one-a-step
  for (int p = 0; p < colony_piles; ++p)
    if (colony_price(frame, board, p, false) >= 0) return true;
  return false;
}

void Hadara::legal_colony(const SightRef& sight, ActionList& list) const {
  const Frame& frame = sight.pub.stack.back();
  const Board& board = sight.pub.of(frame.seat);
  if (frame.a < takes(board)) {
    for (int p = 0; p < colony_piles; ++p)
      if (colony_price(frame, board, p, false) >= 0) list.push(act(Do::plunder, p));
    for (int p = 0; p < colony_piles; ++p)
      if (colony_price(frame, board, p, true) >= 0) list.push(act(Do::ally, p));
  }
  list.push(act(Do::pass));
}

template <class Sink>
void Hadara::take_colony(State& state, Seat seat, int pile, bool ally, Sink& sink) const {
  Public& pub = state.pub;
  Board& board = pub.of(seat);
  Frame& frame = pub.stack.back();
  const ColonyPile& row = tables_.colonies[static_cast<std::size_t>(pile)];
  const int price = colony_price(frame, board, pile, ally);
  if (price > 0) tell(sink, Told::condition_paid, seat, 0, 0, 0, price);
  frame.amount = static_cast<i16>(frame.amount + price);
  ++frame.a;
  const int reward = colony_coins_each * copies(board, Ability::colony_coins);  // rule: hadara.ability.colony-coins
  if (reward > 0) tell(sink, Told::colony_coins, seat, 0, 0, 0, reward);
  board.coins = static_cast<i16>(board.coins - price + reward);
  board.colonies[static_cast<std::size_t>(pile)] = 1;
  if (ally) {
    // rule: hadara.colony.ally
    board.coins = static_cast<i16>(board.coins - row.alliance);
    tell(sink, Told::allied, seat, row.value, 0, 0, row.alliance);
    pub.stack.push(frame_for(Now::flip, seat, pile));
    return;
  }
  // rule: hadara.colony.plunder
  board.coins = static_cast<i16>(board.coins + row.plunder);
  tell(sink, Told::plundered, seat, row.value, 0, 0, row.plunder);
  // rule: hadara.ability.double-take
  if (!can_take_colony(pub, seat)) go_on(state, sink);
}

// The coins that meet the condition of this bust, or -1.
int Hadara::bust_price(const Frame& frame, const Board& board, int bust) const {
  if (board.busts[static_cast<std::size_t>(bust)] != 0) return -1;  // rule: hadara.bust.each-once
  // rule: hadara.bust.condition
  return condition_price(board.tracks[Track::culture], tables_.busts[static_cast<std::size_t>(bust)].condition, board, frame.amount);
}

bool Hadara::can_carve(const Public& pub, Seat seat) const {
  const Board& board = pub.of(seat);
  const Frame& frame = pub.stack.back();
  if (frame.a >= takes(board)) return false;  // rule: hadara.bust.one-a-step
  if (std::all_of(board.tokens.begin(), board.tokens.end(), [](u8 n) { return n == 0; })) return false;
  for (int b = 0; b < bust_count; ++b)
    if (bust_price(frame, board, b) >= 0) return true;
  return false;
}

void Hadara::legal_bust(const SightRef& sight, ActionList& list) const {
  const Frame& frame = sight.pub.stack.back();
  const Board& board = sight.pub.of(frame.seat);
  if (frame.a < takes(board))
    for (int b = 0; b < bust_count; ++b) {
      if (bust_price(frame, board, b) < 0) continue;
      for (std::size_t t = 0; t < track_count; ++t)
        if (board.tokens[t] > 0) {
          list.push(act(Do::carve, b, t, 0));
          list.push(act(Do::carve, b, t, 1));
        }
    }
  list.push(act(Do::pass));
}

template <class Sink>
void Hadara::carve(State& state, Seat seat, Action action, Sink& sink) const {
  Public& pub = state.pub;
  Board& board = pub.of(seat);
  Frame& frame = pub.stack.back();
  const std::size_t bust = action.with[0];
  const auto track = static_cast<Track>(action.with[1]);
  const bool back = action.with[2] != 0;
  const int price = bust_price(frame, board, action.with[0]);
  if (price > 0) tell(sink, Told::condition_paid, seat, 0, 0, 0, price);
  board.coins = static_cast<i16>(board.coins - price);
  frame.amount = static_cast<i16>(frame.amount + price);
  ++frame.a;
  // rule: hadara.bust.token
  --board.tokens[action.with[1]];
  board.busts[bust] = static_cast<u8>((back ? 5 : 1) + action.with[1]);
  const int bonus = tables_.busts[bust].bonus + bust_bonus_steps * copies(board, Ability::bust_bonus);
  if (!back) board.tracks.add(track, bonus);
  tell(sink, Told::carved, seat, tables_.busts[bust].condition, action.with[1], back ? 1 : 0, bonus);
  if (!can_carve(pub, seat)) go_on(state, sink);
}

}  // namespace trestle::hadara
