#include "cli/terminal.hpp"

#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"

namespace trestle::cli {

namespace {

// ---- signals: a handler may only set flags and write a byte to wake the reader

volatile std::sig_atomic_t stop_asked = 0;
volatile std::sig_atomic_t resize_seen = 0;
int wake_pipe[2] = {-1, -1};

void on_signal(int number) {
  const int saved = errno;
  if (number == SIGWINCH)
    resize_seen = 1;
  else
    stop_asked = 1;
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &byte, 1);
  errno = saved;
}

constexpr int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};

void drain_wake_pipe() {
  char bytes[64];
  while (::read(wake_pipe[0], bytes, sizeof bytes) > 0) {
  }
}

// ---- characters

struct CodePoint {
  u32 value = 0;
  std::size_t bytes = 1;
};

// A byte that is not UTF-8 counts as one character of its own.
CodePoint next_code_point(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<u32>(static_cast<u8>(s[i])); };
  const auto follows = [&](std::size_t n) {
    if (s.size() < n) return false;
    for (std::size_t i = 1; i < n; ++i)
      if ((byte(i) & 0xc0) != 0x80) return false;
    return true;
  };
  const u32 lead = byte(0);
  if (lead >= 0xc2 && lead < 0xe0 && follows(2)) return {(lead & 0x1f) << 6 | (byte(1) & 0x3f), 2};
  if (lead >= 0xe0 && lead < 0xf0 && follows(3)) return {(lead & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 3};
  if (lead >= 0xf0 && lead < 0xf5 && follows(4))
    return {(lead & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f), 4};
  return {lead, 1};
}

int columns_of(u32 c) {
  if ((c >= 0x300 && c < 0x370) || c == 0x200d || (c >= 0xfe00 && c < 0xfe10)) return 0;
  if ((c >= 0x1100 && c < 0x1160) || (c >= 0x2e80 && c < 0xa4d0) || (c >= 0xac00 && c < 0xd7a4) || (c >= 0xf900 && c < 0xfb00) ||
      (c >= 0xfe30 && c < 0xfe70) || (c >= 0xff00 && c < 0xff61) || (c >= 0x1f300 && c < 0x1faff) || (c >= 0x20000 && c < 0x3fffd))
    return 2;
  return 1;
}

struct Plain {
  u32 from;
  const char* to;  // as wide as the original, so that the layout holds
};
constexpr Plain plain_forms[] = {
    {0x2500, "-"}, {0x2502, "|"},  {0x256d, "+"},  {0x256e, "+"},  {0x256f, "+"},  {0x2570, "+"}, {0x251c, "+"},
    {0x2524, "+"}, {0x2588, "#"},  {0x2591, "."},  {0x25cf, "o"},  {0x25cb, "."},  {0x25a0, "#"}, {0x25a1, "."},
    {0x2605, "*"}, {0x25b8, ">"},  {0x2192, ">"},  {0x00b7, "-"},  {0x2026, "."},  {0x2212, "-"}, {0x2019, "'"},
    {0x2018, "'"}, {0x201c, "\""}, {0x201d, "\""}, {0x00ab, "\""}, {0x00bb, "\""}, {0x00d7, "x"}, {0x2013, "-"},
    {0x2014, "-"}, {0x00a0, " "},  {0x202f, " "},  {0x0153, "o"},  {0x0152, "O"},  {0x2248, "~"}, {0x2022, "*"},
};

// For a terminal that does not show UTF-8: lines and marks become ASCII, accents are dropped.
std::string ascii(std::string_view text) {
  static constexpr char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";  // U+00C0 to U+00FF
  std::string out;
  while (!text.empty()) {
    const CodePoint c = next_code_point(text);
    text.remove_prefix(c.bytes);
    const auto form = std::find_if(std::begin(plain_forms), std::end(plain_forms), [&](const Plain& p) { return p.from == c.value; });
    if (c.value < 0x80)
      out += static_cast<char>(c.value);
    else if (form != std::end(plain_forms))
      out += form->to;
    else if (c.value >= 0xc0 && c.value <= 0xff)
      out += latin[c.value - 0xc0];
    else
      out.append(static_cast<std::size_t>(columns_of(c.value)), '?');
  }
  return out;
}

