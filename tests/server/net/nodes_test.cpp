// Several servers on one database: clients at different nodes play at one table, and when the node that has the table dies, play goes on
// at another, with nothing lost that was acknowledged.
#include <boost/json.hpp>

#include "cli/child.hpp"
#include "server/net/socket_line.hpp"
#include "storage/postgres_db.hpp"
#include "support/postgres_server.hpp"

namespace trestle::server::net {
namespace {

namespace json = boost::json;
using test::Child;
using Clock = std::chrono::steady_clock;

class Node {
 public:
  explicit Node(const std::string& database)
      : child_({"serve", "--no-page", "--port", "0", "--database", database, "--limit", "messages_a_second=10000"},
               {"PATH=/usr/bin:/bin"}) {
    EXPECT_TRUE(child_.sees("http://127.0.0.1:")) << child_.output();
    port_ = static_cast<u16>(std::stoi(child_.output_after_seen()));
  }
  u16 port() const { return port_; }
  void kill() {
    child_.send(SIGKILL);
    child_.finish();
  }
  int stop() {
    child_.send(SIGTERM);
    return child_.finish();
  }

 private:
  Child child_;
  u16 port_ = 0;
};

// A guest with a line to a node, who plays the first legal move and is patient.
class Player {
 public:
  Player(const Node& node, const std::string& name) {
    Raw line(node.port());
    line.write(request("POST", "/api", "Content-Type: application/json\r\n", R"({"do":"guest","name":")" + name + "\"}"));
    const std::string set = line.read()["set-cookie"];
    cookie_ = set.substr(0, set.find(';'));
    connect(node);
  }
  void connect(const Node& node) { line_ = std::make_unique<SocketLine>(node.port(), cookie_); }

  json::object ask(json::object message) {
    message["id"] = ++id_;
    line_->say(json::serialize(message));
    while (true) {
      // What was passed on to a node that died is never answered: ask again.
      const auto text = line_->hear_for(std::chrono::seconds(1));
      if (!text || text->empty()) return {{"ok", false}};
      json::object answer = json::parse(*text).as_object();
      take(answer);
      if (answer.contains("id") && answer.at("id") == id_) return answer;
    }
  }
  bool look() { return ask({{"do", "sight"}, {"table", table}}).at("ok").as_bool(); }
  // Whether it moved.
  bool play() {
    if (!look() || legal_.empty()) return false;
    return ask({{"do", "apply"}, {"table", table}, {"action", legal_.front()}, {"seq", seq}}).at("ok").as_bool();
  }
  // By HTTP, with the same cookie.
  std::string post(const Node& node, const std::string& message) const {
    Raw line(node.port());
    line.write(request("POST", "/api", "Content-Type: application/json\r\nCookie: " + cookie_ + "\r\n", message));
    return line.read().body;
  }
  // What the server says when it closes the line; empty: it did not within that time.
  std::string goodbye(std::chrono::seconds longest) {
    const auto text = line_->hear_for(longest);
    return text.value_or("");
  }
  std::string table;
  i64 seq = 0;
  bool over = false;

