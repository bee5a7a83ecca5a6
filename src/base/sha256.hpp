// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), in portable code so that the browser's engine computes the same record chain and
// fairness proof; by the processor's instructions where it has them. Tests compare it with libsodium; docs/adr says why it is here.
#pragma once
#include <array>
#include <string_view>

#include "base/types.hpp"

namespace trestle {

using Digest = std::array<u8, 32>;

class Sha256 {
 public:
  Sha256& add(const void* data, std::size_t size);
  Sha256& add(std::string_view s) { return add(s.data(), s.size()); }
  Digest finish();

 private:
  void block(const u8* p);
  std::array<u32, 8> h_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<u8, 64> pending_{};
  u64 bytes_ = 0;
};

Digest sha256(std::string_view data);

// A key of HMAC-SHA-256 with what is the same for every message done once.
class HmacKey {
 public:
  explicit HmacKey(std::string_view key);
  Digest sign(std::string_view data) const;

 private:
  Sha256 inner_, outer_;
};
Digest hmac_sha256(std::string_view key, std::string_view data);

}  // namespace trestle
