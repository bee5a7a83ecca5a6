#include "cli/run_flags.hpp"

#include "cli/files.hpp"

namespace trestle::cli {

void add_run_flags(CLI::App& command, RunFlags& flags) {
  command.add_option("--threads", flags.threads, "Threads, of each rank under mpirun; the result does not depend on it")
      ->capture_default_str();
  command.add_option("--seed", flags.seed, "Same seed, same result (bots that think by time excepted)")->capture_default_str();
  command.add_flag("--progress", flags.progress, "Show how far it is even where stderr is no terminal");
  command.add_flag("--json", flags.json, "Print one JSON object");
  command.add_flag("--no-times", flags.no_times, "Leave out what the clock says, so that outputs can be compared");
}

int with_ranks(const std::function<Result<int>(const Ranks&)>& run) {
  const auto ranks = Ranks::join();
  if (!ranks) return complain(ranks.fault()), exit_usage;
  const auto status = run(*ranks);
  if (status) return *status;
  if (ranks->leads()) complain(status.fault());
  return exit_usage;
}

}  // namespace trestle::cli
