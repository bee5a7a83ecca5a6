// The three stores behind one door, for tests: each fresh, and opened again with what it kept.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "storage/store.hpp"
#include "support/postgres_server.hpp"
#include "support/scratch.hpp"

namespace trestle::storage::test {

enum class Kind { memory, sqlite, postgres };

inline std::string name_of(Kind kind) { return kind == Kind::memory ? "Memory" : kind == Kind::sqlite ? "Sqlite" : "Postgres"; }
inline void PrintTo(Kind kind, std::ostream* out) { *out << name_of(kind); }

class Stores {
 public:
  explicit Stores(Kind kind) : kind_(kind) {
    if (kind == Kind::postgres) {
      server_ = std::make_unique<trestle::test::PostgresServer>();
      url_ = server_->url();
    }
  }
  // Memory forgets.
  bool can_reopen() const { return kind_ != Kind::memory; }
  std::unique_ptr<Store> open() {
    if (kind_ == Kind::memory) return memory_store();
    Result<std::unique_ptr<Store>> store = kind_ == Kind::sqlite ? sqlite_store(folder_.file("trestle.db")) : postgres_store(url_);
    if (!store) ADD_FAILURE() << store.fault().text();
    return store ? std::move(*store) : nullptr;
  }
  trestle::test::PostgresServer* server() { return server_.get(); }
  const std::string& url() const { return url_; }
  std::string file() const { return folder_.file("trestle.db"); }

 private:
  Kind kind_;
  trestle::test::Scratch folder_;
  std::unique_ptr<trestle::test::PostgresServer> server_;
  std::string url_;
};

#define SKIP_WITHOUT_POSTGRES() \
  if (trestle::test::PostgresServer::may_skip()) GTEST_SKIP() << "PostgreSQL is not installed"

inline Answer run_one(Store& store, Op op) {
  std::vector<Answer> answers = store.run(std::span<const Op>(&op, 1));
  EXPECT_EQ(answers.size(), 1u);
  return answers.empty() ? Answer{} : std::move(answers[0]);
}

inline UserRow user(const UserId& id, const std::string& login = "") {
  return {
      id,   "Ann \xC3\x84 of " + id, login, login.empty() ? "" : "$argon2id$secret", "https://example.org/hook", "key", "fr", 1000, 2000,
      false};
}

inline TableRow table_row(const TableId& id, Millis changed = 100) {
  return {id, TableStatus::running, true, "chess", "terms of " + id + "\nwith 'quotes' \\ and \"more\"", {"ann", "bob"}, 50, changed, 0};
}

inline SaveTable creation(const TableId& id, const NodeId& node = "n1", Millis changed = 100) {
  SaveTable save;
  save.id = id;
  save.node = node;
  save.create = true;
  save.row = table_row(id, changed);
  return save;
}

inline SaveTable next_step(const TableId& id, u64 first, u32 moves, const NodeId& node = "n1", Millis at = 200) {
  SaveTable save;
  save.id = id;
  save.node = node;
  save.changed = at;
  save.expect_moves = first;
  save.step = StepRow{first, moves, "A take 3\nB pass\n" + std::to_string(first), at};
  return save;
}

}  // namespace trestle::storage::test
