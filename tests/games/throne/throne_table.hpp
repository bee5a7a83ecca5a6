// Scripts of Throne of the World with a fixed edition: the figures that the rulebook does not print are those of ./edition here,
// so that tuning the built-in tables cannot break a test of a rule.
#pragma once
#include <string>
#include <string_view>

#include "support/rule.hpp"
#include "support/scene.hpp"

namespace trestle::test {

// `options` are further header lines, such as "option charge_points=5".
inline void play(int players, std::string_view script, std::string_view options = "") {
  const std::string header = "game throne\nplayers " + std::to_string(players) + "\nedition edition\n" + std::string(options) + "\n";
  Scene(header, TRESTLE_ROOT "/tests/games/throne").run(script);
}
inline void two(std::string_view script, std::string_view options = "") { play(2, script, options); }
inline void three(std::string_view script, std::string_view options = "") { play(3, script, options); }
inline void four(std::string_view script, std::string_view options = "") { play(4, script, options); }

}  // namespace trestle::test
