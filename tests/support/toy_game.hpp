// A toy that satisfies the contract of a game, small enough to read at once: what tests of match, record and the laws play when
// they must not depend on a real game. Not listed in the registry. A template parameter plants one flaw, so that a test can show
// that it would find it.
//
// The game, for 2 or 3 seats and three rounds. Eighteen cards (1 to 6, three of each); three are dealt to each hand in secret.
//   1 prize   chance: 1, 2 or 3 points (3, 2 and 1 tickets of 6)
//   2 commit  every seat, at the same time, in secret: a card of the hand; revealed together, the highest wins the prize
//             (of equal ones the first seat's)
//   3 paint   the winner paints the three spots in an order of its own; the n-th painted gives n times its number (0, 1, 2).
//             Nothing is learned here; the third is forced
//   4 peek    the winner may look at the lowest card of another hand (option `peek`); after the last round only pass is left
#pragma once
#include <algorithm>

#include "base/bag.hpp"
#include "base/text.hpp"
#include "core/any_game_of.hpp"

namespace trestle::toy {

enum class Flaw : u8 {
  none,
  leak_by_event,        // a committed card is told to everybody
  leak_by_public_part,  // a committed card lies in the public part
  leak_by_legal,        // the legal list of a seat depends on what another seat committed
  legal_unsorted,
  legal_repeats,
  refuse_misses,     // an illegal action is not refused
  refuse_too_much,   // a legal action is refused
  wrong_imagine,     // imagines another hand for the viewer
  impossible_world,  // imagines a card too many
  wrong_chance,      // the list of outcomes and the tickets disagree
  impure_apply,      // the same act does not always do the same
  lost_card,         // a revealed card vanishes
  endless,           // the last round repeats
  wrong_text,        // `paint 2` reads as `paint 1`
  order_matters,     // of equal cards the last committed wins
  false_open,        // says that a commit follows from the public part
  leak_of_a,         // only what seat A commits lies in the public part
  leak_of_b,         // only what seat B commits
  peek_not_kept,     // what a peek shows is told, but the state does not hold it
};

inline constexpr int players_max = 3;
inline constexpr int rounds = 3;
inline constexpr int hand_size = 3;
inline constexpr int spots = 3;
inline constexpr int card_max = 6;
using Cards = Bag<8>;

enum class Do : u8 { deal, prize, commit, paint, peek, pass };
enum class Phase : u8 { deal, prize, commit, paint, peek, over };
enum class Told : u8 { dealt, prize, committed, revealed, won, painted, peeked, passed };

struct Public {
  Cards gone;  // revealed cards
  u8 seats = 0;
  u8 round = 1;
  Phase phase = Phase::deal;
  u8 prize = 0;
  Seat turn = Seat::A;  // the winner of the round
  SeatSet committed;
  std::array<u8, spots> board{};       // in which place each spot was painted in this round
  std::array<u8, players_max> hand{};  // cards held, the committed one not counted
  std::array<u8, players_max> points{};
  u8 painted = 0;  // spots painted in this round
  u8 slip = 0;     // always 0, but for the planted leak
  u8 last = 0;     // who committed last; always 0, but for a planted flaw
  std::array<u8, 6> filler{};
  friend constexpr bool operator==(const Public&, const Public&) = default;
};

struct Private {
  Cards hand;
  u8 committed = 0;                      // 0 = none
  std::array<u8, players_max> peeked{};  // the lowest card of another seat, until the next reveal; 0 = not known
  std::array<u8, 4> filler{};
  friend constexpr bool operator==(const Private&, const Private&) = default;
};

struct Hidden {
  Cards deck;
  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

constexpr Action make(Do kind, u8 operand = 0) { return {static_cast<u8>(kind), {operand}}; }
constexpr Action make(Do kind, Seat s) { return make(kind, static_cast<u8>(s)); }

// One table, cards.csv, so that records and edition readers have something to hash.
Edition edition();

template <Flaw flaw = Flaw::none>
class Toy {
 public:
  using Public = toy::Public;
  using Private = toy::Private;
  using State = StateOf<Public, Private, Hidden, players_max>;
  using SightRef = SightRefOf<Public, Private>;

  static constexpr std::string_view name = "toy";
  static constexpr int rules_version = 1;
  static constexpr int seats_min = 2;
  static constexpr int seats_max = players_max;
  static constexpr u32 plies_max = 64;

  static std::vector<OptionSpec> option_specs() { return {{"peek", {"yes", "no"}, "toy.peek"}}; }
  static Result<Toy> make(const Edition& edition, const Options& options);

  State start(int seats) const;
  SeatSet waiting_on(const Public& pub) const;
  void legal(const SightRef& sight, ActionList& list) const;
  bool open_choice(const Public& pub) const { return flaw == Flaw::false_open || pub.phase != Phase::commit; }
  Refusal refuse(const SightRef& sight, Action a) const;
  template <class Sink>
  void apply(State& s, Seat seat, Action a, Sink& sink) const;

  u32 odds(const State& s) const { return s.pub.phase == Phase::deal ? s.hid.deck.total() : 6; }
  Action outcome(const State& s, u32 ticket) const;
  void chance(const State& s, OutcomeList& list) const;
  State imagine(const SightRef& sight, Rng& rng) const;

  ScoreSheet score(const State& s) const;
  Standing standing(const State& s) const;
  Status check(const State& s) const;

  std::string print(Action a) const;
  Result<Action> parse(std::string_view text) const;
  std::vector<Field> fields(const State& s, Seat viewer) const;
  State blank(int seats) const;
  Status set(State& s, std::string_view key, std::string_view value) const;
  Status complete(State& s) const;
  Prompt prompt(const SightRef& sight) const;
  Phrase label(const SightRef& sight, Action a) const;
  Phrase describe(const Event& e) const;

 private:
  static std::size_t at(Seat s) { return static_cast<std::size_t>(s); }
  template <class Sink>
  void reveal(State& s, Sink& sink) const;
  void next_round(State& s) const;
  Seat dealt_to(const Public& pub) const;
  Refusal refuse_by_phase(const SightRef& sight, Action a) const;
  static std::string card_words(const Cards& cards);

  Cards all_;
  bool peek_ = true;
  static inline thread_local u8 side_door = 0;  // a secret carried past the state, for the flaws that need one
};

// The toy behind the facade. One function a flaw: make_toy<Flaw::leak_by_event>().
template <Flaw flaw = Flaw::none>
GamePtr make_toy(const Options& chosen = {}) {
  using Rules = Toy<flaw>;
  auto options = complete_options(Rules::option_specs(), chosen);
  CHECK(static_cast<bool>(options));
  auto rules = Rules::make(edition(), *options);
  CHECK(static_cast<bool>(rules));
  return std::make_shared<AnyGameOf<Rules>>(*rules, edition(), *options);
}

}  // namespace trestle::toy

#include "support/toy_game_rules.hpp"

namespace trestle::toy {
static_assert(GameRules<Toy<>>);
}
