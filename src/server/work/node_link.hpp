// This node among others on one database: its heartbeat, the messages between the hubs, and the news that a node is gone. Nodes that
// talk to each other tell each other every second that they live; one that has been silent for longer than its lease is gone.
#pragma once
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "server/work/deliver.hpp"
#include "server/work/log.hpp"

namespace trestle::server {

class StoreThread;

inline constexpr i64 heartbeat_ms = 1000;
inline constexpr i64 silence_ms = 3500;                       // a little more than the lease, so that its tables can be taken
inline constexpr std::size_t forwards_waiting_max = 100'000;  // more are lost, as when a node dies

class NodeLink {
 public:
  NodeLink(storage::NodeId self, std::unique_ptr<storage::Relay> relay, StoreThread& store, Deliver deliver, Log& log);
  ~NodeLink();
  void forward(Forward message);
  // Tells the others that this node goes, and ends.
  void stop();

 private:
  void receive();
  void send();
  void hear(const storage::NodeId& from, std::string&& message, std::vector<Input>& inputs);
  void beat();
  void look_for_the_dead(std::vector<Input>& inputs);
  void forget_all(std::vector<Input>& inputs);

  storage::NodeId self_;
  std::unique_ptr<storage::Relay> relay_;
  StoreThread& store_;
  Deliver deliver_;
  Log& log_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Forward> forwards_;
  std::map<storage::NodeId, i64> heard_;  // steady milliseconds
  bool stopping_ = false, all_said_ = false;
  std::thread receiver_, sender_;
};

// One heartbeat, at once: before the first table is touched, and the last one (`until` 0) at the end.
bool heartbeat(storage::Store& store, const storage::NodeId& self, Millis until);

}  // namespace trestle::server
