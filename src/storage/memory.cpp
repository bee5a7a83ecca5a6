// Everything in maps: for tests and the simulator, and the plainest statement of what the other stores must answer.
#include <algorithm>
#include <map>
#include <set>

#include "storage/storable.hpp"

namespace trestle::storage {
namespace {

struct Kept {
  TableRow row;
  NodeId owner;
  u64 moves = 0;
  std::vector<StepRow> steps;
  std::vector<ChatRow> chat;
};

TableWhole whole(const Kept& table, u32 chat_lines) {
  const std::size_t lines = std::min<std::size_t>(chat_lines, table.chat.size());
  return {table.row, table.moves, table.steps, {table.chat.end() - static_cast<std::ptrdiff_t>(lines), table.chat.end()}};
}

class MemoryStore final : public Store {
 public:
  std::vector<Answer> run(std::span<const Op> ops) override {
    std::vector<Answer> answers;
    answers.reserve(ops.size());
    for (const Op& op : ops) {
      std::optional<Answer> early = answer_unasked(op);
      answers.push_back(early ? *early : std::visit([this](const auto& one) { return answer(one); }, op));
    }
    return answers;
  }
  Status back_up(const std::string&) override { return fault("this server keeps everything in memory: there is nothing to back up"); }

 private:
  Answer answer(const SaveUser& op) {
    const auto holder = logins_.find(op.user.login);
    if (holder != logins_.end() && holder->second != op.user.id) return outcome(Outcome::conflict);
    UserRow& kept = users_[op.user.id];
    logins_.erase(kept.login);
    if (!op.user.login.empty()) logins_[op.user.login] = op.user.id;
    kept = op.user;
    return {};
  }
  Answer answer(const FindUser& op) {
    UserId id = op.id;
    if (id.empty()) {
      const auto holder = logins_.find(op.login);
      if (holder == logins_.end()) return outcome(Outcome::missing);
      id = holder->second;
    }
    const auto found = users_.find(id);
    if (found == users_.end()) return outcome(Outcome::missing);
    Answer out;
    out.user = found->second;
    return out;
  }
  Answer answer(const SaveSession& op) {
    if (!users_.contains(op.session.user)) return outcome(Outcome::missing);
    sessions_[op.session.token_hash] = op.session;
    return {};
  }
  Answer answer(const FindSession& op) {
    const auto found = sessions_.find(op.token_hash);
    if (found == sessions_.end()) return outcome(Outcome::missing);
    Answer out;
    out.session = found->second;
    out.user = users_.at(found->second.user);
    return out;
  }
  Answer answer(const EndSession& op) { return outcome(sessions_.erase(op.token_hash) == 0 ? Outcome::missing : Outcome::done); }
  Answer answer(const EndSessions& op) {
    std::erase_if(sessions_, [&](const auto& one) { return one.second.user == op.user; });
    return {};
  }

  Answer answer(const SaveTable& op) {
    auto found = tables_.find(op.id);
    if (op.create) {
      if (found != tables_.end()) return outcome(Outcome::conflict);
      found = tables_.emplace(op.id, Kept{}).first;
      found->second.owner = op.node;
    }
    if (found == tables_.end()) return outcome(Outcome::missing);
    Kept& table = found->second;
    if (table.owner != op.node || table.moves != op.expect_moves || !can_cut(table, op)) return outcome(Outcome::conflict);
    if (op.cut_to) std::erase_if(table.steps, [&](const StepRow& step) { return step.first >= *op.cut_to; });
    if (op.step) table.steps.push_back(*op.step);
    table.moves = *moves_after(op);
    set_row(table, op);
    table.chat.insert(table.chat.end(), op.chat.begin(), op.chat.end());
    for (const ResultRow& result : op.results) results_[{result.table, result.seat}] = result;
    for (const RatingChange& change : op.ratings) {
      RatingRow& row =
          ratings_.try_emplace({change.player, change.game}, RatingRow{change.player, change.game, change.mean, change.spread, 0})
              .first->second;
      row.mean += change.shift;
      row.spread *= change.shrink;
      row.games += 1;
    }
    return {};
  }
  static bool can_cut(const Kept& table, const SaveTable& op) {
    if (!op.cut_to || *op.cut_to == table.moves) return true;
    return std::any_of(table.steps.begin(), table.steps.end(), [&](const StepRow& step) { return step.first == *op.cut_to; });
  }
  void set_row(Kept& table, const SaveTable& op) {
    by_change_.erase({table.row.changed, op.id});
    by_wake_.erase({table.row.wake, op.id});
    if (op.row) table.row = *op.row;
    table.row.id = op.id;
    table.row.changed = changed_by(op);
    table.row.wake = wake_by(op);
    by_change_.emplace(table.row.changed, op.id);
    if (table.row.wake != 0) by_wake_.emplace(table.row.wake, op.id);
  }

