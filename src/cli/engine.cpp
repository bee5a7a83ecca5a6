// trestle engine: the engine protocol on stdin and stdout, a JSON message a line (docs/protocol.md).
#include "protocol/engine.hpp"

#include <cstdio>
#include <string>

#include "cli/commands.hpp"

namespace trestle::cli::engine_command {

namespace {

// The next line without its end. False at the end of input. Of a line that is too long, only enough is kept to be refused.
bool read_line(std::string& line) {
  line.clear();
  int c = 0;
  while ((c = std::getc(stdin)) != EOF && c != '\n')
    if (line.size() <= message_bytes_max) line.push_back(static_cast<char>(c));
  return c != EOF || !line.empty();
}

int run_engine() {
  Engine engine;
  std::string line;
  while (read_line(line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string answer = engine.handle(line);
    if (std::fwrite(answer.data(), 1, answer.size(), stdout) != answer.size() || std::fputc('\n', stdout) == EOF ||
        std::fflush(stdout) != 0)
      return exit_fails;
  }
  return exit_done;
}

void add_engine(CLI::App& app) {
  auto* command = app.add_subcommand("engine", "Play by JSON lines on stdin and stdout (docs/protocol.md)");
  run_with(*command, run_engine);
}

const Registration registered{Place::engine, add_engine};

}  // namespace

}  // namespace trestle::cli::engine_command
