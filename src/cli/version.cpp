#include <cstdio>

#include "base/version.hpp"
#include "cli/commands.hpp"
#include "games/registry.hpp"

namespace trestle::cli::version_command {

namespace {

int run_version() {
  std::printf("trestle %s\n", program_version);
  for (const std::string& name : game_names()) {
    const auto game = make_game(name);
    if (!game) continue;  // `edition check` says what is wrong with it
    std::printf("%s: rules %d, edition %s\n", name.c_str(), (*game)->info().rules_version, (*game)->info().edition.c_str());
  }
  return exit_done;
}

void add_version(CLI::App& app) {
  auto* command = app.add_subcommand("version", "The program's version, and each game's rules version and edition");
  run_with(*command, run_version);
}

const Registration registered{Place::version, add_version};

}  // namespace

}  // namespace trestle::cli::version_command
