// The engine protocol: one JSON message in, one JSON answer out. How another program, a bot under study or a browser plays.
// docs/protocol.md describes every message. No sockets, files or clock here; nothing a message says can stop the program.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/types.hpp"

namespace trestle {

inline constexpr int protocol_version = 1;
inline constexpr std::size_t message_bytes_max = 4u << 20;
inline constexpr std::size_t message_depth_max = 8;  // objects and arrays within each other
inline constexpr std::size_t tables_max = 64;        // open at once

class Engine {
 public:
  Engine();
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // Answers a message, given and returned without a line end. A message that is refused changes nothing.
  std::string handle(std::string_view message);

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace trestle
