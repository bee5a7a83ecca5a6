#include "storage/postgres_db.hpp"

#include <charconv>

#include "base/text.hpp"

namespace trestle::storage {
namespace {

// The server's words as one line.
std::string one_line(const char* words) {
  std::string out;
  for (const std::string_view line : text::lines(words != nullptr ? words : "")) {
    if (text::trim(line).empty()) continue;
    out += (out.empty() ? "" : " ") + std::string(text::trim(line));
  }
  return out.empty() ? "the connection was lost" : out;
}

}  // namespace

i64 PgRows::changed() const { return text::number(PQcmdTuples(result_.get())).value_or(0); }

std::string PgRows::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}
i64 PgRows::number(int row, int column) const { return text::number(PQgetvalue(result_.get(), row, column)).value_or(0); }
double PgRows::real(int row, int column) const {
  double value = 0;
  const char* words = PQgetvalue(result_.get(), row, column);
  std::from_chars(words, words + PQgetlength(result_.get(), row, column), value);
  return value;
}

PgDb::Text::Text(double number) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  value.assign(buffer, end);
}

void PgDb::hang_up() {
  if (connection_ != nullptr) PQfinish(connection_);
  connection_ = nullptr;
  prepared_.clear();
}

Status PgDb::connect() {
  if (is_connected()) return ok();
  hang_up();
  // libpq's own words about a URL it cannot read repeat it, password and all.
  PQconninfoOption* understood = PQconninfoParse(url_.c_str(), nullptr);
  PQconninfoFree(understood);
  if (understood == nullptr || url_.rfind("postgres", 0) != 0)
    return fault("not the URL of a database; it should look like postgresql://user@host/database");
  // Those before `dbname` may be overruled by the URL.
  const char* const names[] = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                               "keepalives_count", "tcp_user_timeout", "application_name",
                               "dbname",           "client_encoding",  nullptr};
  const char* const values[] = {"3", "5", "2", "3", "8000", "trestle", url_.c_str(), "UTF8", nullptr};
  connection_ = PQconnectdbParams(names, values, 1);
  if (!is_connected()) {
    Fault why = fault(one_line(PQerrorMessage(connection_)));
    hang_up();
    return why;
  }
  PQsetNoticeProcessor(
      connection_, [](void*, const char*) {}, nullptr);
  return script(settings_);
}

Status PgDb::script(const std::string& sql) {
  if (sql.empty()) return ok();
  PGresult* result = PQexec(connection_, sql.c_str());
  const ExecStatusType status = PQresultStatus(result);
  PQclear(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return ok();
  return fault(one_line(PQerrorMessage(connection_)));
}

Status PgDb::always(const std::string& sql) {
  Status said = script(sql);
  if (said) settings_ += (settings_.empty() ? "" : ";") + sql;
  return said;
}

std::string PgDb::quoted(const std::string& text) const {
  char* words = PQescapeLiteral(connection_, text.data(), text.size());
  std::string out = words != nullptr ? words : "''";
  PQfreemem(words);
  return out;
}

Result<PgRows> PgDb::ask_once(const std::string& sql) {
  PgRows rows(PQexec(connection_, sql.c_str()));
  const std::string why = PQerrorMessage(connection_);
  if (why.empty()) return rows;
  return fault(one_line(why.c_str()));
}

void PgDb::begin() {
  wanted_.clear();
  sent_all_ = is_connected() && PQenterPipelineMode(connection_) == 1;
  sent_all_ = sent_all_ && PQsendQueryParams(connection_, "BEGIN", 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
  wanted_.push_back(false);
}

void PgDb::send(const char* sql, std::span<const Text> args) {
  if (!sent_all_) return;
  std::string& name = prepared_[sql];
  if (name.empty()) {
    name = "s" + std::to_string(prepared_.size());
    sent_all_ = PQsendPrepare(connection_, name.c_str(), sql, 0, nullptr) == 1;
    wanted_.push_back(false);
  }
  std::vector<const char*> values;
  for (const Text& arg : args) values.push_back(arg.value.c_str());
  sent_all_ =
      sent_all_ && PQsendQueryPrepared(connection_, name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr, 0) == 1;
  wanted_.push_back(true);
}

PgDb::Failure PgDb::last_failure(const PGresult* result) const {
  const char* code = result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  const char* words = code != nullptr ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : PQerrorMessage(connection_);
  return {one_line(words), code != nullptr ? code : ""};
}

std::optional<PgDb::Failure> PgDb::end(std::vector<PgRows>& answers) {
  std::optional<Failure> failure;
  sent_all_ = sent_all_ && PQsendQueryParams(connection_, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
  wanted_.push_back(false);
  sent_all_ = sent_all_ && PQpipelineSync(connection_) == 1;
  if (!sent_all_) failure = Failure{one_line(connection_ != nullptr ? PQerrorMessage(connection_) : ""), ""};
  for (const bool wanted : wanted_) {
    if (failure && (failure->code.empty() || !is_connected())) break;
    PGresult* result = PQgetResult(connection_);
    const ExecStatusType status = PQresultStatus(result);
    if (!failure && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) failure = last_failure(result);
    if (wanted && !failure)
      answers.emplace_back(result);
    else
      PQclear(result);
    if (is_connected()) PQclear(PQgetResult(connection_));  // nothing: the end of this answer
  }
  if (failure && (failure->code.empty() || !is_connected())) {
    hang_up();
    return failure;
  }
  PQclear(PQgetResult(connection_));  // the end of the pipeline
  const bool left = PQexitPipelineMode(connection_) == 1;
  if (failure) prepared_.clear();
  // What was prepared after the failure was not; a fresh start is simplest.
  if (!left || (failure && !script("ROLLBACK; DEALLOCATE ALL"))) hang_up();
  return failure;
}

Status migrate(PgDb& db, std::span<const char* const> steps) {
  // The key of the lock is our own; it is given back with the end of the transaction.
  Status done = db.script(
      "BEGIN; SELECT pg_advisory_xact_lock(6023391047); CREATE SCHEMA IF NOT EXISTS trestle; SET search_path = trestle;"
      "CREATE TABLE IF NOT EXISTS trestle.version (version integer NOT NULL)");
  if (!done) return done;
  const Result<PgRows> found = db.ask_once("SELECT version FROM trestle.version");
  if (!found) return found.fault();
  const i64 version = found->count() > 0 ? found->number(0, 0) : 0;
  const i64 known = static_cast<i64>(steps.size());
  if (version > known) {
    (void)db.script("ROLLBACK");
    return fault("the database is of version " + std::to_string(version) + ", this program knows versions up to " + std::to_string(known));
  }
  for (i64 at = version; at < known && done; ++at) done = db.script(steps[static_cast<std::size_t>(at)]);
  if (done) {
    done = db.script("DELETE FROM trestle.version; INSERT INTO trestle.version VALUES (" + std::to_string(known) + "); COMMIT");
  }
  if (!done) (void)db.script("ROLLBACK");
  return done;
}

}  // namespace trestle::storage
