#include "base/sha256.hpp"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>

namespace trestle {

namespace {
constexpr std::array<u32, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// A round changes two of the eight. Which of them plays which part moves on by one each time, so that none has to be moved.
inline void round(u32 a, u32 b, u32 c, u32& d, u32 e, u32 f, u32 g, u32& h, u32 word) {
  const u32 s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
  const u32 t1 = h + s1 + (g ^ (e & (f ^ g))) + word;
  const u32 s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
  d += t1;
  h = t1 + s0 + ((a & b) | (c & (a | b)));
}

#ifdef __x86_64__

// Most processors have instructions for it: a draw of a dealer takes a sixth of the time with them.
bool has_instructions() {
  u32 a = 0, b = 0, c = 0, d = 0;
  const bool has_sse41 = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0;
  return has_sse41 && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}
const bool by_instructions = has_instructions();

// Two rounds at a time. They want the eight in the order a, b, e, f and c, d, g, h, the first in the highest place.
__attribute__((target("sha,sse4.1"))) void add_block(std::array<u32, 8>& h, const u8* p) {
  auto* const low = reinterpret_cast<__m128i*>(h.data());
  auto* const high = reinterpret_cast<__m128i*>(h.data() + 4);
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(low), 0xB1), efgh = _mm_shuffle_epi32(_mm_loadu_si128(high), 0x1B);
  const __m128i abef_before = _mm_alignr_epi8(cdab, efgh, 8), cdgh_before = _mm_blend_epi16(efgh, cdab, 0xF0);
  __m128i abef = abef_before, cdgh = cdgh_before;
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i w[4];  // the next sixteen words
  for (std::size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p) + i), big_endian);
  for (std::size_t i = 0; i < 16; ++i) {
    const __m128i words = _mm_add_epi32(w[i % 4], _mm_loadu_si128(reinterpret_cast<const __m128i*>(round_constants.data()) + i));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(words, 0x0E));
    const __m128i& last = w[(i + 3) % 4];
    const __m128i older = _mm_add_epi32(_mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]), _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
    w[i % 4] = _mm_sha256msg2_epu32(older, last);
  }
  const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xB1);
  _mm_storeu_si128(low, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(high, _mm_alignr_epi8(dchg, feba, 8));
}

#endif

}  // namespace

void Sha256::block(const u8* p) {
#ifdef __x86_64__
  if (by_instructions) return add_block(h_, p);
#endif
  std::array<u32, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = u32{p[4 * i]} << 24 | u32{p[4 * i + 1]} << 16 | u32{p[4 * i + 2]} << 8 | u32{p[4 * i + 3]};
  for (std::size_t i = 16; i < 64; ++i) {
    const u32 s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const u32 s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = h_;
  for (std::size_t i = 0; i < 64; i += 8) {
    round(a, b, c, d, e, f, g, h, round_constants[i] + w[i]);
    round(h, a, b, c, d, e, f, g, round_constants[i + 1] + w[i + 1]);
    round(g, h, a, b, c, d, e, f, round_constants[i + 2] + w[i + 2]);
    round(f, g, h, a, b, c, d, e, round_constants[i + 3] + w[i + 3]);
    round(e, f, g, h, a, b, c, d, round_constants[i + 4] + w[i + 4]);
    round(d, e, f, g, h, a, b, c, round_constants[i + 5] + w[i + 5]);
    round(c, d, e, f, g, h, a, b, round_constants[i + 6] + w[i + 6]);
    round(b, c, d, e, f, g, h, a, round_constants[i + 7] + w[i + 7]);
  }
  const std::array<u32, 8> step{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) h_[i] += step[i];
}

Sha256& Sha256::add(const void* data, std::size_t size) {
  const auto* p = static_cast<const u8*>(data);
  while (size > 0) {
    const std::size_t at = bytes_ % 64;
    const std::size_t n = std::min(size, 64 - at);
    std::memcpy(pending_.data() + at, p, n);
    bytes_ += n, p += n, size -= n;
    if (bytes_ % 64 == 0) block(pending_.data());
  }
  return *this;
}

Digest Sha256::finish() {
  const u64 bits = bytes_ * 8;
  constexpr std::array<u8, 64> padding{0x80};
  add(padding.data(), 1 + (119 - bytes_ % 64) % 64);  // up to eight bytes before the end of a block
  std::array<u8, 8> length;
  for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<u8>(bits >> (56 - 8 * i));
  add(length.data(), length.size());
  Digest out;
  for (std::size_t i = 0; i < 32; ++i) out[i] = static_cast<u8>(h_[i / 4] >> (24 - i % 4 * 8));
  return out;
}

Digest sha256(std::string_view data) { return Sha256().add(data).finish(); }

HmacKey::HmacKey(std::string_view key) {
  std::array<u8, 64> block{};
  if (key.size() > block.size()) {
    const Digest short_key = sha256(key);
    std::memcpy(block.data(), short_key.data(), short_key.size());
  } else if (!key.empty()) {
    std::memcpy(block.data(), key.data(), key.size());
  }
  std::array<u8, 64> inner, outer;
  for (std::size_t i = 0; i < 64; ++i) {
    inner[i] = block[i] ^ 0x36;
    outer[i] = block[i] ^ 0x5c;
  }
  inner_.add(inner.data(), inner.size());
  outer_.add(outer.data(), outer.size());
}

Digest HmacKey::sign(std::string_view data) const {
  const Digest first = Sha256(inner_).add(data).finish();
  return Sha256(outer_).add(first.data(), first.size()).finish();
}

Digest hmac_sha256(std::string_view key, std::string_view data) { return HmacKey(key).sign(data); }

}  // namespace trestle
