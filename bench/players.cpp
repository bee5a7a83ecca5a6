#include "players.hpp"

#include <thread>
#include <utility>

namespace trestle::bench {
namespace {

// The ids of messages say what they asked.
enum Question : int { watching = 1, readiness, moving, looking, again, leaving };

// An id is the number of the game, of the act in it (for a move), and the question.
constexpr u64 questions = 10, acts_a_game = 100'000;
int question_of(u64 id) { return static_cast<int>(id % questions); }
u64 act_of(u64 id) { return id / questions % acts_a_game; }
u64 game_of(u64 id) { return id / questions / acts_a_game; }

constexpr unsigned makers = 16;  // threads that make guests and tables; nothing is measured then
constexpr auto look_again_after = std::chrono::milliseconds(20);

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// What may happen to anybody: somebody else was faster, or the server asks to come again.
bool is_usual(std::string_view code) {
  return code == "stale" || code == "over" || code == "storage" || code == "elsewhere" || code == "stopping" || code == "limit";
}

}  // namespace

// ---- making tables

void Players::make_table(Api& api, u32 table) {
  const auto must = [](std::optional<Api::Answer> answer, const char* what) {
    if (!answer || answer->body.find("\"ok\":true") == std::string::npos)
      give_up(std::string("the server refuses to ") + what + ": " + (answer ? answer->body : "no answer"));
    return *answer;
  };
  std::string open = R"("me")";
  for (u32 i = 1; i < plan_.players; ++i) open += R"(,"open")";
  std::string id;
  for (u32 i = 0; i < plan_.players; ++i) {
    Client& client = clients_[std::size_t{table} * plan_.players + i];
    client.token =
        must(api.post(R"({"do":"guest","name":"player )" + std::to_string(table) + " " + std::to_string(i) + "\"}"), "make a guest").token;
    if (i == 0) {
      const std::string body = R"({"do":"create","game":")" + plan_.game + R"(","players":)" + std::to_string(plan_.players) +
                               R"(,"listed":false,"rated":false,"seats":[)" + open + "]}";
      id = field(must(api.post(body, client.token), "make a table").body, "table");
    } else {
      must(api.post(R"({"do":"join","table":")" + id + "\"}", client.token), "join");
      if (plan_.seated > 0) must(api.post(R"({"do":"ready","ready":true,"table":")" + id + "\"}", client.token), "be ready");
    }
    sit_at(std::size_t{table} * plan_.players + i, id);
  }
}

// With those who are there already.
void Players::sit_at(std::size_t at, std::string_view table) {
  std::shared_ptr<Game> game;
  for (std::size_t i = first_of(at); i < first_of(at) + plan_.players; ++i)
    if (clients_[i].game && clients_[i].table() == table) game = clients_[i].game;
  if (!game) game = std::make_shared<Game>(Game{std::string(table), std::vector<Game::Part>(plan_.players)});
  clients_[at].game = std::move(game);
}

