// The client's end of a server, made to cost little: many WebSocket lines on one thread, and messages sent by HTTP one at a time. Texts
// are looked through, not parsed: what is measured is the server, on the same machine.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace trestle::bench {

using Clock = std::chrono::steady_clock;

// Ends the program with a line on stderr.
[[noreturn]] void give_up(const std::string& why);

// As many files as the system allows.
void allow_many_files();

// `POST /api`, again and again on one connection.
class Api {
 public:
  explicit Api(u16 port) : port_(port) {}
  ~Api();
  Api(const Api&) = delete;
  struct Answer {
    std::string body, token;  // of the cookie, where one was set
  };
  // Nothing: the server does not answer.
  std::optional<Answer> post(const std::string& body, const std::string& token = "");

 private:
  bool send_all(const std::string& bytes);
  u16 port_;
  int file_ = -1;
};

class Lines {
 public:
  using Heard = std::function<void(std::size_t line, std::string_view text)>;
  using Closed = std::function<void(std::size_t line)>;

  explicit Lines(u16 port);
  ~Lines();
  Lines(const Lines&) = delete;

  // False: refused. `line` is any number of the caller's.
  bool open(std::size_t line, const std::string& token);
  void send(std::size_t line, std::string_view text);
  bool is_open(std::size_t line) const { return line < sockets_.size() && sockets_[line].file >= 0; }
  void close(std::size_t line);
  // Waits for what comes, at most so long, and tells it.
  void turn(Clock::duration at_most, const Heard& heard, const Closed& closed);
  std::size_t count() const { return count_; }
  u64 frames() const { return frames_; }
  u64 bytes() const { return bytes_; }

 private:
  struct Socket {
    int file = -1;
    bool upgraded = false;
    std::string in, out;
  };
  void write_out(std::size_t line);
  bool read_in(std::size_t line);  // false: the line is closed
  void take_frames(std::size_t line, const Heard& heard);

  u16 port_;
  int epoll_;
  std::vector<Socket> sockets_;
  std::size_t count_ = 0;
  u64 frames_ = 0, bytes_ = 0;
};

// ---- looking through JSON

// What follows `"name":`, up to the next comma, bracket or quote that ends it; from the front. A text comes without its quotes.
std::string_view field(std::string_view json, std::string_view name);
std::optional<u64> number_field(std::string_view json, std::string_view name);
// The texts of the last list of that name, raw.
void last_list(std::string_view json, std::string_view name, std::vector<std::string_view>& out);

// ---- figures

// In microseconds.
class Latencies {
 public:
  void add(Clock::duration d) { all_.push_back(static_cast<u32>(std::chrono::duration_cast<std::chrono::microseconds>(d).count())); }
  void clear() { all_.clear(); }
  double ms(double share);  // 0.5 the median
  std::size_t count() const { return all_.size(); }

 private:
  std::vector<u32> all_;
  bool sorted_ = false;
};

struct Use {
  double cpu_seconds = 0;
  double resident_kb = 0;
};
Use use_of(int pid);  // 0 = of this process

}  // namespace trestle::bench
