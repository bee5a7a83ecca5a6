// One game at the terminal: draws the table for whoever decides, reads a choice or a command, lets the bots move, keeps the record safe.
// The rules are the match's; the sentences the language's; the look of the table the view's.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bots/bots.hpp"
#include "cli/choices.hpp"
#include "cli/rules_text.hpp"
#include "external/program_bot.hpp"
#include "match/match.hpp"

namespace trestle::cli {

struct SeatPlan {
  std::string player;                     // "human", a bot or a program, as asked for
  std::string name;                       // as shown; empty = a name of the language
  std::shared_ptr<ProgramBot> program{};  // where a program plays
  bool failure_told = false;              // of that program
  bool human() const { return player == "human"; }
};

struct SessionSetup {
  std::vector<SeatPlan> seats;
  std::string language;
  std::string record_file;                // written after every move; empty = only when the game is left
  u64 seed = 0;                           // of the bots' choices
  std::optional<Digest> secret;           // of a fair dealer: kept beside an unfinished record
  bool pauses = true;                     // between the bots' moves, on a terminal
  std::string adviser = "master:ms=700";  // the bot that gives hints
};

enum class Left : u8 { over, quit, end_of_input, interrupted };

class Session {
 public:
  Session(Terminal& terminal, SessionSetup setup, Match match);
  Left run();
  const std::string& language_code() const { return language_.code(); }

 private:
  enum class Answer : u8 { moved, again, redraw, leave };

  // whose move
  void bot_moves(Seat seat);
  void tell_failure(Seat seat);
  std::string bot_name(const std::string& player) const;
  bool human_decides(Seat seat);  // false: the game is left
  bool hand_over(Seat seat);      // another person sits down; false: the game is left
  Seat viewer() const;

  // the screen
  void show(Seat seat, const std::vector<Choice>& choices);
  Page compose(const AnySight& sight, const std::vector<Choice>& choices, const Look& look, Density density, bool columns,
               std::size_t digest_lines) const;
  Page digest(const AnySight& sight, const Look& look, std::size_t lines_max) const;
  std::vector<std::string> news(Seat who, u64 from_seq, bool all) const;
  void tell_live();
  void show_result();

  // what was typed
  Answer take(Seat seat, const std::vector<Choice>& choices, const std::string& typed);
  Answer command(Seat seat, std::string_view name, std::string_view rest);
  Answer submit(Seat seat, const Choice& choice);
  bool confirmed(const std::string& question);
  void not_understood(Seat seat, const std::vector<Choice>& choices, const std::string& typed, const Reading& reading);
  std::string command_meant(std::string_view word) const;

  // commands
  void undo(Seat seat);
  void hint(Seat seat);
  void show_rules(Seat seat, std::string_view words);
  void show_clause(const Clause& clause);
  void show_log(Seat seat, std::string_view words);
  void show_score(const AnySight& sight);
  void save_as(std::string_view file);
  void change_language(std::string_view code);
  void help();

  void set_language(std::string_view code);
  void say(std::string_view key, const std::vector<Language::Arg>& args = {}, Tone tone = Tone::plain);
  void say_text(const std::string& text, Tone tone = Tone::plain, int indent = 2);
  bool autosave();
  void leave(Left how);

  Terminal& terminal_;
  SessionSetup setup_;
  Match match_;
  Language language_;
  RulesText rules_;
  std::unique_ptr<TableView> view_;
  std::vector<std::shared_ptr<Bot>> bots_;  // none for a person
  std::unique_ptr<Bot> adviser_;
  Rng rng_;
  Seat at_screen_ = Seat::Table;                       // the person who looks at the screen
  std::array<u64, trestle::seats_max> decided_seq_{};  // where each person's digest begins
  u64 told_seq_ = 0;                                   // up to where the bots' moves were shown as they happened
  Left left_ = Left::over;
  bool save_failed_ = false;
};

}  // namespace trestle::cli
