// A hub with everything around it but sockets, threads and a clock: a store in memory, bots that answer, clients that remember what
// they were sent. Time stands still unless a test moves it. Messages arrive in order here; the simulator (tests/server) shakes them.
#pragma once
#include <boost/json.hpp>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/hub/hub.hpp"
#include "storage/store.hpp"
#include "support/seeded_randomness.hpp"

namespace trestle::testing {

namespace json = boost::json;

// What an answer says.
inline std::string text(const json::object& o, std::string_view key) {
  const json::value* v = o.if_contains(key);
  return v != nullptr && v->is_string() ? std::string(v->get_string()) : std::string();
}
inline bool ok(const json::object& o) { return o.contains("ok") && o.at("ok").as_bool(); }
inline std::string code(const json::object& o) { return o.contains("error") ? text(o.at("error").as_object(), "code") : "(no error)"; }
inline i64 number(const json::object& o, std::string_view key) { return o.at(key).to_number<i64>(); }

struct HubWorld {
  explicit HubWorld(u64 seed = 1, server::HubConfig config = {}, std::shared_ptr<storage::Store> kept = nullptr);

  // A client's line; a WebSocket unless it is HTTP.
  server::Line open(const std::string& token = "", bool http = false, bool admin = false);
  void close(const server::Line& line);
  // Says something and lets everything happen that follows from it. The answer is the one with the same id.
  json::object ask(const server::Line& line, json::object message);
  std::string ask_text(const server::Line& line, json::object message);
  // Pushes that came since they were last taken.
  std::vector<json::object> pushes(const server::Line& line);
  // By HTTP: what it answers, and the token it set.
  json::object post(const std::string& token, json::object message, std::string* set = nullptr);
  // A guest of that name: the token.
  std::string guest(const std::string& name);

  void put(server::Input input);
  void settle();  // until nothing happens any more
  void pass(i64 ms);

  server::HubConfig config;
  SeededRandomness randomness;
  std::shared_ptr<storage::Store> store;
  std::unique_ptr<server::Hub> hub;
  server::Millis now = 1'000'000'000'000;
  bool bots_answer = true;
  bool store_fails = false;  // every batch
  bool disk_full = false;    // every batch that keeps something of a table
  bool store_holds = false;  // keeps its answers back
  std::string bot = "";      // who plays for all bots; empty = a random legal act
  std::vector<server::Notify> notices;
  std::vector<server::Note> notes;
  std::map<server::Line, std::vector<std::string>> sent;  // every text to a line, in order
  std::map<server::Line, std::vector<bool>> can_wait;     // each of them
  std::map<server::Line, std::string> hung;
  std::vector<std::string> forwarded;

 private:
  void serve(server::Output output);

  std::deque<server::Input> inputs_;
  std::vector<server::Keep> keeps_;
  std::map<server::Line, std::size_t> read_;
  u64 next_line_ = 1;
  i64 next_id_ = 1;
  std::map<server::Line, std::string> tokens_;
};

}  // namespace trestle::testing
