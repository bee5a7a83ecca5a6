// The flags by which a command is told which game, with which tables, options and learned judgements: GAME, --edition, --option,
// --weights.
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
  std::vector<std::string> weights;  // files of `trestle train`, which bots ask for by number
};

void add_game_choice(CLI::App& command, GameChoice& choice);
Result<GamePtr> make_chosen(const GameChoice& choice);

}  // namespace trestle::cli
