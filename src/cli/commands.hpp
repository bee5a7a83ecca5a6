// The command line: one file a command. Each file holds `void add_<command>(CLI::App&)`, which declares the
// subcommand and its flags, and one Registration; main.cpp knows none of them by name, so a command is one file.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace trestle::cli {

// Exit status of every command (docs/protocol.md and scripts depend on it).
inline constexpr int exit_done = 0;   // done, or what was asked about holds
inline constexpr int exit_fails = 1;  // the thing asked about does not hold
inline constexpr int exit_usage = 2;  // not understood: command, flag, missing file

// The order of commands in the help text.
enum class Place { play, serve, admin, sim, bench, replay, analyse, verify, golden, perft, edition, rules, engine, version };

using AddCommand = void (*)(CLI::App& app);

struct Registration {
  Registration(Place place, AddCommand add);
};

// What `run` returns is the program's exit status. Called once, after the whole command line is understood.
void run_with(CLI::App& command, std::function<int()> run);

// Adds every registered command to the program, in order of Place.
void add_commands(CLI::App& app);
// The status left by the command that ran.
int status();

}  // namespace trestle::cli

// In a command's file, at namespace scope:
//   void add_golden(CLI::App& app) { auto* golden = app.add_subcommand("golden", "..."); ...; run_with(*golden, [...] { ... }); }
//   const Registration registered{Place::golden, add_golden};
