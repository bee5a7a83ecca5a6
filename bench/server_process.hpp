// `trestle serve` as a child of a benchmark: started on a free port with limits out of the way, killed or stopped.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/types.hpp"

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

// A directory that ends with the object, for a server's data.
class DataFolder {
 public:
  DataFolder();
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace trestle::bench