 private:
  void take(const json::object& message) {
    if (!message.contains("seq") || !message.contains("waiting")) return;
    seq = message.at("seq").to_number<i64>();
    if (message.contains("over")) over = message.at("over").as_bool();
    legal_.clear();
    if (!message.contains("legal")) return;
    for (const json::value& one : message.at("legal").as_array()) legal_.emplace_back(one.as_string());
  }
  std::unique_ptr<SocketLine> line_;
  std::string cookie_;
  std::vector<std::string> legal_;
  i64 id_ = 0;
};

class Nodes : public testing::Test {
 protected:
  void SetUp() override {
    if (test::PostgresServer::may_skip()) GTEST_SKIP() << "PostgreSQL is not installed";
    postgres_ = std::make_unique<test::PostgresServer>();
    database_ = postgres_->new_database();
  }
  // Ann's node makes the table; both sit down and begin.
  void begin(Player& ann, Player& bob) {
    const json::object made = ann.ask({{"do", "create"}, {"game", "hadara"}, {"players", 2}, {"seats", {"me", "open"}}});
    ASSERT_TRUE(made.at("ok").as_bool()) << json::serialize(made);
    ann.table = bob.table = std::string(made.at("table").as_string());
    for (Player* player : {&ann, &bob}) {
      if (player == &bob) {
        ASSERT_TRUE(bob.ask({{"do", "join"}, {"table", bob.table}}).at("ok").as_bool());
      }
      ASSERT_TRUE(player->ask({{"do", "watch"}, {"table", ann.table}}).at("ok").as_bool());
      ASSERT_TRUE(player->ask({{"do", "ready"}, {"table", ann.table}, {"ready", true}}).at("ok").as_bool());
    }
  }
  static int play(Player& ann, Player& bob, int moves) {
    int made = 0;
    for (int idle = 0; made < moves && idle < 50 && !ann.over;) {
      const int before = made;
      for (Player* player : {&ann, &bob}) made += player->play() ? 1 : 0;
      idle = made == before ? idle + 1 : 0;
    }
    return made;
  }
  // Until the player can look at the table again.
  static double seconds_until_back(Player& player) {
    const auto begun = Clock::now();
    while (!player.look() && Clock::now() - begun < std::chrono::seconds(30)) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return std::chrono::duration<double>(Clock::now() - begun).count();
  }
  std::unique_ptr<test::PostgresServer> postgres_;
  std::string database_;
};

TEST_F(Nodes, ATableOverTwoNodesOutlivesEach) {
  Node one(database_), two(database_);
  Player ann(one, "Ann"), bob(two, "Bob");
  begin(ann, bob);
  EXPECT_GE(play(ann, bob, 10), 10);
  const i64 kept = std::max(ann.seq, bob.seq);

  one.kill();
  ann.connect(two);
  EXPECT_LT(seconds_until_back(bob), 5.0);
  EXPECT_LT(seconds_until_back(ann), 5.0);
  EXPECT_GE(bob.seq, kept);
  ASSERT_TRUE(ann.ask({{"do", "watch"}, {"table", ann.table}}).at("ok").as_bool());
  EXPECT_GE(play(ann, bob, 10), 10);

  Node three(database_);  // a node that goes in good order hands its tables over sooner
  ann.connect(three);
  ASSERT_TRUE(ann.ask({{"do", "watch"}, {"table", ann.table}}).at("ok").as_bool());
  EXPECT_GE(play(ann, bob, 4), 4);
  EXPECT_EQ(two.stop(), 0);
  bob.connect(three);
  EXPECT_LT(seconds_until_back(bob), 2.0);
  EXPECT_LT(seconds_until_back(ann), 2.0);
  play(ann, bob, 1000);
  EXPECT_TRUE(ann.over);
  EXPECT_EQ(three.stop(), 0);
}

TEST_F(Nodes, PlayGoesOnWhenTheDatabaseIsBack) {
  Node one(database_), two(database_);
  Player ann(one, "Ann"), bob(two, "Bob");
  begin(ann, bob);
  EXPECT_GE(play(ann, bob, 6), 6);
  const i64 kept = std::max(ann.seq, bob.seq);
  postgres_->restart();
  EXPECT_LT(seconds_until_back(ann), 10.0);
  EXPECT_LT(seconds_until_back(bob), 10.0);
  EXPECT_GE(std::max(ann.seq, bob.seq), kept);
  EXPECT_GE(play(ann, bob, 6), 6);
  EXPECT_EQ(one.stop(), 0);
  EXPECT_EQ(two.stop(), 0);
}

// As an owner meets it: one line, status 1, and the database is left as it was.
TEST_F(Nodes, ADatabaseThatIsDownOrNewer) {
  const auto refused = [&](const std::string& words) {
    Child child({"serve", "--no-page", "--port", "0", "--database", database_}, {"PATH=/usr/bin:/bin"});
    EXPECT_EQ(child.finish(), 1) << child.output();
    EXPECT_NE(child.output().find(words), std::string::npos) << child.output();
    EXPECT_EQ(std::count(child.output().begin(), child.output().end(), '\n'), 1) << child.output();
  };
  EXPECT_EQ(Node(database_).stop(), 0);
  storage::PgDb db(database_, "");
  ASSERT_TRUE(db.connect());
  ASSERT_TRUE(db.script("UPDATE trestle.version SET version = " + std::to_string(storage::postgres_schema_version + 1)));
  refused("is of version " + std::to_string(storage::postgres_schema_version + 1));
  const auto version = db.ask_once("SELECT version FROM trestle.version");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->number(0, 0), storage::postgres_schema_version + 1);
  db.hang_up();
  postgres_->stop_immediate();
  refused("No such file or directory");
  postgres_->start();
}

TEST_F(Nodes, ALogoutEverywhereIsHeardAtEveryNode) {
  Node one(database_), two(database_);
  Player ann(one, "Ann"), bob(two, "Bob");
  ann.connect(two);  // she looks at one node and logs out at another
  ASSERT_TRUE(ann.ask({{"do", "me"}}).at("ok").as_bool());
  EXPECT_EQ(ann.post(one, R"({"do":"logout_all"})"), R"({"ok":true})");
  EXPECT_NE(ann.goodbye(std::chrono::seconds(10)).find(R"("push":"bye","code":"who")"), std::string::npos);
  EXPECT_TRUE(bob.ask({{"do", "me"}}).at("ok").as_bool());
  EXPECT_EQ(one.stop(), 0);
  EXPECT_EQ(two.stop(), 0);
}

}  // namespace
}  // namespace trestle::server::net
