// A value that may be missing, like std::optional, but lies apart: where it is missing it takes no more room than a pointer. For large
// parts that few of many small things have. Copied and compared as a value.
#pragma once
#include <memory>
#include <utility>

namespace trestle {

template <class T>
class Apart {
 public:
  Apart() = default;
  Apart(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Apart(const Apart& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Apart(Apart&&) noexcept = default;
  Apart& operator=(Apart other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Apart() = default;

  explicit operator bool() const { return has_value(); }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  friend bool operator==(const Apart& a, const Apart& b) { return a && b ? *a == *b : !a && !b; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace trestle
