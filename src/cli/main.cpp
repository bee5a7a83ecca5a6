// The program: declares the commands, hands over to the one asked for.
#include "cli/commands.hpp"

int main(int argc, char** argv) {
  CLI::App app("Trestle: modern board games with their full rules, in a terminal.", "trestle");
  app.require_subcommand(1);
  trestle::cli::add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? trestle::cli::exit_done : trestle::cli::exit_usage;
  }
  return trestle::cli::status();
}
