// A program of somebody else's at a seat: started as a child, asked decision by decision over its input and output
// (docs/protocol.md, "Programs at a seat"), and told only what its seat may know. A program that is late, ends, talks nonsense or
// chooses what is not allowed has failed: greedy plays its seat to the end of that game, and the failure is kept for a report.
#pragma once
#include "bots/bots.hpp"
#include "external/process.hpp"

namespace trestle {

inline constexpr u32 program_ms = 10'000, program_ms_max = 600'000;  // for a decision
inline constexpr u32 program_start_ms = 10'000;                      // at least, until it has said hello

struct ProgramSpec {
  std::vector<std::string> command;  // split at blanks; no shell is involved
  u32 ms = program_ms;
};

// "program:COMMAND", with the time for a decision after it: "program:./mine.py", "program:python3 mine.py+ms=500".
bool is_program(std::string_view spec);
Result<ProgramSpec> parse_program_spec(std::string_view spec);

// What a person knows it by: its file, without the folder.
std::string program_name(const ProgramSpec& spec);

class ProgramBot final : public Bot {
 public:
  // Starts the program and exchanges hellos; a fault names the program.
  static Result<std::unique_ptr<ProgramBot>> make(std::string_view spec, GamePtr game);

  // A new game: past failures are forgotten, and a program that failed is started again.
  void begin(Seat seat, int players, Rng& rng);
  // What went wrong in this game; empty: nothing.
  const std::string& failure() const { return failure_; }

  Action choose(const AnySight& sight, Rng& rng) override;
  std::vector<Ranked> rank(const AnySight& sight, Rng& rng) override { return understudy_->rank(sight, rng); }
  i64 worth(const AnySight& sight) override { return understudy_->worth(sight); }
  i32 chance(const AnySight&, Rng&) override { return -1; }

 private:
  ProgramBot(ProgramSpec spec, GamePtr game) : spec_(std::move(spec)), game_(std::move(game)) {}
  Status start();
  Result<std::string> ask(const std::string& line, u32 ms);
  Result<Action> ask_for_act(const AnySight& sight);
  void fail(const Fault& why);

  ProgramSpec spec_;
  GamePtr game_;
  std::unique_ptr<Process> process_;
  std::unique_ptr<Bot> understudy_;
  std::string failure_;
};

// A bot by name or a program: for those who let a player choose any. Only from a command line: a spec in a record or a message must
// never start a program.
Result<std::unique_ptr<Bot>> make_bot_or_program(std::string_view spec, GamePtr game);

}  // namespace trestle
