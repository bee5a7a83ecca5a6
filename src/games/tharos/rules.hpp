// Tharos (Bernd Scholz, Spielworxx 2021): the rules object. One page; the files beside it hold the phases.
// Edition: the English rulebook, with the rulings listed in README.md beside this file. 2 to 4 players.
#pragma once
#include <memory>
#include <optional>

#include "core/rules.hpp"
#include "games/tharos/action.hpp"
#include "games/tharos/state.hpp"

namespace trestle::tharos {

struct Book;

class Tharos {
 public:
  using State = tharos::State;
  using Public = tharos::Public;
  using Private = tharos::Private;
  using SightRef = tharos::SightRef;

  static constexpr std::string_view name = "tharos";
  static constexpr int rules_version = 1;
  static constexpr int seats_min = 2, seats_max = 4;
  // Every action spends a die, a guild marker on a card, a building or a card's use of the turn; README.md adds it up.
  static constexpr u32 actions_a_turn_max = 300, plies_an_action_max = 110, turns_max = 16;
  static constexpr u32 plies_max = actions_a_turn_max * plies_an_action_max * turns_max * seats_max;

  static std::vector<OptionSpec> option_specs() { return {}; }
  static Result<Tharos> make(const Edition& edition, const Options& options);

  State start(int seats) const;
  SeatSet waiting_on(const Public& p) const;
  void legal(const SightRef& sight, ActionList& out) const;
  bool open_choice(const Public& p) const;
  Refusal refuse(const SightRef& sight, Action action) const;
  void apply(State& state, Seat seat, Action action, NullSink&) const { apply_to(state, seat, action, nullptr); }
  void apply(State& state, Seat seat, Action action, EventSink& sink) const { apply_to(state, seat, action, &sink); }

  u32 odds(const State& state) const;
  Action outcome(const State& state, u32 ticket) const;
  void chance(const State& state, OutcomeList& out) const;
  State imagine(const SightRef& sight, Rng& rng) const;
  // One step of a random game, the game not over: what chance does, several dice at once, or one of the legal acts, all with the
  // same chance. The same as sampling, listing and applying, and quicker.
  void random_step(State& state, Rng& rng) const;
  // Such steps to the end of the game.
  void play_out(State& state, Rng& rng) const;

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

  const Tables& tables() const;

 private:
  explicit Tharos(std::shared_ptr<const Book> book) : book_(std::move(book)) {}
  void apply_to(State& state, Seat seat, Action action, EventSink* sink) const;
  std::shared_ptr<const Book> book_;
};

}  // namespace trestle::tharos
