// A store that several servers share. One batch is one pipeline and one transaction: whatever its size, it is sent at once and waited for
// once. A table is held by the server whose name is in its head; everything that depends on that is decided in SQL, where it is exact.
#include <random>
#include <set>

#include "base/text.hpp"
#include "storage/postgres_db.hpp"
#include "storage/storable.hpp"

namespace trestle::storage {
namespace {

// Two servers stood in each other's way; that ends by itself.
constexpr int tries_max = 4;
bool is_worth_another_try(const std::string& code) {
  return code == "40001" || code == "40P01" || code == "23505";  // serialization, deadlock, a row that came between
}

#define TABLE_COLUMNS "h.id, t.status, t.listed, t.game, t.terms, array_to_string(t.users, E'\n'), t.created, h.changed, h.wake"
#define USER_COLUMNS "u.id, u.name, u.login, u.password, u.webhook, u.webhook_secret, u.language, u.created, u.seen, u.banned"
// $1 the node, $2 the time
#define FREE_FOR_NODE "(h.owner IN ('', $1) OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.node = h.owner AND n.until > $2::bigint))"

TableRow table_row(const PgRows& rows, int at) {
  TableRow row;
  row.id = rows.text(at, 0);
  row.status = static_cast<TableStatus>(rows.number(at, 1));
  row.listed = rows.flag(at, 2);
  row.game = rows.text(at, 3);
  row.terms = rows.text(at, 4);
  row.users = users_of_text(rows.text(at, 5));
  row.created = rows.number(at, 6);
  row.changed = rows.number(at, 7);
  row.wake = rows.number(at, 8);
  return row;
}

UserRow user_row(const PgRows& rows, int column = 0) {
  UserRow row;
  for (std::string* text : {&row.id, &row.name, &row.login, &row.password, &row.webhook, &row.webhook_secret, &row.language})
    *text = rows.text(0, column++);
  row.created = rows.number(0, column++);
  row.seen = rows.number(0, column++);
  row.banned = rows.flag(0, column);
  return row;
}

std::string hex(const Digest& digest) { return text::to_hex(digest.data(), digest.size()); }

// The answers to the questions of one operation, taken one after another.
class Reader {
 public:
  explicit Reader(std::span<const PgRows> all) : all_(all) {}
  const PgRows& next() { return all_[at_++]; }

 private:
  std::span<const PgRows> all_;
  std::size_t at_ = 0;
};

// Each operation has an `ask`, which sends its questions, and a `read`, which takes as many answers.
class PostgresStore final : public Store {
 public:
  explicit PostgresStore(std::unique_ptr<PgDb> db) : db_(std::move(db)) {
    std::random_device random;
    mark_ = static_cast<i64>((u64{random()} << 31) ^ random());
  }

  std::vector<Answer> run(std::span<const Op> ops) override {
    std::string why;
    for (int tries = 0; tries < tries_max; ++tries) {
      if (const Status connected = db_->connect(); !connected) return all_failed(ops.size(), connected.fault().reason);
      for (const Op& op : ops)
        if (const Status held = hold(op); !held) return all_failed(ops.size(), held.fault().reason);
      std::vector<PgRows> rows;
      std::vector<std::optional<Answer>> early(ops.size());
      db_->begin();
      for (std::size_t i = 0; i < ops.size(); ++i) {
        early[i] = answer_unasked(ops[i]);
        if (!early[i]) std::visit([this](const auto& op) { ask(op); }, ops[i]);
      }
      const auto failure = db_->end(rows);
      if (!failure) return read_all(ops, early, rows);
      why = failure->why;
      if (!is_worth_another_try(failure->code)) break;
    }
    return all_failed(ops.size(), why);
  }

  Status back_up(const std::string&) override { return fault("back up a PostgreSQL database with pg_dump, also while servers run"); }

