// The store that several servers share: lost connections, two servers at one table, versions; and messages between servers.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "storage/postgres_db.hpp"
#include "stores.hpp"

namespace trestle::storage::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using trestle::test::PostgresServer;

class Postgres : public ::testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_POSTGRES();
    server_ = std::make_unique<PostgresServer>();
  }
  std::unique_ptr<Store> open() {
    Result<std::unique_ptr<Store>> store = postgres_store(server_->url());
    if (!store) ADD_FAILURE() << store.fault().text();
    return store ? std::move(*store) : nullptr;
  }
  void meddle(const std::string& sql) {
    PgDb db(server_->url(), "");
    ASSERT_TRUE(db.connect());
    const Status done = db.script(sql);
    ASSERT_TRUE(done) << done.fault().text();
  }
  std::string fault_of(const std::string& url) {
    const Result<std::unique_ptr<Store>> store = postgres_store(url);
    return store ? "" : store.fault().text();
  }
  std::unique_ptr<PostgresServer> server_;
};

TEST_F(Postgres, WhatIsWrongWithADatabaseIsSaidInOneLine) {
  EXPECT_THAT(fault_of("postgresql://ann:geheim@127.0.0.1:1/x"), HasSubstr("Connection refused"));
  EXPECT_THAT(fault_of(server_->url("nowhere")), HasSubstr("database \"nowhere\" does not exist"));
  for (const char* bad :
       {"", "mysql://ann:geheim@host/x", "postgresql//ann:geheim@host", "postgresql://ann:geheim@host/x?port=y&z", "dbname=x"}) {
    const std::string fault = fault_of(bad);
    EXPECT_THAT(fault, HasSubstr("should look like postgresql://")) << bad;
    EXPECT_THAT(fault, Not(HasSubstr("geheim"))) << bad;
  }
  server_->stop_immediate();
  const std::string down = fault_of(server_->url());
  EXPECT_THAT(down, HasSubstr("No such file or directory"));
  EXPECT_THAT(down, Not(HasSubstr("\n")));
}

TEST_F(Postgres, ANewerVersionIsLeftAlone) {
  open().reset();
  meddle("UPDATE trestle.version SET version = " + std::to_string(postgres_schema_version + 1));
  EXPECT_THAT(fault_of(server_->url()), HasSubstr("is of version " + std::to_string(postgres_schema_version + 1)));
}

TEST_F(Postgres, VersionsAreReachedOneAfterAnother) {
  open().reset();
  const auto bring_to = [&](const std::vector<const char*>& steps) {
    PgDb db(server_->url(), "");
    EXPECT_TRUE(db.connect());
    return migrate(db, steps);
  };
  std::vector<const char*> steps(postgres_migrations.begin(), postgres_migrations.end());
  steps.push_back("ALTER TABLE users ADD COLUMN title text NOT NULL DEFAULT 'none'; CREATE TABLE clubs (id text)");
  EXPECT_TRUE(bring_to(steps));
  EXPECT_TRUE(bring_to(steps));                                                     // nothing left to do
  steps.push_back("CREATE TABLE leagues (id text); CREATE TABLE clubs (id text)");  // the second is there already
  EXPECT_FALSE(bring_to(steps));
  meddle("CREATE TABLE trestle.leagues (id text)");  // was not left behind
  EXPECT_THAT(fault_of(server_->url()), HasSubstr("is of version " + std::to_string(postgres_schema_version + 1)));
}

TEST_F(Postgres, SeveralServersMayBeginAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> opened = 0;
  for (int i = 0; i < 6; ++i) threads.emplace_back([&] { opened += postgres_store(server_->url()) ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(opened, 6);
}

TEST_F(Postgres, ALostConnectionFailsABatchAndIsMadeAgain) {
  std::unique_ptr<Store> store = open();
  ASSERT_EQ(run_one(*store, creation("t1")).outcome, Outcome::done);
  ASSERT_EQ(run_one(*store, next_step("t1", 0, 1)).outcome, Outcome::done);
  server_->restart();
  const std::vector<Op> ops{next_step("t1", 1, 1), PeekTable{"t1"}};
  for (const Answer& answer : store->run(ops)) {
    EXPECT_EQ(answer.outcome, Outcome::failed);
    EXPECT_FALSE(answer.why.empty());
  }
  EXPECT_EQ(run_one(*store, next_step("t1", 1, 1)).outcome, Outcome::done);
  server_->stop_immediate();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run_one(*store, next_step("t1", 2, 1)).outcome, Outcome::failed);
  server_->start();
  EXPECT_EQ(run_one(*store, next_step("t1", 2, 1)).outcome, Outcome::done);
  EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->moves, 3u);
}