std::string without_controls(std::string_view text) {
  std::string out;
  for (char c : text)
    if (static_cast<u8>(c) >= 0x20 && c != '\x7f') out += c;
  return out;
}

std::string_view code_of(Tone tone) {
  switch (tone) {
    case Tone::plain: return "";
    case Tone::quiet: return "2";
    case Tone::strong: return "1";
    case Tone::title: return "1;36";
    case Tone::good: return "1;32";
    case Tone::bad: return "1;31";
    case Tone::coin: return "33";
    case Tone::unit: return "32";
    case Tone::action: return "36";
    case Tone::skill: return "35";
    case Tone::race: return "3";
    case Tone::key: return "1;33";
    case Tone::seat_a: return "1;94";
    case Tone::seat_b: return "1;91";
    case Tone::seat_c: return "1;92";
    case Tone::seat_d: return "1;95";
    case Tone::seat_e: return "1;96";
  }
  return "";
}

bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0) return true;
  // A machine without the locale of LANG falls back to C; the variables still say what the terminal speaks.
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view v(value);
    return v.find("UTF-8") != v.npos || v.find("utf8") != v.npos || v.find("UTF8") != v.npos || v.find("utf-8") != v.npos;
  }
  return false;
}

int environment_number(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  const auto n = value == nullptr ? std::nullopt : text::number(value);
  return n && *n > 0 && *n < 10000 ? static_cast<int>(*n) : otherwise;
}

}  // namespace

int width_of(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    const CodePoint c = next_code_point(text);
    text.remove_prefix(c.bytes);
    columns += columns_of(c.value);
  }
  return columns;
}