 private:
  std::vector<Answer> read_all(std::span<const Op> ops, std::vector<std::optional<Answer>>& early, std::span<const PgRows> rows) {
    std::vector<Answer> answers;
    answers.reserve(ops.size());
    Reader from(rows);
    for (std::size_t i = 0; i < ops.size(); ++i)
      answers.push_back(early[i] ? std::move(*early[i]) : std::visit([&](const auto& op) { return read(op, from); }, ops[i]));
    return answers;
  }
  // A node holds a lock for as long as it is connected. Who begins and finds that of another one free knows that it is dead, and need not
  // wait until its lease is over: a server that was killed has its tables again as soon as it is started. If it lives after all and was
  // only cut off, its next save finds that the table is another's, as after a lease that ended.
#define LOCK_OF(node) "hashtextextended('trestle node ' || " + std::string(node) + ", 0)"
  Status hold(const Op& op) {
    const auto* beat = std::get_if<Heartbeat>(&op);
    if (beat == nullptr || beat->until == 0 || !is_storable(op) || held_.contains(beat->node)) return ok();
    // Not waited for: if it is not free, it is a connection of our own that the database has not yet given up.
    Status done = db_->always("SELECT pg_try_advisory_lock(" LOCK_OF(db_->quoted(beat->node)) ")");
    if (done && held_.empty())
      done = db_->script("UPDATE nodes SET until = 0 WHERE node <> " + db_->quoted(beat->node) +
                         " AND CASE WHEN until = 0 THEN false ELSE pg_try_advisory_xact_lock(" LOCK_OF("node") ") END");
    if (done) held_.insert(beat->node);
    return done;
  }
#undef LOCK_OF

  static Answer done_or_missing(Reader& from) { return outcome(from.next().changed() == 0 ? Outcome::missing : Outcome::done); }

  // ---- users and sessions

  void ask(const SaveUser& op) {
    const UserRow& user = op.user;
    db_->ask(
        "INSERT INTO users SELECT $1, $2, $3, $4, $5, $6, $7, $8::bigint, $9::bigint, $10::boolean"
        " WHERE NOT EXISTS (SELECT 1 FROM users WHERE login = $3 AND login <> '' AND id <> $1)"
        " ON CONFLICT (id) DO UPDATE SET name = $2, login = $3, password = $4, webhook = $5, webhook_secret = $6, language = $7,"
        " created = $8::bigint, seen = $9::bigint, banned = $10::boolean",
        user.id, user.name, user.login, user.password, user.webhook, user.webhook_secret, user.language, user.created, user.seen,
        user.banned);
  }
  Answer read(const SaveUser&, Reader& from) { return outcome(from.next().changed() == 0 ? Outcome::conflict : Outcome::done); }

  void ask(const FindUser& op) {
    if (op.id.empty())
      db_->ask("SELECT " USER_COLUMNS " FROM users u WHERE u.login = $1 AND u.login <> ''", op.login);
    else
      db_->ask("SELECT " USER_COLUMNS " FROM users u WHERE u.id = $1", op.id);
  }
  Answer read(const FindUser&, Reader& from) {
    const PgRows& rows = from.next();
    if (rows.count() == 0) return outcome(Outcome::missing);
    Answer out;
    out.user = user_row(rows);
    return out;
  }

  void ask(const SaveSession& op) {
    const SessionRow& session = op.session;
    db_->ask(
        "INSERT INTO sessions SELECT $1, id, $3::bigint, $4::bigint FROM users WHERE id = $2"
        " ON CONFLICT (token_hash) DO UPDATE SET user_id = $2, created = $3::bigint, expires = $4::bigint",
        hex(session.token_hash), session.user, session.created, session.expires);
  }
  Answer read(const SaveSession&, Reader& from) { return done_or_missing(from); }

  void ask(const FindSession& op) {
    db_->ask("SELECT s.user_id, s.created, s.expires, " USER_COLUMNS
             " FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
             hex(op.token_hash));
  }
  Answer read(const FindSession& op, Reader& from) {
    const PgRows& rows = from.next();
    if (rows.count() == 0) return outcome(Outcome::missing);
    Answer out;
    out.session = SessionRow{op.token_hash, rows.text(0, 0), rows.number(0, 1), rows.number(0, 2)};
    out.user = user_row(rows, 3);
    return out;
  }

  void ask(const EndSession& op) { db_->ask("DELETE FROM sessions WHERE token_hash = $1", hex(op.token_hash)); }
  Answer read(const EndSession&, Reader& from) { return done_or_missing(from); }
  void ask(const EndSessions& op) { db_->ask("DELETE FROM sessions WHERE user_id = $1", op.user); }
  Answer read(const EndSessions&, Reader& from) {
    from.next();
    return {};
  }

  // ---- saving a table

