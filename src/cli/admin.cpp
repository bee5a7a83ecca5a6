// trestle admin: the owner's view of a running server, through its own socket (docs/server.md).
#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "base/types.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/serve.hpp"

namespace trestle::cli::admin_command {

namespace {

namespace json = boost::json;

struct Asked {
  std::string data, socket, what, target;
  u32 count = 100;
  bool json = false;
};

std::string socket_of(const Asked& asked) {
  if (!asked.socket.empty()) return asked.socket;
  return admin_socket_in(asked.data.empty() ? default_data_folder() : asked.data);
}

// One message, one answer.
Result<std::string> ask(const std::string& path, const std::string& message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return Fault{path, 0, "is too long for a socket"};
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return fault("no socket to be had");
  const auto done = [&](Result<std::string> result) {
    ::close(fd);
    return result;
  };
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return done(Fault{path, 0, errno == EACCES ? "belongs to another user" : "no server answers there"});
  const std::string line = message + "\n";
  if (::send(fd, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) return done(Fault{path, 0, "was closed"});
  std::string answer;
  char bytes[8192];
  while (answer.empty() || answer.back() != '\n') {
    const ssize_t n = ::recv(fd, bytes, sizeof bytes, 0);
    if (n <= 0) return done(Fault{path, 0, "the server went away"});
    answer.append(bytes, static_cast<std::size_t>(n));
  }
  answer.pop_back();
  return done(answer);
}

std::string text_of(const json::object& fields, std::string_view key) {
  const json::value* value = fields.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::string when(const json::object& fields, std::string_view key) {
  const json::value* value = fields.if_contains(key);
  const std::time_t seconds = value != nullptr && value->is_number() ? value->to_number<i64>() / 1000 : 0;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts));
}

void print_tables(const json::object& answer) {
  for (const json::value& item : answer.at("tables").as_array()) {
    const json::object& table = item.as_object();
    std::string players;
    for (const json::value& seat : table.at("players").as_array()) {
      const json::object& who = seat.as_object();
      const std::string bot = text_of(who, "bot");
      players += (players.empty() ? "" : ", ") + (who.contains("user") ? text_of(who, "name") + " (" + text_of(who, "user") + ")"
                                                  : bot.empty()        ? "-"
                                                                       : bot);
    }
    fmt::print("{}  {:<7}  {}  {:<7}  {}\n", text_of(table, "table"), text_of(table, "status"), when(table, "changed"),
               text_of(table, "game"), players);
  }
}

void print_answer(const Asked& asked, const std::string& text, const json::object& answer) {
  if (asked.json)
    fmt::print("{}\n", text);
  else if (asked.what == "admin_list")
    print_tables(answer);
  else if (asked.what == "admin_export")
    fmt::print("{}", text_of(answer, "record"));
  else if (asked.what == "admin_counts")
    for (const auto& item : answer) {
      if (item.key() != "ok") fmt::print("{:<17} {}\n", std::string_view(item.key()), json::serialize(item.value()));
    }
}

json::object message_of(const Asked& asked) {
  json::object out{{"do", asked.what}};
  if (asked.what == "admin_list") out["count"] = asked.count;
  if (asked.what == "admin_close" || asked.what == "admin_export") out["table"] = asked.target;
  if (asked.what == "admin_ban" || asked.what == "admin_unban") {
    out["do"] = "admin_ban";
    out["user"] = asked.target;
    out["ban"] = asked.what == "admin_ban";
  }
  if (asked.what == "admin_backup") out["file"] = std::filesystem::absolute(asked.target).string();
  return out;
}

int run_admin(const Asked& asked) {
  const auto text = ask(socket_of(asked), json::serialize(message_of(asked)));
  if (!text) return complain(text.fault()), exit_fails;
  json::error_code error;
  const json::value value = json::parse(*text, error);
  if (error || !value.is_object()) return complain("the server's answer cannot be read"), exit_fails;
  const json::object& answer = value.get_object();
  if (const json::value* ok = answer.if_contains("ok"); ok == nullptr || *ok != true) {
    const json::value* why = answer.if_contains("error");
    complain(why != nullptr && why->is_object() ? text_of(why->get_object(), "message") : "refused");
    return exit_fails;
  }
  print_answer(asked, *text, answer);
  return exit_done;
}

void add_admin(CLI::App& app) {
  auto* admin = app.add_subcommand("admin", "Look after a running server (docs/server.md)");
  admin->require_subcommand(1);
  auto asked = std::make_shared<Asked>();
  const auto add = [&](const std::string& name, const char* help, const char* target) {
    auto* command = admin->add_subcommand(name, help);
    if (*target != '\0') command->add_option(target, asked->target, "")->required();
    command->add_option("--data", asked->data, "The directory the server was started with");
    command->add_option("--admin-socket", asked->socket, "The server's socket, where it is not in that directory");
    command->add_flag("--json", asked->json, "Print the server's answer as it is");
    if (name == "list") command->add_option("--count", asked->count, "How many")->check(CLI::Range(1u, 10'000u))->capture_default_str();
    run_with(*command, [asked, name] {
      asked->what = "admin_" + name;
      return run_admin(*asked);
    });
  };
  add("list", "The tables, the newest change first, with who plays", "");
  add("close", "End a table", "TABLE");
  add("export", "Print the record of a table", "TABLE");
  add("ban", "Send a player away", "USER");
  add("unban", "... and let them come back", "USER");
  add("backup", "Copy everything the server keeps to a file, while it runs", "FILE");
  add("counts", "How many players, logins, tables and moves there are", "");
}

const Registration registered{Place::admin, add_admin};

}  // namespace

}  // namespace trestle::cli::admin_command
