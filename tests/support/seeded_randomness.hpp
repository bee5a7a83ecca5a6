// What a hub takes for randomness, the same for a seed.
#pragma once
#include "base/rng.hpp"
#include "server/hub/hub.hpp"

namespace trestle::testing {

class SeededRandomness final : public server::Randomness {
 public:
  explicit SeededRandomness(u64 seed) : rng_(seed) {}
  void fill(std::span<u8> out) override {
    for (u8& byte : out) byte = static_cast<u8>(rng_.next());
  }

 private:
  Rng rng_;
};

}  // namespace trestle::testing
