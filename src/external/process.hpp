// A child process that is spoken to in lines: its input, its answers, the last it wrote to stderr, and deadlines everywhere. It runs in
// a process group of its own and has no file of ours but these three; it ends with the object, gently and then by force.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle {

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  // argv[0] is looked for in PATH. A fault: it cannot be started.
  static Result<std::unique_ptr<Process>> start(const std::vector<std::string>& argv);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Faults: the deadline has passed, the child has ended or closed its end, an answer longer than `bytes_max`.
  Status send(std::string line, Clock::time_point deadline);
  Result<std::string> receive(std::size_t bytes_max, Clock::time_point deadline);
  // Something was said that nobody asked for.
  bool has_more() const { return !heard_.empty(); }

 private:
  Process() = default;
  // Waits for any of: room in the input (where asked), an answer, words on stderr. False: the deadline has passed.
  bool wait(bool to_write, Clock::time_point deadline);
  void read_errors();
  Fault ended();

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  std::string heard_;   // of an answer
  std::string errors_;  // the last of stderr
};

}  // namespace trestle
