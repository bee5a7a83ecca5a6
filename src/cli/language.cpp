#include "cli/language.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "core/embedded.hpp"

namespace trestle {

namespace {
constexpr std::string_view known_codes[] = {"en", "fr", "nl"};
}

std::vector<std::string> Language::codes() { return {std::begin(known_codes), std::end(known_codes)}; }

bool Language::known(std::string_view code) {
  return std::find(std::begin(known_codes), std::end(known_codes), code) != std::end(known_codes);
}

std::string Language::from_environment() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    const std::string code = std::string(value).substr(0, 2);
    return known(code) ? code : "en";
  }
  return "en";
}

Language Language::load(std::string_view code, std::string_view game) {
  Language language;
  language.code_ = known(code) ? std::string(code) : "en";
  const std::string file = "/strings." + language.code_ + ".txt";
  language.read(embedded_file("data/common" + file));
  if (!game.empty()) language.read(embedded_file("data/" + std::string(game) + file));
  return language;
}

void Language::read(std::string_view strings_file) {
  for (std::string_view line : text::lines(strings_file)) {
    line = text::trim(line);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t at = line.find('=');
    if (at == std::string_view::npos) continue;
    strings_[std::string(text::trim(line.substr(0, at)))] = std::string(text::trim(line.substr(at + 1)));
  }
}

std::string Language::name(Seat seat) const {
  const std::string& name = names_[static_cast<std::size_t>(seat) & 7];
  return name.empty() ? std::string(seat_name(seat)) : name;
}

std::string Language::term(std::string_view key) const {
  if (const auto found = strings_.find(key); found != strings_.end()) return found->second;
  const std::size_t dot = key.rfind('.');
  std::string last(dot == std::string_view::npos ? key : key.substr(dot + 1));
  std::replace(last.begin(), last.end(), '-', ' ');
  return last;
}

std::string Language::word(std::string_view key, const std::vector<Arg>& args) const {
  const auto found = strings_.find(key);
  return found == strings_.end() ? std::string(key) : fill(found->second, args);
}

std::string Language::say(std::string_view key, const std::vector<Arg>& args) const {
  return has(key) ? capitalised(word(key, args)) : std::string(key);
}

std::string Language::say(const Phrase& phrase) const {
  std::vector<Arg> args;
  for (const Phrase::Arg& arg : phrase.args) std::visit([&](const auto& value) { args.emplace_back(value); }, arg);
  return say(phrase.key, args);
}

std::string Language::argument(const Arg& arg) const {
  if (const i64* number = std::get_if<i64>(&arg)) return std::to_string(*number);
  if (const Seat* seat = std::get_if<Seat>(&arg)) return name(*seat);
  if (const Term* inner = std::get_if<Term>(&arg)) return term(inner->key);
  return *std::get_if<std::string>(&arg);
}

std::string_view Language::form(const std::vector<std::string_view>& forms, const Arg& arg) const {
  const i64* number = std::get_if<i64>(&arg);
  const i64 n = number == nullptr ? 2 : *number;
  if (forms.size() >= 3 && n == 0) return forms[0];
  const bool one = n == 1 || n == -1 || (n == 0 && code_ == "fr");
  return one ? forms[forms.size() >= 3 ? 1 : 0] : forms.back();
}

std::string Language::fill(std::string_view text, const std::vector<Arg>& args) const {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    text.remove_prefix(close + 1);
    std::vector<std::string_view> parts = text::split(inside, '|');
    const auto index = text::number(parts.front());
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= args.size()) {
      out += '{';
      out += inside;
      out += '}';
      continue;
    }
    const Arg& arg = args[static_cast<std::size_t>(*index)];
    parts.erase(parts.begin());
    if (parts.empty()) {
      out += argument(arg);
      continue;
    }
    for (char c : form(parts, arg)) {
      if (c == '#')
        out += argument(arg);
      else
        out += c;
    }
  }
  return out.append(text);
}

std::string capitalised(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  } else if (text.size() >= 2 && text[0] == '\xc3' && static_cast<u8>(text[1]) >= 0xa0 && static_cast<u8>(text[1]) != 0xb7) {
    text[1] = static_cast<char>(static_cast<u8>(text[1]) - 0x20);  // é to É and its neighbours in Latin-1
  }
  return text;
}

}  // namespace trestle
