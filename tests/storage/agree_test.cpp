// Random operations get the same answers from every store. The names are few, so that operations meet.
#include <gtest/gtest.h>

#include <map>

#include "base/rng.hpp"
#include "stores.hpp"
#include "support/scale.hpp"

namespace trestle::storage::test {
namespace {

class Maker {
 public:
  explicit Maker(u64 seed) : rng_(seed) {}

  Op op() {
    switch (below(16)) {
      case 0: return SaveUser{user_row()};
      case 1: return FindUser{chance(2) ? user_id() : "", login()};
      case 2: return SaveSession{{hash(), user_id(), time(), time()}};
      case 3: return FindSession{hash()};
      case 4: return chance(2) ? Op(EndSession{hash()}) : Op(EndSessions{user_id()});
      case 5: return LoadTable{table(), node(), time(), static_cast<u32>(below(4))};
      case 6: return PeekTable{table(), static_cast<u32>(below(4))};
      case 7: return ReleaseTable{table(), node()};
      case 8: return list();
      case 9: return ListDue{node(), time(), time(), static_cast<u32>(below(5))};
      case 10:
        return chance(2) ? Op(FindResults{player(), static_cast<u32>(below(3)), static_cast<u32>(below(4))})
                         : Op(FindRatings{{player(), player()}, game()});
      case 11: return Heartbeat{node(), time()};
      case 12: return CountAll{};
      default: return save();
    }
  }
  u64 below(u64 n) { return rng_.below(static_cast<u32>(n)); }
  // The number of moves that saves should expect; the test tells what there is.
  std::map<TableId, TableWhole> known;
  std::map<TableId, NodeId> owners;

