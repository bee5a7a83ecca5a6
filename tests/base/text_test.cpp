// The small text helpers every reader stands on, and results with their faults.
#include "base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/result.hpp"

namespace trestle {
namespace {

using Views = std::vector<std::string_view>;

TEST(Text, Trim) {
  EXPECT_EQ(text::trim("  a b \t\r\n"), "a b");
  EXPECT_EQ(text::trim(" \t"), "");
  EXPECT_EQ(text::trim(""), "");
}

TEST(Text, Words) {
  EXPECT_EQ(text::words(" play  farmer\tB "), (Views{"play", "farmer", "B"}));
  EXPECT_EQ(text::words("  "), Views{});
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(text::split("a,,b,", ','), (Views{"a", "", "b", ""}));
  EXPECT_EQ(text::split("", ','), (Views{""}));
}

TEST(Text, Lines) {
  EXPECT_EQ(text::lines("a\r\n\nb\n"), (Views{"a", "", "b"}));
  EXPECT_EQ(text::lines("a\nb"), (Views{"a", "b"}));
  EXPECT_EQ(text::lines(""), Views{});
  EXPECT_EQ(text::lines("\n"), (Views{""}));
}

TEST(Text, Number) {
  EXPECT_EQ(text::number("42"), 42);
  EXPECT_EQ(text::number("-7"), -7);
  EXPECT_EQ(text::number("9223372036854775807"), 9223372036854775807);
  for (const char* bad : {"", "x", "4x", " 4", "4 ", "+4", "4.0", "9223372036854775808", "0x10"}) EXPECT_FALSE(text::number(bad)) << bad;
}

RC_GTEST_PROP(TextProperty, HexRoundTrips, (const std::vector<u8>& bytes)) {
  const std::string hex = text::to_hex(bytes.data(), bytes.size());
  RC_ASSERT(hex.size() == 2 * bytes.size());
  RC_ASSERT(text::from_hex(hex) == bytes);
}

TEST(Text, FromHex) {
  EXPECT_EQ(text::from_hex("00fF"), (std::vector<u8>{0, 255}));
  for (const char* bad : {"0", "0g", "g0", " 0", "0x"}) EXPECT_FALSE(text::from_hex(bad)) << bad;
}

TEST(Text, Join) {
  EXPECT_EQ(text::join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(text::join({}, ", "), "");
}

TEST(Text, JoinKeepsEmptyParts) { EXPECT_EQ(text::join({"", "b", ""}, ","), ",b,"); }

TEST(Text, Nearest) {
  const std::vector<std::string> known = {"farmer", "miner", "soldier", "wizard"};
  EXPECT_EQ(text::nearest("farmr", known), "farmer");
  EXPECT_EQ(text::nearest("solider", known), "soldier");
  EXPECT_EQ(text::nearest("minor", known), "miner");
  EXPECT_EQ(text::nearest("giraffe", known), "");
  EXPECT_EQ(text::nearest(std::string(10'000, 'x'), known), "");
  EXPECT_EQ(text::nearest("x", {}), "");
}

TEST(Text, IsPlain) {
  for (const char* good : {"", "a b", "é", "花", "🂡", "\xf4\x8f\xbf\xbf"}) EXPECT_TRUE(text::is_plain(good)) << good;
  for (const char* bad : {"a\n", "\t", "\x7f", "\xc2\x85", "\xc2\x9f"}) EXPECT_FALSE(text::is_plain(bad)) << "control character";
  for (const char* bad : {"\xff", "\xc3", "\xc3(", "\xe2\x82", "\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf8\x88\x80\x80\x80"})
    EXPECT_FALSE(text::is_plain(bad)) << "not UTF-8: " << text::to_hex(reinterpret_cast<const u8*>(bad), std::string_view(bad).size());
  EXPECT_FALSE(text::is_plain(std::string_view("a\0b", 3)));
}

RC_GTEST_PROP(TextProperty, HelpersTakeAnyBytes, (const std::string& s)) {
  std::size_t length = 0;
  for (std::string_view part : text::split(s, ',')) length += part.size() + 1;
  RC_ASSERT(length == s.size() + 1);
  for (std::string_view word : text::words(s)) RC_ASSERT(!word.empty() && text::trim(word) == word);
  (void)text::is_plain(s), (void)text::number(s), (void)text::from_hex(s), (void)text::nearest(s, {"some", "words"});
}

TEST(FaultText, HasPlaceAndReason) {
  EXPECT_EQ((Fault{"cards.csv", 3, "too many"}).text(), "cards.csv:3: too many");
  EXPECT_EQ((Fault{"cards.csv", 0, "missing"}).text(), "cards.csv: missing");
  EXPECT_EQ((Fault{"", 3, "odd"}).text(), "line 3: odd");
  EXPECT_EQ(fault("odd").text(), "odd");
}

TEST(ResultValue, IsAValueOrAFault) {
  const Result<int> good = 4, bad = fault("no");
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(*good, 4);
  EXPECT_FALSE(static_cast<bool>(bad));
  EXPECT_EQ(bad.fault().reason, "no");
  EXPECT_TRUE(static_cast<bool>(ok()));
}

TEST(ResultDeathTest, UsingTheOtherHalfStopsTheProgram) {
  const Result<int> good = 4, bad = fault("no");
  EXPECT_DEATH((void)*bad, "CHECK failed");
  EXPECT_DEATH((void)good.fault(), "CHECK failed");
}

}  // namespace
}  // namespace trestle
