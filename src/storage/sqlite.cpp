// A server's store in one file. Write-ahead log, synchronised at every commit; one server at a time, held by a lock beside the file.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <unordered_map>

#include "storage/sqlite_db.hpp"
#include "storage/sqlite_log.hpp"
#include "storage/storable.hpp"

namespace trestle::storage {
namespace {

// A file up to this size is looked through when it is opened; in a larger one a broken page is found when it is read.
constexpr off_t looked_through_bytes_max = 64 << 20;
constexpr std::size_t heads_remembered_max = 1 << 14;
constexpr i64 behind_steps_max = 1 << 13;  // a head is written when so many steps of any tables have been added since it should have been

using Rows = SqliteDb::Rows;

#define TABLE_COLUMNS "h.id, t.status, t.listed, t.game, t.terms, t.users, t.created, h.changed, h.wake"
// ?1 the node, ?2 the time
#define FREE_FOR_NODE "(h.owner IN ('', ?1) OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.node = h.owner AND n.until > ?2))"
#define USER_COLUMNS "u.id, u.name, u.login, u.password, u.webhook, u.webhook_secret, u.language, u.created, u.seen, u.banned"

TableRow table_row(const Rows& rows) {
  TableRow row;
  row.id = rows.text(0);
  row.status = static_cast<TableStatus>(rows.number(1));
  row.listed = rows.number(2) != 0;
  row.game = rows.text(3);
  row.terms = rows.text(4);
  row.users = users_of_text(rows.text(5));
  row.created = rows.number(6);
  row.changed = rows.number(7);
  row.wake = rows.number(8);
  return row;
}

UserRow user_row(const Rows& rows, int at = 0) {
  UserRow row;
  for (std::string* text : {&row.id, &row.name, &row.login, &row.password, &row.webhook, &row.webhook_secret, &row.language})
    *text = rows.text(at++);
  row.created = rows.number(at++);
  row.seen = rows.number(at++);
  row.banned = rows.number(at) != 0;
  return row;
}

struct Head {
  i64 no = 0;
  NodeId owner;
  u64 moves = 0;
  i64 last_step = 0;
  Millis changed = 0, wake = 0;
  i64 behind_since = 0;  // the first step that the file's row does not know; 0 = it knows all
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<SqliteDb> db, std::unique_ptr<SqliteLog> log, int lock)
      : db_(std::move(db)), log_(std::move(log)), lock_(lock) {}
  ~SqliteStore() override {
    log_.reset();
    db_.reset();
    ::close(lock_);
  }
  SqliteStore(const SqliteStore&) = delete;

  std::vector<Answer> run(std::span<const Op> ops) override {
    std::vector<Answer> answers;
    answers.reserve(ops.size());
    db_->change("BEGIN");
    if (!caught_up_) catch_up();
    const i64 step_before = last_step_;
    for (const Op& op : ops) {
      if (db_->failed()) break;
      std::optional<Answer> early = answer_unasked(op);
      answers.push_back(early ? std::move(*early) : std::visit([this](const auto& one) { return answer(one); }, op));
    }
    if (last_step_ != step_before) write_heads(last_step_ - behind_steps_max);
    const Status kept = db_->commit();
    log_->tend();
    if (kept) return answers;
    forget_heads();
    caught_up_ = false;
    return all_failed(ops.size(), kept.fault().reason);
  }

  Status back_up(const std::string& file) override { return db_->copy_to(file); }

 private:
  // ---- users and sessions

