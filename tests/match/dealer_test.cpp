// Where chance comes from: that draws are uniform and numbered, and that the fair dealer is the one docs/fairness.md describes.
// The description is implemented here a second time, with libsodium, and the worked example on that page is made and checked.
#include "match/dealer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sodium.h>

#include <fstream>
#include <sstream>

#include "base/text.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;

Digest counting_secret() {
  Digest secret{};
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<u8>(i);
  return secret;
}

// A stranger's implementation, from the page alone.
struct Stranger {
  Digest secret;
  std::string match_id;
  std::array<std::string, 5> seeds;

  std::vector<u8> message(u64 draw, u32 block) const {
    std::vector<u8> out;
    const auto bytes = [&](const std::string& s) { out.insert(out.end(), s.begin(), s.end()); };
    bytes("trestle-fair-1");
    out.push_back(static_cast<u8>(match_id.size()));
    bytes(match_id);
    for (const std::string& seed : seeds) {
      out.push_back(static_cast<u8>(seed.size()));
      bytes(seed);
    }
    for (int shift = 56; shift >= 0; shift -= 8) out.push_back(static_cast<u8>(draw >> shift));
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<u8>(block >> shift));
    return out;
  }
  std::array<unsigned char, 32> hmac(u64 draw, u32 block) const {
    std::array<unsigned char, 32> out{};
    const auto data = message(draw, block);
    crypto_auth_hmacsha256(out.data(), data.data(), data.size(), secret.data());
    return out;
  }
  u32 draw(u64 index, u32 bound) const {
    for (u32 block = 0;; ++block) {
      const auto digest = hmac(index, block);
      for (std::size_t chunk = 0; chunk < 4; ++chunk) {
        u64 number = 0;
        for (std::size_t i = 0; i < 8; ++i) number = number * 256 + digest[8 * chunk + i];
        // 128 bits, so that 2^64 can be written down as it stands on the page
        const auto all = static_cast<unsigned __int128>(1) << 64;
        const auto limit = all / bound * bound;
        if (number < limit) return static_cast<u32>(number % bound);
      }
    }
  }
};

RC_GTEST_PROP(FairDealerProperty, IsWhatThePageDescribes, ()) {
  Stranger stranger;
  for (u8& byte : stranger.secret) byte = *rc::gen::arbitrary<u8>();
  stranger.match_id = std::string(*rc::gen::inRange<std::size_t>(0, 65), 'm');
  FairDealer dealer(stranger.secret, stranger.match_id);
  for (std::size_t i = 0; i < 5; ++i) {
    stranger.seeds[i] = (*rc::gen::arbitrary<std::string>()).substr(0, 64);
    RC_ASSERT(dealer.add_seed(seat_at(static_cast<int>(i)), stranger.seeds[i]));
  }
  for (u64 i = 0; i < 8; ++i) {
    const u32 bound = *rc::gen::inRange<u32>(1, 0xffffffff);
    RC_ASSERT(dealer.draw(bound) == stranger.draw(i, bound));
  }
  const u64 far = *rc::gen::arbitrary<u64>();
  RC_ASSERT(dealer.draw_at(far, 6) == stranger.draw(far, 6));
}

TEST(FairDealer, CommitsToItsSecret) {
  const Digest secret = counting_secret();
  FairDealer dealer(secret, "m");
  std::array<unsigned char, 32> expected{};
  crypto_hash_sha256(expected.data(), secret.data(), secret.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), dealer.commitment().begin()));
  EXPECT_EQ(dealer.note().commitment, dealer.commitment());
  EXPECT_EQ(dealer.secret(), secret);
}

TEST(FairDealer, TakesSeedsOnlyBeforeTheFirstDraw) {
  FairDealer dealer(counting_secret(), "m");
  EXPECT_TRUE(dealer.add_seed(Seat::A, "mine"));
  EXPECT_TRUE(dealer.add_seed(Seat::A, "mine, better"));
  EXPECT_FALSE(dealer.add_seed(Seat::A, std::string(seat_seed_bytes_max + 1, 'x')));
  EXPECT_FALSE(dealer.add_seed(Seat::Table, "x"));
  dealer.draw(6);
  EXPECT_FALSE(dealer.add_seed(Seat::B, "late"));
  EXPECT_EQ(dealer.note().seeds[0], "mine, better");
  EXPECT_EQ(dealer.note().seeds[1], "");
}

TEST(FairDealer, EveryPartCounts) {
  const auto draws = [](FairDealer dealer) {
    std::vector<u32> out;
    for (int i = 0; i < 8; ++i) out.push_back(dealer.draw(1u << 31));
    return out;
  };
  const auto plain = draws(FairDealer(counting_secret(), "m"));
  Digest other_secret = counting_secret();
  other_secret[31] ^= 1;
  EXPECT_NE(draws(FairDealer(other_secret, "m")), plain);
  EXPECT_NE(draws(FairDealer(counting_secret(), "n")), plain);
  for (Seat seat : {Seat::A, Seat::B, Seat::E}) {
    FairDealer seeded(counting_secret(), "m");
    ASSERT_TRUE(seeded.add_seed(seat, "x"));
    EXPECT_NE(draws(seeded), plain);
  }
  // Who said what matters too: "ab" of one seat is not "a" and "b" of two.
  FairDealer one(counting_secret(), "m"), two(counting_secret(), "m");
  ASSERT_TRUE(one.add_seed(Seat::A, "ab"));
  ASSERT_TRUE(two.add_seed(Seat::A, "a") && two.add_seed(Seat::B, "b"));
  EXPECT_NE(draws(one), draws(two));
}

