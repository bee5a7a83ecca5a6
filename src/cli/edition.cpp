// trestle edition: checks an owner's tables, writes out the built-in ones, shows tables with the source of each row.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"
#include "core/position.hpp"
#include "games/registry.hpp"

namespace trestle::cli::edition_command {

namespace {

namespace fs = std::filesystem;

bool is_game(const std::string& word) {
  const auto names = game_names();
  return std::find(names.begin(), names.end(), word) != names.end();
}

Fault unknown(const std::string& word) {
  return fault("'" + word + "' is neither a game nor a directory" + did_you_mean(word, game_names()) +
               " (games: " + text::join(game_names(), ", ") + ")");
}

// The game whose tables have the most file names in common with these.
std::string likeliest_game(const Edition& edition) {
  std::string best;
  std::ptrdiff_t best_shared = -1;
  for (const std::string& name : game_names()) {
    const Edition own = built_in_edition(name);
    const auto shared =
        std::count_if(own.files.begin(), own.files.end(), [&](const TableFile& f) { return edition.find(f.name) != nullptr; });
    if (shared > best_shared) best_shared = shared, best = name;
  }
  return best;
}

struct Checked {
  std::string what, game, hash;
  std::string fault;  // empty = sound
  int status = exit_done;
};

Checked check_one(const std::string& what, const std::string& game_asked) {
  Checked out{what, game_asked, "", "", exit_done};
  const bool built_in = is_game(what) && !fs::is_directory(what);
  auto edition = built_in ? Result<Edition>(built_in_edition(what)) : load_edition(what);
  if (!edition) {
    std::error_code none;
    out.fault = fs::exists(what, none) ? edition.fault().text() : unknown(what).text();
    out.status = exit_usage;
    return out;
  }
  if (out.game.empty()) out.game = built_in ? what : likeliest_game(*edition);
  out.hash = edition->hash();
  if (auto game = make_game(out.game, *edition, {}); !game) {
    Fault where = game.fault();
    if (!built_in && !where.where.empty()) where.where = what + "/" + where.where;
    out.fault = where.text();
    out.status = exit_fails;
  }
  return out;
}

int run_check(const std::vector<std::string>& whats, const std::string& game, bool json) {
  if (!game.empty() && !is_game(game)) {
    complain(fault("unknown game '" + game + "'" + did_you_mean(game, game_names())));
    return exit_usage;
  }
  int worst = exit_done;
  std::string items;
  for (const std::string& what : whats) {
    const Checked c = check_one(what, game);
    worst = std::max(worst, c.status);
    if (json)
      items += fmt::format(R"({}{{"edition":{},"game":{},"hash":{},"sound":{},"fault":{}}})", items.empty() ? "" : ",", json_text(c.what),
                           json_text(c.game), json_text(c.hash), c.fault.empty(), json_text(c.fault));
    else if (c.fault.empty())
      fmt::print("{}: sound, for {}, hash {}\n", c.what, c.game, c.hash);
    else
      complain(c.fault);
  }
  if (json)
    fmt::print(R"({{"editions":[{}],"status":{}}})"
               "\n",
               items, worst);
  return worst;
}

int run_export(const std::string& game, const std::string& directory, bool force) {
  if (!is_game(game)) {
    complain(fault("unknown game '" + game + "'" + did_you_mean(game, game_names()) + " (games: " + text::join(game_names(), ", ") + ")"));
    return exit_usage;
  }
  const Edition edition = built_in_edition(game);
  for (const TableFile& file : edition.files)
    if (!force && fs::exists(fs::path(directory) / file.name)) {
      complain(Fault{directory + "/" + file.name, 0, "is already there; nothing was written (--force writes over it)"});
      return exit_fails;
    }
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    complain(Fault{directory, 0, "cannot be made: " + error.message()});
    return exit_fails;
  }
  for (const TableFile& file : edition.files) {
    const std::string path = directory + "/" + file.name;
    if (auto written = write_file(path, file.text); !written) {
      complain(written.fault());
      return exit_fails;
    }
    fmt::print("{}\n", path);
  }
  return exit_done;
}

int run_show(const std::string& what) {
  const bool built_in = is_game(what) && !fs::is_directory(what);
  auto edition = built_in ? Result<Edition>(built_in_edition(what)) : load_edition(what);
  if (!edition) {
    std::error_code none;
    complain(fs::exists(what, none) ? edition.fault() : unknown(what));
    return exit_usage;
  }
  for (const TableFile& file : edition->files) fmt::print("{}\n{}\n", file.name, file.text);
  fmt::print("hash {}\n", edition->hash());
  return exit_done;
}

struct Asked {
  std::vector<std::string> whats;
  std::string game, directory, what;
  bool json = false, force = false;
};

void add_edition(CLI::App& app) {
  auto* command = app.add_subcommand("edition", "The printed tables of a game: check, export, show");
  command->require_subcommand(1);
  auto asked = std::make_shared<Asked>();
  auto* check = command->add_subcommand("check", "Whether tables can be played: file, line and reason if not");
  check->add_option("DIR|GAME", asked->whats, "Directories of tables, or games for their built-in ones")->required();
  check->add_option("--game", asked->game, "The game the tables are for (else the likeliest)");
  check->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*check, [asked] { return run_check(asked->whats, asked->game, asked->json); });
  auto* write = command->add_subcommand("export", "Write the built-in tables of a game into a directory");
  write->add_option("GAME", asked->game)->required();
  write->add_option("DIR", asked->directory)->required();
  write->add_flag("--force", asked->force, "Write over tables that are there");
  run_with(*write, [asked] { return run_export(asked->game, asked->directory, asked->force); });
  auto* show = command->add_subcommand("show", "Print tables, each row with its source");
  show->add_option("DIR|GAME", asked->what)->required();
  run_with(*show, [asked] { return run_show(asked->what); });
}

const Registration registered{Place::edition, add_edition};

}  // namespace

}  // namespace trestle::cli::edition_command
