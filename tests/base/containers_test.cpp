// The value containers, each against a plain standard one.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "base/bag.hpp"
#include "base/bounded_list.hpp"
#include "base/buffer.hpp"
#include "base/enum_array.hpp"
#include "base/enum_set.hpp"

namespace trestle {
namespace {

// ---- bag

template <std::size_t N>
void bag_behaves_as_a_multiset() {
  Bag<N> bag;
  std::multiset<std::size_t> model;
  for (int step = 0; step < 60; ++step) {
    const std::size_t kind = *rc::gen::inRange<std::size_t>(0, N);
    const auto n = *rc::gen::inRange<unsigned>(0, 4);
    if (*rc::gen::inRange(0, 3) > 0) {
      if (model.count(kind) + n > 127) continue;
      bag.add(kind, n);
      for (unsigned i = 0; i < n; ++i) model.insert(kind);
    } else if (model.count(kind) >= n) {
      bag.remove(kind, n);
      for (unsigned i = 0; i < n; ++i) model.erase(model.find(kind));
    }
    RC_ASSERT(bag.total() == model.size());
    RC_ASSERT(bag.empty() == model.empty());
    u64 present = 0;
    for (std::size_t k = 0; k < N; ++k) {
      RC_ASSERT(bag[k] == model.count(k));
      if (model.count(k) > 0) present |= u64{1} << k;
    }
    RC_ASSERT(bag.present() == present);
    u32 index = 0;
    for (std::size_t k : model) RC_ASSERT(bag.at(index++) == k);
  }
}

RC_GTEST_PROP(BagProperty, BehavesAsAMultiset8, ()) { bag_behaves_as_a_multiset<8>(); }
RC_GTEST_PROP(BagProperty, BehavesAsAMultiset32, ()) { bag_behaves_as_a_multiset<32>(); }
RC_GTEST_PROP(BagProperty, BehavesAsAMultiset64, ()) { bag_behaves_as_a_multiset<64>(); }

TEST(Bag, CountsToTheFullByte) {
  Bag<16> bag;
  bag.add(3, 255);
  bag.add(4, 1);
  EXPECT_EQ(bag[3], 255);
  EXPECT_EQ(bag[4], 1);
  EXPECT_EQ(bag.total(), 256u);
  EXPECT_EQ(bag.at(254), 3);
  EXPECT_EQ(bag.at(255), 4);
}

TEST(Bag, ContainsAndAddsBags) {
  Bag<16> big, part;
  big.add(1, 3);
  big.add(9, 2);
  part.add(1, 2);
  EXPECT_TRUE(big.contains(part));
  EXPECT_TRUE(big.contains({}));
  EXPECT_TRUE(big.contains(big));
  part.add(9, 3);
  EXPECT_FALSE(big.contains(part));
  big.add(part);
  EXPECT_EQ(big[1], 5);
  EXPECT_EQ(big[9], 5);
  big.clear();
  EXPECT_EQ(big, (Bag<16>{}));
}

#ifdef TRESTLE_DCHECK
TEST(BagDeathTest, TakingWhatIsNotThereStopsTheProgram) {
  Bag<8> bag;
  bag.add(1);
  EXPECT_DEATH((void)bag.at(1), "CHECK failed");
  EXPECT_DEATH(bag.remove(2), "CHECK failed");
  EXPECT_DEATH(bag.add(1, 255), "CHECK failed");
}
#endif

TEST(ForEachBit, GoesUp) {
  std::vector<int> seen;
  for_each_bit(0x8000000000000005u, [&](u8 bit) { seen.push_back(bit); });
  EXPECT_EQ(seen, (std::vector<int>{0, 2, 63}));
}

// ---- bounded list

RC_GTEST_PROP(BoundedListProperty, BehavesAsAVector, ()) {
  BoundedList<u16, 8> list;
  std::vector<u16> model;
  for (int step = 0; step < 50; ++step) {
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
      case 1:
        if (!list.full()) {
          const u16 value = *rc::gen::arbitrary<u16>();
          list.push(value);
          model.push_back(value);
        }
        break;
      case 2:
        if (!model.empty()) {
          RC_ASSERT(list.pop() == model.back());
          model.pop_back();
        }
        break;
      case 3:
        if (!model.empty()) {
          RC_ASSERT(list.remove_first() == model.front());
          model.erase(model.begin());
        }
        break;
      case 4:
        if (*rc::gen::inRange(0, 8) == 0) {
          list.clear();
          model.clear();
        }
        break;
    }
    RC_ASSERT(std::vector<u16>(list.begin(), list.end()) == model);
    RC_ASSERT(list.size() == model.size() && list.empty() == model.empty());
    // Equal lists are equal bytes, whatever was in them before.
    BoundedList<u16, 8> fresh;
    for (u16 value : model) fresh.push(value);
    RC_ASSERT(std::memcmp(&fresh, &list, sizeof list) == 0);
  }
}

TEST(BoundedList, HasNoPadding) {
  static_assert(std::has_unique_object_representations_v<BoundedList<u8, 3>>);
  static_assert(std::has_unique_object_representations_v<BoundedList<u16, 3>>);
  static_assert(std::has_unique_object_representations_v<BoundedList<u32, 3>>);
  static_assert(std::has_unique_object_representations_v<BoundedList<u64, 3>>);
  static_assert(std::is_trivially_copyable_v<BoundedList<u64, 3>>);
}

#ifdef TRESTLE_DCHECK
TEST(BoundedListDeathTest, TheBoundHolds) {
  BoundedList<u8, 2> list;
  EXPECT_DEATH(list.pop(), "CHECK failed");
  list.push(1);
  list.push(2);
  EXPECT_DEATH(list.push(3), "CHECK failed");
  EXPECT_DEATH((void)list[2], "CHECK failed");
}
#endif

// ---- buffer

TEST(Buffer, FillsAndClears) {
  Buffer<int, 4> buffer;
  EXPECT_TRUE(buffer.empty());
  for (int i = 0; i < 4; ++i) buffer.push(i * i);
  EXPECT_EQ(std::vector<int>(buffer.begin(), buffer.end()), (std::vector<int>{0, 1, 4, 9}));
  buffer[1] = 7;
  EXPECT_EQ(buffer[1], 7);
  buffer.clear();
  EXPECT_EQ(buffer.size(), 0u);
#ifdef TRESTLE_DCHECK
  for (int i = 0; i < 4; ++i) buffer.push(i);
  EXPECT_DEATH(buffer.push(4), "CHECK failed");
#endif
}

// ---- enums

enum class Fruit : u8 { apple, pear, plum, fig };

RC_GTEST_PROP(EnumSetProperty, BehavesAsASet, (u8 bits_a, u8 bits_b)) {
  using Set = EnumSet<Fruit>;
  const auto model = [](u8 bits) {
    std::set<int> out;
    for (int i = 0; i < 8; ++i)
      if (bits >> i & 1) out.insert(i);
    return out;
  };
  const Set a = Set::from_bits(bits_a), b = Set::from_bits(bits_b);
  const std::set<int> ma = model(bits_a), mb = model(bits_b);
  RC_ASSERT(a.size() == static_cast<int>(ma.size()));
  RC_ASSERT(a.empty() == ma.empty());
  if (!ma.empty()) RC_ASSERT(static_cast<int>(a.lowest()) == *ma.begin());
  std::set<int> either = ma, both, left;
  either.insert(mb.begin(), mb.end());
  for (int i : ma) (mb.count(i) ? both : left).insert(i);
  const auto members = [](Set s) {
    std::set<int> out;
    s.for_each([&](Fruit f) { out.insert(static_cast<int>(f)); });
    return out;
  };
  RC_ASSERT(members(a | b) == either);
  RC_ASSERT(members(a & b) == both);
  RC_ASSERT(members(a - b) == left);
}

TEST(EnumSet, AddsAndRemoves) {
  EnumSet<Fruit> set{Fruit::pear};
  set.add(Fruit::fig);
  EXPECT_TRUE(set.has(Fruit::fig));
  EXPECT_FALSE(set.has(Fruit::plum));
  set.remove(Fruit::pear);
  set.remove(Fruit::plum);
  EXPECT_EQ(set, EnumSet<Fruit>{Fruit::fig});
  EXPECT_EQ(EnumSet<Fruit>::first(2), (EnumSet<Fruit>{Fruit::apple, Fruit::pear}));
  EXPECT_TRUE(EnumSet<Fruit>::first(0).empty());
}

TEST(EnumArray, IsIndexedByName) {
  EnumArray<Fruit, int, 4> prices;
  prices[Fruit::plum] = 3;
  EXPECT_EQ(prices.items[2], 3);
  int sum = 0;
  for (int price : prices) sum += price;
  EXPECT_EQ(sum, 3);
}

}  // namespace
}  // namespace trestle
