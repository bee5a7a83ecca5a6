// Prints a line a game: name and signature (I11). ./check compares the lines of every compiler.
#include <cstdio>

#include "games/registry.hpp"
#include "sim/bench.hpp"

int main() {
  for (const std::string& name : trestle::game_names()) {
    const auto game = trestle::make_game(name);
    const auto signature = game ? trestle::signature_of(**game) : trestle::Result<std::string>(game.fault());
    if (!signature) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), signature.fault().text().c_str());
      return 1;
    }
    std::printf("%s %s\n", name.c_str(), (*signature).c_str());
  }
  return 0;
}