 private:
  bool chance(u64 one_in) { return below(one_in) == 0; }
  std::string pick(const std::vector<std::string>& all) { return all[below(all.size())]; }
  UserId user_id() { return pick({"u1", "u2", "u3", "U1"}); }
  std::string login() { return pick({"", "ann", "bob"}); }
  NodeId node() { return pick({"n1", "n2", "n3"}); }
  TableId table() { return pick({"t1", "t2", "T2", "t3", "t-\xC3\xA9"}); }
  std::string game() { return pick({"chess", "go"}); }
  std::string player() { return chance(2) ? user_id() : "bot:expert"; }
  Millis time() { return static_cast<Millis>(below(20)); }
  Digest hash() { return sha256(std::to_string(below(4))); }
  std::string words() {
    std::string out;
    for (u64 i = below(4); i > 0; --i)
      out += pick({"a", "'", "\"", "\\", "\n", "{", "}", ",", "\xC3\x84", "\xF0\x9F\x8E\xB2", "%", "NULL", std::string(1, '\0'), "\xFF"});
    return chance(30) ? out : std::string("w") + std::to_string(out.size());
  }
  UserRow user_row() { return {user_id(), words(), login(), words(), words(), words(), words(), time(), time(), chance(2)}; }
  Op list() {
    ListTables out;
    if (chance(2)) out.status = static_cast<TableStatus>(below(4));
    if (chance(2)) out.user = user_id();
    out.listed_only = chance(2);
    out.from = static_cast<u32>(below(3));
    out.count = static_cast<u32>(below(6));
    return out;
  }
  TableRow row() {
    TableRow out{table(), static_cast<TableStatus>(below(4)), chance(2), game(), words(), {}, time(), time(), time()};
    for (u64 i = below(4); i > 0; --i) out.users.push_back(user_id());
    return out;
  }
  Op save() {
    SaveTable out;
    out.id = table();
    const TableWhole& now = known[out.id];
    out.create = chance(6);
    out.node = chance(4) || !owners.contains(out.id) ? node() : owners[out.id];
    out.expect_moves = out.create ? 0 : chance(6) ? below(6) : now.moves;
    out.changed = time();
    out.wake = time();
    if (out.create || chance(3)) out.row = row();
    if (chance(5)) out.cut_to = now.steps.empty() || chance(3) ? below(10) : now.steps[below(now.steps.size())].first;
    if (!chance(4))
      out.step = StepRow{chance(8) ? below(10) : out.cut_to.value_or(out.expect_moves), static_cast<u32>(below(4)), words(), time()};
    while (chance(4)) out.chat.push_back({user_id(), words(), chance(2), time()});
    while (chance(5)) {
      out.results.push_back({player(), out.id, game(), static_cast<int>(below(3)), 3, 1, -5, chance(2), static_cast<double>(below(100)) / 7,
                             1e-5, 3, time()});
    }
    while (chance(5))
      out.ratings.push_back({player(), game(), static_cast<double>(below(100)) / 3, 0.1, static_cast<double>(below(9)) / 7, 0.9});
    return out;
  }
  Rng rng_;
};

void expect_same(const Answer& a, const Answer& b, const std::string& where) {
  ASSERT_EQ(a.outcome, b.outcome) << where << " " << a.why << b.why;
  ASSERT_EQ(a.user, b.user) << where;
  ASSERT_EQ(a.session, b.session) << where;
  ASSERT_EQ(a.holder, b.holder) << where;
  ASSERT_EQ(a.tables, b.tables) << where;
  ASSERT_EQ(a.results, b.results) << where;
  ASSERT_EQ(a.ratings, b.ratings) << where;
  ASSERT_EQ(a.table.has_value(), b.table.has_value()) << where;
  if (a.table) {
    ASSERT_EQ(a.table->row, b.table->row) << where;
    ASSERT_EQ(a.table->moves, b.table->moves) << where;
    ASSERT_EQ(a.table->steps, b.table->steps) << where;
    ASSERT_EQ(a.table->chat, b.table->chat) << where;
  }
  const Counts &c = a.counts, &d = b.counts;
  ASSERT_TRUE(c.users == d.users && c.sessions == d.sessions && c.open == d.open && c.running == d.running && c.over == d.over &&
              c.closed == d.closed && c.moves == d.moves)
      << where;
}

// How often each outcome came, so that a test of nothing but refusals is noticed.
void compare(Store& model, Store& other, u64 seed, u64 batches, std::map<Outcome, u64>& seen) {
  Maker maker(seed);
  for (u64 batch = 0; batch < batches; ++batch) {
    std::vector<Op> ops;
    for (u64 i = maker.below(6); i-- > 0;) ops.push_back(maker.op());
    const std::vector<Answer> a = model.run(ops), b = other.run(ops);
    ASSERT_EQ(a.size(), ops.size());
    ASSERT_EQ(b.size(), ops.size());
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const std::string where = "seed " + std::to_string(seed) + ", batch " + std::to_string(batch) + ", operation " + std::to_string(i) +
                                " of kind " + std::to_string(ops[i].index());
      expect_same(a[i], b[i], where);
      if (::testing::Test::HasFatalFailure()) return;
      seen[a[i].outcome] += 1;
      if (const auto* save = std::get_if<SaveTable>(&ops[i]); save != nullptr && a[i].outcome == Outcome::done) {
        maker.owners[save->id] = save->node;
        maker.known[save->id] = *run_one(model, PeekTable{save->id}).table;
      }
      if (const auto* load = std::get_if<LoadTable>(&ops[i]); load != nullptr && a[i].outcome == Outcome::done)
        maker.owners[load->id] = load->node;
    }
  }
}

void compare_with(Kind kind, u64 batches) {
  Stores stores(kind);
  std::unique_ptr<Store> model = memory_store(), other = stores.open();
  ASSERT_NE(other, nullptr);
  std::map<Outcome, u64> seen;
  compare(*model, *other, 1, batches, seen);
  EXPECT_GT(seen[Outcome::done], batches / 2);
  EXPECT_GT(seen[Outcome::conflict], batches / 20);
  EXPECT_GT(seen[Outcome::missing], batches / 20);
  EXPECT_GT(seen[Outcome::failed], 0u);
}

TEST(StoresAgree, SqliteWithMemory) { compare_with(Kind::sqlite, trestle::test::scaled(50'000, 1000)); }

TEST(StoresAgree, PostgresWithMemory) {
  SKIP_WITHOUT_POSTGRES();
  compare_with(Kind::postgres, trestle::test::scaled(50'000, 1000));
}

}  // namespace
}  // namespace trestle::storage::test
