#include "storage/sqlite_db.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace trestle::storage {
namespace {

constexpr int application_id = 0x54726573;  // in the file's header: one of ours

std::string words_for(sqlite3* db) {
  std::string words = db != nullptr ? sqlite3_errmsg(db) : "not enough memory";
  if (db != nullptr && sqlite3_extended_errcode(db) != sqlite3_errcode(db))
    words += " (code " + std::to_string(sqlite3_extended_errcode(db)) + ")";
  return words;
}

// A copy counts when it is on the disk.
Status sync_and_rename(const std::string& from, const std::string& to) {
  const int file = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  if (!synced || std::rename(from.c_str(), to.c_str()) != 0) return Fault{to, 0, "cannot be written"};
  return ok();
}

}  // namespace

SqliteDb::Rows::~Rows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool SqliteDb::Rows::next() {
  if (statement_ == nullptr || db_.failed()) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) db_.check(code);
  return false;
}

std::string SqliteDb::Rows::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

Digest SqliteDb::Rows::digest(int column) const {
  Digest out{};
  const auto* bytes = static_cast<const u8*>(sqlite3_column_blob(statement_, column));
  if (bytes != nullptr && sqlite3_column_bytes(statement_, column) == static_cast<int>(out.size()))
    std::copy(bytes, bytes + out.size(), out.begin());
  return out;
}

Result<std::unique_ptr<SqliteDb>> SqliteDb::open(const std::string& file) {
  static const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // nobody asks how much it uses, and counting takes a lock
  (void)uncounted;
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<SqliteDb> db(new SqliteDb(raw));
  if (code != SQLITE_OK) return Fault{file, 0, words_for(raw)};
  sqlite3_extended_result_codes(raw, 1);
  return db;
}

SqliteDb::~SqliteDb() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close_v2(db_);
}

bool SqliteDb::check(int code) {
  if (code == SQLITE_OK) return true;
  if (why_.empty()) why_ = words_for(db_);
  return false;
}

sqlite3_stmt* SqliteDb::prepared(const char* sql) {
  if (failed()) return nullptr;
  sqlite3_stmt*& statement = statements_[sql];
  if (statement == nullptr) check(sqlite3_prepare_v3(db_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

void SqliteDb::bind(sqlite3_stmt* statement, int at, std::string_view value) {
  // A view of nothing may have no address; that would bind NULL.
  check(sqlite3_bind_text64(statement, at, value.empty() ? "" : value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqliteDb::bind(sqlite3_stmt* statement, int at, const Digest& value) {
  check(sqlite3_bind_blob64(statement, at, value.data(), value.size(), SQLITE_TRANSIENT));
}

void SqliteDb::script(const std::string& sql) {
  if (!failed()) check(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr));
}

Status SqliteDb::commit() {
  if (!failed()) change("COMMIT");
  if (!failed()) return ok();
  // Some failures have ended the transaction already.
  if (sqlite3_get_autocommit(db_) == 0) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
  Fault why = fault(std::move(why_));
  why_.clear();
  return why;
}

void SqliteDb::leave_log() {
  const auto note = [](void* to, sqlite3*, const char*, int pages) {
    *static_cast<int*>(to) = pages;
    return SQLITE_OK;
  };
  sqlite3_wal_hook(db_, note, &log_pages_);
}

Status SqliteDb::copy_to(const std::string& file) {
  std::error_code error;
  if (std::filesystem::exists(file, error)) return Fault{file, 0, "is there already"};
  const std::string part = file + ".part";
  std::filesystem::remove(part, error);
  sqlite3* target = nullptr;
  int code = sqlite3_open_v2(part.c_str(), &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  sqlite3_backup* copy = code == SQLITE_OK ? sqlite3_backup_init(target, "main", db_, "main") : nullptr;
  if (copy != nullptr) {
    sqlite3_backup_step(copy, -1);
    code = sqlite3_backup_finish(copy);
  }
  const std::string why = words_for(target);
  const bool copied = copy != nullptr && code == SQLITE_OK;
  sqlite3_close_v2(target);
  if (copied) return sync_and_rename(part, file);
  std::filesystem::remove(part, error);
  return Fault{file, 0, why};
}

Status migrate(SqliteDb& db, std::span<const char* const> steps) {
  db.script("BEGIN IMMEDIATE");
  i64 version = 0, owner = 0, objects = 0;
  if (auto rows = db.rows("PRAGMA user_version"); rows.next()) version = rows.number(0);
  if (auto rows = db.rows("PRAGMA application_id"); rows.next()) owner = rows.number(0);
  if (auto rows = db.rows("SELECT count(*) FROM sqlite_schema"); rows.next()) objects = rows.number(0);
  const i64 known = static_cast<i64>(steps.size());
  Status wrong = ok();
  if (owner != application_id && (version != 0 || owner != 0 || objects != 0)) wrong = fault("is another program's database");
  if (wrong && version > known)
    wrong = fault("is of version " + std::to_string(version) + ", this program knows versions up to " + std::to_string(known));
  if (wrong && version < known) {
    for (i64 at = version; at < known; ++at) db.script(steps[static_cast<std::size_t>(at)]);
    db.script("PRAGMA application_id = " + std::to_string(application_id));
    db.script("PRAGMA user_version = " + std::to_string(known));
  }
  const Status done = db.commit();
  return done ? wrong : done;
}

}  // namespace trestle::storage
