// Hubs, a store and clients in one thread and one seed, with everything going wrong that can: messages lost, doubled, delayed and
// reordered, a store that is slow, fails, or fails after it has kept something, servers that are killed, clocks that jump. What must
// hold: no acknowledged move is lost, none is applied twice, every record verifies, every table goes on once the faults are over.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <map>
#include <queue>
#include <set>

#include "games/registry.hpp"
#include "match/verify.hpp"
#include "server/hub/hub.hpp"
#include "server/hub/terms.hpp"
#include "support/hub_world.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using namespace server;
using testing::SeededRandomness;

// A line of the node that hears of it.
Line own_line(u64 number) {
  Line line;
  line.number = number;
  return line;
}

struct Faults {  // in a thousand
  u32 lost = 10, doubled = 20, late = 100;
  u32 store_fails = 5, store_lies = 3;  // lies: kept, but says that it failed
  u32 crash = 1, line_breaks = 10, clock_jump = 2;
  static Faults none() { return {0, 0, 0, 0, 0, 0, 0, 0}; }
};

class Simulation {
 public:
  Simulation(u64 seed, int nodes) : rng_(seed), store_(storage::memory_store()) {
    for (int i = 0; i < nodes; ++i) start_node(static_cast<std::size_t>(i));
    clients_.resize(6);
    for (std::size_t i = 0; i < clients_.size(); ++i) sign_in(i);
  }

  u64 steps() const { return steps_; }

  void run(u64 steps) {
    const u64 end = steps_ + steps;
    while (steps_ < end && !::testing::Test::HasFailure()) one();
  }

  // Faults end; every table must go on: to its end, or at least by a good many moves.
  void finish() {
    faults_ = Faults::none();
    ending_ = true;
    std::map<std::string, u64> from;
    for (const auto& [id, facts] : tables_) from[id] = moves_of(id).value_or(0);
    const auto stuck = [&] {
      std::string out;
      for (const auto& [id, before] : from)
        if (const auto moves = moves_of(id); moves && *moves < before + 30)
          out += id + " at " + std::to_string(*moves) + ' ' + terms_of(id) + '\n';
      return out;
    };
    for (int round = 0; round < 2000 && !stuck().empty() && !::testing::Test::HasFailure(); ++round)
      for (int i = 0; i < 200; ++i) one();
    EXPECT_EQ(stuck(), "") << "a table does not go on";
    for (const auto& [id, table] : tables_) check(id, table);
  }

 private:
  struct Event {
    Millis at = 0;
    u64 order = 0;
    std::function<void()> happen;
    bool operator<(const Event& other) const { return std::pair(at, order) > std::pair(other.at, other.order); }
  };
  struct Node {
    std::unique_ptr<SeededRandomness> randomness;
    std::unique_ptr<Hub> hub;
    storage::NodeId id;
    u64 life = 0;
    std::vector<Keep> keeps;
    bool store_busy = false;
    Millis tick_at = 0;
  };
  struct TableKnown {
    std::string id;
    i64 seq = -1;
    std::vector<std::string> legal;
    bool over = false;
    std::string you;  // the seat it has in the running game
    i64 vote = 0;
  };
  struct Client {
    std::string token, user;
    std::size_t node = 0;
    u64 line = 0;  // 0 = none
    u64 life = 0;  // of the node the line belongs to
    i64 next_id = 1;
    std::map<std::string, TableKnown> tables;
    std::map<i64, std::pair<std::string, std::string>> sent;  // id -> table, action
  };
  struct TableFacts {
    bool pure = true;                                                        // nothing but acts by people
    std::map<std::string, std::map<i64, std::string>> acked;                 // by user: actions, by the seq after them
    std::map<std::string, std::set<std::pair<i64, std::string>>> attempted;  // by user: seq and action
    bool cuts = false;                                                       // acts may be taken back by consent
  };

  bool chance(u32 in_thousand) { return rng_.below(1000) < in_thousand; }
  void at(Millis delay, std::function<void()> happen) { events_.push({now_ + delay, order_++, std::move(happen)}); }

