// The flags by which a command is told which game, with which tables and options: GAME, --edition, --option.
#pragma once
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "core/any_game.hpp"

namespace trestle::cli {

struct GameChoice {
  std::string name;
  std::string edition;               // a directory; empty = the tables built in
  std::vector<std::string> options;  // name=value
};

void add_game_choice(CLI::App& command, GameChoice& choice);
Result<GamePtr> make_chosen(const GameChoice& choice);

}  // namespace trestle::cli
