// Load on a running server, or on one that it starts: tables of players who move at random, as fast as they are answered or at a given
// rate. Prints how many moves were kept, how long each took until it was, and what the server used for it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <thread>

#include "players.hpp"
#include "server_process.hpp"

using namespace trestle;
using namespace trestle::bench;

namespace {

constexpr auto everybody_here_max = std::chrono::seconds(60);  // what is measured is measured with every line

struct Asked {
  std::string program, database;
  bool memory = false, postgres = false;
  u16 port = 0;
  int pid = 0;
  PlayPlan plan;
  double seconds = 5, warm_up = 2;
  u32 idle = 0;
  double moves_min = 0;
  bool restart = false, json = false;
};

struct Figures {
  double moves_a_second = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, most = 0;
  double server_ms_a_move = 0, own_ms_a_move = 0, kb_a_table = 0, kb_a_line = 0, frames_a_move = 0, bytes_a_move = 0;
  u64 moves = 0, refused = 0, games = 0;
  std::size_t idle_held = 0;
  double restart_seconds = 0, touch_p50 = 0, touch_p99 = 0;
};

struct Seated {
  std::string table, token;
};

// The server's memory goes up by what so many tables, each with its lines, need.
std::vector<Seated> measure_play(const Asked& asked, u16 port, int pid, Figures& out) {
  const Use before = use_of(pid);
  Players players(asked.plan, port);
  players.make_tables();
  players.sit_down();
  players.play(everybody_here_max, [&] { return players.everybody_watches(); });
  if (!players.everybody_watches()) give_up("the server does not take every line");
  players.play(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked.warm_up)));
  out.kb_a_table = (use_of(pid).resident_kb - before.resident_kb) / asked.plan.tables;
  players.latencies.clear();
  const u64 moves = players.acknowledged, refused = players.refused, frames = players.lines().frames(), bytes = players.lines().bytes();
  const Use server = use_of(pid), own = use_of(0);
  const auto start = Clock::now();
  players.play(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked.seconds)));
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!players.problem.empty()) give_up("an answer that should not be: " + players.problem);
  if (players.lost_lines > 0) give_up("the server closed " + std::to_string(players.lost_lines) + " lines");
  out.moves = players.acknowledged - moves;
  if (out.moves == 0) give_up("no move was made");
  const double count = static_cast<double>(out.moves);
  out.moves_a_second = count / seconds;
  out.refused = players.refused - refused;
  out.games = players.games();
  out.p50 = players.latencies.ms(0.5);
  out.p90 = players.latencies.ms(0.9);
  out.p99 = players.latencies.ms(0.99);
  out.p999 = players.latencies.ms(0.999);
  out.most = players.latencies.ms(1);
  out.server_ms_a_move = (use_of(pid).cpu_seconds - server.cpu_seconds) * 1000 / count;
  out.own_ms_a_move = (use_of(0).cpu_seconds - own.cpu_seconds) * 1000 / count;
  out.frames_a_move = static_cast<double>(players.lines().frames() - frames) / count;
  out.bytes_a_move = static_cast<double>(players.lines().bytes() - bytes) / count;
  std::vector<Seated> seated;
  for (std::size_t at = 0; at < players.clients().size(); at += asked.plan.players)
    seated.push_back({players.clients()[at].table(), players.clients()[at].token});
  return seated;
}

// Killed and started again: until it listens, and until a table that nobody has touched since is there.
void measure_restart(ServerProcess& server, const std::vector<Seated>& seated, Figures& out) {
  server.kill();
  out.restart_seconds = server.start();
  Api api(server.port());
  Latencies touched;
  for (std::size_t at = 0; at < seated.size(); at += std::max<std::size_t>(1, seated.size() / 200)) {
    const auto begun = Clock::now();
    const auto answer = api.post(R"({"do":"sight","table":")" + seated[at].table + "\"}", seated[at].token);
    if (!answer || !number_field(answer->body, "seq")) give_up("a table did not come back: " + (answer ? answer->body.substr(0, 200) : ""));
    touched.add(Clock::now() - begun);
  }
  out.touch_p50 = touched.ms(0.5);
  out.touch_p99 = touched.ms(0.99);
}

// Lines that say nothing; at the end each is asked whether it is still there.
void measure_idle(const Asked& asked, u16 port, int pid, Figures& out) {
  Api api(port);
  const auto guest = api.post(R"({"do":"guest","name":"idle"})");
  if (!guest) give_up("the server does not answer");
  const Use before = use_of(pid);
  Lines lines(port);
  std::size_t answered = 0;
  const auto listen = [&](Clock::duration how_long, std::size_t enough) {
    for (const auto end = Clock::now() + how_long; Clock::now() < end && answered < enough;)
      lines.turn(
          std::chrono::milliseconds(10), [&](std::size_t, std::string_view) { answered += 1; }, [](std::size_t) {});
  };
  for (u32 i = 0; i < asked.idle; ++i) {
    if (!lines.open(i, guest->token)) break;
    if (i % 100 == 99) listen(std::chrono::milliseconds(5), asked.idle);
  }
  listen(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(asked.seconds)), asked.idle);
  out.kb_a_line = (use_of(pid).resident_kb - before.resident_kb) / asked.idle;
  answered = 0;
  for (u32 i = 0; i < asked.idle; ++i) {
    lines.send(i, R"({"do":"hello","id":1})");
    if (i % 100 == 99) listen(std::chrono::milliseconds(5), asked.idle);
  }
  listen(std::chrono::seconds(20), asked.idle);
  out.idle_held = answered;
}

