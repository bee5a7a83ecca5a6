// The flags that every command has which plays many games: threads, seed, progress, files; and joining the ranks of mpirun.
#pragma once
#include "cli/commands.hpp"
#include "sim/run.hpp"

namespace trestle::cli {

struct RunFlags {
  int threads = 1;
  u64 seed = 1;
  bool progress = false, json = false, no_times = false;
};

void add_run_flags(CLI::App& command, RunFlags& flags);

// Joins the other ranks and runs; faults are told once, by the rank that leads. `run` gives the exit status.
int with_ranks(const std::function<Result<int>(const Ranks&)>& run);

}  // namespace trestle::cli
