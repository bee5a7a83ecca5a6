// The thin facade over a game for the edges (match, command line, server, browser): states and sights are opaque bytes.
// Search and simulation do not use it; they are templates on the rules type.
#pragma once
#include <algorithm>
#include <memory>

#include "core/rules.hpp"

namespace trestle {

inline constexpr std::size_t state_bytes_max = 4096;

// Up to state_bytes_max bytes by value. Only the first `size` count: the others are neither set nor copied.
struct SomeBytes {
  alignas(16) std::array<u8, state_bytes_max> bytes;
  u32 size = 0;

  SomeBytes() {}
  SomeBytes(const SomeBytes& other) : size(other.size) { std::copy_n(other.bytes.begin(), size, bytes.begin()); }
  SomeBytes& operator=(const SomeBytes& other) {
    size = other.size;
    if (this != &other) std::copy_n(other.bytes.begin(), size, bytes.begin());
    return *this;
  }
  friend bool operator==(const SomeBytes& a, const SomeBytes& b) {
    return a.size == b.size && std::equal(a.bytes.begin(), a.bytes.begin() + a.size, b.bytes.begin());
  }
};

struct AnyState : SomeBytes {
  u64 hash() const { return hash_bytes(bytes.data(), size); }
  friend bool operator==(const AnyState&, const AnyState&) = default;
};

// A separate type on purpose: who holds a sight cannot apply anything to it (I6).
struct AnySight : SomeBytes {
  Seat me = Seat::Table;
  friend bool operator==(const AnySight&, const AnySight&) = default;
};

struct GameInfo {
  std::string name;
  int rules_version = 0;
  int seats_min = 0, seats_max = 0;
  u32 plies_max = 0;
  u32 state_bytes = 0;
  std::vector<OptionSpec> option_specs;
  std::string edition;  // Edition::hash() of its tables
};

// What leaks if a seat's act tells it something it could not foresee: computed by comparing worlds, see any_game_of.hpp.
class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual const GameInfo& info() const = 0;
  virtual const Edition& edition() const = 0;
  virtual const Options& options() const = 0;

  virtual AnyState start(int seats) const = 0;
  virtual SeatSet waiting_on(const AnyState&) const = 0;
  virtual AnySight sight(const AnyState&, Seat) const = 0;
  virtual SeatSet waiting_on(const AnySight&) const = 0;
  virtual void legal(const AnySight&, ActionList&) const = 0;
  virtual bool open_choice(const AnySight&) const = 0;
  virtual Refusal refuse(const AnySight&, Action) const = 0;
  virtual void apply(AnyState&, Seat, Action, EventSink&) const = 0;
  virtual u32 odds(const AnyState&) const = 0;
  virtual Action outcome(const AnyState&, u32 ticket) const = 0;
  virtual void chance(const AnyState&, OutcomeList&) const = 0;
  virtual AnyState imagine(const AnySight&, Rng&) const = 0;
  // Whether this act of the seat, just applied, told the seat (or moved) anything it did not know before.
  virtual bool reveals(const AnyState& before, const AnyState& after, Seat, Action) const = 0;

  virtual ScoreSheet score(const AnyState&) const = 0;
  virtual Standing standing(const AnyState&) const = 0;
  virtual Status check(const AnyState&) const = 0;

  virtual std::string print(Action) const = 0;
  virtual Result<Action> parse(std::string_view) const = 0;
  virtual std::vector<Field> fields(const AnyState&, Seat viewer) const = 0;
  virtual AnyState blank(int seats) const = 0;
  virtual Status set(AnyState&, std::string_view key, std::string_view value) const = 0;
  virtual Status complete(AnyState&) const = 0;
  virtual Prompt prompt(const AnySight&) const = 0;
  virtual Phrase label(const AnySight&, Action) const = 0;
  virtual Phrase describe(const Event&) const = 0;
};

using GamePtr = std::shared_ptr<const AnyGame>;

}  // namespace trestle
