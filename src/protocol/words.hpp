// How a game's events and choices are said as JSON text, remembered: a game has a few thousand different ones, and a server says them
// with every move. The same words as those of table_talk.hpp, which makes them as values.
#pragma once
#include <boost/unordered/unordered_flat_map.hpp>
#include <span>
#include <string>
#include <unordered_map>

#include "match/match.hpp"

namespace trestle::protocol {

class GameWords {
 public:
  explicit GameWords(GamePtr game) : game_(std::move(game)) {}

  // [{"key":...,"args":[...],"seq":17},...] of what the viewer may know of it; `shift` is added to the sequence numbers.
  void add_events(std::string& out, std::span<const Happening> happened, Seat viewer, u64 shift);
  // "legal":[...],"prompt":{...} of a seat that is to decide.
  void add_choices(std::string& out, const AnySight& sight);
  // An action as AnyGame::print writes it; good until the next question.
  const std::string& notation(Action action);
  // What a text says, as AnyGame::parse.
  Result<Action> parse(const std::string& text);

 private:
  static constexpr std::size_t remembered_max = 8192;      // of each kind; then it begins anew
  static constexpr std::size_t remembered_text_max = 128;  // bytes; a longer one is from somebody who plays with blanks
  using Memory = boost::unordered_flat_map<u64, std::string>;

  const std::string& event(const Event& event);
  const std::string& quoted(Action action);

  GamePtr game_;
  Memory events_, notations_, quoted_;
  std::unordered_map<std::string, Action> parsed_;
};

// A text with its quotes, as JSON writes it.
void add_quoted(std::string& out, std::string_view text);

}  // namespace trestle::protocol
