// A server is killed at random moments while its tables are full, and started again: what it had acknowledged or told is still there, no
// move is there twice, and every table goes on. Each finished game is compared, act by act, with what its players sent.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "base/text.hpp"
#include "players.hpp"
#include "server_process.hpp"

using namespace trestle;
using namespace trestle::bench;

namespace {

constexpr auto takeover_longest = std::chrono::seconds(20);

// The acts of a seat in a record, in the form they were sent; what was played by itself is not among them.
std::map<std::string, std::vector<std::string>> acts_of(const std::string& record) {
  std::map<std::string, std::vector<std::string>> out;
  bool in_moves = false;
  for (const std::string_view line : text::lines(record)) {
    const std::string_view bare = line.substr(0, line.rfind(" #"));
    if (bare == "moves") {
      in_moves = true;
      continue;
    }
    const std::vector<std::string_view> words = text::words(bare);
    // Not an act of a seat: chance, auto, undo, how it ended.
    if (!in_moves || words.size() < 3 || words[1].size() != 1 || !text::number(words[0])) continue;
    const std::size_t at = bare.find(' ') + 3;
    out[std::string(words[1])].emplace_back(bare.substr(at));
  }
  return out;
}

// Every act of the record was sent, in this order and once; what is missing was never acknowledged. Empty = it is so.
std::string compare(const std::vector<Sent>& sent, const std::vector<std::string>& recorded) {
  std::set<std::size_t> matched{0};  // how many acts of the record the sent ones so far may account for
  for (const Sent& one : sent) {
    if (one.refused) continue;
    std::set<std::size_t> next;
    for (const std::size_t at : matched) {
      if (at < recorded.size() && recorded[at] == one.action) next.insert(at + 1);
      if (!one.acknowledged) next.insert(at);
    }
    if (next.empty()) return "an acknowledged act is not where it should be: " + one.action;
    matched = std::move(next);
  }
  if (matched.contains(recorded.size())) return "";
  const std::size_t most = *matched.rbegin();
  return "the record has an act more than were sent: " + recorded[most] + ", the " + std::to_string(most + 1) + ". of " +
         std::to_string(recorded.size()) + "; sent were " + std::to_string(sent.size()) + ", the last of them " +
         (sent.empty() ? "none" : sent.back().action + (sent.back().acknowledged ? " (acknowledged)" : " (not acknowledged)"));
}

std::string unescaped(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\\' || i + 1 >= json.size()) {
      out += json[i];
      continue;
    }
    i += 1;
    out += json[i] == 'n' ? '\n' : json[i];
  }
  return out;
}

// The record is the last text of the answer.
std::string record_in(const std::string& body) {
  const std::size_t at = body.find(R"("record":")");
  if (at == std::string::npos) return "";
  std::size_t end = at + 10;
  while (end < body.size() && body[end] != '"') end += body[end] == '\\' ? 2 : 1;
  return unescaped(std::string_view(body).substr(at + 10, end - at - 10));
}

struct Watch {
  std::map<std::string, u64> known;  // the most moves that a table was said to have
  u64 games = 0, acts = 0, unknown = 0;
};

void check_game(Players& players, std::size_t first, u16 port, Watch& watch) {
  const Client& asking = players.clients()[first];
  Api api(port);
  const auto answer = api.post(R"({"do":"save","table":")" + asking.table() + "\"}", asking.token);
  if (!answer) return;  // killed in this moment; the game is looked at again when it is watched
  const std::string record = record_in(answer->body);
  if (record.empty()) give_up("a finished game has no record: " + answer->body.substr(0, 300));
  const auto recorded = acts_of(record);
  for (const Game::Part& part : asking.game->parts) {
    const auto found = recorded.find(part.seat);
    const std::string wrong = compare(part.acts, found == recorded.end() ? std::vector<std::string>{} : found->second);
    if (!wrong.empty()) give_up("table " + asking.table() + ", seat " + part.seat + ": " + wrong);
    for (const Sent& one : part.acts) {
      watch.acts += one.acknowledged ? 1 : 0;
      watch.unknown += one.acknowledged || one.refused ? 0 : 1;
    }
  }
  watch.games += 1;
}

// Each table is asked how far it is, before anybody moves. A server that shares a database finds its own tables held for a while by the
// one that was killed.
u64 moves_of(const Client& client, u16 port) {
  std::string said = "no answer";
  for (const auto end = Clock::now() + takeover_longest; Clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    Api api(port);
    const auto answer = api.post(R"({"do":"sight","table":")" + client.table() + "\"}", client.token);
    if (!answer) continue;
    said = answer->body.substr(0, 200);
    if (const auto seq = number_field(answer->body, "seq")) return *seq;
    const std::string_view code = field(answer->body, "code");
    if (code != "elsewhere" && code != "storage" && code != "") break;
  }
  give_up("table " + client.table() + " is not there any more: " + said);
}

