// The generator must give these numbers on every compiler for ever (I11): records with a seed depend on it.
#include "base/rng.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

#include "base/hash.hpp"

namespace trestle {
namespace {

// Written from docs/records.md, "Draws from a seed".
struct Page {
  u64 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  static u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
  static u64 split(u64& x) {
    x = x + 0x9e3779b97f4a7c15;
    u64 z = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  static Page draw(u64 seed, u64 i) {
    u64 x = seed;
    x = split(x) ^ (i * 0xd1342543de82ef95 + 1);
    x = split(x);
    Page page;
    page.s0 = split(x), page.s1 = split(x), page.s2 = split(x), page.s3 = split(x);
    return page;
  }
  u64 next() {
    const u64 r = rotl(s0 + s3, 23) + s0;
    const u64 t = s1 << 17;
    s2 ^= s0, s3 ^= s1, s1 ^= s2, s0 ^= s3, s2 ^= t;
    s3 = rotl(s3, 45);
    return r;
  }
  u32 below(u32 bound) {
    const u32 threshold = static_cast<u32>(((u64{1} << 32) - bound) % bound);
    u64 m = (next() >> 32) * bound;
    while (static_cast<u32>(m) < threshold) m = (next() >> 32) * bound;
    return static_cast<u32>(m >> 32);
  }
};

// Published with the generators: SplitMix64 from 1234567, xoshiro256++ from the state 1, 2, 3, 4.
TEST(Rng, ThePageIsTheKnownGenerator) {
  u64 x = 1234567;
  EXPECT_EQ(Page::split(x), 6457827717110365317u);
  EXPECT_EQ(Page::split(x), 3203168211198807973u);
  EXPECT_EQ(Page::split(x), 9817491932198370423u);
  Page page{1, 2, 3, 4};
  for (u64 expected : {u64{41943041}, u64{58720359}, u64{3588806011781223}, u64{3591011842654386}, u64{9228616714210784205u}})
    EXPECT_EQ(page.next(), expected);
}

RC_GTEST_PROP(RngProperty, DealsAsThePageSays, (u64 seed, u64 index)) {
  Page page = Page::draw(seed, index);
  Rng rng = Rng::for_item(seed, index);
  for (int i = 0; i < 4; ++i) RC_ASSERT(rng.next() == page.next());
  for (u32 bound : {1u, 2u, 6u, 101u, 0x80000001u, 0xffffffffu}) RC_ASSERT(rng.below(bound) == page.below(bound));
}

RC_GTEST_PROP(RngProperty, StaysBelow, (u64 seed)) {
  const u32 bound = *rc::gen::inRange<u32>(1, 0xffffffff);
  Rng rng(seed);
  for (int i = 0; i < 20; ++i) RC_ASSERT(rng.below(bound) < bound);
}

TEST(Rng, IsUniform) {
  // Fixed draws; chi-square with 9 degrees of freedom stays below 40 but for a chance of 1 in 100,000.
  Rng rng(1);
  std::vector<int> counts(10);
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) ++counts[rng.below(10)];
  double chi = 0;
  for (int n : counts) chi += (n - draws / 10.0) * (n - draws / 10.0) / (draws / 10.0);
  EXPECT_LT(chi, 40);
}

TEST(Rng, ShuffleIsFairAndKeepsAll) {
  std::vector<int> first_place(6);
  for (u64 seed = 0; seed < 6000; ++seed) {
    std::vector<int> list(6);
    std::iota(list.begin(), list.end(), 0);
    Rng rng = Rng::for_item(9, seed);
    rng.shuffle(list);
    ++first_place[static_cast<std::size_t>(list[0])];
    EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 15);
  }
  for (int n : first_place) EXPECT_NEAR(n, 1000, 150);
}

TEST(Rng, ItemsDoNotDependOnEachOther) {
  EXPECT_NE(Rng::for_item(1, 0).next(), Rng::for_item(1, 1).next());
  EXPECT_NE(Rng::for_item(1, 0).next(), Rng::for_item(2, 0).next());
  EXPECT_EQ(Rng::for_item(1, 5).next(), Rng::for_item(1, 5).next());
}

// ---- hash

TEST(Hash, IsTheSameEverywhere) {
  // Signatures are made of these; a change here changes every signature.
  EXPECT_EQ(hash_bytes("", 0), 11860365727872268452u);
  EXPECT_EQ(hash_bytes("trestle", 7), 5984635233714495677u);
  EXPECT_EQ(hash_bytes("a longer text, more than a word", 31, 5), 2833692440611649359u);
}

RC_GTEST_PROP(HashProperty, EveryBitCounts, (std::string data)) {
  RC_PRE(!data.empty());
  const u64 before = hash_bytes(data.data(), data.size());
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, data.size());
  data[at] = static_cast<char>(data[at] ^ (1 << *rc::gen::inRange(0, 8)));
  RC_ASSERT(hash_bytes(data.data(), data.size()) != before);
}

TEST(Hash, LengthAndSeedCount) {
  const char zeros[16] = {};
  EXPECT_NE(hash_bytes(zeros, 8), hash_bytes(zeros, 9));
  EXPECT_NE(hash_bytes(zeros, 8), hash_bytes(zeros, 16));
  EXPECT_NE(hash_bytes(zeros, 8, 1), hash_bytes(zeros, 8, 2));
  EXPECT_EQ(hash_value(u64{0}), hash_bytes(zeros, 8));
}

}  // namespace
}  // namespace trestle
