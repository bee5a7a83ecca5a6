// The whole server: listens, runs the hub on one io thread, and the workers around it.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/hub/hub.hpp"
#include "server/work/log.hpp"

namespace trestle::server::net {

struct ServerConfig {
  std::string host = "127.0.0.1";
  u16 port = 8080;                   // 0 = any that is free
  std::string page;                  // the folder of the web page; empty = none is served
  std::string certificate, key;      // files; empty = no TLS
  std::vector<std::string> origins;  // of pages elsewhere that may use this server
  bool trust_proxy = false;
  bool private_webhooks = false;
  unsigned bot_threads = 1;
  Log::Form log = Log::Form::text;
  std::string admin_socket;  // empty = none
  std::string public_url;    // for links; empty = the address listened on
  std::string database;      // several nodes share it; empty = this is the only node
  std::vector<OfferedEdition> editions;
  Limits limits;
};

class Server {
 public:
  // Listens when it returns. Faults: what a person can get wrong, a sentence each.
  static Result<std::unique_ptr<Server>> open(ServerConfig config, std::unique_ptr<storage::Store> store);
  ~Server();

  void stop_on_signals();  // SIGINT and SIGTERM stop it too, from now on
  // Serves until stop() was called and everything under way is kept and said.
  void run();
  void stop();  // from any thread

  std::string address() const;  // http://127.0.0.1:8080
  u16 port() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace trestle::server::net
