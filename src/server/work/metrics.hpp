// Figures for /metrics in Prometheus' text format: a histogram that threads may add to, and a writer of the format.
#pragma once
#include <array>
#include <atomic>
#include <string>
#include <string_view>

#include "base/types.hpp"

namespace trestle::server {

// Counts in buckets that double, from `first` on.
class Histogram {
 public:
  static constexpr std::size_t buckets = 16;
  explicit Histogram(double first) : first_(first) {}
  void add(double value);
  void print(std::string& out, std::string_view name, std::string_view help) const;

 private:
  double first_;
  std::array<std::atomic<u64>, buckets + 1> counts_{};
  std::atomic<double> sum_{0};
};

enum class Kind : u8 { counter, gauge };
void print_metric(std::string& out, std::string_view name, std::string_view help, Kind kind, double value);
// Processor seconds, memory, open files of this process.
void print_process(std::string& out);

}  // namespace trestle::server
