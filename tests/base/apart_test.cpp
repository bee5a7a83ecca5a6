// A value that lies apart is a value all the same.
#include "base/apart.hpp"

#include <gtest/gtest.h>

#include <string>

namespace trestle {
namespace {

TEST(Apart, IsMissingUntilGiven) {
  Apart<std::string> word;
  EXPECT_FALSE(word);
  word = std::string("one");
  ASSERT_TRUE(word);
  EXPECT_EQ(*word, "one");
  EXPECT_EQ(word->size(), 3u);
  word = {};
  EXPECT_FALSE(word.has_value());
}

TEST(Apart, ACopyIsAnother) {
  Apart<std::string> word(std::string("one"));
  Apart<std::string> copy = word;
  EXPECT_EQ(copy, word);
  *copy = "two";
  EXPECT_EQ(*word, "one");
  EXPECT_NE(copy, word);
  copy = word;
  EXPECT_EQ(copy, word);
  copy = Apart<std::string>();
  EXPECT_NE(copy, word);
  EXPECT_EQ(copy, Apart<std::string>());
}

TEST(Apart, TakesTheRoomOfAPointer) {
  struct Large {
    char bytes[1000];
  };
  EXPECT_EQ(sizeof(Apart<Large>), sizeof(void*));
}

}  // namespace
}  // namespace trestle
