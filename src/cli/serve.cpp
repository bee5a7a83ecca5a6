// trestle serve: tables for people and programs over a network (docs/server.md; the protocol is docs/online.md).
#include "cli/serve.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "core/record.hpp"
#include "games/registry.hpp"
#include "server/net/server.hpp"

namespace trestle::cli {

namespace {

namespace fs = std::filesystem;
using server::Limits;
using server::Log;
using server::net::Server;
using server::net::ServerConfig;

struct Asked {
  ServerConfig config;
  std::string data, editions, log = "text";
  bool memory = false, no_page = false;
  std::vector<std::string> limits;
};

struct LimitName {
  const char* name;
  u32 Limits::*field;
};
constexpr LimitName limit_names[] = {
    {"lines_an_address", &Limits::lines_an_address},
    {"lines_max", &Limits::lines_max},
    {"messages_a_second", &Limits::messages_a_second},
    {"tables_a_user", &Limits::tables_a_user},
    {"chat_lines_a_minute", &Limits::chat_lines_a_minute},
    {"guests_an_address_an_hour", &Limits::guests_an_address_an_hour},
    {"logins_a_name_an_hour", &Limits::logins_a_name_an_hour},
    {"logins_an_address_an_hour", &Limits::logins_an_address_an_hour},
    {"hints_a_minute", &Limits::hints_a_minute},
    {"analyses_an_hour", &Limits::analyses_an_hour},
    {"uploads_an_hour", &Limits::uploads_an_hour},
    {"line_queue_bytes", &Limits::line_queue_bytes},
    {"idle_table_ms", &Limits::idle_table_ms},
    {"vote_ms", &Limits::vote_ms},
    {"away_ms", &Limits::away_ms},
};

// "name=number"
Status set_limit(Limits& limits, const std::string& text) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals);
  for (const LimitName& known : limit_names) {
    if (name != known.name) continue;
    u32 value = 0;
    if (equals == std::string::npos || !CLI::detail::lexical_cast(text.substr(equals + 1), value) || value == 0)
      return fault("--limit " + name + " takes a whole number from 1 on, as in " + name + "=100");
    limits.*known.field = value;
    return ok();
  }
  std::vector<std::string> all;
  for (const LimitName& known : limit_names) all.emplace_back(known.name);
  return fault("unknown limit '" + name + "' (there are: " + text::join(all, ", ") + ")");
}

// web/dist beside the program or one of the directories above it, as it lies after a build.
std::string page_beside() {
  std::error_code error;
  for (fs::path at = fs::read_symlink("/proc/self/exe", error).parent_path(); !error && at.has_relative_path(); at = at.parent_path())
    if (fs::is_regular_file(at / "web/dist/index.html", error)) return (at / "web/dist").string();
  return {};
}

Result<std::unique_ptr<storage::Store>> open_store(const Asked& asked) {
  if (asked.memory) return storage::memory_store();
  if (!asked.config.database.empty()) return storage::postgres_store(asked.config.database);
  std::error_code error;
  fs::create_directories(asked.data, error);
  if (error) return Fault{asked.data, 0, "cannot be made: " + error.message()};
  if (::access(asked.data.c_str(), W_OK | X_OK) != 0) return Fault{asked.data, 0, "is not writable"};
  return storage::sqlite_store(asked.data + "/trestle.db");
}

