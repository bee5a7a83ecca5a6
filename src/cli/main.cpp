// The program: declares the commands, hands over to the one asked for.
#include "cli/commands.hpp"

// Read by jemalloc as it starts. One arena: nearly all that a server holds belongs to one thread. What is free goes back to the system
// within a second (docs/adr/0007).
extern "C" {
extern const char* malloc_conf;
__attribute__((used)) const char* malloc_conf = "narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0";
}

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
