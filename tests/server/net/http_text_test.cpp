#include "server/net/http_text.hpp"

#include <gtest/gtest.h>

namespace trestle::server::net {
namespace {

TEST(HttpText, PathOfATarget) {
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(path_of("/a/b.js?x=/../"), "/a/b.js");
  EXPECT_EQ(path_of("/a%20b"), "/a b");
  EXPECT_EQ(path_of("/t/k7f2/"), "/t/k7f2/");
  for (const char* bad : {"", "a", "*", "http://x/", "//a", "/a//b", "/./a", "/a/..", "/%2e%2e/a", "/a/%2E%2e/b", "/%", "/%4", "/%zz",
                          "/a\\b", "/%5cb", "/a%00", "/\x7f", "/%0d%0a"})
    EXPECT_EQ(path_of(bad), std::nullopt) << bad;
  EXPECT_EQ(path_of("/" + std::string(target_bytes_max, 'a')), std::nullopt);
}

TEST(HttpText, CookieByName) {
  EXPECT_EQ(cookie_value("trestle=abc", "trestle"), "abc");
  EXPECT_EQ(cookie_value("a=1; trestle=a-b_C9 ; z=2", "trestle"), "a-b_C9");
  EXPECT_EQ(cookie_value("xtrestle=abc; trestle2=d", "trestle"), "");
  EXPECT_EQ(cookie_value("trestle=abc; trestle=abc", "trestle"), "abc");
  EXPECT_EQ(cookie_value("trestle=abc; trestle=def", "trestle"), "");
  EXPECT_EQ(cookie_value("trestle=a b", "trestle"), "");
  EXPECT_EQ(cookie_value("trestle=\"abc\"", "trestle"), "");
  EXPECT_EQ(cookie_value("trestle=" + std::string(token_bytes_max + 1, 'a'), "trestle"), "");
  EXPECT_EQ(cookie_value("", "trestle"), "");
}

TEST(HttpText, WhatIsAnOrigin) {
  EXPECT_EQ(origin_of("HTTPS://Club.example:443/"), "https://club.example");
  EXPECT_EQ(origin_of("http://[::1]:8080"), "http://[::1]:8080");
  for (const char* bad : {"club.example", "ftp://x", "http://", "http://a:b", "http://a:80:80", "http://a/b", "http://[::1",
                          "http://a:123456", "http://user@a", "http://a b"})
    EXPECT_EQ(origin_of(bad), std::nullopt) << bad;
}

TEST(HttpText, OriginsAreComparedWhole) {
  const OriginRule rule{{"https://club.example"}};
  EXPECT_TRUE(rule.admits(std::nullopt, "play.example"));
  EXPECT_TRUE(rule.admits("https://play.example", "play.example"));
  EXPECT_TRUE(rule.admits("https://Play.example:443", "play.example"));
  EXPECT_TRUE(rule.admits("http://127.0.0.1:8080", "127.0.0.1:8080"));
  EXPECT_TRUE(rule.admits("https://club.example", "play.example"));
  EXPECT_FALSE(rule.admits("http://club.example", "play.example"));
  EXPECT_FALSE(rule.admits("https://play.example:8443", "play.example"));
  EXPECT_FALSE(rule.admits("https://play.example.evil.example", "play.example"));
  EXPECT_FALSE(rule.admits("https://evil.example", "play.example"));
  EXPECT_FALSE(rule.admits("null", "play.example"));
  EXPECT_FALSE(rule.admits("", ""));
  EXPECT_FALSE(rule.admits("https://", ""));
}

TEST(HttpText, OnlyTheNearestProxyIsBelieved) {
  EXPECT_EQ(forwarded_address("203.0.113.7"), "203.0.113.7");
  EXPECT_EQ(forwarded_address("1.1.1.1, 203.0.113.7"), "203.0.113.7");
  EXPECT_EQ(forwarded_address("203.0.113.7:1234"), "203.0.113.7");
  EXPECT_EQ(forwarded_address("[2001:db8::1]:99"), "2001:db8::1");
  EXPECT_EQ(forwarded_address("2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(forwarded_address("unknown"), std::nullopt);
  EXPECT_EQ(forwarded_address(std::string("[2::\0x]", 7)), std::nullopt);
  EXPECT_EQ(forwarded_address("203.0.113.7, "), std::nullopt);
  EXPECT_EQ(forwarded_address(""), std::nullopt);
}

TEST(HttpText, AddressesAsTheyAreCountedAndShown) {
  EXPECT_EQ(limit_address("203.0.113.7"), "203.0.113.7");
  EXPECT_EQ(limit_address("::ffff:203.0.113.7"), "203.0.113.7");
  EXPECT_EQ(limit_address("2001:db8:1:2:3:4:5:6"), limit_address("2001:db8:1:2::9"));
  EXPECT_NE(limit_address("2001:db8:1:3::9"), limit_address("2001:db8:1:2::9"));
  EXPECT_EQ(blurred_address("203.0.113.7"), "203.0.113.x");
}

TEST(HttpText, EncodingsTagsAndWords) {
  EXPECT_TRUE(accepts_encoding("gzip, deflate, br", "br"));
  EXPECT_TRUE(accepts_encoding("br;q=0.5", "br"));
  EXPECT_FALSE(accepts_encoding("gzip;q=0, br;q=0.0", "br"));
  EXPECT_FALSE(accepts_encoding("brotli", "br"));
  EXPECT_TRUE(tag_matches("\"a\", W/\"b\"", "\"b\""));
  EXPECT_FALSE(tag_matches("\"ab\"", "\"b\""));
  EXPECT_TRUE(tag_matches("*", "\"b\""));
  EXPECT_TRUE(has_word("keep-alive, Upgrade", "upgrade"));
  EXPECT_FALSE(has_word("upgraded", "upgrade"));
}

TEST(HttpText, TheCookieOfAToken) {
  EXPECT_EQ(token_cookie("abc", false), "trestle=abc; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000");
  EXPECT_EQ(token_cookie("abc", true), "trestle=abc; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000; Secure");
  EXPECT_EQ(token_cookie("", false), "trestle=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
}

}  // namespace
}  // namespace trestle::server::net
