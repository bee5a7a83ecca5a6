// How far a long run is, on one line of stderr that is written over: a bar, games done, time left. Only at a terminal, or when asked for.
#pragma once
#include <chrono>
#include <functional>
#include <string>

#include "base/types.hpp"

namespace trestle::cli {

class Progress {
 public:
  // `always`: even where stderr is no terminal.
  Progress(std::string title, bool always);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(u64 done, u64 of);
  // For a plan; empty where nothing is to be shown.
  std::function<void(u64, u64)> hook();

 private:
  std::string title_;
  bool shown_, drawn_ = false;
  u64 first_ = 0;  // done before the first look: resumed, and no measure of speed
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// "42 s", "3 min", "2 h 05 min".
std::string duration_text(double seconds);

}  // namespace trestle::cli
