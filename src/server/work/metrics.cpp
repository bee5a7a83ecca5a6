#include "server/work/metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace trestle::server {

namespace {

std::string figure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::floor(value) == value && std::fabs(value) < 1e15 ? "%.0f" : "%.9g", value);
  return text;
}

void print_head(std::string& out, std::string_view name, std::string_view help, std::string_view type) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

void Histogram::add(double value) {
  std::size_t i = 0;
  for (double bound = first_; i < buckets && value > bound; bound *= 2) ++i;
  counts_[i].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

void Histogram::print(std::string& out, std::string_view name, std::string_view help) const {
  print_head(out, name, help, "histogram");
  u64 total = 0;
  double bound = first_;
  for (std::size_t i = 0; i <= buckets; ++i, bound *= 2) {
    total += counts_[i].load(std::memory_order_relaxed);
    out.append(name).append("_bucket{le=\"").append(i == buckets ? "+Inf" : figure(bound)).append("\"} ");
    out.append(std::to_string(total)).append("\n");
  }
  out.append(name).append("_sum ").append(figure(sum_.load(std::memory_order_relaxed))).append("\n");
  out.append(name).append("_count ").append(std::to_string(total)).append("\n");
}

void print_metric(std::string& out, std::string_view name, std::string_view help, Kind kind, double value) {
  print_head(out, name, help, kind == Kind::counter ? "counter" : "gauge");
  out.append(name).append(" ").append(figure(value)).append("\n");
}

void print_process(std::string& out) {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  print_metric(out, "process_cpu_seconds_total", "Processor time used.", Kind::counter, seconds(used.ru_utime) + seconds(used.ru_stime));
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  print_metric(out, "process_resident_memory_bytes", "Memory held.", Kind::gauge,
               static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)));
  std::error_code error;
  double files = 0;
  for (std::filesystem::directory_iterator it("/proc/self/fd", error), end; !error && it != end; it.increment(error)) ++files;
  print_metric(out, "process_open_fds", "Open files and sockets.", Kind::gauge, files);
}

}  // namespace trestle::server