  bool is_free(const Kept& table, const NodeId& node, Millis now) const {
    if (table.owner.empty() || table.owner == node) return true;
    const auto holder = nodes_.find(table.owner);
    return holder == nodes_.end() || holder->second <= now;
  }
  Answer answer(const LoadTable& op) {
    const auto found = tables_.find(op.id);
    if (found == tables_.end()) return outcome(Outcome::missing);
    Kept& table = found->second;
    Answer out;
    if (is_free(table, op.node, op.now)) {
      table.owner = op.node;
      out.table = whole(table, op.chat_lines);
    } else {
      out.outcome = Outcome::conflict;
      out.holder = table.owner;
    }
    return out;
  }
  Answer answer(const PeekTable& op) {
    const auto found = tables_.find(op.id);
    if (found == tables_.end()) return outcome(Outcome::missing);
    Answer out;
    out.table = whole(found->second, op.chat_lines);
    return out;
  }
  Answer answer(const ReleaseTable& op) {
    const auto found = tables_.find(op.id);
    if (found == tables_.end()) return outcome(Outcome::missing);
    if (found->second.owner != op.node) return outcome(Outcome::conflict);
    found->second.owner.clear();
    return {};
  }

  Answer answer(const ListTables& op) {
    Answer out;
    u32 passed = 0;
    for (auto at = by_change_.rbegin(); at != by_change_.rend() && out.tables.size() < op.count; ++at) {
      const TableRow& row = tables_.at(at->second).row;
      if (op.status && row.status != *op.status) continue;
      if (op.listed_only && !row.listed) continue;
      if (op.user && std::find(row.users.begin(), row.users.end(), *op.user) == row.users.end()) continue;
      if (passed++ >= op.from) out.tables.push_back(row);
    }
    return out;
  }
  Answer answer(const ListDue& op) {
    Answer out;
    for (const auto& [wake, id] : by_wake_) {
      if (wake > op.until || out.tables.size() >= op.count) break;
      const Kept& table = tables_.at(id);
      if (is_free(table, op.node, op.now)) out.tables.push_back(table.row);
    }
    return out;
  }
  Answer answer(const FindResults& op) {
    std::vector<ResultRow> all;
    for (const auto& [key, result] : results_)
      if (result.player == op.player) all.push_back(result);
    std::sort(all.begin(), all.end(),
              [](const ResultRow& a, const ResultRow& b) { return std::tie(b.at, b.table, a.seat) < std::tie(a.at, a.table, b.seat); });
    Answer out;
    for (std::size_t i = op.from; i < all.size() && out.results.size() < op.count; ++i) out.results.push_back(all[i]);
    return out;
  }
  Answer answer(const FindRatings& op) {
    Answer out;
    for (const std::string& player : op.players) {
      const auto found = ratings_.find({player, op.game});
      if (found != ratings_.end()) out.ratings.push_back(found->second);
    }
    return out;
  }
  Answer answer(const Heartbeat& op) {
    nodes_[op.node] = op.until;
    return {};
  }
  Answer answer(const CountAll&) {
    Answer out;
    out.counts.users = users_.size();
    out.counts.sessions = sessions_.size();
    for (const auto& [id, table] : tables_) {
      count_of(out.counts, table.row.status) += 1;
      out.counts.moves += table.moves;
    }
    return out;
  }

  std::map<UserId, UserRow> users_;
  std::map<std::string, UserId> logins_;
  std::map<Digest, SessionRow> sessions_;
  std::map<TableId, Kept> tables_;
  std::set<std::pair<Millis, TableId>> by_change_, by_wake_;
  std::map<std::pair<TableId, int>, ResultRow> results_;
  std::map<std::pair<std::string, std::string>, RatingRow> ratings_;
  std::map<NodeId, Millis> nodes_;
};

}  // namespace

std::unique_ptr<Store> memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace trestle::storage
