// Whether something happens often of late, judged by the last span of time that is over: one burst says nothing.
#pragma once
#include <chrono>
#include <cstddef>

namespace trestle::server::net {

class Often {
 public:
  using Clock = std::chrono::steady_clock;
  Often(Clock::duration span, std::size_t many) : span_(span), many_(static_cast<double>(many)) {}

  // It happened so many times more.
  void count(std::size_t times, Clock::time_point now) {
    if (const auto passed = now - begun_; passed >= span_) {
      is_often_ = count_ * static_cast<double>(span_.count()) >= many_ * static_cast<double>(passed.count());
      count_ = 0;
      begun_ = now;
    }
    count_ += static_cast<double>(times);
  }
  bool is_often() const { return is_often_; }

 private:
  Clock::duration span_;
  double many_;  // in a span
  double count_ = 0;
  Clock::time_point begun_{};
  bool is_often_ = false;
};

}  // namespace trestle::server::net
