// Positions as text: named fields. The same names are used to write a position, to print one, and by `expect`.
// docs/notation.md teaches the form; each game's notation.cpp holds its names.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "core/seat.hpp"

namespace trestle {

enum class FieldKind : u8 {
  scalar,  // compared word for word
  bag,     // words in any order; x*3 is x x x
  list,    // words in this order; x*3 is x x x
  frame,   // what is under way: a name, then operands in any order, of which an expectation may leave some out
};

struct Field {
  std::string key;    // "B.coins"
  std::string value;  // "20"; "?" where the viewer may not know
  FieldKind kind = FieldKind::scalar;
  bool settable = true;  // false: computed, for reading and `expect` only
  bool pending = false;  // true: may appear several times in a position (what is under way, bottom first)
};

// Expands x*3 and, for bags, sorts: two values mean the same if their normal forms are equal.
std::string normal_form(std::string_view value, FieldKind kind);
// "farmer*2 miner" from words in order; runs are folded.
std::string fold_runs(const std::vector<std::string>& words);
// The words of a value with x*3 expanded; a fault where the count is not 1 to 255.
Result<std::vector<std::string>> expand_words(std::string_view value);

}  // namespace trestle
