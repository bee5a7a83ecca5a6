#include "server/net/often.hpp"

#include <gtest/gtest.h>

namespace trestle::server::net {
namespace {

using std::chrono::milliseconds;

TEST(Often, IsJudgedByTheLastSpanThatIsOver) {
  Often often(milliseconds(100), 10);
  Often::Clock::time_point now{std::chrono::hours(1)};
  often.count(1, now);
  for (int i = 0; i < 20; ++i) often.count(1, now += milliseconds(1));
  EXPECT_FALSE(often.is_often()) << "a burst whose span is not over";
  often.count(1, now += milliseconds(80));
  EXPECT_TRUE(often.is_often());
  often.count(1, now += milliseconds(100));
  EXPECT_FALSE(often.is_often()) << "one in the span before";
}

TEST(Often, ALongQuietTimeIsNoSpan) {
  Often often(milliseconds(100), 10);
  Often::Clock::time_point now{std::chrono::hours(1)};
  often.count(20, now);
  often.count(1, now += std::chrono::seconds(10));
  EXPECT_FALSE(often.is_often()) << "twenty in ten seconds";
}

}  // namespace
}  // namespace trestle::server::net
