// The store in a file: what can be wrong with the file ends in one clear line and damages nothing, a full disk is survived, versions.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "storage/sqlite_log.hpp"
#include "stores.hpp"

namespace {
std::atomic<trestle::u64> synchronised = 0;
}

// In the place of the system's, for SQLite too, so that calls can be counted.
extern "C" int fdatasync(int file) {
  synchronised += 1;
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

namespace trestle::storage::test {
namespace {

using ::testing::HasSubstr;

std::string contents(const std::string& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

std::string fault_of(const std::string& file) {
  const Result<std::unique_ptr<Store>> store = sqlite_store(file);
  return store ? "" : store.fault().text();
}

class SqliteFile : public ::testing::Test {
 protected:
  std::unique_ptr<Store> open() {
    Result<std::unique_ptr<Store>> store = sqlite_store(file_);
    if (!store) ADD_FAILURE() << store.fault().text();
    return store ? std::move(*store) : nullptr;
  }
  // Says something to the file that no store would say.
  void meddle(const std::string& sql) {
    Result<std::unique_ptr<SqliteDb>> db = SqliteDb::open(file_);
    ASSERT_TRUE(db);
    (*db)->script(sql);
    ASSERT_FALSE((*db)->failed());
  }
  i64 number(const std::string& sql) {
    Result<std::unique_ptr<SqliteDb>> db = SqliteDb::open(file_);
    auto rows = (*db)->rows(sql.c_str());
    return rows.next() ? rows.number(0) : -1;
  }
  trestle::test::Scratch folder_;
  std::string file_ = folder_.file("trestle.db");
};

TEST_F(SqliteFile, EveryCommitWaitsForTheDisk) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  for (u64 i = 0; i < 20; ++i) {
    const u64 before = synchronised;
    ASSERT_EQ(run_one(*store, next_step("t1", i, 1)).outcome, Outcome::done);
    EXPECT_GT(synchronised, before);
  }
  const u64 before = synchronised;
  run_one(*store, PeekTable{"t1"});
  EXPECT_EQ(synchronised, before);
}

TEST_F(SqliteFile, OneServerAtATime) {
  std::unique_ptr<Store> store = open();
  EXPECT_THAT(fault_of(file_), HasSubstr("held by another server"));
  EXPECT_EQ(run_one(*store, creation("t1")).outcome, Outcome::done);
  store.reset();
  EXPECT_EQ(fault_of(file_), "");
}

TEST_F(SqliteFile, WhereNothingCanBeWritten) {
  EXPECT_THAT(fault_of(folder_.file("no-such-folder/trestle.db")), HasSubstr("not writable: No such file or directory"));
  EXPECT_THAT(fault_of("/proc/trestle.db"), HasSubstr("not writable"));
  std::filesystem::create_directory(folder_.file("folder"));
  EXPECT_THAT(fault_of(folder_.file("folder")), HasSubstr("unable to open database file"));
}

TEST_F(SqliteFile, AnotherFileIsLeftAlone) {
  const std::string text = "This is a diary, and by no means a database. " + std::string(5000, 'x');
  std::ofstream(file_) << text;
  EXPECT_THAT(fault_of(file_), HasSubstr("file is not a database"));
  EXPECT_EQ(contents(file_), text);
}

TEST_F(SqliteFile, AnotherProgramsDatabaseIsLeftAlone) {
  meddle("CREATE TABLE diary (day TEXT)");
  const std::string before = contents(file_);
  EXPECT_THAT(fault_of(file_), HasSubstr("another program's database"));
  EXPECT_EQ(contents(file_), before);
}

TEST_F(SqliteFile, ANewerVersionIsLeftAlone) {
  open().reset();
  meddle("PRAGMA journal_mode = DELETE; PRAGMA user_version = " + std::to_string(sqlite_schema_version + 1));
  const std::string before = contents(file_);
  EXPECT_THAT(fault_of(file_), HasSubstr("is of version " + std::to_string(sqlite_schema_version + 1) +
                                         ", this program knows versions up to " + std::to_string(sqlite_schema_version)));
  EXPECT_EQ(contents(file_), before);
}

TEST_F(SqliteFile, ADamagedFileIsFound) {
  {
    std::unique_ptr<Store> store = open();
    for (int i = 0; i < 200; ++i) run_one(*store, creation("t" + std::to_string(i)));
  }
  const std::string good = contents(file_);
  {
    std::fstream out(file_, std::ios::binary | std::ios::in | std::ios::out);
    for (std::size_t page = 2; page * 4096 < good.size(); page += 3) {
      out.seekp(static_cast<std::streamoff>(page * 4096));
      out << std::string(3000, '\x5A');
    }
  }
  EXPECT_THAT(fault_of(file_), ::testing::AnyOf(HasSubstr("is damaged"), HasSubstr("malformed")));
  std::ofstream(file_, std::ios::binary) << good.substr(0, good.size() / 2);
  EXPECT_THAT(fault_of(file_), ::testing::AnyOf(HasSubstr("is damaged"), HasSubstr("malformed")));
}

TEST_F(SqliteFile, VersionsAreReachedOneAfterAnother) {
  open().reset();
  const auto bring_to = [&](const std::vector<const char*>& steps) {
    Result<std::unique_ptr<SqliteDb>> db = SqliteDb::open(file_);
    return migrate(**db, steps);
  };
  std::vector<const char*> steps(sqlite_migrations.begin(), sqlite_migrations.end());
  steps.push_back("ALTER TABLE users ADD COLUMN title TEXT NOT NULL DEFAULT 'none'; CREATE TABLE clubs (id TEXT)");
  EXPECT_TRUE(bring_to(steps));
  EXPECT_EQ(number("PRAGMA user_version"), sqlite_schema_version + 1);
  EXPECT_TRUE(bring_to(steps));                                                     // nothing left to do
  steps.push_back("CREATE TABLE leagues (id TEXT); CREATE TABLE clubs (id TEXT)");  // the second is there already
  EXPECT_FALSE(bring_to(steps));
  EXPECT_EQ(number("PRAGMA user_version"), sqlite_schema_version + 1);
  EXPECT_EQ(number("SELECT count(*) FROM sqlite_schema WHERE name = 'leagues'"), 0);  // all of a step or nothing
  EXPECT_THAT(fault_of(file_), HasSubstr("is of version"));
}

// Files may not grow beyond a size: to a program that is the same as a full disk.
class Quota {
 public:
  explicit Quota(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~Quota() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  Quota(const Quota&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST_F(SqliteFile, AFullDiskKeepsNothingOfTheBatchAndEndsWithTheLack) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  u64 kept = 0, failed = 0;
  {
    const Quota quota(512 << 10);
    for (int tries = 0; tries < 400 && failed < 20; ++tries) {
      const std::vector<Op> ops{next_step("t1", kept, 1), creation("other" + std::to_string(kept)), next_step("t1", kept + 1, 1)};
      const std::vector<Answer> answers = store->run(ops);
      ASSERT_EQ(answers.size(), 3u);
      if (answers[0].outcome == Outcome::done) {
        EXPECT_EQ(answers[2].outcome, Outcome::done);
        kept += 2;
        continue;
      }
      failed += 1;
      for (const Answer& answer : answers) {
        EXPECT_EQ(answer.outcome, Outcome::failed);
        EXPECT_FALSE(answer.why.empty());
      }
    }
    EXPECT_GT(kept, 0u);
    EXPECT_EQ(failed, 20u);
    EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->moves, kept);
    EXPECT_EQ(number("SELECT moves FROM heads WHERE id = 't1'"), 0) << "else the steps need not tell";
  }
  EXPECT_EQ(run_one(*store, next_step("t1", kept, 1)).outcome, Outcome::done);
  store.reset();
  store = open();
  EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->moves, kept + 1);
  EXPECT_EQ(run_one(*store, CountAll{}).counts.running, 1 + kept / 2);
}

// The row of a table is written some moves later than its steps. Nobody can tell: not who asks, nor who opens the file after a kill, of
// which a copy made while running is like one.
class SqliteHeads : public SqliteFile {
 protected:
  // As the steps say it and as the file's own row does.
  static void expect_table(Store& store, const TableId& id, u64 moves, Millis changed, Millis wake) {
    const Answer found = run_one(store, PeekTable{id});
    ASSERT_TRUE(found.table);
    EXPECT_EQ(found.table->moves, moves);
    EXPECT_EQ(found.table->steps.size(), moves);
    EXPECT_EQ(found.table->row.changed, changed);
    EXPECT_EQ(found.table->row.wake, wake);
  }
  std::unique_ptr<Store> copy_of(Store& store) {
    const std::string copy = folder_.file("copy" + std::to_string(++copies_) + ".db");
    EXPECT_TRUE(store.back_up(copy));
    Result<std::unique_ptr<Store>> other = sqlite_store(copy);
    return other ? std::move(*other) : nullptr;
  }
  static SaveTable step(const TableId& id, u64 first, Millis at, Millis wake) {
    SaveTable save = next_step(id, first, 1, "n1", at);
    save.wake = wake;
    return save;
  }
  int copies_ = 0;
};

TEST_F(SqliteHeads, AreNotWrittenWithEveryStep) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  for (u64 i = 0; i < 5; ++i) run_one(*store, step("t1", i, 300 + static_cast<Millis>(i), 0));
  EXPECT_EQ(number("SELECT moves FROM heads"), 0) << "else this tests nothing";
  EXPECT_EQ(run_one(*store, CountAll{}).counts.moves, 5u);
  EXPECT_EQ(number("SELECT moves FROM heads"), 5) << "asked for all";
}

TEST_F(SqliteHeads, AreToldByTheStepsAfterAKill) {
  std::unique_ptr<Store> store = open();
  for (const char* id : {"t1", "t2", "t3"}) run_one(*store, creation(id));
  for (u64 i = 0; i < 4; ++i) run_one(*store, step("t1", i, 300 + static_cast<Millis>(i), 7000));
  for (u64 i = 0; i < 3; ++i) run_one(*store, step("t2", i, 400 + static_cast<Millis>(i), 8000));
  SaveTable paused;  // changes the row after the steps
  paused.id = "t2";
  paused.node = "n1";
  paused.changed = 500;
  paused.expect_moves = 3;
  ASSERT_EQ(run_one(*store, paused).outcome, Outcome::done);
  std::unique_ptr<Store> copy = copy_of(*store);
  for (Store* one : {store.get(), copy.get()}) {
    expect_table(*one, "t1", 4, 303, 7000);
    expect_table(*one, "t2", 3, 500, 0);
    expect_table(*one, "t3", 0, 100, 0);
    EXPECT_EQ(run_one(*one, step("t1", 3, 600, 0)).outcome, Outcome::conflict);
    EXPECT_EQ(run_one(*one, step("t1", 4, 600, 9000)).outcome, Outcome::done);
    const std::vector<TableRow> due = run_one(*one, ListDue{"n1", 10'000, 1, 10}).tables;
    ASSERT_EQ(due.size(), 1u);
    EXPECT_EQ(due[0].wake, 9000);
    EXPECT_EQ(run_one(*one, ListTables{}).tables[0].id, "t1");
  }
}

TEST_F(SqliteHeads, NumbersOfStepsThatWereTakenBackAreNotGivenAgain) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  for (u64 i = 0; i < 3; ++i) run_one(*store, step("t1", i, 300, 0));
  run_one(*store, CountAll{});  // the file knows all
  SaveTable cut;
  cut.id = "t1";
  cut.node = "n1";
  cut.changed = 400;
  cut.expect_moves = 3;
  cut.cut_to = 1;
  ASSERT_EQ(run_one(*store, cut).outcome, Outcome::done);
  ASSERT_EQ(run_one(*store, step("t1", 1, 500, 0)).outcome, Outcome::done);
  EXPECT_EQ(number("SELECT max(no) FROM steps"), 4);
  expect_table(*copy_of(*store), "t1", 2, 500, 0);
}

TEST_F(SqliteHeads, ThatWereBehindForLongAreWritten) {
  constexpr u64 steps = 40'000;
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  run_one(*store, creation("t2"));
  run_one(*store, step("t2", 0, 300, 0));
  std::vector<Op> ops;
  for (u64 i = 0; i < steps; ++i) {
    ops.push_back(step("t1", i, 400, 0));
    if (ops.size() < 1000) continue;
    store->run(ops);
    ops.clear();
  }
  EXPECT_EQ(number("SELECT moves FROM heads WHERE id = 't2'"), 1);
  EXPECT_GT(number("SELECT moves FROM heads WHERE id = 't1'"), static_cast<i64>(steps / 2));
  EXPECT_GT(number("SELECT known_step FROM behind"), static_cast<i64>(steps / 2)) << "a start would read them all";
  expect_table(*copy_of(*store), "t1", steps, 400, 0);
}

TEST_F(SqliteHeads, AFileOfTheFirstVersionIsTakenUp) {
  {
    Result<std::unique_ptr<SqliteDb>> db = SqliteDb::open(file_);
    ASSERT_TRUE(migrate(**db, sqlite_migrations.first(1)));
    (*db)->script(
        "INSERT INTO heads VALUES (1, 't1', 'n1', 2, 2, 300, 0); INSERT INTO tables VALUES (1, 1, 1, 50, 'chess', '', 'terms');"
        "INSERT INTO steps VALUES (1, 0, 0, 1, 200, 'x'), (2, 1, 1, 1, 300, 'y')");
    ASSERT_FALSE((*db)->failed());
  }
  std::unique_ptr<Store> store = open();
  expect_table(*store, "t1", 2, 300, 0);
  ASSERT_EQ(run_one(*store, step("t1", 2, 400, 0)).outcome, Outcome::done);
  store.reset();
  expect_table(*open(), "t1", 3, 400, 0);
}

TEST_F(SqliteFile, BacksUpWhileRunning) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  run_one(*store, next_step("t1", 0, 3));
  const std::string copy = folder_.file("copy.db");
  EXPECT_TRUE(store->back_up(copy));
  run_one(*store, next_step("t1", 3, 1));
  const Status again = store->back_up(copy);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.fault().text(), HasSubstr("is there already"));
  EXPECT_FALSE(store->back_up(folder_.file("no-such-folder/copy.db")));
  Result<std::unique_ptr<Store>> other = sqlite_store(copy);
  ASSERT_TRUE(other);
  EXPECT_EQ(run_one(**other, PeekTable{"t1"}).table->moves, 3u);
  EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->moves, 4u);
}

