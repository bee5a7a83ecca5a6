// `trestle serve` as a child of a benchmark: started on a free port with limits out of the way, killed or stopped.
#pragma once
#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "support/postgres_server.hpp"

namespace trestle::bench {

class ServerProcess {
 public:
  // `store`: the arguments that say where to keep things, as --data DIR.
  ServerProcess(std::string program, std::vector<std::string> store) : program_(std::move(program)), store_(std::move(store)) {}
  ~ServerProcess() { kill(); }
  ServerProcess(const ServerProcess&) = delete;

  // Answers how many seconds it took until it listened. The program ends here where the server does not start.
  double start(u16 port = 0);
  void kill();  // -9
  void stop();  // politely; waits
  pid_t pid() const { return pid_; }
  u16 port() const { return port_; }

 private:
  void reap();
  std::string program_;
  std::vector<std::string> store_;
  pid_t pid_ = -1;
  u16 port_ = 0;
  int out_ = -1;
};

// Where a started server keeps things: a directory or a PostgreSQL of its own, both gone with the object, a database that is there, or
// nowhere.
class Storage {
 public:
  enum class Kind { file, own_postgres, memory };
  Storage(Kind kind, const std::string& database);
  ~Storage();
  Storage(const Storage&) = delete;
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  std::string folder_;
  std::unique_ptr<test::PostgresServer> postgres_;
  std::vector<std::string> arguments_;
};

}  // namespace trestle::bench