  Answer answer(const SaveUser& op) {
    const UserRow& user = op.user;
    if (!user.login.empty()) {
      Rows rows = db_->rows("SELECT 1 FROM users WHERE login = ?1 AND login <> '' AND id <> ?2", user.login, user.id);
      if (rows.next()) return outcome(Outcome::conflict);
    }
    db_->change("INSERT OR REPLACE INTO users VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", user.id, user.name, user.login, user.password,
                user.webhook, user.webhook_secret, user.language, user.created, user.seen, user.banned);
    return {};
  }
  Answer answer(const FindUser& op) {
    Rows rows = op.id.empty() ? db_->rows("SELECT " USER_COLUMNS " FROM users u WHERE u.login = ? AND u.login <> ''", op.login)
                              : db_->rows("SELECT " USER_COLUMNS " FROM users u WHERE u.id = ?", op.id);
    if (!rows.next()) return outcome(Outcome::missing);
    Answer out;
    out.user = user_row(rows);
    return out;
  }
  Answer answer(const SaveSession& op) {
    const SessionRow& session = op.session;
    const i64 changed = db_->change("INSERT OR REPLACE INTO sessions SELECT ?1, ?2, ?3, ?4 FROM users WHERE id = ?2", session.token_hash,
                                    session.user, session.created, session.expires);
    return outcome(changed == 0 ? Outcome::missing : Outcome::done);
  }
  Answer answer(const FindSession& op) {
    Rows rows = db_->rows("SELECT s.token_hash, s.user, s.created, s.expires, " USER_COLUMNS
                          " FROM sessions s JOIN users u ON u.id = s.user WHERE s.token_hash = ?",
                          op.token_hash);
    if (!rows.next()) return outcome(Outcome::missing);
    Answer out;
    out.session = SessionRow{rows.digest(0), rows.text(1), rows.number(2), rows.number(3)};
    out.user = user_row(rows, 4);
    return out;
  }
  Answer answer(const EndSession& op) {
    return outcome(db_->change("DELETE FROM sessions WHERE token_hash = ?", op.token_hash) == 0 ? Outcome::missing : Outcome::done);
  }
  Answer answer(const EndSessions& op) {
    db_->change("DELETE FROM sessions WHERE user = ?", op.user);
    return {};
  }

  // ---- saving a table

  Answer answer(const SaveTable& op) {
    const Outcome head = op.create ? create(op) : op.cut_to ? cut(op) : advance(op);
    if (head != Outcome::done) return outcome(head);
    if (op.row || !op.chat.empty()) {
      const i64 no = head_of(op.id)->no;
      if (op.row) save_row(no, *op.row);
      for (const ChatRow& line : op.chat)
        db_->change("INSERT INTO chat (table_no, user, spectators, at, text) VALUES (?, ?, ?, ?, ?)", no, line.user, line.spectators,
                    line.at, line.text);
    }
    for (const ResultRow& result : op.results) save_result(result);
    for (const RatingChange& change : op.ratings)
      db_->change(
          "INSERT INTO ratings VALUES (?1, ?2, ?3 + ?5, ?4 * ?6, 1)"
          " ON CONFLICT (player, game) DO UPDATE SET mean = mean + ?5, spread = spread * ?6, games = games + 1",
          change.player, change.game, change.mean, change.spread, change.shift, change.shrink);
    return {};
  }

  // The way of nearly every move: one row added.
  Outcome advance(const SaveTable& op) {
    Head* head = head_of(op.id);
    if (head == nullptr) return Outcome::missing;
    if (head->owner != op.node || head->moves != op.expect_moves) return Outcome::conflict;
    set_head(*head, op, op.step ? add_step(*head, op, head->last_step) : head->last_step);
    // The step says all that the head does, so its row can wait for the next ones.
    if (op.step && op.step->at == head->changed)
      let_wait(*head);
    else
      write(*head);
    return Outcome::done;
  }

  Outcome create(const SaveTable& op) {
    if (head_of(op.id) != nullptr) return Outcome::conflict;
    db_->change("INSERT INTO heads (id, owner, moves, last_step, changed, wake) VALUES (?, ?, 0, 0, 0, 0)", op.id, op.node);
    Head& head = heads_[op.id];
    head = {};
    head.no = db_->last_row();
    head.owner = op.node;
    set_head(head, op, op.step ? add_step(head, op, 0) : 0);
    write(head);
    return Outcome::done;
  }

  Outcome cut(const SaveTable& op) {
    Head* head = head_of(op.id);
    if (head == nullptr) return Outcome::missing;
    if (head->owner != op.node || head->moves != op.expect_moves) return Outcome::conflict;
    std::vector<i64> dropped;
    i64 last = head->last_step;
    for (u64 moves = head->moves; moves > *op.cut_to && last != 0;) {
      Rows rows = db_->rows("SELECT previous, first FROM steps WHERE no = ?", last);
      if (!rows.next()) break;
      dropped.push_back(last);
      last = rows.number(0);
      moves = static_cast<u64>(rows.number(1));
      if (moves < *op.cut_to) return Outcome::conflict;  // in the middle of a step
    }
    for (const i64 no : dropped) db_->change("DELETE FROM steps WHERE no = ?", no);
    set_head(*head, op, op.step ? add_step(*head, op, last) : last);
    write(*head);
    return Outcome::done;
  }

