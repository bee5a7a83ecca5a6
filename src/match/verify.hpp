// Verifying a record: that its chain holds, that every move was allowed, that what is marked automatic was forced and nothing else
// was, that every draw follows from the published secret or seed, and that the result is the game's. Says what was checked.
#pragma once
#include <functional>

#include "core/any_game.hpp"
#include "match/match.hpp"

namespace trestle {

// By what the draws could be checked.
enum class DrawProof : u8 {
  secret,    // a fair dealer's secret, which fits the commitment
  seed,      // a seed that the record names
  unproved,  // the dealer is unstated: draws were only held to what is possible
  withheld,  // fair, but the secret is not published yet: the same
};

std::string_view proof_name(DrawProof proof);

struct VerifyReport {
  std::string game;
  int seats = 0;
  u64 acts = 0;    // of seats, automatic ones not counted
  u64 forced = 0;  // automatic
  u64 draws = 0;
  u64 undos = 0;
  DrawProof proof = DrawProof::unproved;
  bool closed = false;           // the record has its end
  bool finished = false;         // ... and a result
  std::optional<Fault> failure;  // the first thing that does not hold, with its line

  bool holds() const { return !failure; }
};

// The game a record was played with: by name, options and tables. `tables` = the owner's; null = the built-in ones. The edition's
// hash must be the record's.
Result<GamePtr> game_of(const Record& record, const Edition* tables = nullptr);

// The whole of it. The first takes a record that was parsed, so its chain holds; the second parses (and makes the game).
VerifyReport verify_record(GamePtr game, const Record& record);
VerifyReport verify_record(std::string_view text, const std::function<Result<GamePtr>(const Record&)>& make_game);
VerifyReport verify_record(std::string_view text);

}  // namespace trestle
