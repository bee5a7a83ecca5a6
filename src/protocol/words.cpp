#include "protocol/words.hpp"

#include <algorithm>
#include <cstring>

#include "protocol/message.hpp"

namespace trestle::protocol {

static_assert(std::has_unique_object_representations_v<Event> && std::has_unique_object_representations_v<Action>);

namespace {

// Whether JSON writes a text as it is: it has no quotes, backslashes or control characters, as hardly any has. Eight letters at a time.
bool is_plain(std::string_view text) {
  constexpr u64 ones = 0x0101010101010101, tops = 0x8080808080808080;
  const auto below = [](u64 word, u64 letter) { return (word - letter * ones) & ~word & tops; };
  const auto special = [&](u64 word) {
    return below(word, ' ') | below(word ^ (u64{'"'} * ones), 1) | below(word ^ (u64{'\\'} * ones), 1);
  };
  const auto eight_at = [&](std::size_t at) {
    u64 word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    return word;
  };
  if (text.size() < sizeof(u64)) {
    u64 word = u64{' '} * ones;
    text.copy(reinterpret_cast<char*>(&word), sizeof word);
    return special(word) == 0;
  }
  u64 found = special(eight_at(text.size() - sizeof(u64)));  // the last ones, some of them twice
  for (std::size_t at = 0; at + sizeof(u64) < text.size(); at += sizeof(u64)) found |= special(eight_at(at));
  return found == 0;
}

}  // namespace

void add_quoted(std::string& out, std::string_view text) {
  if (!is_plain(text)) {
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
