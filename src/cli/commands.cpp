#include "cli/commands.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace trestle::cli {

namespace {

std::vector<std::pair<Place, AddCommand>>& registry() {
  static std::vector<std::pair<Place, AddCommand>> commands;
  return commands;
}

int& last_status() {
  static int value = exit_done;
  return value;
}

}  // namespace

Registration::Registration(Place place, AddCommand add) { registry().emplace_back(place, add); }

void run_with(CLI::App& command, std::function<int()> run) {
  command.callback([run = std::move(run)] { last_status() = run(); });
}

void add_commands(CLI::App& app) {
  std::sort(registry().begin(), registry().end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [place, add] : registry()) add(app);
}

int status() { return last_status(); }

}  // namespace trestle::cli
