// Password hashes (Argon2id by libsodium, its interactive limits) on a thread of their own: one takes a good part of a tenth of a second
// and 64 MB, on purpose.
#pragma once
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "server/work/deliver.hpp"

namespace trestle::server {

inline constexpr std::size_t hashes_waiting_max = 128;  // more are answered as if nothing fitted; login limits come first

class Hasher {
 public:
  explicit Hasher(Deliver deliver);
  ~Hasher();
  void hash(Hash question);
  void stop();

 private:
  void run();
  Deliver deliver_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Hash> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

// The operating system's unguessable bytes, through libsodium.
class SystemRandomness : public Randomness {
 public:
  void fill(std::span<u8> out) override;
};

// Once, before anything else of libsodium. False: the system has no randomness.
bool sodium_ready();

}  // namespace trestle::server
