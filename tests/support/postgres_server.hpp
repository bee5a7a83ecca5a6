// A PostgreSQL of the test's own: a cluster in a temporary directory, reached by a socket in it and by nothing else, gone with the
// object and with the process. Without `durable` it does not wait for the disk, which survives everything but a crash of the machine.
#pragma once
#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace trestle::test {

class PostgresServer {
 public:
  static bool is_installed();
  // True: it is not installed, and the test may be skipped for that. Never under ./check.
  static bool may_skip();

  explicit PostgresServer(bool durable = false);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;

  void start();
  void stop_immediate();  // as by a crash: connections break, what was committed stays
  void restart() {
    stop_immediate();
    start();
  }
  // Of a database that is there from the start, or of one made by `new_database`.
  std::string url(const std::string& database = "postgres") const;
  std::string new_database();  // an empty one; answers its URL
  pid_t pid() const { return pid_; }

 private:
  bool is_ready() const;
  std::string directory_;
  bool durable_;
  pid_t pid_ = -1;
  int databases_ = 0;
};

}  // namespace trestle::test
