// The server's log, on stderr, a line an event: as text for people or as JSON for programs. What is logged never holds a token, a
// password, a hand or a whole address; whoever calls sees to that. Any thread may call.
#pragma once
#include <mutex>
#include <string>
#include <string_view>

#include "server/hub/hub.hpp"

namespace trestle::server {

class Log {
 public:
  enum class Form : u8 { text, json, silent };
  explicit Log(Form form) : form_(form) {}

  // `fields`: a JSON object's inside or the object itself, or empty.
  void write(Note::Level level, std::string_view event, std::string_view fields = {});
  void info(std::string_view event, std::string_view fields = {}) { write(Note::Level::info, event, fields); }
  void warning(std::string_view event, std::string_view fields = {}) { write(Note::Level::warning, event, fields); }
  void error(std::string_view event, std::string_view fields = {}) { write(Note::Level::error, event, fields); }

 private:
  Form form_;
  std::mutex mutex_;
};

// "key":"value", the value escaped.
std::string log_field(std::string_view key, std::string_view value);
std::string log_field(std::string_view key, i64 value);

}  // namespace trestle::server
