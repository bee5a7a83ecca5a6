// Reading requests and making answers. A Problem is what an error answer says; a Request collects the first one it meets.
#pragma once
#include <boost/container/small_vector.hpp>
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "core/any_game.hpp"

namespace trestle::protocol {

namespace json = boost::json;

struct Problem {
  std::string code;     // docs/protocol.md lists them
  std::string message;  // for people
  std::string where;    // a field of the message, or a line of a text
  std::string clause;   // a clause of docs/rules
};

Problem problem(std::string code, std::string message, std::string where = "");
// A fault in a text that came in the field `where`.
Problem problem(std::string code, const Fault& fault, const std::string& where);

// The fields of one message. Every getter notes a Problem when the field is there but wrong, or missing where it is needed;
// `finish` notes fields nobody asked for. The first Problem stands.
class Request {
 public:
  explicit Request(const json::object& fields) : fields_(fields) {}
  // Keys below are literals: they are remembered until `finish`.

  bool has(std::string_view key) const { return fields_.contains(key); }
  std::string text(std::string_view key);                        // needed
  std::string text(std::string_view key, std::string fallback);  // may be left out
  i64 number(std::string_view key, i64 min, i64 max);
  i64 number(std::string_view key, i64 min, i64 max, i64 fallback);
  bool flag(std::string_view key, bool fallback);
  std::vector<std::string> texts(std::string_view key, std::size_t count_max);
  // {"name":"value"}; numbers are taken as their text.
  std::vector<std::pair<std::string, std::string>> pairs(std::string_view key, std::size_t count_max);
  // A seat of a table of so many.
  Seat seat(std::string_view key, int players);

  void finish();
  void note(Problem p);
  const std::optional<Problem>& problem() const { return problem_; }

 private:
  const json::value* find(std::string_view key);
  const json::object& fields_;
  boost::container::small_vector<std::string_view, 16> asked_;
  std::optional<Problem> problem_;
};

inline constexpr std::size_t message_id_bytes_max = 64;
// The id a message asks its answer to bear, if it has one that may be echoed: a whole number or a short string.
std::optional<json::value> id_of(const json::object& message);

// Puts the fields of one object into another.
void add_fields(json::object& to, json::object from);

json::object error_answer(const Problem& p);
json::array seats_json(SeatSet seats);
json::object phrase_json(const Phrase& phrase);
json::object prompt_json(const Prompt& prompt);
// Field by field: numbers as numbers, bags and lists as arrays of words, what is pending as an array, unknown as null.
json::object fields_json(const std::vector<Field>& fields);

}  // namespace trestle::protocol
