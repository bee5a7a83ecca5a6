// A list with a named bound, held by value: no pointers, no allocation, copied with the state that owns it.
// Elements past the end are kept at T{} so that equal lists are equal bytes.
#pragma once
#include <array>
#include <type_traits>

#include "base/check.hpp"
#include "base/types.hpp"

namespace trestle {

template <class T, std::size_t N>
class BoundedList {
  static_assert(std::is_trivially_copyable_v<T> && N < 256);
  // As wide as the items are aligned, so that no padding arises whose bytes would not count.
  using Size =
      std::conditional_t<alignof(T) == 1, u8, std::conditional_t<alignof(T) == 2, u16, std::conditional_t<alignof(T) == 4, u32, u64>>>;

 public:
  static constexpr std::size_t capacity = N;

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == N; }
  constexpr T& operator[](std::size_t i) {
    DCHECK(i < size_);
    return items_[i];
  }
  constexpr const T& operator[](std::size_t i) const {
    DCHECK(i < size_);
    return items_[i];
  }
  constexpr T& back() { return (*this)[size_ - 1u]; }
  constexpr const T& back() const { return (*this)[size_ - 1u]; }
  constexpr void push(const T& value) {
    DCHECK(size_ < N);
    items_[size_++] = value;
  }
  constexpr T pop() {
    DCHECK(size_ > 0);
    T value = items_[--size_];
    items_[size_] = T{};
    return value;
  }
  constexpr T remove_first() {
    DCHECK(size_ > 0);
    T value = items_[0];
    for (std::size_t i = 1; i < size_; ++i) items_[i - 1] = items_[i];
    items_[--size_] = T{};
    return value;
  }
  constexpr void clear() {
    for (std::size_t i = 0; i < size_; ++i) items_[i] = T{};
    size_ = 0;
  }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

  friend constexpr bool operator==(const BoundedList&, const BoundedList&) = default;

 private:
  std::array<T, N> items_{};
  Size size_ = 0;
};

}  // namespace trestle