  // Numbers of steps are never given twice: what is behind is known by them.
  i64 add_step(const Head& head, const SaveTable& op, i64 previous) {
    db_->change("INSERT INTO steps (no, previous, first, moves, at, text, table_no, wake) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ++last_step_,
                previous, op.step->first, op.step->moves, op.step->at, op.step->text, head.no, wake_by(op));
    return last_step_;
  }
  static void set_head(Head& head, const SaveTable& op, i64 last_step) {
    head.moves = *moves_after(op);
    head.last_step = last_step;
    head.changed = changed_by(op);
    head.wake = wake_by(op);
  }

  // ---- heads are written behind the steps

  void let_wait(Head& head) {
    if (head.behind_since != 0) return;
    head.behind_since = head.last_step;
    behind_.emplace_back(head.last_step, &head);
  }
  void write(Head& head) {
    head.behind_since = 0;
    db_->change("UPDATE heads SET moves = ?2, last_step = ?3, changed = ?4, wake = ?5 WHERE no = ?1", head.no, head.moves, head.last_step,
                head.changed, head.wake);
  }
  // Those that have been behind since this step or an earlier one.
  void write_heads(i64 step) {
    while (!behind_.empty() && behind_.front().first <= step) {
      const auto [since, head] = behind_.front();
      behind_.pop_front();
      if (head->behind_since == since) write(*head);
    }
    const i64 known = behind_.empty() ? last_step_ : behind_.front().first - 1;
    if (known - known_step_ < behind_steps_max) return;
    known_step_ = known;
    db_->change("UPDATE behind SET known_step = ?", known);
  }
  void write_heads() { write_heads(last_step_); }
  void forget_heads() {
    behind_.clear();
    heads_.clear();
  }
  // After a start, or a batch that was not kept: the steps that heads may not know of tell them. Nothing is written, so that a full disk
  // can still be read from.
  void catch_up() {
    if (Rows rows = db_->rows("SELECT known_step, max(known_step, (SELECT coalesce(max(no), 0) FROM steps)) FROM behind"); rows.next()) {
      known_step_ = rows.number(0);
      last_step_ = rows.number(1);
    }
    Rows rows = db_->rows(
        "SELECT h.id, h.no, h.owner, s.first + s.moves, s.no, s.at, s.wake, since FROM"
        " (SELECT table_no, min(no) AS since, max(no) AS latest FROM steps WHERE no > ? GROUP BY table_no)"
        " JOIN steps s ON s.no = latest JOIN heads h ON h.no = s.table_no WHERE h.last_step < latest ORDER BY since",
        known_step_);
    while (rows.next()) {
      Head& head = heads_[rows.text(0)];
      head = {rows.number(1), rows.text(2),  static_cast<u64>(rows.number(3)), rows.number(4), rows.number(5),
              rows.number(6), rows.number(7)};
      behind_.emplace_back(head.behind_since, &head);
    }
    caught_up_ = !db_->failed();
  }

  void save_row(i64 no, const TableRow& row) {
    std::vector<UserId> before;
    if (Rows rows = db_->rows("SELECT users FROM tables WHERE no = ?", no); rows.next()) before = users_of_text(rows.text(0));
    if (row.users != before) {
      for (const UserId& user : before) db_->change("DELETE FROM seats WHERE user = ? AND table_no = ?", user, no);
      for (const UserId& user : row.users) db_->change("INSERT OR IGNORE INTO seats VALUES (?, ?)", user, no);
    }
    db_->change(
        "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (no) DO UPDATE SET status = ?2, listed = ?3, created = ?4,"
        " game = ?5, users = ?6, terms = ?7",
        no, static_cast<int>(row.status), row.listed, row.created, row.game, users_text(row.users), row.terms);
  }
  void save_result(const ResultRow& r) {
    db_->change("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", r.table, r.seat, r.player, r.game, r.seats,
                r.place, r.points, r.rated, r.mean_before, r.mean_after, r.spread_after, r.at);
  }

  // ---- reading and holding a table

  Head* head_of(const TableId& id) {
    const auto known = heads_.find(id);
    if (known != heads_.end()) return &known->second;
    Rows rows = db_->rows("SELECT no, owner, moves, last_step, changed, wake FROM heads WHERE id = ?", id);
    if (!rows.next()) return nullptr;
    if (heads_.size() >= heads_remembered_max) {
      write_heads();
      forget_heads();
    }
    Head& head = heads_[id];
    head = {rows.number(0), rows.text(1), static_cast<u64>(rows.number(2)), rows.number(3), rows.number(4), rows.number(5)};
    return &head;
  }

