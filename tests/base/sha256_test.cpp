// Our SHA-256 and HMAC against the published vectors and against libsodium.
#include "base/sha256.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sodium.h>

#include "base/text.hpp"

namespace trestle {
namespace {

std::string hex(const Digest& digest) { return text::to_hex(digest.data(), digest.size()); }
std::string repeated(u8 byte, std::size_t times) { return std::string(times, static_cast<char>(byte)); }

// FIPS 180-4 examples (NIST, "Examples with intermediate values").
TEST(Sha256, PublishedVectors) {
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hex(sha256(repeated('a', 1'000'000))), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// RFC 4231, cases 1 to 4, 6 and 7 (5 is truncated).
TEST(HmacSha256, PublishedVectors) {
  EXPECT_EQ(hex(hmac_sha256(repeated(0x0b, 20), "Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hex(hmac_sha256("Jefe", "what do ya want for nothing?")), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hex(hmac_sha256(repeated(0xaa, 20), repeated(0xdd, 50))), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::string counting;
  for (char c = 1; c <= 25; ++c) counting += c;
  EXPECT_EQ(hex(hmac_sha256(counting, repeated(0xcd, 50))), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  EXPECT_EQ(hex(hmac_sha256(repeated(0xaa, 131), "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(hex(hmac_sha256(repeated(0xaa, 131),
                            "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
                            "hashed before being used by the HMAC algorithm.")),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

Digest by_sodium(const std::string& data) {
  Digest out{};
  crypto_hash_sha256(out.data(), reinterpret_cast<const unsigned char*>(data.data()), data.size());
  return out;
}

Digest hmac_by_sodium(const std::string& key, const std::string& data) {
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(key.data()), key.size());
  crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(data.data()), data.size());
  Digest out{};
  crypto_auth_hmacsha256_final(&state, out.data());
  return out;
}

TEST(Sha256, AgreesWithSodiumAtEveryLength) {
  std::string data;
  for (std::size_t size = 0; size <= 300; ++size) {
    EXPECT_EQ(sha256(data), by_sodium(data)) << size;
    EXPECT_EQ(hmac_sha256(data, "message"), hmac_by_sodium(data, "message")) << size;
    EXPECT_EQ(hmac_sha256("key", data), hmac_by_sodium("key", data)) << size;
    data += static_cast<char>(size * 37 + 11);
  }
}

RC_GTEST_PROP(Sha256Property, AgreesWithSodium, (const std::string& key, const std::string& data)) {
  RC_ASSERT(sha256(data) == by_sodium(data));
  RC_ASSERT(hmac_sha256(key, data) == hmac_by_sodium(key, data));
}

RC_GTEST_PROP(Sha256Property, PiecesAddUp, (const std::vector<std::string>& pieces)) {
  Sha256 sum;
  std::string whole;
  for (const std::string& piece : pieces) {
    sum.add(piece);
    whole += piece;
  }
  RC_ASSERT(sum.finish() == sha256(whole));
}

TEST(Hmac, AKeySignsAnyNumberOfMessages) {
  const HmacKey key("Jefe");
  EXPECT_NE(key.sign(""), key.sign("what do ya want for nothing?"));
  EXPECT_EQ(hex(key.sign("what do ya want for nothing?")), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

}  // namespace
}  // namespace trestle
