#include "cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace trestle::cli {

std::string duration_text(double seconds) {
  const auto whole = static_cast<u64>(std::lround(std::fmax(0, seconds)));
  if (whole < 120) return fmt::format("{} s", whole);
  if (whole < 7200) return fmt::format("{} min", (whole + 30) / 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(std::string title, bool always) : title_(std::move(title)), shown_(always || isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(u64 done, u64 of) {
  if (!shown_ || of == 0) return;
  if (!drawn_) first_ = done;
  drawn_ = true;
  constexpr u64 width = 24;
  std::string bar;
  for (u64 i = 0; i < width; ++i) bar += i < done * width / of ? "█" : "░";
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double left = done > first_ ? elapsed * static_cast<double>(of - done) / static_cast<double>(done - first_) : 0;
  fmt::print(stderr, "\r\033[K{}{}{} {} of {}{}", title_, title_.empty() ? "" : " ", bar, done, of,
             done > first_ ? ", " + duration_text(left) + " left" : "");
  std::fflush(stderr);
}

std::function<void(u64, u64)> Progress::hook() {
  if (!shown_) return {};
  return [this](u64 done, u64 of) { show(done, of); };
}

}  // namespace trestle::cli