  TableWhole read_whole(const Head& head, u32 chat_lines) {
    TableWhole whole;
    whole.moves = head.moves;
    if (Rows rows = db_->rows("SELECT " TABLE_COLUMNS " FROM heads h JOIN tables t ON t.no = h.no WHERE h.no = ?", head.no); rows.next())
      whole.row = table_row(rows);
    whole.row.changed = head.changed;
    whole.row.wake = head.wake;
    for (i64 step = head.last_step; step != 0;) {
      Rows rows = db_->rows("SELECT previous, first, moves, text, at FROM steps WHERE no = ?", step);
      if (!rows.next()) break;
      step = rows.number(0);
      whole.steps.push_back({static_cast<u64>(rows.number(1)), static_cast<u32>(rows.number(2)), rows.text(3), rows.number(4)});
    }
    std::reverse(whole.steps.begin(), whole.steps.end());
    Rows rows = db_->rows("SELECT user, text, spectators, at FROM chat WHERE table_no = ? ORDER BY no DESC LIMIT ?", head.no, chat_lines);
    while (rows.next()) whole.chat.push_back({rows.text(0), rows.text(1), rows.number(2) != 0, rows.number(3)});
    std::reverse(whole.chat.begin(), whole.chat.end());
    return whole;
  }

  Answer answer(const LoadTable& op) {
    Head* head = head_of(op.id);
    if (head == nullptr) return outcome(Outcome::missing);
    Answer out;
    if (head->owner != op.node &&
        db_->change("UPDATE heads AS h SET owner = ?1 WHERE h.id = ?3 AND " FREE_FOR_NODE, op.node, op.now, op.id) == 0) {
      out.outcome = Outcome::conflict;
      out.holder = head->owner;
    } else {
      head->owner = op.node;
      out.table = read_whole(*head, op.chat_lines);
    }
    return out;
  }
  Answer answer(const PeekTable& op) {
    const Head* head = head_of(op.id);
    if (head == nullptr) return outcome(Outcome::missing);
    Answer out;
    out.table = read_whole(*head, op.chat_lines);
    return out;
  }
  Answer answer(const ReleaseTable& op) {
    Head* head = head_of(op.id);
    if (head == nullptr) return outcome(Outcome::missing);
    if (head->owner != op.node) return outcome(Outcome::conflict);
    head->owner.clear();
    db_->change("UPDATE heads SET owner = '' WHERE no = ?", head->no);
    return {};
  }

  // ---- lists

// The newest are chosen without their terms; those are read for the chosen alone.
#define CHOSEN(from)                                                                                                     \
  "SELECT " TABLE_COLUMNS " FROM (SELECT h.no AS chosen FROM " from                                                      \
  " ORDER BY h.changed DESC, h.id DESC LIMIT ?1 OFFSET ?2) JOIN heads h ON h.no = chosen JOIN tables t ON t.no = chosen" \
  " ORDER BY h.changed DESC, h.id DESC"
  Answer answer(const ListTables& op) {
    write_heads();
    const int status = op.status ? static_cast<int>(*op.status) : -1;
    if (op.user) {
      return read_list(CHOSEN("seats s JOIN tables t ON t.no = s.table_no JOIN heads h ON h.no = s.table_no"
                              " WHERE s.user = ?5 AND (?3 < 0 OR t.status = ?3) AND t.listed >= ?4"),
                       op.count, op.from, status, op.listed_only, *op.user);
    }
    if (op.status) {
      return read_list(CHOSEN("tables t JOIN heads h ON h.no = t.no WHERE t.status = ?3 AND t.listed >= ?4"), op.count, op.from, status,
                       op.listed_only);
    }
    return read_list(CHOSEN("tables t JOIN heads h ON h.no = t.no WHERE t.listed >= ?3"), op.count, op.from, op.listed_only);
  }
#undef CHOSEN
  template <class... Args>
  Answer read_list(const char* sql, const Args&... args) {
    Answer out;
    Rows rows = db_->rows(sql, args...);
    while (rows.next()) out.tables.push_back(table_row(rows));
    return out;
  }
  Answer answer(const ListDue& op) {
    write_heads();
    return read_list("SELECT " TABLE_COLUMNS
                     " FROM heads h JOIN tables t ON t.no = h.no WHERE h.wake <> 0 AND h.wake <= ?3 AND " FREE_FOR_NODE
                     " ORDER BY h.wake, h.id LIMIT ?4",
                     op.node, op.now, op.until, op.count);
  }
  Answer answer(const FindResults& op) {
    Answer out;
    Rows rows = db_->rows(
        "SELECT player, table_id, game, seat, seats, place, points, rated, mean_before, mean_after, spread_after, at"
        " FROM results WHERE player = ? ORDER BY at DESC, table_id DESC, seat LIMIT ? OFFSET ?",
        op.player, op.count, op.from);
    const auto small = [&](int column) { return static_cast<int>(rows.number(column)); };
    while (rows.next()) {
      out.results.push_back({rows.text(0), rows.text(1), rows.text(2), small(3), small(4), small(5), small(6), rows.number(7) != 0,
                             rows.real(8), rows.real(9), rows.real(10), rows.number(11)});
    }
    return out;
  }
  Answer answer(const FindRatings& op) {
    Answer out;
    for (const std::string& player : op.players) {
      Rows rows = db_->rows("SELECT mean, spread, games FROM ratings WHERE player = ? AND game = ?", player, op.game);
      if (rows.next()) out.ratings.push_back({player, op.game, rows.real(0), rows.real(1), static_cast<u64>(rows.number(2))});
    }
    return out;
  }
  Answer answer(const Heartbeat& op) {
    db_->change("INSERT OR REPLACE INTO nodes VALUES (?, ?)", op.node, op.until);
    return {};
  }
  Answer answer(const CountAll&) {
    write_heads();
    Answer out;
    if (Rows rows = db_->rows("SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM sessions), (SELECT sum(moves) FROM heads)");
        rows.next()) {
      out.counts.users = static_cast<u64>(rows.number(0));
      out.counts.sessions = static_cast<u64>(rows.number(1));
      out.counts.moves = static_cast<u64>(rows.number(2));
    }
    Rows rows = db_->rows("SELECT status, count(*) FROM tables GROUP BY status");
    while (rows.next()) count_of(out.counts, static_cast<TableStatus>(rows.number(0))) = static_cast<u64>(rows.number(1));
    return out;
  }