  void start_node(std::size_t i) {
    if (nodes_.size() <= i) nodes_.resize(i + 1);
    Node& node = nodes_[i];
    node.id = "node" + std::to_string(i) + "-" + std::to_string(node.life);
    node.randomness = std::make_unique<SeededRandomness>(rng_.next());
    HubConfig config;
    config.node = node.id;
    config.several_nodes = true;
    config.limits.messages_a_second = 100'000;
    config.limits.tables_a_user = 1000;
    config.limits.chat_lines_a_minute = 1000;
    config.limits.vote_ms = 3000;
    config.limits.away_ms = 1000;
    config.limits.idle_table_ms = 2000;
    node.hub = std::make_unique<Hub>(config, *node.randomness);
    node.keeps.clear();
    node.store_busy = false;
    heartbeat(i, node.life);
    tick(i, node.life);
  }

  void heartbeat(std::size_t i, u64 life) {
    if (nodes_[i].life != life) return;
    const storage::Op op = storage::Heartbeat{nodes_[i].id, now_ + skew_ + lease_ms};
    store_->run({&op, 1});
    at(500, [this, i, life] { heartbeat(i, life); });
  }

  void tick(std::size_t i, u64 life) {
    if (nodes_[i].life != life) return;
    input(i, life, Tick{});
    at(100, [this, i, life] { tick(i, life); });
  }

  void crash(std::size_t i) {
    Node& node = nodes_[i];
    const storage::NodeId dead = node.id;
    // Some of what was on its way to the store arrives, the rest does not.
    const std::size_t kept = node.keeps.empty() ? 0 : rng_.below(static_cast<u32>(node.keeps.size() + 1));
    for (std::size_t k = 0; k < kept; ++k) store_->run({&*node.keeps[k].op, 1});
    ++node.life;
    for (Client& client : clients_)
      if (client.node == i) drop(client);
    node.hub.reset();
    at(lease_ms + 1, [this, dead] {
      for (std::size_t k = 0; k < nodes_.size(); ++k) input(k, nodes_[k].life, NodeGone{dead});
    });
    start_node(i);
  }

  void input(std::size_t i, u64 life, Input given) {
    Node& node = nodes_[i];
    if (node.life != life || !node.hub) return;
    ++steps_;
    std::vector<Output> out;
    node.hub->step(std::move(given), now_ + skew_, out);
    for (Output& output : out) serve(i, std::move(output));
    if (!node.store_busy && !node.keeps.empty()) {
      node.store_busy = true;
      at(1 + rng_.below(chance(faults_.late) ? 500 : 10), [this, i, life] { store(i, life); });
    }
  }

  void store(std::size_t i, u64 life) {
    Node& node = nodes_[i];
    if (node.life != life) return;
    const std::vector<Keep> batch = std::exchange(node.keeps, {});
    node.store_busy = false;
    std::vector<storage::Op> ops;
    for (const Keep& keep : batch) ops.push_back(*keep.op);
    const bool fails = chance(faults_.store_fails), lies = chance(faults_.store_lies);
    std::vector<storage::Answer> answers;
    if (!fails) answers = store_->run(ops);
    if (fails || lies) {
      answers.assign(ops.size(), {});
      for (storage::Answer& answer : answers) answer.outcome = storage::Outcome::failed;
    }
    for (std::size_t k = 0; k < batch.size(); ++k) input(i, life, Stored{batch[k].ticket, std::move(answers[k])});
  }

  void serve(std::size_t i, Output output) {
    const u64 life = nodes_[i].life;
    if (auto* send = std::get_if<Send>(&output)) {
      if (send->token) tokens_[send->line.number] = *send->token;
      to_client(i, send->line.number, send->text);
    } else if (auto* hang = std::get_if<Hang>(&output)) {
      for (Client& client : clients_)
        if (client.line == hang->line.number && client.node == i) drop(client);
      at(0, [this, i, life, line = hang->line] { input(i, life, Gone{line}); });
    } else if (auto* keep = std::get_if<Keep>(&output)) {
      nodes_[i].keeps.push_back(std::move(*keep));
    } else if (auto* think = std::get_if<Think>(&output)) {
      ActionList legal;
      think->game->legal(*think->sight, legal);
      const Action action = legal[rng_.below(static_cast<u32>(legal.size()))];
      at(1 + rng_.below(50), [this, i, life, ticket = think->ticket, action] { input(i, life, Thought{ticket, action}); });
    } else if (auto* forward = std::get_if<Forward>(&output)) {
      if (chance(faults_.lost)) return;
      at(1 + rng_.below(5), [this, from = nodes_[i].id, to = forward->node, text = forward->message] {
        for (std::size_t k = 0; k < nodes_.size(); ++k)
          if (nodes_[k].id == to || (to == storage::every_node && nodes_[k].id != from)) input(k, nodes_[k].life, Relayed{from, text});
      });
    }
  }

