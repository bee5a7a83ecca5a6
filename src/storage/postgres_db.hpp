// One connection to PostgreSQL in pipeline mode: questions are sent without waiting and their answers read afterwards, in order.
// Statements are prepared once a connection and found again by the address of their literal. Nothing of what is stored is known here.
#pragma once
#include <libpq-fe.h>

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle::storage {

// The rows of one answer.
class PgRows {
 public:
  explicit PgRows(PGresult* result) : result_(result, PQclear) {}
  int count() const { return PQntuples(result_.get()); }
  i64 changed() const;
  std::string text(int row, int column) const;
  i64 number(int row, int column) const;
  double real(int row, int column) const;
  bool flag(int row, int column) const { return *PQgetvalue(result_.get(), row, column) == 't'; }

 private:
  std::unique_ptr<PGresult, void (*)(PGresult*)> result_;
};

class PgDb {
 public:
  // Settings are said to the server at the start of each connection.
  PgDb(std::string url, std::string settings) : url_(std::move(url)), settings_(std::move(settings)) {}
  ~PgDb() { hang_up(); }
  PgDb(const PgDb&) = delete;

  // Connects, if that is needed.
  Status connect();
  bool is_connected() const { return connection_ != nullptr && PQstatus(connection_) == CONNECTION_OK; }
  void hang_up();
  PGconn* raw() { return connection_; }
  // Statements without arguments, one or several, waited for; not inside a pipeline.
  Status script(const std::string& sql);
  // Said now, and again at the start of each later connection.
  Status always(const std::string& sql);
  // A text as it stands in a statement, with its quotes.
  std::string quoted(const std::string& text) const;
  // A single question by itself, waited for; not inside a pipeline.
  Result<PgRows> ask_once(const std::string& sql);

  // A pipeline: begin, ask ..., end; then an answer a question. All of it is one transaction. After a failure `end` says why, with
  // the code of the error (SQLSTATE; empty = the connection is gone), and nothing was kept as far as is known.
  void begin();
  template <class... Args>
  void ask(const char* sql, const Args&... args) {
    const Text texts[] = {Text(args)..., Text("")};
    send(sql, std::span<const Text>(texts, sizeof...(args)));
  }
  struct Failure {
    std::string why, code;
  };
  std::optional<Failure> end(std::vector<PgRows>& answers);

 private:
  // A value as PostgreSQL reads it.
  struct Text {
    explicit Text(std::string_view text) : value(text) {}
    explicit Text(const std::string& text) : value(text) {}
    explicit Text(const char* text) : value(text) {}
    explicit Text(bool flag) : value(flag ? "t" : "f") {}
    explicit Text(double number);
    explicit Text(int number) : value(std::to_string(number)) {}
    explicit Text(u32 number) : value(std::to_string(number)) {}
    explicit Text(i64 number) : value(std::to_string(number)) {}
    explicit Text(u64 number) : value(std::to_string(number)) {}
    std::string value;
  };
  void send(const char* sql, std::span<const Text> args);
  Failure last_failure(const PGresult* result) const;

  std::string url_, settings_;
  PGconn* connection_ = nullptr;
  std::unordered_map<const char*, std::string> prepared_;  // names
  std::vector<bool> wanted_;                               // of each result to come: whether somebody asked for it
  bool sent_all_ = true;
};

// Brings the schema to the version that the list is long, one server at a time. Fault: it is of a newer version.
Status migrate(PgDb& db, std::span<const char* const> steps);

inline constexpr int postgres_schema_version = 1;
extern const std::span<const char* const> postgres_migrations;
extern const char* const postgres_settings;

}  // namespace trestle::storage