TEST(FairDealer, FreshOnesDiffer) {
  auto one = FairDealer::fresh(), two = FairDealer::fresh();
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  EXPECT_NE((*one)->secret(), (*two)->secret());
  EXPECT_NE((*one)->match_id(), (*two)->match_id());
  EXPECT_EQ((*one)->match_id().size(), 32u);
}

// ---- all dealers

std::vector<std::unique_ptr<Dealer>> dealers() {
  std::vector<std::unique_ptr<Dealer>> out;
  out.push_back(std::make_unique<SeededDealer>(12345));
  out.push_back(std::make_unique<FairDealer>(counting_secret(), "m"));
  out.push_back(std::make_unique<ScriptedDealer>(std::vector<u32>{4, 9}, 12345));
  return out;
}

TEST(Dealers, GoBackToANumber) {
  for (auto& dealer : dealers()) {
    std::vector<u32> first, again;
    for (int i = 0; i < 20; ++i) first.push_back(dealer->draw(101));
    dealer->rewind(5);
    for (int i = 5; i < 20; ++i) again.push_back(dealer->draw(101));
    EXPECT_EQ(again, std::vector<u32>(first.begin() + 5, first.end()));
  }
}

TEST(Dealers, AreUniform) {
  // Chi-square with 6 degrees of freedom; 40 is far beyond what chance would give (p < 1e-6), and the draws are fixed.
  constexpr u32 bound = 7;
  constexpr int draws = 70'000;
  for (auto& dealer : dealers()) {
    std::array<int, bound> counts{};
    for (int i = 0; i < draws; ++i) ++counts[dealer->draw(bound)];
    double chi = 0;
    for (int count : counts) chi += (count - draws / 7.0) * (count - draws / 7.0) / (draws / 7.0);
    EXPECT_LT(chi, 40);
  }
}

TEST(Dealers, DrawOneOfOne) {
  for (auto& dealer : dealers())
    for (int i = 0; i < 5; ++i) EXPECT_EQ(dealer->draw(1), 0u);
}

TEST(ScriptedDealer, DealsItsTicketsFirst) {
  ScriptedDealer dealer({4, 9, 0}, 1);
  EXPECT_EQ(dealer.draw(6), 4u);
  EXPECT_EQ(dealer.draw(6), 3u);
  EXPECT_EQ(dealer.draw(6), 0u);
  EXPECT_EQ(dealer.draw(1000), Rng::for_item(1, 3).below(1000));
}

TEST(DealerOf, FindsTheDealerOfARecord) {
  Record record;
  record.header.dealer = SeededDealer(77).note();
  auto seeded = dealer_of(record);
  ASSERT_TRUE(seeded);
  EXPECT_EQ((*seeded)->draw(1000), SeededDealer(77).draw(1000));

  FairDealer fair(counting_secret(), "m");
  ASSERT_TRUE(fair.add_seed(Seat::B, "seed"));
  record.header.dealer = fair.note();
  EXPECT_THAT(dealer_of(record).fault().reason, HasSubstr("does not hold yet"));
  EXPECT_THAT(dealer_of(record, sha256("another")).fault().reason, HasSubstr("not the secret"));
  auto again = dealer_of(record, counting_secret());
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->draw(1000), fair.draw(1000));
  EXPECT_EQ((*again)->note(), fair.note());
  record.end = RecordEnd{};
  record.end->secret = counting_secret();
  EXPECT_TRUE(static_cast<bool>(dealer_of(record)));
}

// ---- the worked example of docs/fairness.md

std::string hex(const auto& bytes) { return text::to_hex(reinterpret_cast<const u8*>(bytes.data()), bytes.size()); }

std::string worked_example() {
  Stranger table{counting_secret(), "example-1", {"alice", "", "", "", ""}};
  table.seeds[1] = std::string("\x00\xff", 2);
  std::ostringstream out;
  out << "secret       " << hex(table.secret) << "\n";
  out << "commitment   " << hex(commitment_to(table.secret)) << "\n";
  out << "match id     " << table.match_id << "\n";
  out << "seed of A    " << hex(table.seeds[0]) << "\n";
  out << "seed of B    " << hex(table.seeds[1]) << "\n";
  for (u64 draw : {u64{0}, u64{1}, u64{2}}) {
    const u32 bound = draw == 0 ? 101 : draw == 1 ? 6 : 18;
    const auto digest = table.hmac(draw, 0);
    u64 number = 0;
    for (std::size_t i = 0; i < 8; ++i) number = number * 256 + digest[i];
    out << "\n";
    out << "draw " << draw << ", bound " << bound << "\n";
    out << "  message    " << hex(table.message(draw, 0)) << "\n";
    out << "  HMAC       " << hex(digest) << "\n";
    out << "  number     " << number << "\n";
    const auto limit = (static_cast<unsigned __int128>(1) << 64) / bound * bound;
    out << "  limit - 1  " << static_cast<u64>(limit - 1) << "\n";
    out << "  ticket     " << number % bound << "\n";
  }
  return out.str();
}

TEST(FairnessPage, WorkedExampleIsRight) {
  std::ifstream file(std::string(TRESTLE_ROOT) + "/docs/fairness.md");
  std::stringstream content;
  content << file.rdbuf();
  const std::string page = content.str();
  const auto says = [&](const std::string& what) { return page.find(what) != std::string::npos; };
  EXPECT_TRUE(says("```text\n" + worked_example() + "```\n")) << "the example must read:\n" << worked_example();
  // And our dealer deals it.
  FairDealer dealer(counting_secret(), "example-1");
  ASSERT_TRUE(dealer.add_seed(Seat::A, "alice") && dealer.add_seed(Seat::B, std::string("\x00\xff", 2)));
  for (const u32 bound : {101u, 6u, 18u}) EXPECT_TRUE(says("  ticket     " + std::to_string(dealer.draw(bound)) + "\n"));
}

}  // namespace
}  // namespace trestle