// Folders of a folder, by name.
std::vector<fs::path> folders_in(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

Result<server::OfferedEdition> read_edition(const std::string& game, const fs::path& folder) {
  const auto within = [&](Fault why) {
    const bool of_a_file = !why.where.empty() && why.where != folder.string();
    return Fault{of_a_file ? (folder / why.where).string() : folder.string(), why.line, why.reason};
  };
  const std::string name = folder.filename().string();
  if (const Status good = check_name(name); !good) return Fault{folder.string(), 0, good.fault().reason};
  auto tables = load_edition(folder.string());
  if (!tables) return within(tables.fault());
  std::size_t bytes = 0;
  for (const TableFile& file : tables->files) bytes += file.text.size();
  if (bytes > server::edition_bytes_max)
    return Fault{folder.string(), 0, "has more than " + std::to_string(server::edition_bytes_max) + " bytes of tables"};
  if (const auto made = make_game(game, *tables, {}); !made) return within(made.fault());
  const std::string hash = tables->hash();
  return server::OfferedEdition{game, name, hash, std::make_shared<const Edition>(std::move(*tables))};
}

// DIR/GAME/NAME is an edition of that game.
Result<std::vector<server::OfferedEdition>> read_editions(const std::string& folder) {
  std::vector<server::OfferedEdition> out;
  const std::vector<std::string> games = game_names();
  std::error_code error;
  for (const fs::path& game : folders_in(folder, error)) {
    if (std::find(games.begin(), games.end(), game.filename().string()) == games.end())
      return Fault{game.string(), 0, "is not the name of a game; there are: " + text::join(games, ", ")};
    for (const fs::path& edition : folders_in(game, error)) {
      auto read = read_edition(game.filename().string(), edition);
      if (!read) return read.fault();
      out.push_back(std::move(*read));
    }
  }
  if (error) return Fault{folder, 0, "cannot be read: " + error.message()};
  if (out.empty()) return Fault{folder, 0, "holds no edition; they are expected in GAME/NAME below it"};
  return out;
}

int usage(const std::string& why) {
  complain(why);
  return exit_usage;
}

int run_serve(Asked& asked) {
  ServerConfig& config = asked.config;
  if (static_cast<int>(asked.memory) + static_cast<int>(!asked.data.empty()) + static_cast<int>(!config.database.empty()) > 1)
    return usage("give one of --data, --database and --memory");
  if (config.certificate.empty() != config.key.empty()) return usage("--cert and --key go together");
  for (const std::string& limit : asked.limits)
    if (const Status set = set_limit(config.limits, limit); !set) return usage(set.fault().text());
  config.log = asked.log == "json" ? Log::Form::json : Log::Form::text;
  if (asked.data.empty() && config.database.empty() && !asked.memory) asked.data = default_data_folder();
  if (config.page.empty() && !asked.no_page) config.page = page_beside();
  if (!asked.editions.empty()) {
    auto editions = read_editions(asked.editions);
    if (!editions) return complain(editions.fault()), exit_fails;
    config.editions = std::move(*editions);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a quota that is used up is a failure of the store like a full disk
  auto store = open_store(asked);
  if (!store) return complain(store.fault()), exit_fails;
  if (config.admin_socket.empty() && !asked.data.empty()) config.admin_socket = admin_socket_in(asked.data);
  auto server = Server::open(config, std::move(*store));
  if (!server) return complain(server.fault()), exit_fails;
  (*server)->stop_on_signals();  // before anybody can know that it is there
  fmt::print("{}/\n", (*server)->address());
  std::fflush(stdout);
  (*server)->run();
  return exit_done;
}

void add_serve(CLI::App& app) {
  auto* command =
      app.add_subcommand("serve", "Run a server: tables for people and programs, with the page in the browser (docs/server.md)");
  auto asked = std::make_shared<Asked>();
  ServerConfig& config = asked->config;
  config.bot_threads = std::max(1u, std::thread::hardware_concurrency() / 2);
  command->add_option("--port", config.port, "0 takes any that is free; the address is printed")->capture_default_str();
  command->add_option("--host", config.host, "The address to listen on; 0.0.0.0 or :: for all")->capture_default_str();
  command->add_option("--data", asked->data, "The directory everything is kept in (default: ~/.local/state/trestle)");
  command->add_option("--database", config.database, "postgresql://... instead: several servers may share one");
  command->add_flag("--memory", asked->memory, "Keep nothing: all is gone when the server ends");
  command->add_option("--editions", asked->editions, "A directory of tables that players may choose, each in GAME/NAME below it");
  command->add_option("--page", config.page, "The directory of the built page (default: web/dist near the program)");
  command->add_flag("--no-page", asked->no_page, "Serve no page, only the protocol");
  command->add_option("--cert", config.certificate, "TLS: the certificate with its chain, PEM");
  command->add_option("--key", config.key, "TLS: its private key, PEM");
  command->add_option("--origin", config.origins, "Pages of this origin may use the server too; may be given several times")->take_all();
  command->add_flag("--trust-proxy", config.trust_proxy, "Take address and protocol from X-Forwarded-For and X-Forwarded-Proto");
  command->add_option("--url", config.public_url, "The address players use, for links in notices");
  command->add_flag("--allow-private-webhooks", config.private_webhooks, "Notices may go to this machine and private networks");
  command->add_option("--bot-threads", config.bot_threads, "Threads on which bots think")
      ->check(CLI::Range(1u, 256u))
      ->capture_default_str();
  command->add_option("--admin-socket", config.admin_socket, "Where `trestle admin` finds the server (default: DIR/admin.sock)");
  command->add_option("--limit", asked->limits, "name=number; may be given several times")->take_all();
  command->add_option("--log", asked->log, "text or json, on stderr")->check(CLI::IsMember({"text", "json"}))->capture_default_str();
  run_with(*command, [asked] { return run_serve(*asked); });
}

const Registration registered{Place::serve, add_serve};

}  // namespace

std::string default_data_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') return std::string(state) + "/trestle";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return std::string(home) + "/.local/state/trestle";
  return "trestle-data";
}

std::string admin_socket_in(const std::string& data_folder) { return data_folder + "/admin.sock"; }

}  // namespace trestle::cli
