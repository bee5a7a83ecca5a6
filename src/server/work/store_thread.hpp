// The one thread that talks to the store. Whatever has come in while it was writing goes into the next batch, which is one durable
// transaction: the more is asked for, the more a sync of the disk carries (group commit). Answers come back in order.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "server/work/deliver.hpp"
#include "server/work/metrics.hpp"

namespace trestle::server {

inline constexpr std::size_t store_batch_max = 4096;  // operations in one transaction
inline constexpr int store_probe_ms = 1000;           // a store that fails is asked this often, though nobody wants anything

class StoreThread {
 public:
  // Told when the store begins to fail, and why, and when it keeps something again; from the store's thread.
  using Tell = std::function<void(bool fails, const std::string& why)>;
  StoreThread(std::unique_ptr<storage::Store> store, Deliver deliver, Tell tell = nullptr);
  ~StoreThread();  // after what is waiting was kept

  // Moves the operations out of `keeps`, which is left empty.
  void push(std::vector<Keep>& keeps);
  // Runs between batches, on the store's thread: for the owner's commands.
  void with_store(std::function<void(storage::Store&)> job);
  // Keeps what is waiting, answers it and ends. Nothing may be pushed afterwards.
  void stop();

  std::size_t waiting() const;
  bool failing() const { return failing_.load(std::memory_order_relaxed); }  // a batch was not kept, and nothing was since
  void print_metrics(std::string& out) const;

 private:
  struct Waiting {
    std::vector<Ticket> tickets;
    std::vector<storage::Op> ops;
    std::vector<std::function<void(storage::Store&)>> jobs;
    bool empty() const { return ops.empty() && jobs.empty(); }
  };
  void run();
  void keep(Waiting& batch);
  void judge(std::span<const storage::Op> ops, std::span<const storage::Answer> answers);
  void probe(storage::Store& store);

  std::unique_ptr<storage::Store> store_;
  Deliver deliver_;
  Tell tell_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Waiting waiting_;
  bool stopping_ = false;
  std::atomic<bool> failing_{false};
  Histogram batch_sizes_{1}, batch_seconds_{0.0001};
  std::thread thread_;
};

}  // namespace trestle::server