  std::unique_ptr<SqliteDb> db_;
  std::unique_ptr<SqliteLog> log_;
  int lock_;
  std::unordered_map<TableId, Head> heads_;   // nobody else writes them; forgotten when a batch was not kept
  std::deque<std::pair<i64, Head*>> behind_;  // since which step, in order; a head that was written meanwhile is another since, or none
  i64 last_step_ = 0, known_step_ = 0;        // the newest; up to which the file says that its heads know all
  bool caught_up_ = false;
};

// The lock of the file, held as long as the descriptor is open.
Result<int> take_lock(const std::string& file) {
  const std::string beside = file + ".lock";
  const int lock = ::open(beside.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return Fault{file, 0, std::string("not writable: ") + std::strerror(errno)};
  if (::flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  ::close(lock);
  return Fault{file, 0, "held by another server"};
}

Status look_through(SqliteDb& db, const std::string& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0 || about.st_size > looked_through_bytes_max) return ok();
  std::string found;
  if (auto rows = db.rows("PRAGMA quick_check(1)"); rows.next()) found = rows.text(0);
  db.script("BEGIN");
  if (const Status read = db.commit(); !read) return read;
  return found == "ok" ? ok() : fault("is damaged: " + found);
}

// What is not ours is found out before anything is changed in it.
Status prepare(SqliteDb& db, const std::string& file) {
  if (db.is_read_only()) return fault("not writable");
  db.script("PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1024; PRAGMA synchronous = FULL");
  if (const Status moved = migrate(db, sqlite_migrations); !moved) return moved;
  std::string mode;
  if (auto rows = db.rows("PRAGMA journal_mode = WAL"); rows.next()) mode = rows.text(0);
  if (mode != "wal") return fault("this file system does not allow a write-ahead log");
  db.script("PRAGMA journal_size_limit = 67108864");
  // Whoever held tables here is gone, for the lock is ours.
  db.script("BEGIN; DELETE FROM nodes");
  if (const Status freed = db.commit(); !freed) return freed;
  return look_through(db, file);
}

}  // namespace

Result<std::unique_ptr<Store>> sqlite_store(const std::string& file) {
  Result<int> lock = take_lock(file);
  if (!lock) return lock.fault();
  Result<std::unique_ptr<SqliteDb>> db = SqliteDb::open(file);
  Status ready = db ? prepare(**db, file) : Status(db.fault());
  std::unique_ptr<SqliteLog> log;
  if (ready) {
    Result<std::unique_ptr<SqliteLog>> opened = SqliteLog::open(**db, file);
    if (opened) log = std::move(*opened);
    ready = opened ? ok() : Status(opened.fault());
  }
  if (ready) return std::unique_ptr<Store>(std::make_unique<SqliteStore>(std::move(*db), std::move(log), *lock));
  ::close(*lock);
  return Fault{file, 0, ready.fault().reason};
}

}  // namespace trestle::storage
