#include "server/net/frames.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace trestle::server::net {
namespace {

using Got = FrameReader::Got;

std::string client_frame(u8 first, std::string_view payload, u32 mask = 0x12345678) {
  std::string out(1, static_cast<char>(first));
  const auto n = payload.size();
  if (n < 126) {
    out += static_cast<char>(0x80 | n);
  } else {
    const int wide = n < 65536 ? 2 : 8;
    out += static_cast<char>(0x80 | (wide == 2 ? 126 : 127));
    for (int i = wide - 1; i >= 0; --i) out += static_cast<char>(n >> (8 * i) & 0xff);
  }
  for (int i = 3; i >= 0; --i) out += static_cast<char>(mask >> (8 * i) & 0xff);
  for (std::size_t i = 0; i < n; ++i) out += static_cast<char>(static_cast<u8>(payload[i]) ^ (mask >> (8 * (3 - i % 4)) & 0xff));
  return out;
}

// Everything a reader finds in the bytes, as text; "!CODE" ends it.
std::vector<std::string> read_all(std::string_view bytes, std::size_t piece = std::string::npos, std::size_t most = 1000) {
  FrameReader reader(most);
  std::vector<std::string> out;
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    while (!part.empty()) {
      switch (reader.take(part)) {
        case Got::nothing: break;
        case Got::message: out.push_back("m" + reader.payload()); break;
        case Got::ping: out.push_back("?" + reader.payload()); break;
        case Got::pong: out.push_back("=" + reader.payload()); break;
        case Got::close: out.push_back("c" + reader.payload().substr(std::min<std::size_t>(2, reader.payload().size()))); break;
        case Got::error: out.push_back("!" + std::to_string(static_cast<u16>(reader.error()))); return out;
      }
    }
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(Frames, MessagesControlFramesAndPieces) {
  const std::string bytes = client_frame(0x81, "hello") + client_frame(0x01, "one ") + client_frame(0x89, "p") +
                            client_frame(0x00, "two ") + client_frame(0x80, "three") + client_frame(0x8a, "") + client_frame(0x81, "") +
                            client_frame(0x88,
                                         "\x03\xe8"
                                         "bye");
  const Texts expected{"mhello", "?p", "mone two three", "=", "m", "cbye"};
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}, std::string::npos})
    EXPECT_EQ(read_all(bytes, piece), expected) << piece;
}

TEST(Frames, WhatIsRefused) {
  EXPECT_EQ(read_all(client_frame(0x82, "x")), Texts{"!1003"});                                   // binary
  EXPECT_EQ(read_all(client_frame(0xc1, "x")), Texts{"!1002"});                                   // a reserved bit
  EXPECT_EQ(read_all(client_frame(0x83, "x")), Texts{"!1002"});                                   // an unknown kind
  EXPECT_EQ(read_all(client_frame(0x80, "x")), Texts{"!1002"});                                   // goes on with nothing
  EXPECT_EQ(read_all(client_frame(0x01, "x") + client_frame(0x81, "y")), Texts{"!1002"});         // begins anew in the middle
  EXPECT_EQ(read_all(client_frame(0x09, "x")), Texts{"!1002"});                                   // a ping in pieces
  EXPECT_EQ(read_all(client_frame(0x89, std::string(126, 'x'))), Texts{"!1002"});                 // a ping too long
  EXPECT_EQ(read_all(client_frame(0x88, "x")), Texts{"!1002"});                                   // half a close code
  EXPECT_EQ(read_all(std::string("\x81\x01x", 3)), Texts{"!1002"});                               // not masked
  EXPECT_EQ(read_all(std::string("\x81\xfe\x00\x05\x00\x00\x00\x00hello", 13)), Texts{"!1002"});  // a length longer than it need be
  EXPECT_EQ(read_all(client_frame(0x81, "\xff")), Texts{"!1007"});
  EXPECT_EQ(read_all(client_frame(0x81, std::string(1001, 'x'))), Texts{"!1009"});
  EXPECT_EQ(read_all(client_frame(0x01, std::string(600, 'x')) + client_frame(0x80, std::string(401, 'x'))), Texts{"!1009"});
  EXPECT_EQ(read_all(std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)), Texts{"!1009"});
}

TEST(Frames, AMessageAsLongAsAllowed) {
  const std::string longest(1000, 'x');
  EXPECT_EQ(read_all(client_frame(0x81, longest)), Texts{"m" + longest});
  const std::string wide(70000, 'y');
  EXPECT_EQ(read_all(client_frame(0x81, wide), 4096, 100000), Texts{"m" + wide});
}

RC_GTEST_PROP(Frames, AnyCutOfTheBytesGivesTheSame, (const std::vector<std::vector<u8>>& texts)) {
  std::string bytes;
  Texts expected;
  for (const auto& text : texts) {
    std::string payload;
    for (const u8 c : text) payload += static_cast<char>(c & 0x7f);
    const std::size_t cut = payload.size() / 2;
    const u32 mask = *rc::gen::arbitrary<u32>();
    bytes += client_frame(0x01, payload.substr(0, cut), mask) + client_frame(0x80, payload.substr(cut), ~mask);
    expected.push_back("m" + payload);
  }
  const auto piece = *rc::gen::inRange<std::size_t>(1, 40);
  RC_ASSERT(read_all(bytes, piece) == expected);
}

TEST(Frames, HeadsOfWhatIsSent) {
  const auto head = [](std::size_t n) {
    std::string out;
    append_frame_head(out, n);
    return out;
  };
  EXPECT_EQ(head(5), std::string("\x81\x05", 2));
  EXPECT_EQ(head(126), std::string("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(head(65535), std::string("\x81\x7e\xff\xff", 4));
  EXPECT_EQ(head(65536), std::string("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
  EXPECT_EQ(close_frame(CloseCode::policy, "no"), std::string("\x88\x04\x03\xf0no", 6));
  EXPECT_EQ(close_frame(CloseCode::policy, std::string(122, 'x') + "\xc3\xa9").size(), 2u + 2u + 122u);  // no half character
}

TEST(Frames, TheKeyOfTheStandardsExample) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(accept_key("short"), "");
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZ\n=="), "");
}

TEST(Frames, Utf8) {
  for (const char* good : {"", "plain and long enough to be looked at in words", "é", "€", "😀", "\xf4\x8f\xbf\xbf", "aaaaaaaé"})
    EXPECT_TRUE(valid_utf8(good)) << good;
  for (const char* bad : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80", "abcdefgh\xff", "\xe2\x82"})
    EXPECT_FALSE(valid_utf8(bad)) << bad;
}

}  // namespace
}  // namespace trestle::server::net
