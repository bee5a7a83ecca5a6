// A fixed output buffer for lists that live outside a state (legal moves, outcomes). Unlike BoundedList it
// leaves what is past its end untouched, so clearing and filling cost nothing but the writes.
#pragma once
#include <bit>

#include "base/check.hpp"
#include "base/types.hpp"

namespace trestle {

template <class T, std::size_t N>
class Buffer {
 public:
  static constexpr std::size_t capacity = N;

  Buffer() {}  // deliberately does not clear the items
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  void push(const T& value) {
    DCHECK(size_ < N);
    items_[size_++] = value;
  }
  // make(bit) for each set bit, lowest first; the size is written once.
  template <class F>
  void push_bits(u64 mask, F&& make) {
    std::size_t n = size_;
    for (; mask != 0; mask &= mask - 1) {
      DCHECK(n < N);
      items_[n++] = make(static_cast<u8>(std::countr_zero(mask)));
    }
    size_ = n;
  }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }

 private:
  std::size_t size_ = 0;
  union {  // keeps T's constructor from running over the whole array
    T items_[N];
  };
};

}  // namespace trestle