TEST_F(SqliteFile, ServersThatAreGoneHoldNothing) {
  std::unique_ptr<Store> store = open();
  run_one(*store, Heartbeat{"n1", 1'000'000});
  run_one(*store, creation("t1", "n1"));
  EXPECT_EQ(run_one(*store, LoadTable{"t1", "n2", 500}).outcome, Outcome::conflict);
  store.reset();
  store = open();
  EXPECT_EQ(run_one(*store, LoadTable{"t1", "n2", 500}).outcome, Outcome::done);
}

// Steps of a page each: so many batches of 250 pages and a few.
class SqliteLogFile : public SqliteFile {
 protected:
  void write(Store& store, int batches) {
    for (int i = 0; i < batches; ++i) {
      std::vector<Op> ops;
      for (int k = 0; k < 250; ++k) {
        SaveTable save = next_step("t1", steps_++, 1);
        save.step->text = std::string(3500, 'x');
        ops.push_back(std::move(save));
      }
      for (const Answer& answer : store.run(ops)) ASSERT_EQ(answer.outcome, Outcome::done) << answer.why;
    }
  }
  std::uintmax_t pages(const std::string& of) const { return std::filesystem::file_size(of) / 4096; }
  u64 steps_ = 0;
};

TEST_F(SqliteLogFile, IsCopiedIntoTheFileWhileNobodyWaits) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  write(*store, 6);  // more than log_pages_usual
  for (int i = 0; i < 1000 && pages(file_) < log_pages_usual; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_GE(pages(file_), static_cast<std::uintmax_t>(log_pages_usual));
}

