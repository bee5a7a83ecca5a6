// Golden scripts (*.game): set-up, moves in notation and expectations between them, for any game. docs/notation.md teaches
// the form. The runner applies single actions to a state; it keeps no record and uses no match.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "match/opening.hpp"

namespace trestle {

inline constexpr std::size_t script_bytes_max = 1 << 20;
inline constexpr int forced_run_max = 256;  // moves without a choice that are played for a script in a row

struct ScriptFailure {
  int line = 0;
  std::string scene;
  std::string reason;
  std::string position;    // the text of the position at that moment; empty where there is none yet
  bool malformed = false;  // the script itself cannot be understood
};

// One perft line that was counted.
struct ScriptCount {
  int line = 0;
  std::string scene;
  int depth = 0;
  bool sampled = false;
  u64 found = 0;
  u64 visited = 0;
};

struct ScriptReport {
  std::string file;
  int scenes = 0;
  int passed = 0;
  int moves = 0;
  int expectations = 0;
  std::vector<ScriptFailure> failures;  // the first of each scene
  std::vector<ScriptCount> counts;      // of perft lines
  std::vector<std::string> rules;       // clauses tagged by "# rule: id"
  std::string shown;                    // what `show` lines printed

  bool malformed() const {
    for (const ScriptFailure& f : failures)
      if (f.malformed) return true;
    return false;
  }
};

// "file:line: scene 'x': reason", then the position.
std::string describe(const ScriptReport& report, const ScriptFailure& failure);

ScriptReport run_script(std::string_view text, std::string file, const MakeGame& make);

}  // namespace trestle