  // First the head, which decides; what else there is to save is saved where the head bears the mark of this save.
  void ask(const SaveTable& op) {
    const i64 mark = ++mark_;
    if (op.create)
      ask_create(op, mark);
    else
      ask_advance(op, mark);
    if (op.row) ask_row(op, mark);
    for (const ChatRow& line : op.chat) {
      db_->ask(
          "INSERT INTO chat (table_id, user_id, spectators, at, text)"
          " SELECT id, $3, $4::boolean, $5::bigint, $6 FROM heads WHERE id = $1 AND mark = $2::bigint",
          op.id, mark, line.user, line.spectators, line.at, line.text);
    }
    for (const ResultRow& result : op.results) ask_result(op, mark, result);
    for (const RatingChange& change : op.ratings) {
      db_->ask(
          "INSERT INTO ratings AS r SELECT $3, $4, $5::float8 + $7::float8, $6::float8 * $8::float8, 1 FROM heads"
          " WHERE id = $1 AND mark = $2::bigint ON CONFLICT (player, game)"
          " DO UPDATE SET mean = r.mean + $7::float8, spread = r.spread * $8::float8, games = r.games + 1",
          op.id, mark, change.player, change.game, change.mean, change.spread, change.shift, change.shrink);
    }
  }
  // 0 done, 1 conflict, 2 missing
#define OUTCOME_OF_HEAD \
  " SELECT CASE WHEN EXISTS (SELECT 1 FROM head) THEN 0 WHEN EXISTS (SELECT 1 FROM heads WHERE id = $1) THEN 1 ELSE 2 END"
#define STEP_OF_HEAD(moves, at, text, first) \
  " step AS (INSERT INTO steps SELECT id, " first ", " moves "::bigint, " at "::bigint, " text " FROM head WHERE " moves "::bigint > 0)"

  void ask_create(const SaveTable& op, i64 mark) {
    db_->ask(
        "WITH head AS (INSERT INTO heads SELECT $1, $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint"
        " ON CONFLICT (id) DO NOTHING RETURNING id),"
        " row AS (INSERT INTO tables SELECT id, 0, false, 0, '', '{}', '' FROM head)," STEP_OF_HEAD("$7", "$8", "$9", "0") OUTCOME_OF_HEAD,
        op.id, op.node, *moves_after(op), mark, changed_by(op), wake_by(op), op.step ? op.step->moves : 0u, op.step ? op.step->at : 0,
        op.step ? std::string_view(op.step->text) : std::string_view());
  }
  void ask_advance(const SaveTable& op, i64 mark) {
    i64 expected = static_cast<i64>(op.expect_moves);
    const i64 kept = static_cast<i64>(op.cut_to.value_or(op.expect_moves));
    if (op.cut_to) {
      // Until the next statement the head has a number of moves that no table has, so that it finds what this one has prepared.
      db_->ask(
          "WITH head AS (UPDATE heads h SET moves = -1 - $4::bigint WHERE h.id = $1 AND h.owner = $2 AND h.moves = $3::bigint"
          " AND ($4::bigint = $3::bigint OR EXISTS (SELECT 1 FROM steps s WHERE s.table_id = $1 AND s.first = $4::bigint)) RETURNING id)"
          " DELETE FROM steps s USING head WHERE s.table_id = head.id AND s.first >= $4::bigint",
          op.id, op.node, expected, kept);
      expected = -1 - kept;
    }
    db_->ask(
        "WITH head AS (UPDATE heads SET moves = $4::bigint, mark = $5::bigint, changed = $6::bigint, wake = $7::bigint"
        " WHERE id = $1 AND owner = $2 AND moves = $3::bigint RETURNING id)," STEP_OF_HEAD("$8", "$9", "$10", "$11::bigint")
            OUTCOME_OF_HEAD,
        op.id, op.node, expected, *moves_after(op), mark, changed_by(op), wake_by(op), op.step ? op.step->moves : 0u,
        op.step ? op.step->at : 0, op.step ? std::string_view(op.step->text) : std::string_view(), kept);
  }
  void ask_row(const SaveTable& op, i64 mark) {
    db_->ask(
        "UPDATE tables t SET status = $3::smallint, listed = $4::boolean, created = $5::bigint, game = $6,"
        " users = string_to_array($7, E'\n'), terms = $8 FROM heads h WHERE t.id = $1 AND h.id = $1 AND h.mark = $2::bigint",
        op.id, mark, static_cast<int>(op.row->status), op.row->listed, op.row->created, op.row->game, users_text(op.row->users),
        op.row->terms);
  }
  void ask_result(const SaveTable& op, i64 mark, const ResultRow& r) {
    db_->ask(
        "INSERT INTO results SELECT $3, $4::integer, $5, $6, $7::integer, $8::integer, $9::integer, $10::boolean, $11::float8,"
        " $12::float8, $13::float8, $14::bigint FROM heads WHERE id = $1 AND mark = $2::bigint"
        " ON CONFLICT (table_id, seat) DO UPDATE SET player = $5, game = $6, seats = $7::integer, place = $8::integer,"
        " points = $9::integer, rated = $10::boolean, mean_before = $11::float8, mean_after = $12::float8, spread_after = $13::float8,"
        " at = $14::bigint",
        op.id, mark, r.table, r.seat, r.player, r.game, r.seats, r.place, r.points, r.rated, r.mean_before, r.mean_after, r.spread_after,
        r.at);
  }
  Answer read(const SaveTable& op, Reader& from) {
    if (!op.create && op.cut_to) from.next();
    const i64 head = from.next().number(0, 0);
    for (std::size_t rest = (op.row ? 1u : 0u) + op.chat.size() + op.results.size() + op.ratings.size(); rest > 0; --rest) from.next();
    return outcome(head == 0 ? Outcome::done : head == 1 ? Outcome::conflict : Outcome::missing);
  }

