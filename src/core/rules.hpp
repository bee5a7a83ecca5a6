// The contract of a game. A rules object is immutable and holds the edition and the table options; every function is const and
// depends on its arguments only. `static_assert(GameRules<Throne>)` is a game's first test; tests/laws is its second.
#pragma once
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/result.hpp"
#include "base/rng.hpp"
#include "core/action.hpp"
#include "core/edition.hpp"
#include "core/event.hpp"
#include "core/notation.hpp"
#include "core/options.hpp"
#include "core/phrase.hpp"
#include "core/seat.hpp"
#include "core/sight.hpp"

namespace trestle {

// Why an action is refused: the id of the clause in docs/rules that forbids it. Empty = it is legal.
struct Refusal {
  std::string_view clause;
  explicit operator bool() const { return !clause.empty(); }
};

// One line of a score sheet: a string key and the points (or coins, sets ...) of each seat.
struct ScoreLine {
  std::string key;
  std::array<i32, seats_max> points{};
};
using ScoreSheet = std::vector<ScoreLine>;

// Place of each seat, 1 = won; several seats may share a place; 0 for a seat not in the game or a game not over.
using Standing = std::array<u8, seats_max>;

template <class R>
concept GameRules = requires(const R& rules, typename R::State& state, const typename R::State& view, const typename R::Public& pub,
                             const typename R::SightRef& sight, ActionList& legal, OutcomeList& outcomes, Seat seat, Action action,
                             Rng& rng, NullSink& none, EventSink& sink, const Event& event, const Edition& edition, const Options& options,
                             std::string_view text) {
  requires std::is_trivially_copyable_v<typename R::State>;
  requires std::has_unique_object_representations_v<typename R::State>;
  { R::name } -> std::convertible_to<std::string_view>;
  { R::rules_version } -> std::convertible_to<int>;  // raised when a rule changes; records name it
  { R::seats_min } -> std::convertible_to<int>;
  { R::seats_max } -> std::convertible_to<int>;
  { R::plies_max } -> std::convertible_to<u32>;  // no game is longer

  // Making a rules object: tables and options in, or a fault with file, line and reason.
  { R::option_specs() } -> std::same_as<std::vector<OptionSpec>>;
  { R::make(edition, options) } -> std::same_as<Result<R>>;

  // Playing.
  { rules.start(2) } -> std::same_as<typename R::State>;
  { rules.waiting_on(pub) } -> std::same_as<SeatSet>;                // Chance may be the member; empty = over
  { rules.legal(sight, legal) } -> std::same_as<void>;               // all and only; ascending; unique; for a waiting seat
  { rules.open_choice(pub) } -> std::same_as<bool>;                  // legal follows from the public part alone
  { rules.refuse(sight, action) } -> std::same_as<Refusal>;          // empty exactly for the members of legal
  { rules.apply(state, seat, action, none) } -> std::same_as<void>;  // requires legality
  { rules.apply(state, seat, action, sink) } -> std::same_as<void>;

  // Chance: `odds` tickets, each worth an outcome; `chance` lists the outcomes in the order of their tickets.
  { rules.odds(view) } -> std::same_as<u32>;
  { rules.outcome(view, u32{}) } -> std::same_as<Action>;
  { rules.chance(view, outcomes) } -> std::same_as<void>;

  // A whole state that this sight could be a sight of; for a seat or for the Table.
  { rules.imagine(sight, rng) } -> std::same_as<typename R::State>;

  { rules.score(view) } -> std::same_as<ScoreSheet>;
  { rules.standing(view) } -> std::same_as<Standing>;
  { rules.check(view) } -> std::same_as<Status>;  // invariants; the fault says what is impossible

  // Text. Actions print without a state. A position is: blank, set field by field in any order, complete.
  { rules.print(action) } -> std::same_as<std::string>;
  { rules.parse(text) } -> std::same_as<Result<Action>>;
  { rules.fields(view, seat) } -> std::same_as<std::vector<Field>>;  // as seen by a seat; Seat::Chance sees all
  { rules.blank(2) } -> std::same_as<typename R::State>;
  { rules.set(state, text, text) } -> std::same_as<Status>;
  { rules.complete(state) } -> std::same_as<Status>;
  { rules.prompt(sight) } -> std::same_as<Prompt>;
  { rules.label(sight, action) } -> std::same_as<Phrase>;
  { rules.describe(event) } -> std::same_as<Phrase>;
};

template <GameRules R>
Action sample(const R& rules, const typename R::State& state, Rng& rng) {
  return rules.outcome(state, rng.below(rules.odds(state)));
}

}  // namespace trestle
