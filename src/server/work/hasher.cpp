#include "server/work/hasher.hpp"

#include <sodium.h>

namespace trestle::server {

namespace {

Hashed work_on(const Hash& question) {
  Hashed out{question.ticket, {}, false};
  const std::string& password = question.password;
  if (!question.compare_with.empty()) {
    out.fits = crypto_pwhash_str_verify(question.compare_with.c_str(), password.data(), password.size()) == 0;
    return out;
  }
  char text[crypto_pwhash_STRBYTES];
  if (crypto_pwhash_str(text, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) ==
      0)
    out.hash = text;  // else: out of memory, and an empty hash says so
  return out;
}

}  // namespace

bool sodium_ready() { return sodium_init() >= 0; }

void SystemRandomness::fill(std::span<u8> out) { randombytes_buf(out.data(), out.size()); }

Hasher::Hasher(Deliver deliver) : deliver_(std::move(deliver)), thread_([this] { run(); }) {}
Hasher::~Hasher() { stop(); }

void Hasher::hash(Hash question) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < hashes_waiting_max) {
      waiting_.push_back(std::move(question));
      wake_.notify_one();
      return;
    }
  }
  deliver_({Hashed{question.ticket, {}, false}});
}

void Hasher::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Hasher::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    Hash question = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    deliver_({work_on(question)});
    sodium_memzero(question.password.data(), question.password.size());
    lock.lock();
  }
}

}  // namespace trestle::server