std::string cut(std::string_view text, int columns) {
  if (columns <= 0) return "";
  if (width_of(text) <= columns) return std::string(text);
  std::string out;
  int used = 0;
  while (!text.empty()) {
    const CodePoint c = next_code_point(text);
    if (used + columns_of(c.value) > columns - 1) break;
    used += columns_of(c.value);
    out += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return out + "…";
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> out;
  std::string line;
  for (std::string_view word : text::words(text)) {
    if (!line.empty() && width_of(line) + 1 + width_of(word) > columns) {
      out.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += width_of(word) > columns ? cut(word, columns) : std::string(word);
  }
  if (!line.empty() || out.empty()) out.push_back(std::move(line));
  return out;
}

Line& Line::add(std::string text, Tone tone) {
  width_ += width_of(text);
  if (!text.empty()) spans_.push_back({std::move(text), tone});
  return *this;
}

Line& Line::add(const Line& other) {
  for (const Span& span : other.spans_) add(span.text, span.tone);
  return *this;
}

Line& Line::to(int column) {
  if (width_ < column) add(std::string(static_cast<std::size_t>(column - width_), ' '));
  return *this;
}

Page flow(Line first, const std::vector<Line>& pieces, int indent, std::string_view gap, int columns) {
  Page page;
  Line line = std::move(first);
  line.to(indent);
  bool fresh = true;
  for (const Line& piece : pieces) {
    if (!fresh && line.width() + width_of(gap) + piece.width() > columns) {
      page.push_back(std::move(line));
      line = Line();
      line.to(indent);
      fresh = true;
    }
    if (!fresh) line.add(std::string(gap), Tone::quiet);
    line.add(piece);
    fresh = false;
  }
  page.push_back(std::move(line));
  return page;
}

Terminal::Terminal(Colour colour) : colour_(colour) {
  if (wake_pipe[0] < 0 && ::pipe(wake_pipe) == 0)
    for (int fd : wake_pipe) {
      ::fcntl(fd, F_SETFL, O_NONBLOCK);
      ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  for (int number : caught) ::sigaction(number, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

Terminal::~Terminal() {
  for (int number : caught) std::signal(number, SIG_DFL);
}

Look Terminal::look() const {
  Look look;
  look.input_tty = ::isatty(STDIN_FILENO) == 1;
  look.output_tty = ::isatty(STDOUT_FILENO) == 1;
  static const bool utf8 = locale_is_utf8();
  look.utf8 = utf8;
  const char* term = std::getenv("TERM");
  const char* no_color = std::getenv("NO_COLOR");
  const bool plain_term = term == nullptr || *term == '\0' || std::strcmp(term, "dumb") == 0;
  look.colour = colour_ == Colour::always ||
                (colour_ == Colour::automatic && look.output_tty && !plain_term && (no_color == nullptr || *no_color == '\0'));
  int columns = environment_number("COLUMNS", 80);
  look.height = 0;
  winsize size{};
  if (look.output_tty && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    columns = size.ws_col;
    look.height = plain_term ? 0 : size.ws_row;
  }
  look.width = std::clamp(columns, width_min, width_max);
  return look;
}

std::string Terminal::styled(const Line& line) const {
  const Look now = look();
  std::string out;
  for (const Span& span : line.spans()) {
    const std::string clean = without_controls(span.text);
    const std::string shown = now.utf8 ? clean : ascii(clean);
    const std::string_view code = now.colour ? code_of(span.tone) : "";
    if (code.empty()) {
      out += shown;
    } else {
      out += "\x1b[";
      out += code;
      out += 'm';
      out += shown;
      out += "\x1b[0m";
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void Terminal::write(std::string_view bytes) {
  while (!bytes.empty() && !output_lost_) {
    const ssize_t n = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n > 0)
      bytes.remove_prefix(static_cast<std::size_t>(n));
    else if (errno == EAGAIN) {
      pollfd out{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&out, 1, 1000);
    } else if (errno != EINTR)
      output_lost_ = true;
  }
}

void Terminal::print(const Line& line) { write(styled(line) + "\n"); }

void Terminal::print(const Page& page) {
  std::string all;
  for (const Line& line : page) all += styled(line) + "\n";
  write(all);
}

void Terminal::prompt(const Line& line) { write(styled(line) + " "); }

void Terminal::clear() {
  if (look().height > 0) write("\x1b[H\x1b[2J\x1b[3J");
}

bool Terminal::interrupted() const { return stop_asked != 0; }

// A whole line out of what was read so far; a line that is too long is cut and its rest thrown away.
bool Terminal::take_line(Input& input) {
  const std::size_t end = pending_.find('\n');
  if (end == std::string::npos && !at_end_) {
    if (pending_.size() > input_line_max) {
      if (!skipping_) pending_.resize(input_line_max + 1);
      skipping_ = true;
    }
    return false;
  }
  if (end == std::string::npos && pending_.empty()) return false;
  input.kind = InputKind::line;
  input.text = pending_.substr(0, end);
  pending_.erase(0, end == std::string::npos ? end : end + 1);
  input.cut = skipping_ || input.text.size() > input_line_max;
  skipping_ = false;
  if (input.text.size() > input_line_max) input.text.resize(input_line_max);
  input.text = without_controls(input.text);
  return true;
}

Input Terminal::read_line() {
  Input input;
  while (true) {
    if (stop_asked != 0) return {InputKind::interrupted, "", false};
    if (resize_seen != 0) {
      resize_seen = 0;
      return {InputKind::resized, "", false};
    }
    if (take_line(input)) {
      if (!look().input_tty) write(input.text + "\n");
      return input;
    }
    if (at_end_) return {InputKind::end, "", false};
    pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) return {InputKind::end, "", false};
    drain_wake_pipe();
    if ((fds[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) == 0) continue;
    char bytes[4096];
    const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (n > 0) {
      std::string_view fresh(bytes, static_cast<std::size_t>(n));
      if (skipping_) {
        const std::size_t end = fresh.find('\n');
        fresh.remove_prefix(end == std::string_view::npos ? fresh.size() : end);
      }
      pending_ += fresh;
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
      at_end_ = true;
    }
  }
}

bool Terminal::pause(int milliseconds) {
  if (stop_asked != 0) return true;
  pollfd wake{wake_pipe[0], POLLIN, 0};
  ::poll(&wake, 1, milliseconds);
  drain_wake_pipe();
  return stop_asked != 0;
}

}  // namespace trestle::cli