void print(const Asked& asked, const Figures& f) {
  if (asked.json) {
    std::printf(
        "{\"game\":\"%s\",\"tables\":%u,\"players\":%u,\"rate\":%.0f,\"moves\":%llu,\"moves_a_second\":%.0f,\"p50_ms\":%.2f,"
        "\"p90_ms\":%.2f,\"p99_ms\":%.2f,\"p999_ms\":%.2f,\"max_ms\":%.2f,\"server_cpu_ms\":%.4f,\"generator_cpu_ms\":%.4f,"
        "\"kb_a_table\":%.1f,\"frames_a_move\":%.2f,\"bytes_a_move\":%.0f,\"refused\":%llu,\"games\":%llu,\"idle_lines\":%zu,"
        "\"kb_a_line\":%.2f,\"restart_seconds\":%.3f,\"touch_p50_ms\":%.2f,\"touch_p99_ms\":%.2f}\n",
        asked.plan.game.c_str(), asked.plan.tables, asked.plan.players, asked.plan.rate, static_cast<unsigned long long>(f.moves),
        f.moves_a_second, f.p50, f.p90, f.p99, f.p999, f.most, f.server_ms_a_move, f.own_ms_a_move, f.kb_a_table, f.frames_a_move,
        f.bytes_a_move, static_cast<unsigned long long>(f.refused), static_cast<unsigned long long>(f.games), f.idle_held, f.kb_a_line,
        f.restart_seconds, f.touch_p50, f.touch_p99);
    return;
  }
  if (f.moves > 0) {
    std::printf("%s, %u tables of %u: %.0f moves a second (%llu), p50 %.1f ms, p90 %.1f, p99 %.1f, p99.9 %.1f, longest %.1f\n",
                asked.plan.game.c_str(), asked.plan.tables, asked.plan.players, f.moves_a_second, static_cast<unsigned long long>(f.moves),
                f.p50, f.p90, f.p99, f.p999, f.most);
    std::printf(
        "a move: server %.3f ms of a core, generator %.3f ms, %.1f frames and %.0f bytes to clients; refused %llu; %llu games over\n",
        f.server_ms_a_move, f.own_ms_a_move, f.frames_a_move, f.bytes_a_move, static_cast<unsigned long long>(f.refused),
        static_cast<unsigned long long>(f.games));
    std::printf("memory: %.1f KB a table with its lines\n", f.kb_a_table);
  }
  if (asked.restart) {
    std::printf("restart with %u tables: %.2f s until it listens; a table when it is touched: p50 %.1f ms, p99 %.1f\n", asked.plan.tables,
                f.restart_seconds, f.touch_p50, f.touch_p99);
  }
  if (asked.idle > 0) std::printf("idle: %zu of %u lines answered, %.2f KB each\n", f.idle_held, asked.idle, f.kb_a_line);
}

}  // namespace

int main(int count, char** words) {
  Asked asked;
  CLI::App app("Load on a server");
  app.add_option("--program", asked.program, "Start this trestle; else --port and --pid");
  app.add_option("--database", asked.database, "For the started one: postgresql://...");
  app.add_flag("--postgres", asked.postgres, "For the started one: a PostgreSQL of its own");
  app.add_flag("--memory", asked.memory, "For the started one: keep nothing");
  app.add_option("--port", asked.port);
  app.add_option("--pid", asked.pid);
  app.add_option("--game", asked.plan.game)->capture_default_str();
  app.add_option("--tables", asked.plan.tables)->capture_default_str();
  app.add_option("--players", asked.plan.players)->capture_default_str();
  app.add_option("--seated", asked.plan.seated, "Clients at so many tables only; the others run without");
  app.add_option("--rate", asked.plan.rate, "Moves a second in all; 0 = as many as can be had")->capture_default_str();
  app.add_option("--seconds", asked.seconds)->capture_default_str();
  app.add_option("--warm-up", asked.warm_up, "Seconds before measuring")->capture_default_str();
  app.add_option("--idle", asked.idle, "Also hold so many idle lines");
  app.add_option("--seed", asked.plan.seed)->capture_default_str();
  app.add_option("--moves-min", asked.moves_min, "Fail below so many moves a second");
  app.add_flag("--restart", asked.restart, "Then kill the started one, and measure how long it takes to come back");
  app.add_flag("--json", asked.json);
  CLI11_PARSE(app, count, words);

  allow_many_files();
  std::unique_ptr<Storage> storage;
  std::unique_ptr<ServerProcess> server;
  if (!asked.program.empty()) {
    const Storage::Kind kind = asked.postgres ? Storage::Kind::own_postgres : asked.memory ? Storage::Kind::memory : Storage::Kind::file;
    storage = std::make_unique<Storage>(kind, asked.database);
    server = std::make_unique<ServerProcess>(asked.program, storage->arguments());
    server->start();
    asked.port = server->port();
    asked.pid = server->pid();
  }
  if (asked.port == 0 || asked.pid == 0) give_up("give --program, or --port and --pid");
  Figures figures;
  std::vector<Seated> seated;
  if (asked.plan.tables > 0) seated = measure_play(asked, asked.port, asked.pid, figures);
  if (asked.idle > 0) measure_idle(asked, asked.port, asked.pid, figures);
  if (asked.restart && server) measure_restart(*server, seated, figures);
  print(asked, figures);
  if (server) server->stop();
  if (figures.idle_held < asked.idle) give_up("not every idle line was held");
  if (figures.moves_a_second < asked.moves_min) give_up("fewer moves a second than asked for");
  return 0;
}
