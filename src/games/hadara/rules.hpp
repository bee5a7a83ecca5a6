// Hadara (Benjamin Schwer, Hans im Glueck), 2 to 5 players, by the French rulebook; see README.md for rulings and files.
// The contract is core/rules.hpp. A rules object holds the tables and the table options; everything else is in the state.
#pragma once
#include "core/rules.hpp"
#include "games/hadara/action.hpp"
#include "games/hadara/state.hpp"

namespace trestle::hadara {

enum class SideOption : u8 { a, choice, b };

// The score pad of one player; `left` are the coins that are not worth a point and break ties.
struct Points {
  int colonies = 0, busts = 0, silver = 0, gold = 0, cards = 0, coins = 0;
  int left = 0;
  int total() const { return colonies + busts + silver + gold + cards + coins; }
};

class Hadara {
 public:
  using State = hadara::State;
  using Public = hadara::Public;
  using Private = hadara::Private;
  using SightRef = hadara::SightRef;
  static constexpr std::string_view name = "hadara";
  static constexpr int rules_version = 1;
  static constexpr int seats_min = 2;
  static constexpr int seats_max = hadara::seats_max;
  static constexpr u32 plies_max = 2000;

  static std::vector<OptionSpec> option_specs();
  static Result<Hadara> make(const Edition& edition, const Options& options);

  State start(int seats) const;
  SeatSet waiting_on(const Public& pub) const;
  void legal(const SightRef& sight, ActionList& list) const;
  bool open_choice(const Public& pub) const;
  Refusal refuse(const SightRef& sight, Action action) const;
  void apply(State& state, Seat seat, Action action, NullSink& none) const;
  void apply(State& state, Seat seat, Action action, EventSink& sink) const;

  u32 odds(const State& state) const;
  Action outcome(const State& state, u32 ticket) const;
  void chance(const State& state, OutcomeList& list) const;
  State imagine(const SightRef& sight, Rng& rng) const;

  ScoreSheet score(const State& state) const;
  Standing standing(const State& state) const;
  Status check(const State& state) const;

  std::string print(Action action) const;
  Result<Action> parse(std::string_view text) const;
  std::vector<Field> fields(const State& state, Seat viewer) const;
  State blank(int seats) const;
  Status set(State& state, std::string_view key, std::string_view value) const;
  Status complete(State& state) const;
  Prompt prompt(const SightRef& sight) const;
  Phrase label(const SightRef& sight, Action action) const;
  Phrase describe(const Event& event) const;

  // Questions for bots, tables and tests.
  const Tables& tables() const { return tables_; }
  bool open_piles() const { return open_piles_; }
  const CardSet& deck() const { return deck_; }
  int copies(const Board& board, Ability a) const {
    return std::popcount(board.cards[Colour::purple] & tables_.with_ability[static_cast<std::size_t>(a)]);
  }
  bool has(const Board& board, Ability a) const {
    return (board.cards[Colour::purple] & tables_.with_ability[static_cast<std::size_t>(a)]) != 0;
  }
  int cost(const Board& board, Card c) const;
  int sale(const Board& board, Card c) const;
  int income(const Board& board) const;                                                // coins of one income step
  int condition_price(int value, int condition, const Board& board, int spent) const;  // coins to meet it, or -1
  int seal_price(const Public& pub, const Board& board, bool gold) const;
  Points points(const Board& board) const;
  Seat first_player(const Public& pub, int epoch) const;
  void gain_card(Board& board, Card c) const;
  void lose_card(Board& board, Card c) const;

 private:
  Hadara() = default;