TEST_F(SqliteLogFile, BeginsAnewThoughWritingNeverStops) {
  std::unique_ptr<Store> store = open();
  run_one(*store, creation("t1"));
  write(*store, 3 * log_pages_max / 250);
  EXPECT_LT(pages(file_ + "-wal"), 2u * log_pages_max);
  EXPECT_EQ(run_one(*store, PeekTable{"t1"}).table->steps.size(), steps_);
}

// What a server does when it begins, over ten thousand tables with a game in each.
TEST_F(SqliteFile, TenThousandTablesAreThereAtOnce) {
  {
    std::unique_ptr<Store> store = open();
    for (int i = 0; i < 10'000; i += 500) {
      std::vector<Op> ops;
      for (int t = i; t < i + 500; ++t) {
        SaveTable made = creation("table" + std::to_string(t), "n1", t);
        made.row->wake = t % 2 == 0 ? 1 : 0;
        ops.push_back(made);
        for (u64 step = 0; step < 10; ++step) {
          SaveTable played = next_step("table" + std::to_string(t), step, 1);
          played.wake = made.row->wake;
          ops.push_back(played);
        }
      }
      for (const Answer& answer : store->run(ops)) ASSERT_EQ(answer.outcome, Outcome::done) << answer.why;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  std::unique_ptr<Store> store = open();
  EXPECT_EQ(run_one(*store, ListDue{"n2", 10, 10, 10'000}).tables.size(), 5000u);
  EXPECT_EQ(run_one(*store, ListTables{TableStatus::running, {}, true}).tables.size(), 50u);
  EXPECT_EQ(run_one(*store, LoadTable{"table77", "n2", 10}).table->steps.size(), 10u);
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  RecordProperty("milliseconds", static_cast<int>(spent.count()));
  std::cout << "opened with 10,000 tables in " << spent.count() << " ms\n";
  EXPECT_LT(spent.count(), 2000);
}

}  // namespace
}  // namespace trestle::storage::test
