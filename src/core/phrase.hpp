// Something to say to a person, as a key and arguments; the languages' files turn it into a sentence (I9).
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "core/seat.hpp"

namespace trestle {

struct Term {  // an argument that is itself looked up: a card, a race, a colour
  std::string key;
  friend bool operator==(const Term&, const Term&) = default;
};

struct Phrase {
  using Arg = std::variant<i64, Seat, Term>;
  std::string key;
  std::vector<Arg> args;
  friend bool operator==(const Phrase&, const Phrase&) = default;
};

// The question a seat is asked, and the clause of docs/rules that asks it.
struct Prompt {
  Phrase phrase;
  std::string clause;
};

}  // namespace trestle
