// Who empties the write-ahead log of an SQLite file while it is written to: a thread with a connection of its own copies pages into the
// file itself, so that no commit waits for it. Only the rest, which a log needs to begin anew, is copied between two commits.
#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>

#include "storage/sqlite_db.hpp"

namespace trestle::storage {

inline constexpr int log_pages_usual = 1000;  // more than the last time: the thread is called
inline constexpr int log_pages_max = 8000;    // 32 MB: the log is to begin anew

class SqliteLog {
 public:
  // `writer` outlives this; nobody else empties its log.
  static Result<std::unique_ptr<SqliteLog>> open(SqliteDb& writer, const std::string& file);
  ~SqliteLog();
  SqliteLog(const SqliteLog&) = delete;

  // On the writer's thread, between two transactions.
  void tend();

 private:
  SqliteLog(SqliteDb& writer, std::unique_ptr<SqliteDb> own);
  void run();

  SqliteDb& writer_;
  int called_at_ = 0;  // how many pages it had
  std::mutex mutex_;
  std::condition_variable wake_;
  bool called_ = false, stopping_ = false;
  std::unique_ptr<SqliteDb> own_;
  std::thread thread_;
};

}  // namespace trestle::storage
