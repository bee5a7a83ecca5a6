// The only place that lists the games (I10).
#pragma once
#include "core/any_game.hpp"

namespace trestle {

std::vector<std::string> game_names();
// The game with these tables and options, or a fault: unknown game, bad table, bad option.
Result<GamePtr> make_game(std::string_view name, const Edition& edition, const Options& options);
// The same with the built-in tables.
Result<GamePtr> make_game(std::string_view name, const Options& options = {});

}  // namespace trestle
