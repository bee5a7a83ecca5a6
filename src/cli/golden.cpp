// trestle golden: runs golden scripts and says which expectations do not hold. trestle perft: the same files, for their counts.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"
#include "match/script.hpp"

namespace trestle::cli::golden_command {

namespace {

struct Asked {
  std::vector<std::string> files;
  bool json = false;
  bool quiet = false;
};

std::string json_of(const ScriptReport& report) {
  std::string failures, counts;
  for (const ScriptFailure& f : report.failures)
    failures += fmt::format(R"({}{{"line":{},"scene":{},"reason":{},"malformed":{},"position":{}}})", failures.empty() ? "" : ",", f.line,
                            json_text(f.scene), json_text(f.reason), f.malformed, json_text(f.position));
  for (const ScriptCount& c : report.counts)
    counts += fmt::format(R"({}{{"line":{},"scene":{},"depth":{},"sampled":{},"sequences":{},"visited":{}}})", counts.empty() ? "" : ",",
                          c.line, json_text(c.scene), c.depth, c.sampled, c.found, c.visited);
  return fmt::format(R"({{"file":{},"scenes":{},"passed":{},"moves":{},"expectations":{},"failures":[{}],"counts":[{}]}})",
                     json_text(report.file), report.scenes, report.passed, report.moves, report.expectations, failures, counts);
}

// One file: 0 all holds, 1 something does not, 2 the file cannot be read or understood.
int status_of(const ScriptReport& report) { return report.malformed() ? exit_usage : report.failures.empty() ? exit_done : exit_fails; }

Result<ScriptReport> run_file(const std::string& path) {
  auto text = read_file(path, script_bytes_max);
  if (!text) return text.fault();
  return run_script(*text, path, registered_games(directory_of(path)));
}

int run_golden(const Asked& asked) {
  int worst = exit_done, scenes = 0, passed = 0, expectations = 0;
  std::string reports;
  for (const std::string& path : asked.files) {
    auto report = run_file(path);
    if (!report) {
      complain(report.fault());
      worst = exit_usage;
      continue;
    }
    worst = std::max(worst, status_of(*report));
    scenes += report->scenes;
    passed += report->passed;
    expectations += report->expectations;
    if (asked.json) {
      reports += (reports.empty() ? "" : ",") + json_of(*report);
      continue;
    }
    if (!report->shown.empty()) fmt::print("{}", report->shown);
    for (const ScriptFailure& f : report->failures) fmt::print("{}", describe(*report, f));
    if (!asked.quiet)
      fmt::print("{}: {} of {} scenes, {} moves, {} expectations\n", report->file, report->passed, report->scenes, report->moves,
                 report->expectations);
  }
  if (asked.json)
    fmt::print(R"({{"files":[{}],"scenes":{},"passed":{},"expectations":{},"status":{}}})"
               "\n",
               reports, scenes, passed, expectations, worst);
  else
    fmt::print("{}: {} of {} scenes hold\n", worst == exit_done ? "ok" : "FAILED", passed, scenes);
  return worst;
}

int run_perft(const Asked& asked) {
  int worst = exit_done;
  std::string reports;
  for (const std::string& path : asked.files) {
    const auto begun = std::chrono::steady_clock::now();
    auto report = run_file(path);
    if (!report) {
      complain(report.fault());
      worst = exit_usage;
      continue;
    }
    if (report->counts.empty() && report->failures.empty()) {
      complain(Fault{path, 0, "has no perft line"});
      worst = exit_usage;
      continue;
    }
    worst = std::max(worst, status_of(*report));
    if (asked.json) {
      reports += (reports.empty() ? "" : ",") + json_of(*report);
      continue;
    }
    u64 visited = 0;
    for (const ScriptCount& c : report->counts) {
      visited += c.visited;
      fmt::print("{}:{}: {}depth {} = {}{}\n", path, c.line, c.scene.empty() ? "" : c.scene + ", ", c.depth, c.found,
                 c.sampled ? " (sampled)" : "");
    }
    for (const ScriptFailure& f : report->failures) fmt::print("{}", describe(*report, f));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    fmt::print("{}: {} counts, {} positions in {:.2f} s\n", path, report->counts.size(), visited, seconds);
  }
  if (asked.json)
    fmt::print(R"({{"files":[{}],"status":{}}})"
               "\n",
               reports, worst);
  return worst;
}

void add(CLI::App& app, const char* name, const char* about, int (*run)(const Asked&)) {
  auto* command = app.add_subcommand(name, about);
  auto asked = std::make_shared<Asked>();
  command->add_option("FILE", asked->files, "Scripts (docs/notation.md)")->required();
  command->add_flag("--json", asked->json, "Print one JSON object");
  command->add_flag("--quiet", asked->quiet, "Only failures and the summary");
  run_with(*command, [asked, run] { return run(*asked); });
}

void add_golden(CLI::App& app) { add(app, "golden", "Run golden scripts: set-up, moves, expectations", run_golden); }
void add_perft(CLI::App& app) { add(app, "perft", "Count the sequences of actions that scripts ask for", run_perft); }

const Registration registered_golden{Place::golden, add_golden};
const Registration registered_perft{Place::perft, add_perft};

}  // namespace

}  // namespace trestle::cli::golden_command
