// The terminal: what it can show, styled lines with a known width, and input that survives signals, resizing and its own end.
// Knows no game and no language.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace trestle::cli {

inline constexpr std::size_t input_line_max = 1024;  // bytes of one typed line; the rest of a longer one is dropped
inline constexpr int width_min = 40, width_max = 132;

// What a piece of text is, not how it looks: without colour all of them read the same.
enum class Tone : u8 {
  plain,
  quiet,
  strong,
  title,
  good,
  bad,
  coin,
  unit,
  action,
  skill,
  race,
  key,
  seat_a,
  seat_b,
  seat_c,
  seat_d,
  seat_e
};

struct Span {
  std::string text;
  Tone tone = Tone::plain;
};

// Columns a UTF-8 text takes: 0 for combining marks, 2 for East Asian wide characters and emoji.
int width_of(std::string_view text);
// At most `columns` wide, with an ellipsis where it was cut.
std::string cut(std::string_view text, int columns);
// Broken at spaces into lines of at most `columns`; a longer word is cut through.
std::vector<std::string> wrap(std::string_view text, int columns);

class Line {
 public:
  Line() = default;
  explicit Line(std::string text, Tone tone = Tone::plain) { add(std::move(text), tone); }
  Line& add(std::string text, Tone tone = Tone::plain);
  Line& add(const Line& other);
  Line& to(int column);  // spaces up to this column; nothing if already there
  int width() const { return width_; }
  bool empty() const { return width_ == 0; }
  const std::vector<Span>& spans() const { return spans_; }

 private:
  std::vector<Span> spans_;
  int width_ = 0;
};
using Page = std::vector<Line>;

// Pieces laid one after the other with a gap, over as many lines as needed; later lines start at `indent`.
Page flow(Line first, const std::vector<Line>& pieces, int indent, std::string_view gap, int columns);

struct Look {
  bool input_tty = false;
  bool output_tty = false;
  bool colour = false;
  bool utf8 = false;
  int width = 80;   // columns we use
  int height = 24;  // rows of the terminal; 0 = no screen, just a stream
};

enum class InputKind : u8 { line, end, interrupted, resized };
struct Input {
  InputKind kind = InputKind::end;
  std::string text;
  bool cut = false;  // the line was longer than input_line_max
};

class Terminal {
 public:
  enum class Colour : u8 { automatic, always, never };
  explicit Terminal(Colour colour);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  Look look() const;
  void print(const Line& line);
  void print(const Page& page);
  void print(std::string text, Tone tone = Tone::plain) { print(Line(std::move(text), tone)); }
  void prompt(const Line& line);  // without a line end
  void clear();                   // the whole screen; nothing on a stream
  Input read_line();
  // Waits; true when a signal ended it early.
  bool pause(int milliseconds);
  bool interrupted() const;
  bool output_lost() const { return output_lost_; }

 private:
  void write(std::string_view bytes);
  std::string styled(const Line& line) const;
  bool take_line(Input& input);

  Colour colour_;
  std::string pending_;
  bool skipping_ = false;  // inside the rest of a line that was too long
  bool at_end_ = false;
  bool output_lost_ = false;
};

}  // namespace trestle::cli