  // ---- clients

  void sign_in(std::size_t i) {
    const u64 line = next_line_++;
    input(0, nodes_[0].life, Opened{own_line(line), "", "client", true, false});
    const Faults kept = std::exchange(faults_, Faults::none());
    input(0, nodes_[0].life, Said{own_line(line), json::serialize(json::object{{"do", "guest"}, {"name", "P" + std::to_string(i)}})});
    while (!tokens_.contains(line)) one();
    faults_ = kept;
    clients_[i].token = tokens_[line];
    clients_[i].user = "";
    at(rng_.below(100), [this, i] { act(i); });
  }

  void drop(Client& client) {
    client.line = 0;
    client.sent.clear();
    for (auto& [id, table] : client.tables) {
      table.seq = -1;
      table.legal.clear();
    }
  }

  void say(std::size_t i, json::object message, const std::string& table = "", const std::string& action = "") {
    Client& client = clients_[i];
    const i64 id = client.next_id++;
    message["id"] = id;
    if (!table.empty()) client.sent[id] = {table, action};
    const std::string text = json::serialize(message);
    const int copies = chance(faults_.lost) ? 0 : chance(faults_.doubled) ? 2 : 1;
    for (int k = 0; k < copies; ++k)
      at(1 + rng_.below(chance(faults_.late) ? 300 : 5), [this, node = client.node, life = client.life, line = client.line, text] {
        input(node, life, Said{own_line(line), text});
      });
  }

  void to_client(std::size_t node, u64 line, const std::string& text) {
    if (chance(faults_.lost)) return;
    at(1 + rng_.below(chance(faults_.late) ? 300 : 5), [this, node, line, text] {
      for (std::size_t i = 0; i < clients_.size(); ++i)
        if (clients_[i].line == line && clients_[i].node == node) hear(i, text);
    });
  }

  void hear(std::size_t i, const std::string& text) {
    Client& client = clients_[i];
    const json::object message = json::parse(text).as_object();
    const std::string push = message.contains("push") ? std::string(message.at("push").as_string()) : "";
    const json::value* given = message.if_contains("id");
    std::string action, about;
    if (given != nullptr && given->is_int64()) {
      const auto sent = client.sent.find(given->get_int64());
      if (sent != client.sent.end()) {
        std::tie(about, action) = sent->second;
        client.sent.erase(sent);
      }
    }
    const bool ok = message.contains("ok") && message.at("ok").as_bool();
    if (about == "create" && ok) {
      const std::string id(message.at("table").as_string());
      client.tables[id].id = id;
      made(id, action);
      return;
    }
    if (!action.empty() && ok) tables_[about].acked[client.token][message.at("seq").to_number<i64>()] = action;
    if (!message.contains("table") || !message.at("table").is_string()) return;
    const std::string id(message.at("table").as_string());
    if (!client.tables.contains(id)) return;
    TableKnown& table = client.tables[id];
    if (push == "vote") table.vote = message.at("result").as_string() == "open" ? message.at("vote").to_number<i64>() : 0;
    if (push == "recalled" || push == "table" || (!ok && push.empty())) table.seq = -1;
    if (message.contains("status") && (message.at("status").as_string() == "over" || message.at("status").as_string() == "closed"))
      table.over = true;
    if (message.contains("over") && message.at("over").as_bool()) table.over = true;
    if (message.contains("status") && message.at("status").as_string() == "running" && message.at("you").is_string())
      table.you = message.at("you").as_string();
    if (!message.contains("seq") || push == "table") return;
    const i64 seq = message.at("seq").to_number<i64>();
    if (seq < table.seq) return;  // an older message, late
    table.seq = seq;
    table.legal.clear();
    if (const json::value* legal = message.if_contains("legal"))
      for (const json::value& one : legal->as_array())
        table.legal.emplace_back(one.is_string() ? one.as_string() : one.as_object().at("action").as_string());
  }