  // flow.cpp
  template <class Sink>
  void carry_out(State& state, Seat seat, Action action, Sink& sink) const;
  template <class Sink>
  void set_up_boards(State& state, Sink& sink) const;
  template <class Sink>
  void begin_epoch(State& state, Sink& sink) const;
  template <class Sink>
  void begin_turn(State& state, Sink& sink) const;
  template <class Sink>
  void after_cards(State& state, Sink& sink) const;
  template <class Sink>
  void go_on(State& state, Sink& sink) const;
  template <class Sink>
  void seek(State& state, Now step, int from, Sink& sink) const;
  bool decides(const Public& pub, Now step, Seat seat) const;
  // phase_cards.cpp
  void legal_choose(const SightRef& sight, ActionList& list) const;
  void legal_market(const SightRef& sight, ActionList& list) const;
  template <class Sink>
  void reveal(State& state, Sink& sink) const;
  template <class Sink>
  bool buy(Public& pub, Seat seat, Card c, Sink& sink) const;
  template <class Sink>
  void commit(State& state, Seat seat, Action action, Sink& sink) const;
  template <class Sink>
  void take_top(State& state, Seat seat, Action action, Sink& sink) const;
  template <class Sink>
  void place_token(State& state, Seat seat, Track t, Sink& sink) const;
  // phase_world.cpp
  template <class Sink>
  void pay_income(Public& pub, Sink& sink) const;
  int takes(const Board& board) const { return has(board, Ability::double_take) ? 2 : 1; }
  bool can_take_colony(const Public& pub, Seat seat) const;
  bool can_carve(const Public& pub, Seat seat) const;
  int colony_price(const Frame& frame, const Board& board, int pile, bool ally) const;
  int bust_price(const Frame& frame, const Board& board, int bust) const;
  void legal_colony(const SightRef& sight, ActionList& list) const;
  void legal_bust(const SightRef& sight, ActionList& list) const;
  template <class Sink>
  void take_colony(State& state, Seat seat, int pile, bool ally, Sink& sink) const;
  template <class Sink>
  void carve(State& state, Seat seat, Action action, Sink& sink) const;
  // phase_end.cpp
  int hungry(const Board& board, int paid) const;
  template <class Sink>
  void collect_surplus(Board& board, Seat seat, Sink& sink) const;
  void legal_feed(const SightRef& sight, ActionList& list) const;
  void legal_seal(const SightRef& sight, ActionList& list) const;
  bool can_seal(const Public& pub, Seat seat) const;
  template <class Sink>
  void feed(State& state, Seat seat, Action action, Sink& sink) const;
  template <class Sink>
  void buy_seal(State& state, Seat seat, Action action, Sink& sink) const;
  // effects.cpp
  Tracks in_play(const Board& board) const;
  // notation.cpp
  Result<Card> parse_card(std::string_view word) const;
  Result<u8> parse_pile(std::string_view word) const;
  Result<u8> parse_bust(std::string_view word) const;
  std::string pile_name(int pile) const;
  std::string bust_name(int bust) const;
  std::string card_words(const CardSet& set) const;
  Status set_board(Board& board, Private& own, std::string_view key, std::string_view value) const;
  Status set_pending(Public& pub, std::string_view value) const;
  std::string frame_text(const Frame& frame) const;
  void board_fields(const State& state, Seat seat, Seat viewer, std::vector<Field>& out) const;
  Status complete_board(State& state, Seat seat) const;
  Status check_board(const State& state, Seat seat, CardSet& found) const;
  Status check_stack(const State& state) const;
  std::string_view why_not(const SightRef& sight, Action action) const;

  Tables tables_;
  CardSet deck_{};  // the cards played with
  SideOption side_ = SideOption::a;
  bool open_piles_ = false;
  bool shuffled_ = false;
};

std::string card_name(Card c);                         // red-I-3
inline Colour pile_of(const Public& pub, Seat seat) {  // the pile a seat's crest points at
  return pub.segments[static_cast<std::size_t>((pub.of(seat).crest + pub.wheel) % colour_count)];
}
// Whether the seat holds a drawn pair: everybody can see who does.
bool holds_pair(const Public& pub, Seat seat);
// Cards left in an inner pile.
int pile_size(const Public& pub, Colour c);
constexpr int cards_of(const Board& board) {
  int n = 0;
  for (u8 count : board.counts) n += count;
  return n;
}
constexpr int sets_of(const Board& board) {
  int n = 255;
  for (u8 count : board.counts) n = count < n ? count : n;
  return n;
}

// What is told; the operands are named here. seat is whose it is.
enum class Told : u8 {
  start,           // a = initiative
  segment,         // a = place, b = colour
  crest,           // a = place
  side,            // a = side
  extra_coin,      //
  epoch,           // a = epoch; seat = first player
  wheel,           // a = colour the first player's crest points at
  turned,          // a = turn
  drew,            // a, b = cards; to the seat only
  drew_hidden,     // a = colour; to the others
  placed,          // a = card
  bought,          // a = card, amount = coins
  sold,            // a = card, amount = coins
  sold_hidden,     // a = colour, b = epoch, amount = coins; to the others
  token,           // a = card, b = track
  income,          // amount = coins
  market,          // phase B begins; seat = first player
  condition_paid,  // amount = coins
  colony_coins,    // amount = coins
  plundered,       // a = pile value, amount = coins
  allied,          // a = pile value, amount = coins
  flipped,         // a = pile value, b = pile, c = tile
  carved,          // a = bust condition, b = track, c = 1 face down, amount = steps or points
  gave_up,         // a = card
  paid_food,       // amount = coins
  surplus,         // amount = coins
  silver,          // a = track, amount = coins
  gold,            // amount = coins
  over,            //
};

}  // namespace trestle::hadara
