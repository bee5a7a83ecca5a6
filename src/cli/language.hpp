// Turns phrases (keys and arguments) into sentences of one language. Knows no game: the strings are files built into the program,
// data/common/strings.<language>.txt and data/<game>/strings.<language>.txt.
//
// A strings file: `key = text` a line, `#` starts a comment line. In a text
//   {0}               the first argument: a number, a player's name, or a term's own text
//   {0|one|many}      chosen by a number: `one` for 1 (in French also for 0), else `many`; # stands for the number
//   {0|none|one|many} the same with a form of its own for 0
// A key without a string shows as the key itself.
#pragma once
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/phrase.hpp"

namespace trestle {

class Language {
 public:
  // What a sentence of the program itself may hold besides a phrase's arguments: plain text, such as a file's name.
  using Arg = std::variant<i64, Seat, Term, std::string>;

  // Common strings and those of the game (none: empty name). An unknown code gives English.
  static Language load(std::string_view code, std::string_view game);
  static std::vector<std::string> codes();
  static bool known(std::string_view code);
  // From LC_ALL, LC_MESSAGES, LANG, in this order.
  static std::string from_environment();

  const std::string& code() const { return code_; }
  bool has(std::string_view key) const { return strings_.find(key) != strings_.end(); }
  void set_name(Seat seat, std::string name) { names_[static_cast<std::size_t>(seat)] = std::move(name); }
  std::string name(Seat seat) const;

  // A sentence: its first letter is made large.
  std::string say(const Phrase& phrase) const;
  std::string say(std::string_view key, const std::vector<Arg>& args = {}) const;
  // A word or part of a sentence, as it is in the file.
  std::string word(std::string_view key, const std::vector<Arg>& args = {}) const;
  // A term as a word; a term without a string (a card of an owner's edition) shows as the last part of its key.
  std::string term(std::string_view key) const;

  void read(std::string_view strings_file);

 private:
  std::string fill(std::string_view text, const std::vector<Arg>& args) const;
  std::string argument(const Arg& arg) const;
  std::string_view form(const std::vector<std::string_view>& forms, const Arg& arg) const;

  std::string code_ = "en";
  std::map<std::string, std::string, std::less<>> strings_;
  std::array<std::string, 8> names_;
};

// The first letter large, for the letters our languages begin with.
std::string capitalised(std::string text);

}  // namespace trestle
