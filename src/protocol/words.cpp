#include "protocol/words.hpp"

#include <algorithm>

#include "protocol/message.hpp"

namespace trestle::protocol {

static_assert(std::has_unique_object_representations_v<Event> && std::has_unique_object_representations_v<Action>);

void add_quoted(std::string& out, std::string_view text) {
  bool special = false;  // all of it is looked at, many letters at a time: hardly any text has one
  for (const char c : text) special |= static_cast<bool>((static_cast<unsigned char>(c) < 0x20) | (c == '"') | (c == '\\'));
  if (special) {
    out += json::serialize(json::value(json::string_view(text.data(), text.size())));
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

namespace {

struct ArgWriter {
  std::string& out;
  void operator()(i64 n) const { out += std::to_string(n); }
  void operator()(Seat s) const { out.append("{\"seat\":\"").append(seat_name(s)).append("\"}"); }
  void operator()(const Term& t) const {
    out += "{\"term\":";
    add_quoted(out, t.key);
    out += '}';
  }
};

// As phrase_json says it, without the last brace.
void add_phrase(std::string& out, const Phrase& phrase) {
  out += "{\"key\":";
  add_quoted(out, phrase.key);
  out += ",\"args\":[";
  for (std::size_t i = 0; i < phrase.args.size(); ++i) {
    if (i > 0) out += ',';
    std::visit(ArgWriter{out}, phrase.args[i]);
  }
  out += ']';
}

}  // namespace

const std::string& GameWords::event(const Event& event) {
  if (events_.size() >= remembered_max) events_.clear();
  std::string& text = events_[__builtin_bit_cast(u64, event)];
  if (!text.empty()) return text;
  add_phrase(text, game_->describe(event));
  text += ",\"seq\":";
  return text;
}

const std::string& GameWords::notation(Action action) {
  if (notations_.size() >= remembered_max) notations_.clear();
  std::string& text = notations_[__builtin_bit_cast(u64, action)];
  if (text.empty()) text = game_->print(action);
  return text;
}

const std::string& GameWords::quoted(Action action) {
  if (quoted_.size() >= remembered_max) quoted_.clear();
  std::string& text = quoted_[__builtin_bit_cast(u64, action)];
  if (text.empty()) add_quoted(text, notation(action));
  return text;
}

Result<Action> GameWords::parse(const std::string& text) {
  if (const auto known = parsed_.find(text); known != parsed_.end()) return known->second;
  Result<Action> action = game_->parse(text);
  if (!action || text.size() > remembered_text_max) return action;
  if (parsed_.size() >= remembered_max) parsed_.clear();
  parsed_.emplace(text, *action);
  return action;
}

void GameWords::add_events(std::string& out, std::span<const Happening> happened, Seat viewer, u64 shift) {
  out += '[';
  for (const Happening& one : happened) {
    if (!one.event.audience.has(viewer)) continue;
    if (out.back() != '[') out += ',';
    out += event(one.event);
    out += std::to_string(one.seq + shift);
    out += '}';
  }
  out += ']';
}

void GameWords::add_choices(std::string& out, const AnySight& sight) {
  ActionList legal;
  game_->legal(sight, legal);
  out += "\"legal\":[";
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (i > 0) out += ',';
    out += quoted(legal[i]);
  }
  out += "],\"prompt\":";
  const Prompt prompt = game_->prompt(sight);
  add_phrase(out, prompt.phrase);
  out += ",\"clause\":";
  add_quoted(out, prompt.clause);
  out += '}';
}

}  // namespace trestle::protocol