void Players::make_tables() {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < makers; ++i) {
    threads.emplace_back([this, i] {
      Api api(port_);
      for (u32 table = i; table < plan_.tables; table += makers) make_table(api, table);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void Players::sit_down() {
  for (std::size_t at = 0; at < seats(); ++at) {
    if (!lines_.open(at, clients_[at].token)) give_up("the server takes no more lines");
    watch(at);
  }
}

bool Players::come_back() {
  ready_.clear();
  again_.clear();
  for (std::size_t at = 0; at < clients_.size(); ++at) {
    clients_[at].ready = clients_[at].in_flight = false;
    if (!lines_.open(at, clients_[at].token)) return false;
    watch(at);
  }
  return true;
}

// ---- talking

void Players::say(std::size_t at, int question, const std::string& what, const std::string& more) {
  Client& client = clients_[at];
  if (question != readiness && question != leaving) {
    client.unanswered = true;
    client.asked_at = Clock::now();
  }
  const u64 act = question == moving ? part(at).acts.size() : 0;
  const u64 id = (client.begun * acts_a_game + act) * questions + static_cast<u64>(question);
  lines_.send(at, R"({"do":")" + what + R"(","table":")" + client.table() + R"(","id":)" + std::to_string(id) + more + "}");
}

void Players::watch(std::size_t at) { say(at, watching, "watch"); }

void Players::look_again(std::size_t at) { again_.emplace_back(Clock::now() + look_again_after, at); }

void Players::hear(std::size_t at, std::string_view text) {
  if (text.rfind(R"({"id":)", 0) == 0) {
    const u64 id = number_field(text, "id").value_or(0);
    if (game_of(id) != clients_[at].begun) return;
    clients_[at].unanswered = false;
    const bool good = text.substr(0, 60).find(R"("ok":true)") != std::string_view::npos;
    good ? hear_answer(at, id, text) : hear_refusal(at, id, text);
  } else if (text.rfind(R"({"push":"told")", 0) == 0) {
    if (field(text, "table") != clients_[at].table()) return;
    note_seq(at, text);
    consider(at, text);
  } else if (text.rfind(R"({"push":"recalled")", 0) == 0) {  // what was under way may have come to nothing
    if (field(text, "table") != clients_[at].table()) return;
    clients_[at].in_flight = false;
    say(at, looking, "legal");
  } else if (text.rfind(R"({"push":"table")", 0) == 0) {
    if (clients_[at].over && field(text, "table") == clients_[at].table()) go_to_rematch(at, text);
  }
}

void Players::change_table(std::size_t at, std::string_view table) {
  Client& client = clients_[at];
  sit_at(at, table);
  client.begun += 1;
  client.over = client.ready = client.in_flight = false;
  watch(at);
}

Sent* Players::answered_act(std::size_t at, u64 id) {
  std::vector<Sent>& acts = part(at).acts;
  if (act_of(id) == 0 || act_of(id) > acts.size()) return nullptr;
  if (act_of(id) == acts.size()) clients_[at].in_flight = false;
  return &acts[act_of(id) - 1];
}

void Players::hear_answer(std::size_t at, u64 id, std::string_view text) {
  Client& client = clients_[at];
  switch (static_cast<Question>(question_of(id))) {
    case watching: return hear_watched(at, text);
    case moving:
      if (client.in_flight && act_of(id) == part(at).acts.size()) latencies.add(Clock::now() - client.sent_at);
      if (Sent* act = answered_act(at, id)) act->acknowledged = true;
      acknowledged += 1;
      note_seq(at, text);
      return consider(at, text);
    case looking: note_seq(at, text); return consider(at, text);
    case again: return move_on(at, field(text, "table"));
    case readiness:
    case leaving: return;
  }
}

void Players::hear_refusal(std::size_t at, u64 id, std::string_view text) {
  const int question = question_of(id);
  const std::string_view code = field(text, "code");
  refused += 1;
  if (code == "stale") stale += 1;
  if (question == moving) {
    // Where the store failed nobody knows whether it was kept; the record will tell.
    if (Sent* act = answered_act(at, id)) act->refused = code != "storage";
    if (!is_usual(code) && problem.empty()) problem = std::string(text);
    if (code == "stale") return say(at, looking, "legal");
  } else if (question == readiness || question == leaving) {
    return;
  } else if (!is_usual(code) && problem.empty()) {
    problem = std::string(text);
  }
  look_again(at);
}

void Players::note_seq(std::size_t at, std::string_view text) {
  Client& client = clients_[at];
  const auto seq = number_field(text, "seq");
  if (!seq) return;
  client.seq = *seq;
  told(at, *seq);
}

void Players::hear_watched(std::size_t at, std::string_view text) {
  Client& client = clients_[at];
  if (!std::exchange(client.watches, true)) watching_ += 1;
  part(at).seat = field(text, "you");
  const std::string_view status = field(text, "status");
  if (status == "open") return say(at, readiness, "ready", R"(,"ready":true)");
  note_seq(at, text);
  if (status == "running") return say(at, looking, "legal");
  client.over = true;
  const bool known = text.find(R"("rematch":null)") == std::string_view::npos;
  if (known) return go_to_rematch(at, text);
  if (at == first_of(at)) end_of_game(at);
}

void Players::go_to_rematch(std::size_t at, std::string_view text) {
  if (!plan_.rematch || text.find(R"("rematch":null)") != std::string_view::npos) return;
  move_on(at, field(text, "rematch"));
}

void Players::move_on(std::size_t at, std::string_view table) {
  say(at, leaving, "unwatch");
  change_table(at, table);
}

void Players::end_of_game(std::size_t at) {
  clients_[at].over = true;
  if (at != first_of(at)) return;
  games_ += 1;
  finished(at);
  if (plan_.rematch) say(at, again, "rematch");
}

// ---- moving

void Players::consider(std::size_t at, std::string_view text) {
  Client& client = clients_[at];
  if (text.find(R"("over":true)") != std::string_view::npos) {
    if (!client.over) end_of_game(at);
    return;
  }
  last_list(text, "legal", legal_);
  if (legal_.empty() || client.in_flight) return;
  client.next_action = legal_[rng_.below(static_cast<u32>(legal_.size()))];
  if (plan_.rate <= 0) return send_move(at, Clock::now());
  if (!client.ready) ready_.push_back(at);
  client.ready = true;
}

void Players::send_move(std::size_t at, Clock::time_point due) {
  Client& client = clients_[at];
  client.ready = false;
  client.in_flight = true;
  client.sent_at = due;
  part(at).acts.push_back({client.next_action});
  say(at, moving, "apply", R"(,"action":)" + quoted(client.next_action) + R"(,"seq":)" + std::to_string(client.seq));
}

// At the times the rate says; where nobody was ready then, the wait counts.
void Players::send_due() {
  const auto step = std::chrono::nanoseconds(static_cast<i64>(1e9 / plan_.rate));
  while (next_due_ <= Clock::now() && !ready_.empty()) {
    const std::size_t at = ready_.front();
    ready_.pop_front();
    if (!clients_[at].ready) continue;
    send_move(at, next_due_);
    next_due_ += step;
  }
}

// An answer can be lost with the server that should have given it.
void Players::ask_those_who_wait() {
  const auto now = Clock::now();
  if (plan_.patience == Clock::duration::zero() || now < next_look_) return;
  next_look_ = now + std::chrono::milliseconds(200);
  for (std::size_t at = 0; at < clients_.size(); ++at) {
    if (!clients_[at].unanswered || now - clients_[at].asked_at < plan_.patience) continue;
    clients_[at].in_flight = false;
    watch(at);
  }
}

void Players::play(Clock::duration how_long, const std::function<bool()>& enough) {
  const auto end = Clock::now() + how_long;
  next_due_ = Clock::now();
  for (auto now = Clock::now(); now < end && !enough(); now = Clock::now()) {
    Clock::duration wait = std::min<Clock::duration>(end - now, std::chrono::milliseconds(10));
    if (plan_.rate > 0) {
      send_due();
      if (!ready_.empty()) wait = std::min(wait, next_due_ - now);
    }
    while (!again_.empty() && again_.front().first <= now) {
      watch(again_.front().second);
      again_.pop_front();
    }
    ask_those_who_wait();
    lines_.turn(
        wait, [this](std::size_t at, std::string_view text) { hear(at, text); }, [this](std::size_t) { lost_lines += 1; });
  }
}

}  // namespace trestle::bench
