// Throne of the World by the contract of core/rules.hpp. One page: what the game offers. How it plays is in flow.cpp and
// the phases; which clause says so is in docs/rules/throne.md.
#pragma once
#include "core/rules.hpp"
#include "games/throne/action.hpp"
#include "games/throne/state.hpp"

namespace trestle::throne {

// What is printed in the rulebook and therefore not in the edition's tables.
namespace printed {
inline constexpr int coins_start = 20;
inline constexpr int coins_to_win = 45, coins_with_sets = 15, coins_with_professions = 15, sets_to_win = 3;
inline constexpr int hands[3][4] = {{3, 4, 0, 0}, {3, 4, 5, 0}, {3, 4, 4, 5}};
inline constexpr int march_cards = 2, march_points = 3, exchange_points = 4, recover_cards = 5, meditate_cards = 8;
inline constexpr int trade_price = 2, mermaids_trade_price = 1, hand_limit = 8, ransom = 3;
inline constexpr int supply_cards = 3, assemble_units = 3, purchase_price = 2;
inline constexpr int union_bonus = 5, endurance = 2, solitary_bonus = 2, greed_bonus = 1, taming_bonus = 2, scales_bonus = 1,
                     spied_cards = 2;
}  // namespace printed

class Throne {
 public:
  using Public = throne::Public;
  using Private = throne::Private;
  using Hidden = throne::Hidden;
  using State = throne::State;
  using SightRef = throne::SightRef;

  static constexpr std::string_view name = "throne";
  static constexpr int rules_version = 1;
  static constexpr int seats_min = 2, seats_max = throne::seats_max;
  // A round is at most `seats` turns. In a turn: 5 points and their free units, answers and extra cards; every exchange costs a coin and a
  // purse that reaches 45 wins; at most 200 cards can be drawn or discarded.
  static constexpr u32 plies_per_turn_max = 600, rounds_limit = 200;
  static constexpr u32 plies_max = plies_per_turn_max * rounds_limit * seats_max;

  static std::vector<OptionSpec> option_specs();
  static Result<Throne> make(const Edition& edition, const Options& options);

  State start(int seats) const;
  SeatSet waiting_on(const Public& pub) const;
  void legal(const SightRef& sight, ActionList& list) const;
  bool open_choice(const Public& pub) const;
  Refusal refuse(const SightRef& sight, Action action) const;
  void apply(State& state, Seat seat, Action action, NullSink&) const { apply(state, seat, action, static_cast<EventSink*>(nullptr)); }
  void apply(State& state, Seat seat, Action action, EventSink& sink) const { apply(state, seat, action, &sink); }
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

  // The edition and the options, for those who know the game (views, evaluations).
  const Tables& tables() const { return tables_; }
  int charge_points() const { return charge_points_; }
  bool solitary_by_profession() const { return solitary_by_profession_; }
  bool random_first() const { return random_first_; }
  // A byte a profession: 0x80 minus the size of a full set, so that adding the units raises the top bit of each full one.
  u64 set_marks() const { return set_marks_; }
  // The general action cards that some profession of this set can use.
  u32 generals_for(Professions active) const { return generals_for_[active.bits()]; }
  // With fewer units in play than this, nobody can have the sets or the professions to win.
  int units_to_win() const { return units_to_win_; }

 private:
  void apply(State& state, Seat seat, Action action, EventSink* log) const;
  Tables tables_;
  u64 set_marks_ = 0;
  std::array<u32, 1 << profession_count> generals_for_{};
  int units_to_win_ = 0;
  int charge_points_ = 4;
  bool solitary_by_profession_ = false;
  bool random_first_ = true;
};

}  // namespace trestle::throne
