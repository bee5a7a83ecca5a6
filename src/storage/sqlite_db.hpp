// One connection to an SQLite file: statements are prepared once and found again by the address of their literal, and the first
// failure sticks, so that a sequence of statements needs one look at the end. Nothing of what is stored is known here.
#pragma once
#include <sqlite3.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/types.hpp"

namespace trestle::storage {

class SqliteDb {
 public:
  // Rows of one question, to be read one after another; a question is asked again only after its rows are gone.
  class Rows {
   public:
    Rows(SqliteDb& db, sqlite3_stmt* statement) : db_(db), statement_(statement) {}
    ~Rows();
    Rows(const Rows&) = delete;
    bool next();
    i64 number(int column) const { return sqlite3_column_int64(statement_, column); }
    double real(int column) const { return sqlite3_column_double(statement_, column); }
    std::string text(int column) const;
    Digest digest(int column) const;

   private:
    SqliteDb& db_;
    sqlite3_stmt* statement_;  // nullptr: the connection has failed
  };

  // Makes the file where it is missing. A fault says what is wrong with it.
  static Result<std::unique_ptr<SqliteDb>> open(const std::string& file);
  ~SqliteDb();
  SqliteDb(const SqliteDb&) = delete;

  template <class... Args>
  Rows rows(const char* sql, const Args&... args) {
    sqlite3_stmt* statement = prepared(sql);
    int at = 0;
    if (statement != nullptr) (bind(statement, ++at, args), ...);
    return Rows(*this, statement);
  }
  // How many rows it changed.
  template <class... Args>
  i64 change(const char* sql, const Args&... args) {
    {
      Rows all = rows(sql, args...);
      while (all.next()) {
      }
    }
    return failed() ? 0 : sqlite3_changes64(db_);
  }
  // Statements that are not kept, one or several.
  void script(const std::string& sql);
  i64 last_row() const { return sqlite3_last_insert_rowid(db_); }

  bool failed() const { return !why_.empty(); }
  // Ends the transaction: all of it is durable, or (after a failure, or on one now) nothing is kept. The failure is forgotten then.
  Status commit();
  // Copies everything into a file that is not there yet.
  Status copy_to(const std::string& file);
  // Pages in the write-ahead log when something was last kept. From now on a commit does not empty it.
  void leave_log();
  int log_pages() const { return log_pages_; }
  // Copies them into the file itself, unless another connection is doing so. A failure means that it is done another time.
  void empty_log() { (void)sqlite3_wal_checkpoint_v2(db_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr); }
  bool is_read_only() const { return sqlite3_db_readonly(db_, "main") != 0; }

 private:
  explicit SqliteDb(sqlite3* db) : db_(db) {}
  sqlite3_stmt* prepared(const char* sql);
  void bind(sqlite3_stmt* statement, int at, std::string_view value);
  void bind(sqlite3_stmt* statement, int at, const std::string& value) { bind(statement, at, std::string_view(value)); }
  void bind(sqlite3_stmt* statement, int at, const char* value) { bind(statement, at, std::string_view(value)); }
  void bind(sqlite3_stmt* statement, int at, const Digest& value);
  void bind(sqlite3_stmt* statement, int at, double value) { check(sqlite3_bind_double(statement, at, value)); }
  void bind(sqlite3_stmt* statement, int at, i64 value) { check(sqlite3_bind_int64(statement, at, value)); }
  void bind(sqlite3_stmt* statement, int at, u64 value) { bind(statement, at, static_cast<i64>(value)); }
  void bind(sqlite3_stmt* statement, int at, u32 value) { bind(statement, at, i64{value}); }
  void bind(sqlite3_stmt* statement, int at, int value) { bind(statement, at, i64{value}); }
  void bind(sqlite3_stmt* statement, int at, bool value) { bind(statement, at, i64{value ? 1 : 0}); }
  bool check(int code);  // true = no failure

  sqlite3* db_;
  std::unordered_map<const char*, sqlite3_stmt*> statements_;
  std::string why_;
  int log_pages_ = 0;
};

// Brings a database to the version that the list is long: entry i makes version i + 1 out of version i. Faults: it is of a newer
// version, or another program's.
Status migrate(SqliteDb& db, std::span<const char* const> steps);

inline constexpr int sqlite_schema_version = 2;
extern const std::span<const char* const> sqlite_migrations;

}  // namespace trestle::storage
