// From a header or a position text to a game ready to play: which tables, which options, which position.
// Used wherever a text starts a game (scripts, perft files, the engine, the command line).
#pragma once
#include <functional>

#include "core/position.hpp"

namespace trestle {

// Makes the game a header asks for. Tests put their own games behind this.
using MakeGame = std::function<Result<GamePtr>(const TableHeader&)>;

// The registered games; a relative `edition` directory is looked for under `directory`.
MakeGame registered_games(std::string directory = "");
// The registered games with the built-in tables only: a text from outside must not make the program read directories.
MakeGame built_in_games();

struct Opening {
  GamePtr game;
  int players = 0;
  AnyState state;
};

Result<Opening> open_position(std::string_view text, const MakeGame& make);

}  // namespace trestle
