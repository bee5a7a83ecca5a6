#include "server/work/store_thread.hpp"

#include <algorithm>
#include <chrono>

#include "base/check.hpp"

namespace trestle::server {

StoreThread::StoreThread(std::unique_ptr<storage::Store> store, Deliver deliver, Tell tell)
    : store_(std::move(store)), deliver_(std::move(deliver)), tell_(std::move(tell)), thread_([this] { run(); }) {}

StoreThread::~StoreThread() { stop(); }

void StoreThread::push(std::vector<Keep>& keeps) {
  if (keeps.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    for (Keep& k : keeps) {
      waiting_.tickets.push_back(k.ticket);
      waiting_.ops.push_back(std::move(*k.op));
    }
  }
  keeps.clear();
  wake_.notify_one();
}

void StoreThread::with_store(std::function<void(storage::Store&)> job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.jobs.push_back(std::move(job));
  }
  wake_.notify_one();
}

void StoreThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

std::size_t StoreThread::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.ops.size();
}

void StoreThread::run() {
  Waiting batch;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      const auto wanted = [&] { return stopping_ || !waiting_.empty(); };
      if (!failing())
        wake_.wait(lock, wanted);
      else if (!wake_.wait_for(lock, std::chrono::milliseconds(store_probe_ms), wanted))
        waiting_.jobs.push_back([this](storage::Store& store) { probe(store); });
      if (waiting_.empty()) return;
      std::swap(batch, waiting_);
    }
    keep(batch);
    for (auto& job : batch.jobs) job(*store_);
    batch = {};  // with its room: the largest batch is much larger than the usual
  }
}

void StoreThread::keep(Waiting& batch) {
  for (std::size_t at = 0; at < batch.ops.size(); at += store_batch_max) {
    const std::span<const storage::Op> ops = std::span(batch.ops).subspan(at, std::min(store_batch_max, batch.ops.size() - at));
    const auto begun = std::chrono::steady_clock::now();
    std::vector<storage::Answer> answers = store_->run(ops);
    batch_seconds_.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    batch_sizes_.add(static_cast<double>(ops.size()));
    CHECK(answers.size() == ops.size());
    judge(ops, answers);
    std::vector<Input> inputs;
    inputs.reserve(answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) inputs.emplace_back(Stored{batch.tickets[at + i], std::move(answers[i])});
    deliver_(std::move(inputs));
  }
}

// On a full disk reading goes on, so only what was kept shows that it is over.
void StoreThread::judge(std::span<const storage::Op> ops, std::span<const storage::Answer> answers) {
  bool all_failed = true, kept = false;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    all_failed = all_failed && answers[i].outcome == storage::Outcome::failed;
    kept = kept || (answers[i].outcome == storage::Outcome::done && storage::writes(ops[i]));
  }
  if (all_failed == failing() || !(all_failed || kept)) return;
  failing_.store(all_failed, std::memory_order_relaxed);
  if (tell_) tell_(all_failed, answers[0].why);
}

// Who looks at the server's health sends nobody here meanwhile, so nothing else would show that the store works again.
void StoreThread::probe(storage::Store& store) {
  const storage::Op op = storage::Heartbeat{"probe", 0};
  judge({&op, 1}, store.run({&op, 1}));
}

void StoreThread::print_metrics(std::string& out) const {
  batch_sizes_.print(out, "trestle_store_batch_operations", "Operations kept in one transaction.");
  batch_seconds_.print(out, "trestle_store_batch_seconds", "Time one transaction took.");
  print_metric(out, "trestle_store_waiting", "Operations waiting for the store.", Kind::gauge, static_cast<double>(waiting()));
  print_metric(out, "trestle_store_failing", "1 while the store keeps nothing.", Kind::gauge, failing() ? 1 : 0);
}

}  // namespace trestle::server
