// A value or a fault. Bad input is a Fault that says what, where and why; it never is an exception.
#pragma once
#include <string>
#include <utility>
#include <variant>

#include "base/check.hpp"

namespace trestle {

struct Fault {
  std::string where;   // file, message or section; may be empty
  int line = 0;        // 1-based; 0 = no line
  std::string reason;  // one sentence without a final stop

  std::string text() const {
    std::string out = where;
    if (line > 0) out += (out.empty() ? "line " : ":") + std::to_string(line);
    if (!out.empty()) out += ": ";
    return out + reason;
  }
};

inline Fault fault(std::string reason) { return Fault{"", 0, std::move(reason)}; }

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Fault why) : held_(std::in_place_index<1>, std::move(why)) {}
  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() {
    CHECK(held_.index() == 0);
    return *std::get_if<0>(&held_);
  }
  const T& operator*() const {
    CHECK(held_.index() == 0);
    return *std::get_if<0>(&held_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Fault& fault() const {
    CHECK(held_.index() == 1);
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, Fault> held_;
};

struct Done {};
using Status = Result<Done>;
inline Status ok() { return Done{}; }

}  // namespace trestle
