#include "server/work/log.hpp"

#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>
#include <ctime>

namespace trestle::server {

namespace {

std::string_view level_name(Note::Level level) {
  switch (level) {
    case Note::Level::info: return "info";
    case Note::Level::warning: return "warning";
    case Note::Level::error: return "error";
  }
  return "";
}

std::string timestamp() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  const std::size_t n = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  char out[64];
  std::snprintf(out, sizeof out, "%.*s.%03dZ", static_cast<int>(n), text, static_cast<int>(ms));
  return out;
}

std::string_view inside(std::string_view fields) {
  if (fields.size() >= 2 && fields.front() == '{' && fields.back() == '}') fields = fields.substr(1, fields.size() - 2);
  return fields;
}

}  // namespace

void Log::write(Note::Level level, std::string_view event, std::string_view fields) {
  if (form_ == Form::silent) return;
  fields = inside(fields);
  std::string line;
  if (form_ == Form::json) {
    line = "{" + log_field("at", timestamp()) + "," + log_field("level", level_name(level)) + "," + log_field("event", event);
    if (!fields.empty()) line.append(",").append(fields);
    line += "}\n";
  } else {
    line = timestamp() + " " + std::string(level_name(level)) + " " + std::string(event);
    if (!fields.empty()) line.append(" ").append(fields);
    line += "\n";
  }
  const std::lock_guard lock(mutex_);
  // One write a line: what several processes say to one file does not mix. Nothing can be done about a log that is full.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

std::string log_field(std::string_view key, std::string_view value) {
  return boost::json::serialize(boost::json::string(key)) + ":" + boost::json::serialize(boost::json::string(value));
}
std::string log_field(std::string_view key, i64 value) {
  return boost::json::serialize(boost::json::string(key)) + ":" + std::to_string(value);
}

}  // namespace trestle::server