  // ---- reading and holding a table

  void ask_whole(const TableId& id, u32 chat_lines) {
    db_->ask("SELECT " TABLE_COLUMNS ", h.moves, h.owner FROM heads h JOIN tables t ON t.id = h.id WHERE h.id = $1", id);
    db_->ask("SELECT first, moves, text, at FROM steps WHERE table_id = $1 ORDER BY first", id);
    db_->ask(
        "SELECT user_id, text, spectators, at FROM (SELECT * FROM chat WHERE table_id = $1 ORDER BY no DESC LIMIT $2::bigint) c"
        " ORDER BY no",
        id, chat_lines);
  }
  // Who holds it is in `holder`.
  Answer read_whole(Reader& from) {
    const PgRows &head = from.next(), &steps = from.next(), &chat = from.next();
    if (head.count() == 0) return outcome(Outcome::missing);
    Answer out;
    out.holder = head.text(0, 10);
    out.table = TableWhole{};
    TableWhole& whole = *out.table;
    whole.row = table_row(head, 0);
    whole.moves = static_cast<u64>(head.number(0, 9));
    for (int i = 0; i < steps.count(); ++i) {
      whole.steps.push_back(
          {static_cast<u64>(steps.number(i, 0)), static_cast<u32>(steps.number(i, 1)), steps.text(i, 2), steps.number(i, 3)});
    }
    for (int i = 0; i < chat.count(); ++i) whole.chat.push_back({chat.text(i, 0), chat.text(i, 1), chat.flag(i, 2), chat.number(i, 3)});
    return out;
  }

  void ask(const LoadTable& op) {
    db_->ask("UPDATE heads h SET owner = $1 WHERE h.id = $3 AND h.owner <> $1 AND " FREE_FOR_NODE, op.node, op.now, op.id);
    ask_whole(op.id, op.chat_lines);
  }
  Answer read(const LoadTable& op, Reader& from) {
    from.next();
    Answer out = read_whole(from);
    if (out.outcome != Outcome::done) return out;
    if (out.holder != op.node) {
      out.outcome = Outcome::conflict;
      out.table = {};
    } else {
      out.holder.clear();
    }
    return out;
  }
  void ask(const PeekTable& op) { ask_whole(op.id, op.chat_lines); }
  Answer read(const PeekTable&, Reader& from) {
    Answer out = read_whole(from);
    out.holder.clear();
    return out;
  }
  void ask(const ReleaseTable& op) {
    db_->ask("WITH head AS (UPDATE heads SET owner = '' WHERE id = $1 AND owner = $2 RETURNING id)" OUTCOME_OF_HEAD, op.id, op.node);
  }
  Answer read(const ReleaseTable&, Reader& from) {
    const i64 head = from.next().number(0, 0);
    return outcome(head == 0 ? Outcome::done : head == 1 ? Outcome::conflict : Outcome::missing);
  }

