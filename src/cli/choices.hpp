// The choices of one decision as a numbered list: what each is called, what it changes, and which one a typed text means.
#pragma once
#include "cli/table.hpp"

namespace trestle::cli {

struct Choice {
  Action action;
  std::string notation;  // play farmer
  std::string label;     // Play Farmer
  std::string change;    // Farmer 2/4, upkeep 3→4
  std::string group;     // Units
  bool ruins = false;    // the chooser would be out of the game
  bool wins = false;     // ... would have won it
};

// In the order they are numbered, groups together. `sight` is the chooser's.
std::vector<Choice> choices_of(const AnyGame& game, const TableView& view, const Language& language, const AnySight& sight);

// Columns beside each other: 1, or as many as fit.
Page draw_choices(const std::vector<Choice>& choices, int width, bool narrow_columns);

enum class Meant : u8 { one, several, none };
struct Reading {
  Meant meant = Meant::none;
  std::size_t index = 0;             // for one
  std::vector<std::size_t> several;  // for several: those it could be
};
// A number, a notation or label, the beginning of exactly one, or the beginning of a word in exactly one; large and small letters
// and accents are alike.
Reading read_choice(const std::vector<Choice>& choices, std::string_view typed);

std::string folded(std::string_view text);  // for comparing: small letters, no accents

}  // namespace trestle::cli