  void made(const std::string& id, const std::string& kind) {
    TableFacts& facts = tables_[id];
    facts.pure = kind == "pure";
    facts.cuts = kind == "undo";
    for (std::size_t k = 0; k < clients_.size(); ++k) clients_[k].tables[id].id = id;
  }

  void act(std::size_t i) {
    at(5 + rng_.below(60), [this, i] { act(i); });
    Client& client = clients_[i];
    if (client.line == 0) {
      client.node = rng_.below(static_cast<u32>(nodes_.size()));
      client.life = nodes_[client.node].life;
      client.line = next_line_++;
      input(client.node, client.life, Opened{own_line(client.line), client.token, "client", false, false});
      for (const auto& [id, table] : client.tables)
        if (!table.over) say(i, {{"do", "watch"}, {"table", id}});
      return;
    }
    if (chance(faults_.line_breaks)) {
      input(client.node, client.life, Gone{own_line(client.line)});
      return drop(client);
    }
    std::vector<TableKnown*> open;
    for (auto& [id, table] : client.tables)
      if (!table.over) open.push_back(&table);
    if (open.size() < 2 && !ending_ && tables_.size() < 25 && now_ > next_table_) return create(i);
    if (open.empty()) return;
    TableKnown& table = *open[rng_.below(static_cast<u32>(open.size()))];
    TableFacts& facts = tables_[table.id];
    const u32 what = rng_.below(100);
    if (table.vote != 0 && what < 50) {
      say(i, {{"do", "vote"}, {"table", table.id}, {"vote", table.vote}, {"yes", ending_ || chance(700)}});
      table.vote = 0;
    } else if (table.seq < 0 || what < 10) {
      say(i, {{"do", "join"}, {"table", table.id}});
      say(i, {{"do", "ready"}, {"table", table.id}});
      say(i, {{"do", "watch"}, {"table", table.id}});
      say(i, {{"do", "sight"}, {"table", table.id}});
    } else if (what < 14) {
      say(i, {{"do", "chat"}, {"table", table.id}, {"text", "hm"}});
    } else if (what < 17 && !ending_) {
      say(i, {{"do", "undo"}, {"table", table.id}});
    } else if (what < 19 && !facts.pure && !ending_) {
      say(i, {{"do", "leave"}, {"table", table.id}});
    } else if (what < 24 && !facts.pure) {
      say(i, {{"do", "back"}, {"table", table.id}});
    } else if (what < 26 && facts.cuts && !ending_) {
      say(i, {{"do", "ask"}, {"table", table.id}, {"what", "undo"}});
    } else if (what < 28 && !ending_) {
      say(i, {{"do", "ask"}, {"table", table.id}, {"what", chance(300) ? "pause" : "resume"}});
    } else if (what < 34 && ending_) {
      say(i, {{"do", "ask"}, {"table", table.id}, {"what", "resume"}});
    } else if (!table.legal.empty()) {
      const std::string action = table.legal[rng_.below(static_cast<u32>(table.legal.size()))];
      facts.attempted[client.token].insert({table.seq, action});
      say(i, {{"do", "apply"}, {"table", table.id}, {"action", action}, {"seq", table.seq}}, table.id, action);
      table.legal.clear();
    } else {
      say(i, {{"do", "sight"}, {"table", table.id}});
    }
  }

  void create(std::size_t i) {
    next_table_ = now_ + 1000;
    const auto names = game_names();
    const std::string game = names[rng_.below(static_cast<u32>(names.size()))];
    const auto info = (*make_game(game))->info();
    const int players = info.seats_min + static_cast<int>(rng_.below(static_cast<u32>(info.seats_max - info.seats_min + 1)));
    json::array seats{"me"};
    for (int k = 1; k < players; ++k) seats.push_back(chance(600) ? "open" : "novice");
    const std::string kinds[] = {"pure", "bots", "undo", "clock"};
    const std::string kind = kinds[rng_.below(4)];
    json::object message{{"do", "create"}, {"game", game}, {"players", players}, {"seats", seats}};
    if (kind == "clock") message["clock"] = json::object{{"kind", "move"}, {"seconds", 5}};
    say(i, std::move(message), "create", kind);
  }

  // ---- time

