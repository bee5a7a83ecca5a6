#include "server/work/node_link.hpp"

#include <chrono>
#include <future>

#include "server/limits.hpp"
#include "server/work/store_thread.hpp"

namespace trestle::server {

namespace {

constexpr std::string_view alive = "alive", leaving = "leaving";
constexpr int receive_ms = 100;

i64 steady_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
Millis wall_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

bool heartbeat(storage::Store& store, const storage::NodeId& self, Millis until) {
  const storage::Op beat = storage::Heartbeat{self, until};
  return store.run({&beat, 1})[0].outcome == storage::Outcome::done;
}

NodeLink::NodeLink(storage::NodeId self, std::unique_ptr<storage::Relay> relay, StoreThread& store, Deliver deliver, Log& log)
    : self_(std::move(self)),
      relay_(std::move(relay)),
      store_(store),
      deliver_(std::move(deliver)),
      log_(log),
      receiver_([this] { receive(); }),
      sender_([this] { send(); }) {}

NodeLink::~NodeLink() { stop(); }

void NodeLink::forward(Forward message) {
  {
    const std::lock_guard lock(mutex_);
    if (forwards_.size() >= forwards_waiting_max) return;
    if (message.node != storage::every_node) heard_.emplace(message.node, steady_now());
    forwards_.push_back(std::move(message));
  }
  wake_.notify_one();
}

// First the lease ends, then the others are told: whoever hears of it can take the tables at once.
void NodeLink::stop() {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    stopping_ = true;
  }
  receiver_.join();
  const auto ended = std::make_shared<std::promise<void>>();
  store_.with_store([self = self_, ended](storage::Store& store) {
    heartbeat(store, self, 0);
    ended->set_value();
  });
  ended->get_future().wait_for(std::chrono::milliseconds(lease_ms));
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [node, when] : heard_) forwards_.push_back({node, std::string(leaving)});
    all_said_ = true;
  }
  wake_.notify_one();
  sender_.join();
}

void NodeLink::send() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return all_said_ || !forwards_.empty(); });
    if (forwards_.empty()) return;
    std::deque<Forward> batch;
    std::swap(batch, forwards_);
    lock.unlock();
    for (const Forward& one : batch)
      if (const Status sent = relay_->send(one.node, one.message); !sent && one.message != alive)
        log_.warning("relay_failed", log_field("why", sent.fault().text()));
    lock.lock();
  }
}

void NodeLink::receive() {
  i64 next_beat = 0;
  bool broken = false;
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    std::vector<Input> inputs;
    auto received = relay_->receive(receive_ms);
    if (!received) {
      if (!broken) log_.warning("relay_lost", log_field("why", received.fault().text()));
      broken = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(receive_ms));
    } else {
      // What was said in between is lost, on both sides: all that was agreed with others is agreed anew.
      if (broken) forget_all(inputs);
      broken = false;
      for (auto& one : *received) hear(one.from, std::move(one.message), inputs);
    }
    if (steady_now() >= next_beat) {
      next_beat = steady_now() + heartbeat_ms;
      beat();
    }
    if (!broken) look_for_the_dead(inputs);
    if (!inputs.empty()) deliver_(std::move(inputs));
  }
}

void NodeLink::hear(const storage::NodeId& from, std::string&& message, std::vector<Input>& inputs) {
  const std::lock_guard lock(mutex_);
  if (message == leaving) {
    heard_.erase(from);
    inputs.emplace_back(NodeGone{from});
    return;
  }
  heard_[from] = steady_now();
  if (message != alive) inputs.emplace_back(Relayed{from, std::move(message)});
}

void NodeLink::beat() {
  store_.with_store([self = self_](storage::Store& store) { heartbeat(store, self, wall_now() + lease_ms); });
  const std::lock_guard lock(mutex_);
  for (const auto& [node, when] : heard_) forwards_.push_back({node, std::string(alive)});
  wake_.notify_one();
}

void NodeLink::look_for_the_dead(std::vector<Input>& inputs) {
  const std::lock_guard lock(mutex_);
  for (auto at = heard_.begin(); at != heard_.end();) {
    if (steady_now() - at->second <= silence_ms) {
      ++at;
      continue;
    }
    inputs.emplace_back(NodeGone{at->first});
    at = heard_.erase(at);
  }
}

void NodeLink::forget_all(std::vector<Input>& inputs) {
  const std::lock_guard lock(mutex_);
  for (const auto& [node, when] : heard_) {
    forwards_.push_back({node, std::string(leaving)});
    inputs.emplace_back(NodeGone{node});
  }
  heard_.clear();
  wake_.notify_one();
}

}  // namespace trestle::server