TEST_F(Postgres, AFailureInTheMiddleKeepsNothing) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  meddle("ALTER TABLE trestle.chat RENAME TO talk");
  SaveTable talk = next_step("t1", 1, 1);
  talk.chat = {{"ann", "hello", false, 1}};
  for (int i = 0; i < 2; ++i) {
    const std::vector<Op> ops{next_step("t1", 0, 1), talk, creation("t2")};
    for (const Answer& answer : store->run(ops)) {
      EXPECT_EQ(answer.outcome, Outcome::failed);
      EXPECT_THAT(answer.why, HasSubstr("\"chat\" does not exist"));
    }
  }
  meddle("ALTER TABLE trestle.talk RENAME TO chat");
  EXPECT_EQ(run_one(*store, PeekTable{"t2"}).outcome, Outcome::missing);
  EXPECT_EQ(run_one(*store, next_step("t1", 0, 1)).outcome, Outcome::done);
  EXPECT_EQ(run_one(*store, talk).outcome, Outcome::done);
  EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->chat, talk.chat);
}

// Servers that snatch the same tables from each other: each move is made once, by the one who holds the table.
TEST_F(Postgres, ServersInEachOthersWayNeverMakeAMoveTwice) {
  constexpr int tables = 4, servers = 3, rounds = 60;
  std::unique_ptr<Store> store = open();
  for (int t = 0; t < tables; ++t) {
    run_one(*store, creation("t" + std::to_string(t)));
    run_one(*store, ReleaseTable{"t" + std::to_string(t), "n1"});
  }
  std::atomic<u64> made = 0, refused = 0, failed = 0;
  const auto serve = [&](int self) {
    std::unique_ptr<Store> own = open();
    const NodeId node = "node" + std::to_string(self);
    for (int round = 0; round < rounds; ++round) {
      std::vector<Op> ops{Heartbeat{node, 1000}};
      for (int t = 0; t < tables; ++t) ops.push_back(LoadTable{"t" + std::to_string((t * (self + 1)) % tables), node, 1});
      const std::vector<Answer> loaded = own->run(ops);
      std::vector<Op> moves;
      for (std::size_t i = 1; i < loaded.size(); ++i) {
        if (loaded[i].outcome != Outcome::done) {
          refused += 1;
          continue;
        }
        const TableWhole& table = *loaded[i].table;
        SaveTable move = next_step(table.row.id, table.moves, 1, node);
        move.ratings = {{"bot:expert", "chess", 1, 2, 3}, {"bot:master", "chess", 1, 2, 3}};
        if (self == 1) std::swap(move.ratings[0], move.ratings[1]);  // the recipe for a deadlock
        moves.push_back(move);
        moves.push_back(move);  // a second time is once too often
        moves.push_back(ReleaseTable{table.row.id, node});
      }
      const std::vector<Answer> answers = own->run(moves);
      for (std::size_t i = 0; i < answers.size(); i += 3) {
        made += answers[i].outcome == Outcome::done ? 1 : 0;
        failed += answers[i].outcome == Outcome::failed ? 1 : 0;
        EXPECT_NE(answers[i + 1].outcome, Outcome::done);
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < servers; ++i) threads.emplace_back(serve, i);
  for (std::thread& thread : threads) thread.join();
  u64 kept = 0;
  for (int t = 0; t < tables; ++t) {
    const TableWhole table = *run_one(*store, PeekTable{"t" + std::to_string(t)}).table;
    EXPECT_EQ(table.steps.size(), table.moves);
    for (u64 i = 0; i < table.moves; ++i) EXPECT_EQ(table.steps[i].first, i);
    kept += table.moves;
  }
  EXPECT_EQ(kept, made);
  EXPECT_GT(made, 0u);
  EXPECT_GT(refused, 0u);
  EXPECT_LT(failed, made);  // a deadlock costs one of them a try, and there are several
}

// Whose server is gone is known at once, though its lease goes on.
TEST_F(Postgres, WhoBeginsFindsTheTablesOfADeadServerFree) {
  constexpr Millis long_ago = 1, far_off = 1'000'000;
  const auto taken_by = [&](Store& store, const NodeId& node) { return run_one(store, LoadTable{"t1", node, long_ago}); };
  std::unique_ptr<Store> first = open();
  run_one(*first, Heartbeat{"first", far_off});
  run_one(*first, creation("t1", "first"));
  std::unique_ptr<Store> second = open();
  run_one(*second, Heartbeat{"second", far_off});
  EXPECT_EQ(taken_by(*second, "second").holder, "first");  // it is connected
  server_->restart();
  EXPECT_EQ(run_one(*first, PeekTable{"t1"}).outcome, Outcome::failed);
  EXPECT_EQ(run_one(*first, PeekTable{"t1"}).outcome, Outcome::done);
  std::unique_ptr<Store> third = open();
  run_one(*third, Heartbeat{"third's", far_off});
  EXPECT_EQ(taken_by(*third, "third's").holder, "first");  // connected again
  first.reset();
  EXPECT_EQ(taken_by(*third, "third's").holder, "first");  // who runs already goes by the lease
  std::unique_ptr<Store> fourth;
  for (int tries = 0; tries < 100; ++tries) {  // until the database has noticed
    fourth = open();
    run_one(*fourth, Heartbeat{"fourth", far_off});
    if (taken_by(*fourth, "fourth").outcome == Outcome::done) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(taken_by(*fourth, "fourth").outcome, Outcome::done);
  EXPECT_EQ(run_one(*fourth, next_step("t1", 0, 1, "fourth")).outcome, Outcome::done);
}

class PostgresRelay : public Postgres {
 protected:
  std::unique_ptr<Relay> relay(const NodeId& self) {
    Result<std::unique_ptr<Relay>> out = postgres_relay(server_->url(), self);
    if (!out) ADD_FAILURE() << out.fault().text();
    return out ? std::move(*out) : nullptr;
  }
  // Until so many have come, or it took too long.
  static std::vector<Relay::Received> collect(Relay& from, std::size_t count) {
    std::vector<Relay::Received> all;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (all.size() < count && std::chrono::steady_clock::now() < deadline) {
      Result<std::vector<Relay::Received>> some = from.receive(100);
      if (!some) continue;
      for (Relay::Received& one : *some) all.push_back(std::move(one));
    }
    return all;
  }
};

TEST_F(PostgresRelay, MessagesArriveWholeAndInOrder) {
  const auto ann = relay("node ann"), bob = relay("bob"), cid = relay(std::string(200, 'c'));
  std::string large;
  while (large.size() < 100'000) large += "line " + std::to_string(large.size()) + " \xE2\x82\xAC\xF0\x9F\x8E\xB2\n";
  std::vector<std::string> sent;
  for (int i = 0; i < 500; ++i) {
    sent.push_back(i % 50 == 7 ? large.substr(0, large.find('\n', static_cast<std::size_t>(i * 190)) + 1)
                   : i == 3    ? ""
                               : "message " + std::to_string(i));
    ASSERT_TRUE(ann->send("bob", sent.back()));
    ASSERT_TRUE(i % 100 != 0 || cid->send("bob", large));
  }
  std::vector<std::string> from_ann, from_cid;
  for (const Relay::Received& one : collect(*bob, sent.size() + 5)) (one.from == "node ann" ? from_ann : from_cid).push_back(one.message);
  EXPECT_EQ(from_ann, sent);
  EXPECT_EQ(from_cid, std::vector<std::string>(5, large));
  ASSERT_TRUE(bob->send("node ann", "back"));
  EXPECT_EQ(collect(*ann, 1).at(0).message, "back");
  Result<std::vector<Relay::Received>> nothing = cid->receive(10);
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->empty());
}

TEST_F(PostgresRelay, WhatIsForEveryNodeIsHeardByTheOthers) {
  const auto ann = relay("ann"), bob = relay("bob"), cid = relay("cid");
  ASSERT_TRUE(ann->send(every_node, "all"));
  ASSERT_TRUE(bob->send("ann", "one"));
  for (Relay* one : {bob.get(), cid.get()}) EXPECT_EQ(collect(*one, 1).at(0).message, "all");
  EXPECT_EQ(collect(*ann, 1).at(0).message, "one") << "not one's own words";
}

TEST_F(PostgresRelay, AMessageWakesTheOneWhoWaits) {
  const auto ann = relay("ann"), bob = relay("bob");
  const auto start = std::chrono::steady_clock::now();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_TRUE(ann->send("bob", "now"));
  });
  const Result<std::vector<Relay::Received>> got = bob->receive(10'000);
  later.join();
  ASSERT_TRUE(got);
  ASSERT_EQ(got->size(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(PostgresRelay, WhatCannotBeSentIsRefused) {
  const auto ann = relay("ann");
  EXPECT_FALSE(ann->send("", "x"));
  EXPECT_FALSE(ann->send("b\nb", "x"));
  EXPECT_FALSE(ann->send("bob", std::string("a\0b", 3)));
  EXPECT_FALSE(ann->send("bob", "\xFF"));
  EXPECT_TRUE(ann->send("nobody", "x"));
  EXPECT_FALSE(postgres_relay(server_->url(), ""));
  EXPECT_FALSE(postgres_relay("postgresql://127.0.0.1:1/x", "ann"));
}

TEST_F(PostgresRelay, ComesBackAfterTheDatabase) {
  const auto ann = relay("ann"), bob = relay("bob");
  ASSERT_TRUE(ann->send("bob", "one"));
  EXPECT_EQ(collect(*bob, 1).size(), 1u);
  server_->restart();
  bool again = false;
  for (int i = 0; i < 100 && !again; ++i) {
    (void)ann->send("bob", "lost or not");
    const auto got = bob->receive(100);
    again = got && !got->empty();
  }
  EXPECT_TRUE(again);
}

}  // namespace
}  // namespace trestle::storage::test