  // ---- lists

// The newest are chosen without their terms; those are read for the chosen alone.
#define CHOSEN(where)                                                                                                                  \
  "SELECT " TABLE_COLUMNS " FROM (SELECT h.id FROM tables t JOIN heads h ON h.id = t.id WHERE " where                                  \
  " ORDER BY h.changed DESC, h.id DESC LIMIT $1::bigint OFFSET $2::bigint) c JOIN heads h ON h.id = c.id JOIN tables t ON t.id = c.id" \
  " ORDER BY h.changed DESC, h.id DESC"
  void ask(const ListTables& op) {
    const int status = op.status ? static_cast<int>(*op.status) : -1;
    if (op.user) {
      db_->ask(CHOSEN("t.users @> ARRAY[$5] AND ($3::smallint < 0 OR t.status = $3::smallint) AND t.listed >= $4::boolean"), op.count,
               op.from, status, op.listed_only, *op.user);
    } else if (op.status) {
      db_->ask(CHOSEN("t.status = $3::smallint AND t.listed >= $4::boolean"), op.count, op.from, status, op.listed_only);
    } else {
      db_->ask(CHOSEN("t.listed >= $3::boolean"), op.count, op.from, op.listed_only);
    }
  }
#undef CHOSEN
  Answer read_list(Reader& from) {
    const PgRows& rows = from.next();
    Answer out;
    for (int i = 0; i < rows.count(); ++i) out.tables.push_back(table_row(rows, i));
    return out;
  }
  Answer read(const ListTables&, Reader& from) { return read_list(from); }

  void ask(const ListDue& op) {
    db_->ask("SELECT " TABLE_COLUMNS
             " FROM heads h JOIN tables t ON t.id = h.id WHERE h.wake <> 0 AND h.wake <= $3::bigint AND " FREE_FOR_NODE
             " ORDER BY h.wake, h.id LIMIT $4::bigint",
             op.node, op.now, op.until, op.count);
  }
  Answer read(const ListDue&, Reader& from) { return read_list(from); }

  void ask(const FindResults& op) {
    db_->ask(
        "SELECT player, table_id, game, seat, seats, place, points, rated, mean_before, mean_after, spread_after, at FROM results"
        " WHERE player = $1 ORDER BY at DESC, table_id DESC, seat LIMIT $2::bigint OFFSET $3::bigint",
        op.player, op.count, op.from);
  }
  Answer read(const FindResults&, Reader& from) {
    const PgRows& rows = from.next();
    Answer out;
    for (int i = 0; i < rows.count(); ++i) {
      const auto small = [&](int column) { return static_cast<int>(rows.number(i, column)); };
      out.results.push_back({rows.text(i, 0), rows.text(i, 1), rows.text(i, 2), small(3), small(4), small(5), small(6), rows.flag(i, 7),
                             rows.real(i, 8), rows.real(i, 9), rows.real(i, 10), rows.number(i, 11)});
    }
    return out;
  }
  void ask(const FindRatings& op) {
    for (const std::string& player : op.players)
      db_->ask("SELECT mean, spread, games FROM ratings WHERE player = $1 AND game = $2", player, op.game);
  }
  Answer read(const FindRatings& op, Reader& from) {
    Answer out;
    for (const std::string& player : op.players) {
      const PgRows& rows = from.next();
      if (rows.count() > 0) out.ratings.push_back({player, op.game, rows.real(0, 0), rows.real(0, 1), static_cast<u64>(rows.number(0, 2))});
    }
    return out;
  }
  void ask(const Heartbeat& op) {
    db_->ask("INSERT INTO nodes VALUES ($1, $2::bigint) ON CONFLICT (node) DO UPDATE SET until = $2::bigint", op.node, op.until);
  }
  Answer read(const Heartbeat&, Reader& from) {
    from.next();
    return {};
  }
  void ask(const CountAll&) {
    db_->ask("SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM sessions), (SELECT sum(moves) FROM heads)");
    db_->ask("SELECT status, count(*) FROM tables GROUP BY status");
  }
  Answer read(const CountAll&, Reader& from) {
    const PgRows &all = from.next(), &tables = from.next();
    Answer out;
    out.counts.users = static_cast<u64>(all.number(0, 0));
    out.counts.sessions = static_cast<u64>(all.number(0, 1));
    out.counts.moves = static_cast<u64>(all.number(0, 2));
    for (int i = 0; i < tables.count(); ++i)
      count_of(out.counts, static_cast<TableStatus>(tables.number(i, 0))) = static_cast<u64>(tables.number(i, 1));
    return out;
  }

  std::unique_ptr<PgDb> db_;
  std::set<NodeId> held_;  // nodes whose lock this connection has; a server has one
  i64 mark_ = 0;
};

}  // namespace

Result<std::unique_ptr<Store>> postgres_store(const std::string& url) {
  auto db = std::make_unique<PgDb>(url, postgres_settings);
  if (const Status connected = db->connect(); !connected) return connected.fault();
  if (const Status ready = migrate(*db, postgres_migrations); !ready) return ready.fault();
  return std::unique_ptr<Store>(std::make_unique<PostgresStore>(std::move(db)));
}

}  // namespace trestle::storage
