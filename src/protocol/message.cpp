#include "protocol/message.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/position.hpp"

namespace trestle::protocol {

namespace {

constexpr std::size_t shown_bytes_max = 400;  // of what an answer repeats

// The beginning of a text, never cut inside a character.
std::string clip(std::string text) {
  if (text.size() <= shown_bytes_max) return text;
  std::size_t end = shown_bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

}  // namespace

Problem problem(std::string code, std::string message, std::string where) {
  return {std::move(code), std::move(message), std::move(where), ""};
}

Problem problem(std::string code, const Fault& fault, const std::string& where) {
  std::string place = where;
  if (!fault.where.empty()) place += (place.empty() ? "" : ", ") + fault.where;
  if (fault.line > 0) place += (place.empty() ? "line " : ", line ") + std::to_string(fault.line);
  return {std::move(code), fault.reason, place, ""};
}

void Request::note(Problem p) {
  if (!problem_) problem_ = std::move(p);
}

const json::value* Request::find(std::string_view key) {
  asked_.emplace_back(key);
  const auto at = fields_.find(key);
  return at == fields_.end() ? nullptr : &at->value();
}

std::string Request::text(std::string_view key) {
  if (!has(key)) note(protocol::problem("bad_message", "'" + std::string(key) + "' is missing", std::string(key)));
  return text(key, "");
}

std::string Request::text(std::string_view key, std::string fallback) {
  const json::value* value = find(key);
  if (value == nullptr) return fallback;
  if (const json::string* s = value->if_string()) return std::string(s->data(), s->size());
  note(protocol::problem("bad_message", "'" + std::string(key) + "' must be a string", std::string(key)));
  return fallback;
}

i64 Request::number(std::string_view key, i64 min, i64 max) {
  if (!has(key)) note(protocol::problem("bad_message", "'" + std::string(key) + "' is missing", std::string(key)));
  return number(key, min, max, min);
}

i64 Request::number(std::string_view key, i64 min, i64 max, i64 fallback) {
  const json::value* value = find(key);
  if (value == nullptr) return fallback;
  if (const i64* n = value->if_int64(); n != nullptr && *n >= min && *n <= max) return *n;
  note(protocol::problem("bad_message",
                         "'" + std::string(key) + "' must be a whole number from " + std::to_string(min) + " to " + std::to_string(max),
                         std::string(key)));
  return fallback;
}

bool Request::flag(std::string_view key, bool fallback) {
  const json::value* value = find(key);
  if (value == nullptr) return fallback;
  if (const bool* b = value->if_bool()) return *b;
  note(protocol::problem("bad_message", "'" + std::string(key) + "' must be true or false", std::string(key)));
  return fallback;
}

std::vector<std::string> Request::texts(std::string_view key, std::size_t count_max) {
  std::vector<std::string> out;
  const json::value* value = find(key);
  if (value == nullptr) return out;
  const json::array* list = value->if_array();
  bool good = list != nullptr && list->size() <= count_max;
  if (good)
    for (const json::value& item : *list) {
      good = good && item.is_string();
      if (item.is_string()) out.emplace_back(item.get_string().data(), item.get_string().size());
    }
  if (!good)
    note(protocol::problem("bad_message", "'" + std::string(key) + "' must be a list of at most " + std::to_string(count_max) + " strings",
                           std::string(key)));
  return out;
}

std::vector<std::pair<std::string, std::string>> Request::pairs(std::string_view key, std::size_t count_max) {
  std::vector<std::pair<std::string, std::string>> out;
  const json::value* value = find(key);
  if (value == nullptr) return out;
  const json::object* object = value->if_object();
  bool good = object != nullptr && object->size() <= count_max;
  if (good)
    for (const auto& item : *object) {
      const json::value& v = item.value();
      good = good && (v.is_string() || v.is_int64());
      if (v.is_string()) out.emplace_back(std::string(item.key()), std::string(v.get_string().data(), v.get_string().size()));
      if (v.is_int64()) out.emplace_back(std::string(item.key()), std::to_string(v.get_int64()));
    }
  if (!good)
    note(protocol::problem("bad_message",
                           "'" + std::string(key) + "' must be an object of at most " + std::to_string(count_max) + " strings",
                           std::string(key)));
  return out;
}

Seat Request::seat(std::string_view key, int players) {
  const std::string word = text(key);
  const auto seat = parse_seat(word);
  if (seat && index_of(*seat) < players) return *seat;
  if (!problem_)
    note(protocol::problem("bad_seat", "'" + word + "' is no seat of this table of " + std::to_string(players), std::string(key)));
  return Seat::A;
}

void Request::finish() {
  for (const auto& item : fields_) {
    const std::string_view given(item.key().data(), item.key().size());
    if (given == "do" || given == "id" || std::find(asked_.begin(), asked_.end(), given) != asked_.end()) continue;
    const std::string key(given);
    const std::vector<std::string> known(asked_.begin(), asked_.end());
    note(protocol::problem("bad_message", "this message has no field '" + key + "'" + did_you_mean(key, known), key));
  }
}

std::optional<json::value> id_of(const json::object& message) {
  const json::value* id = message.if_contains("id");
  if (id != nullptr && (id->is_int64() || (id->is_string() && id->get_string().size() <= message_id_bytes_max))) return *id;
  return std::nullopt;
}

void add_fields(json::object& to, json::object from) {
  for (auto& item : from) to[item.key()] = std::move(item.value());
}

json::object error_answer(const Problem& p) {
  json::object error{{"code", p.code}, {"message", clip(p.message)}};
  if (!p.where.empty()) error["where"] = clip(p.where);
  if (!p.clause.empty()) error["clause"] = p.clause;
  return json::object{{"ok", false}, {"error", std::move(error)}};
}

json::array seats_json(SeatSet seats) {
  json::array out;
  seats.for_each([&](Seat s) { out.emplace_back(seat_name(s)); });
  return out;
}

namespace {

struct ArgJson {
  json::value operator()(i64 n) const { return n; }
  json::value operator()(Seat s) const { return json::object{{"seat", seat_name(s)}}; }
  json::value operator()(const Term& t) const { return json::object{{"term", t.key}}; }
};

json::value field_json(const Field& field) {
  if (field.value == "?") return nullptr;
  if (field.kind == FieldKind::bag || field.kind == FieldKind::list) {
    json::array out;
    const auto words = expand_words(field.value == "none" ? "" : field.value);
    if (words)
      for (const std::string& word : *words) out.emplace_back(word);
    return out;
  }
  if (const auto n = text::number(field.value)) return *n;
  return json::value(field.value);
}

}  // namespace

json::object phrase_json(const Phrase& phrase) {
  json::array args;
  for (const Phrase::Arg& arg : phrase.args) args.push_back(std::visit(ArgJson{}, arg));
  return json::object{{"key", phrase.key}, {"args", std::move(args)}};
}

json::object prompt_json(const Prompt& prompt) {
  json::object out = phrase_json(prompt.phrase);
  out["clause"] = prompt.clause;
  return out;
}

json::object fields_json(const std::vector<Field>& fields) {
  json::object out;
  for (const Field& field : fields) {
    if (!field.pending) {
      out[field.key] = field_json(field);
      continue;
    }
    json::value& stack = out[field.key];
    if (!stack.is_array()) stack = json::array();
    stack.get_array().emplace_back(field.value);
  }
  return out;
}

}  // namespace trestle::protocol