  void one() {
    if (events_.empty()) return;
    Event event = events_.top();
    events_.pop();
    now_ = std::max(now_, event.at);
    event.happen();
    if (rng_.below(2000) < faults_.crash) crash(rng_.below(static_cast<u32>(nodes_.size())));
    if (rng_.below(2000) < faults_.clock_jump) skew_ = static_cast<i64>(rng_.below(20'000)) - 10'000;
  }

  // Of a table whose game is under way; nothing = it is over, or has not begun.
  std::optional<u64> moves_of(const std::string& id) {
    const storage::Op op = storage::PeekTable{id};
    const auto answer = store_->run({&op, 1});
    if (!answer[0].table || answer[0].table->row.status != storage::TableStatus::running) return std::nullopt;
    return answer[0].table->moves;
  }

  std::string terms_of(const std::string& id) {
    const storage::Op op = storage::PeekTable{id};
    return store_->run({&op, 1})[0].table->row.terms;
  }

  void check(const std::string& id, const TableFacts& facts) {
    const storage::Op op = storage::PeekTable{id};
    const auto answer = store_->run({&op, 1});
    ASSERT_TRUE(answer[0].table) << "table " << id << " was acknowledged and is gone";
    const storage::TableWhole& whole = *answer[0].table;
    const auto terms = parse_terms(whole.row.terms);
    ASSERT_TRUE(terms);
    if (terms->started == 0) return;
    std::vector<RecordMove> moves;
    for (const storage::StepRow& step : whole.steps) ASSERT_TRUE(parse_step(step, moves));
    const auto game = make_game(terms->game, terms->options);
    const auto match = resume_match(*game, *terms, moves);
    ASSERT_TRUE(match) << match.fault().text();
    EXPECT_EQ(match->seq(), moves.size());
    if (facts.cuts) return;
    for (Client& client : clients_) {
      const auto acked = facts.acked.find(client.token);
      if (acked == facts.acked.end()) continue;
      const auto seat = parse_seat(client.tables[id].you);
      ASSERT_TRUE(seat) << "table " << id << ": somebody acted who was not told of a seat";
      auto next = acked->second.begin();
      std::size_t acts = 0;
      for (const RecordMove& move : moves) {
        if (move.seat != *seat || move.kind != RecordMove::Kind::act) continue;
        ++acts;
        // Each acknowledged act is in the record, in order.
        if (next != acked->second.end() && move.text == next->second) ++next;
      }
      EXPECT_EQ(next, acked->second.end()) << "table " << id << ": the acknowledged act " << next->second << " is not in the record";
      if (facts.pure) {
        EXPECT_LE(acts, facts.attempted.at(client.token).size()) << "table " << id << ": an act is there twice";
      }
    }
  }

  Rng rng_;
  std::shared_ptr<storage::Store> store_;
  Faults faults_;
  bool ending_ = false;
  Millis now_ = 1'000'000'000'000, skew_ = 0;
  Millis next_table_ = 0;
  u64 order_ = 0, steps_ = 0, next_line_ = 1;
  std::priority_queue<Event> events_;
  std::vector<Node> nodes_;
  std::vector<Client> clients_;
  std::map<std::string, TableFacts> tables_;
  std::map<u64, std::string> tokens_;
};

// TRESTLE_SIM_SEED runs one seed again; TRESTLE_SIM_STEPS how many steps in all.
void simulate(int nodes, u64 steps_in_all, u64 steps_each) {
  const char* one = std::getenv("TRESTLE_SIM_SEED");
  if (const char* wanted = std::getenv("TRESTLE_SIM_STEPS")) steps_in_all = std::strtoull(wanted, nullptr, 10);
  u64 steps = 0;
  for (u64 seed = one != nullptr ? std::strtoull(one, nullptr, 10) : 1; steps < steps_in_all && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", nodes " + std::to_string(nodes));
    Simulation simulation(seed, nodes);
    simulation.run(steps_each);
    simulation.finish();
    steps += simulation.steps();
    if (one != nullptr) break;
  }
  std::printf("%llu steps\n", static_cast<unsigned long long>(steps));
}

u64 steps_asked() { return test::test_scale() == "full" ? 5'000'000 : test::test_scale() == "medium" ? 150'000 : 30'000; }

TEST(Simulation, OneServerLosesNothing) { simulate(1, steps_asked(), 20'000); }
TEST(Simulation, ThreeServersLoseNothing) { simulate(3, steps_asked(), 20'000); }

}  // namespace
}  // namespace trestle
