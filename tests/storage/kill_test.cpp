// A server is killed at any moment: what it had acknowledged is there, once, and play goes on.
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <map>
#include <thread>

#include "base/rng.hpp"
#include "stores.hpp"
#include "support/scale.hpp"

namespace trestle::storage::test {
namespace {

constexpr u64 tables = 20;

TableId table_name(u64 t) { return "t" + std::to_string(t); }

// One acknowledged move, as the child tells it; short enough to be written in one piece.
struct Acknowledged {
  u64 table = 0, moves = 0;
};

// Plays until it is killed. What it saves in a batch it acknowledges after the batch.
[[noreturn]] void play(Stores& stores, const NodeId& node, u64 seed, int pipe) {
  std::unique_ptr<Store> store = stores.open();
  if (store == nullptr) ::_exit(1);
  Rng rng(seed);
  std::map<u64, u64> moves;
  for (u64 t = 0; t < tables; ++t) {
    const Answer loaded = run_one(*store, LoadTable{table_name(t), node, 1});
    if (!loaded.table) ::_exit(2);
    moves[t] = loaded.table->moves;
  }
  for (;;) {
    std::vector<Op> ops;
    std::vector<Acknowledged> made;
    for (u64 i = 1 + rng.below(8); i-- > 0;) {
      const u64 t = rng.below(tables);
      const u32 count = 1 + rng.below(3);
      ops.push_back(next_step(table_name(t), moves[t], count, node));
      moves[t] += count;
      made.push_back({t, moves[t]});
    }
    for (const Answer& answer : store->run(ops))
      if (answer.outcome != Outcome::done) ::_exit(3);
    for (const Acknowledged& one : made)
      if (::write(pipe, &one, sizeof one) != sizeof one) ::_exit(4);
  }
}

// Lets a child play for a random time; the highest number of moves it acknowledged, a table.
void play_and_kill(Stores& stores, const NodeId& node, Rng& rng, std::map<u64, u64>& acknowledged) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const u64 seed = rng.next();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::close(ends[0]);
    play(stores, node, seed, ends[1]);
  }
  ::close(ends[1]);
  std::thread killer([child, wait = 60 + rng.below(120)] {
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    ::kill(child, SIGKILL);
  });
  Acknowledged one;
  while (::read(ends[0], &one, sizeof one) == sizeof one) acknowledged[one.table] = one.moves;
  ::close(ends[0]);
  killer.join();
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself: " << WEXITSTATUS(status);
}

void expect_everything(Stores& stores, const std::map<u64, u64>& acknowledged) {
  std::unique_ptr<Store> store = stores.open();
  ASSERT_NE(store, nullptr);
  for (u64 t = 0; t < tables; ++t) {
    const TableWhole table = *run_one(*store, PeekTable{table_name(t)}).table;
    const auto known = acknowledged.find(t);
    ASSERT_GE(table.moves, known != acknowledged.end() ? known->second : 0) << "an acknowledged move of table " << t << " is lost";
    u64 next = 0;
    for (const StepRow& step : table.steps) {
      ASSERT_EQ(step.first, next) << "a move of table " << t << " is missing or there twice";
      next += step.moves;
    }
    ASSERT_EQ(next, table.moves);
  }
}

void kill_often(Kind kind, u64 times) {
  Stores stores(kind);
  {
    std::unique_ptr<Store> store = stores.open();
    ASSERT_NE(store, nullptr);
    for (u64 t = 0; t < tables; ++t) run_one(*store, creation(table_name(t), "n0"));
  }
  Rng rng(2026);
  std::map<u64, u64> acknowledged;
  for (u64 i = 1; i <= times && !::testing::Test::HasFatalFailure(); ++i) {
    play_and_kill(stores, "n" + std::to_string(i), rng, acknowledged);
    expect_everything(stores, acknowledged);
  }
  u64 moves = 0;
  for (const auto& [table, count] : acknowledged) moves += count;
  EXPECT_GT(moves, times) << "nothing was played";
  std::cout << times << " kills, " << moves << " moves acknowledged\n";
}

TEST(Killed, SqliteLosesNothing) { kill_often(Kind::sqlite, trestle::test::scaled(500, 20)); }

TEST(Killed, PostgresLosesNothing) {
  SKIP_WITHOUT_POSTGRES();
  kill_often(Kind::postgres, trestle::test::scaled(500, 20));
}

}  // namespace
}  // namespace trestle::storage::test
