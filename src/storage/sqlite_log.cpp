#include "storage/sqlite_log.hpp"

namespace trestle::storage {

Result<std::unique_ptr<SqliteLog>> SqliteLog::open(SqliteDb& writer, const std::string& file) {
  Result<std::unique_ptr<SqliteDb>> own = SqliteDb::open(file);
  if (!own) return own.fault();
  (*own)->script("PRAGMA synchronous = FULL; SELECT count(*) FROM sqlite_schema");  // which finds the log
  if ((*own)->failed()) return fault("cannot be opened twice");
  writer.leave_log();
  return std::unique_ptr<SqliteLog>(new SqliteLog(writer, std::move(*own)));
}

SqliteLog::SqliteLog(SqliteDb& writer, std::unique_ptr<SqliteDb> own) : writer_(writer), own_(std::move(own)), thread_([this] { run(); }) {}

SqliteLog::~SqliteLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void SqliteLog::tend() {
  const int pages = writer_.log_pages();
  if (pages < called_at_) called_at_ = 0;  // it began anew
  if (pages >= log_pages_max) return writer_.empty_log();
  if (pages - called_at_ < log_pages_usual) return;
  called_at_ = pages;
  {
    const std::lock_guard lock(mutex_);
    called_ = true;
  }
  wake_.notify_one();
}

void SqliteLog::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return called_ || stopping_; });
    if (stopping_) return;
    called_ = false;
    lock.unlock();
    own_->empty_log();
    lock.lock();
  }
}

}  // namespace trestle::storage