void look_for_losses(Players& players, const std::map<std::string, u64>& known, u16 port) {
  for (std::size_t at = 0; at < players.clients().size(); at += players.plan().players) {
    const Client& client = players.clients()[at];
    const auto found = known.find(client.table());
    if (found == known.end()) continue;
    const u64 moves = moves_of(client, port);
    if (moves < found->second)
      give_up("table " + client.table() + " has lost moves: " + std::to_string(found->second) + " were said, " + std::to_string(moves) +
              " are there");
  }
}

}  // namespace

int main(int count, char** words) {
  std::string program, database;
  bool postgres = false, forget = false;
  u32 kills = 10, longest_ms = 400;
  PlayPlan plan;
  plan.tables = 50;
  plan.patience = std::chrono::seconds(2);
  CLI::App app("Kills a server again and again and looks what is left");
  app.add_option("--program", program)->required();
  app.add_option("--database", database, "postgresql://... instead of a file");
  app.add_flag("--postgres", postgres, "A PostgreSQL of its own instead of a file");
  app.add_flag("--forget", forget, "Keep nothing, so that everything is lost: a test of this test");
  app.add_option("--kills", kills)->capture_default_str();
  app.add_option("--longest-ms", longest_ms, "Between a start and the kill")->capture_default_str();
  app.add_option("--game", plan.game)->capture_default_str();
  app.add_option("--tables", plan.tables)->capture_default_str();
  app.add_option("--players", plan.players)->capture_default_str();
  app.add_option("--seed", plan.seed)->capture_default_str();
  CLI11_PARSE(app, count, words);

  allow_many_files();
  const Storage storage(postgres ? Storage::Kind::own_postgres : forget ? Storage::Kind::memory : Storage::Kind::file, database);
  ServerProcess server(program, storage.arguments());
  server.start();
  const u16 port = server.port();
  Players players(plan, port);
  Watch watch;
  players.told = [&](std::size_t at, u64 seq) {
    u64& known = watch.known[players.clients()[at].table()];
    if (seq > known) known = seq;
  };
  players.finished = [&](std::size_t first) { check_game(players, first, port, watch); };
  players.make_tables();
  players.sit_down();

  Rng rng(plan.seed);
  double slowest_start = 0;
  u64 moves_before = 0, idle_rounds = 0;
  for (u32 i = 0; i < kills; ++i) {
    players.play(std::chrono::milliseconds(1 + rng.below(longest_ms)));
    server.kill();
    // What was on its way to us when it was killed was said before.
    players.play(std::chrono::milliseconds(5));
    const std::map<std::string, u64> known = watch.known;
    slowest_start = std::max(slowest_start, server.start(port));
    if (!players.come_back()) give_up("the server was started again but takes no lines");
    look_for_losses(players, known, port);
    idle_rounds += players.acknowledged == moves_before ? 1 : 0;
    moves_before = players.acknowledged;
    if ((i + 1) % 100 == 0)
      std::fprintf(stderr, "%u kills, %llu moves acknowledged, %llu games compared\n", i + 1,
                   static_cast<unsigned long long>(players.acknowledged), static_cast<unsigned long long>(watch.games));
  }
  // Every table goes on: each has moved when each has finished another game.
  std::set<std::size_t> gone_on;
  players.finished = [&](std::size_t first) {
    check_game(players, first, port, watch);
    gone_on.insert(first);
  };
  players.play(std::chrono::seconds(120), [&] { return gone_on.size() == plan.tables || !players.problem.empty(); });
  if (!players.problem.empty()) give_up("an answer that should not be: " + players.problem);
  if (gone_on.size() != plan.tables) give_up("only " + std::to_string(gone_on.size()) + " tables went on");
  if (idle_rounds * 2 > kills) give_up("too little was played between the kills");
  server.stop();
  std::printf(
      "%u kills, %s, %u tables of %u: %llu moves acknowledged, none lost; %llu games compared act by act (%llu acknowledged acts,"
      " %llu that were under way), none twice; every table went on; slowest start %.2f s\n",
      kills, database.empty() && !postgres ? "SQLite" : "PostgreSQL", plan.tables, plan.players,
      static_cast<unsigned long long>(players.acknowledged), static_cast<unsigned long long>(watch.games),
      static_cast<unsigned long long>(watch.acts), static_cast<unsigned long long>(watch.unknown), slowest_start);
  return 0;
}
