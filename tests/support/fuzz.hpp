// Small help for the fuzz programs: bytes one after the other, zero past the end.
#pragma once
#include "base/types.hpp"

namespace trestle::fuzz {

class Bytes {
 public:
  Bytes(const u8* data, std::size_t size) : data_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  u8 take() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

 private:
  const u8* data_;
  std::size_t left_;
};

}  // namespace trestle::fuzz
