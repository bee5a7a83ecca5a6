// A position as text, for any game: header lines (game, players, option), then named fields between `position` and `end`.
// The text is read in two steps because core knows no game: read_position splits it, build_position asks the game.
// docs/notation.md teaches the form. Nothing here reads files.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

inline constexpr std::size_t position_bytes_max = 1 << 16;
inline constexpr std::size_t position_fields_max = 512;

struct FieldLine {
  int line = 0;  // in the text it came from, 1-based
  std::string key;
  std::string value;
};

// Which game, for how many, by which options. Every text that starts a game begins with these lines.
struct TableHeader {
  std::string game;
  int players = 0;      // 0 = not said
  std::string edition;  // a directory; empty = the tables built in
  Options options;

  // Takes a line if it is one of ours: game NAME, players N, option K=V, edition DIR.
  // True: taken. False: some other line. A fault: ours, but wrong.
  Result<bool> take(std::string_view line);
  // The header lines of a game at a table, options that are not the default included.
  static std::string print(const AnyGame& game, int players);
};

struct PositionText {
  TableHeader header;
  std::vector<FieldLine> fields;
};

// The line without its comment (# at the start or after a space) and outer spaces.
std::string_view strip_comment(std::string_view line);
// "A.coins 20" -> key and value; a fault when there is no value.
Result<FieldLine> read_field(std::string_view line, int number);

// Reads a whole position text. Faults have the line and the reason.
Result<PositionText> read_position(std::string_view text);
// Blank, each field set, completed, checked. The fault's line is the field's line; 0 where the whole is impossible.
Result<AnyState> build_position(const AnyGame& game, int players, const std::vector<FieldLine>& fields);

// The text of a position as a seat sees it (secrets as ?); Seat::Chance sees all, and only that text can be read back.
std::string print_position(const AnyGame& game, const AnyState& state, int players, Seat viewer = Seat::Chance);
// The same as bare field lines, each behind `indent`.
std::string print_fields(const std::vector<Field>& fields, std::string_view indent = "");

// "; did you mean 'x'?" or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);
// A fault when the number of players is not one the game is played by.
Status check_players(const AnyGame& game, int players);

}  // namespace trestle
