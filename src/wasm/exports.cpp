// What the browser and node may call. Texts go in and out as UTF-8, ended by a zero; a returned text lives until the next call.
#include <string>

#include "games/registry.hpp"
#include "protocol/engine.hpp"
#include "sim/bench.hpp"

namespace {

const char* keep(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

}  // namespace

extern "C" {

// The games there are, one a line.
const char* trestle_games() {
  std::string names;
  for (const std::string& name : trestle::game_names()) names += name + "\n";
  return keep(names);
}

// The game's signature (I11): 16 hex digits, or "?" and why there is none.
const char* trestle_signature(const char* name) {
  const auto game = trestle::make_game(name);
  if (!game) return keep("? " + game.fault().text());
  const auto signature = trestle::signature_of(**game);
  return keep(signature ? *signature : "? " + signature.fault().text());
}

// The engine protocol (docs/protocol.md): a JSON message in, the JSON answer out. Tables stay open between calls.
const char* trestle_handle(const char* message) {
  static trestle::Engine engine;
  return keep(engine.handle(message));
}
}
