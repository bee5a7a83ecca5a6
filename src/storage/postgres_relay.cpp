// Messages between servers by PostgreSQL's LISTEN and NOTIFY. Two connections, so that one thread may send while another waits: what is
// sent is not waited for. A notification holds less than 8000 bytes; longer messages go as pieces of one transaction and arrive together.
#include <poll.h>

#include <chrono>
#include <map>
#include <mutex>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "storage/postgres_db.hpp"
#include "storage/storable.hpp"

namespace trestle::storage {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t piece_bytes_max = 7900;  // of 7999
constexpr std::size_t node_bytes_max = 200;    // the name of a node, in each piece
constexpr std::size_t message_bytes_max = 8u << 20;
constexpr int unanswered_max = 4096;  // messages sent whose receipt the database has not confirmed
constexpr auto send_longest = std::chrono::seconds(2);
constexpr auto between_connects = std::chrono::seconds(1);

// Names of channels are short; names of nodes need not be.
std::string channel_of(const NodeId& node) {
  const Digest digest = sha256(node);
  return "trestle_" + text::to_hex(digest.data(), 16);
}

bool is_node(const NodeId& node) {
  return !node.empty() && node.size() <= node_bytes_max && is_storable(std::string_view(node)) && node.find('\n') == std::string::npos;
}

// A beginning of at most so many bytes that ends with a whole character.
std::string_view beginning(std::string_view message, std::size_t bytes_max) {
  if (message.size() <= bytes_max) return message;
  while (bytes_max > 0 && (static_cast<u8>(message[bytes_max]) & 0xC0) == 0x80) --bytes_max;
  return message.substr(0, bytes_max);
}

// A piece is "number index last from\n" and its part of the message; `last` is 1 in the last one.
std::vector<std::string> pieces_of(const NodeId& self, u64 number, std::string_view message) {
  std::vector<std::string> pieces;
  do {
    std::string head = std::to_string(number) + " " + std::to_string(pieces.size()) + " ";
    const std::string_view part = beginning(message, piece_bytes_max - head.size() - self.size() - 3);
    message.remove_prefix(part.size());
    head += message.empty() ? "1 " : "0 ";
    pieces.push_back(head + self + "\n" + std::string(part));
  } while (!message.empty());
  return pieces;
}

class Sender {
 public:
  Sender(const std::string& url, NodeId self) : db_(url, "SET synchronous_commit = off"), self_(std::move(self)) {}

  Status connect() {
    if (db_.is_connected()) return ok();
    if (Clock::now() < next_connect_) return fault("the connection to the database was lost");
    next_connect_ = Clock::now() + between_connects;
    unanswered_ = 0;
    if (const Status connected = db_.connect(); !connected) return connected;
    if (const Status prepared = db_.script("PREPARE tell (text, text) AS SELECT pg_notify($1, $2)"); !prepared) return prepared;
    if (PQsetnonblocking(db_.raw(), 1) != 0 || PQenterPipelineMode(db_.raw()) != 1) return fault(PQerrorMessage(db_.raw()));
    return ok();
  }

  Status send(const NodeId& to, std::string_view message) {
    const std::lock_guard hold(mutex_);
    if (!is_node(to)) return fault("not the name of a node");
    if (message.size() > message_bytes_max || !is_storable(message)) return fault("too long, or not a text");
    if (const Status connected = connect(); !connected) return connected;
    const std::string channel = channel_of(to);
    bool sent = true;
    for (const std::string& piece : pieces_of(self_, ++number_, message)) {
      const char* const values[] = {channel.c_str(), piece.c_str()};
      sent = sent && PQsendQueryPrepared(db_.raw(), "tell", 2, values, nullptr, nullptr, 0) == 1;
    }
    sent = sent && PQpipelineSync(db_.raw()) == 1;
    unanswered_ += 1;
    if (sent && hand_over()) return ok();
    db_.hang_up();
    return fault("the connection to the database was lost");
  }

 private:
  // Gives the system everything to send and reads what has come meanwhile.
  bool hand_over() {
    const auto deadline = Clock::now() + send_longest;
    for (;;) {
      const int left = PQflush(db_.raw());
      if (left < 0 || PQconsumeInput(db_.raw()) != 1 || !read_receipts()) return false;
      if (left == 0 && unanswered_ <= unanswered_max) return true;
      if (Clock::now() > deadline) return false;
      pollfd ready{PQsocket(db_.raw()), static_cast<short>(POLLIN | (left == 1 ? POLLOUT : 0)), 0};
      ::poll(&ready, 1, 100);
    }
  }
  bool read_receipts() {
    while (unanswered_ > 0 && PQisBusy(db_.raw()) == 0) {
      PGresult* result = PQgetResult(db_.raw());
      const ExecStatusType status = PQresultStatus(result);
      const bool nothing = result == nullptr;  // between two answers
      PQclear(result);
      if (status == PGRES_PIPELINE_SYNC)
        unanswered_ -= 1;
      else if (!nothing && status != PGRES_TUPLES_OK)
        return false;
      if (!db_.is_connected()) return false;
    }
    return true;
  }

  std::mutex mutex_;
  PgDb db_;
  const NodeId self_;
  u64 number_ = 0;
  int unanswered_ = 0;
  Clock::time_point next_connect_{};
};

class PostgresRelay final : public Relay {
 public:
  PostgresRelay(const std::string& url, const NodeId& self)
      : self_(self), sender_(url, self), listener_(url, "LISTEN " + channel_of(self) + "; LISTEN " + channel_of(every_node)) {}

  Status connect() {
    if (const Status listening = listener_.connect(); !listening) return listening;
    return sender_.connect();
  }

  Status send(const NodeId& to, std::string_view message) override { return sender_.send(to, message); }

  Result<std::vector<Received>> receive(int milliseconds) override {
    if (!listener_.is_connected()) {
      begun_.clear();
      if (Clock::now() < next_connect_) return wait_out(milliseconds);
      next_connect_ = Clock::now() + between_connects;
      if (const Status connected = listener_.connect(); !connected) return connected.fault();
    }
    std::vector<Received> out = take();
    if (!out.empty()) return out;
    pollfd ready{PQsocket(listener_.raw()), POLLIN, 0};
    if (::poll(&ready, 1, milliseconds) > 0 && PQconsumeInput(listener_.raw()) != 1) {
      listener_.hang_up();
      return fault("the connection to the database was lost");
    }
    return take();
  }

 private:
  struct Begun {  // a message of which pieces are still to come
    u64 number = 0, pieces = 0;
    std::string text;
  };

  Fault wait_out(int milliseconds) {
    ::poll(nullptr, 0, milliseconds);
    return fault("the connection to the database was lost");
  }
  std::vector<Received> take() {
    std::vector<Received> out;
    while (PGnotify* note = PQnotifies(listener_.raw())) {
      add_piece(note->extra, out);
      PQfreemem(note);
    }
    return out;
  }
  // What does not fit is dropped: delivery is at most once.
  void add_piece(std::string_view piece, std::vector<Received>& out) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) return;
    const std::vector<std::string_view> head = text::split(piece.substr(0, end), ' ');
    if (head.size() < 4) return;
    const auto number = text::number(head[0]), index = text::number(head[1]);
    const NodeId from(piece.substr(0, end).substr(head[0].size() + head[1].size() + head[2].size() + 3));
    if (!number || !index || !is_node(from) || from == self_) return;
    Begun& begun = begun_[from];
    if (*index == 0) begun = {static_cast<u64>(*number), 0, {}};
    if (begun.number != static_cast<u64>(*number) || begun.pieces != static_cast<u64>(*index)) return;
    begun.pieces += 1;
    begun.text += piece.substr(end + 1);
    if (head[2] != "1" && begun.text.size() <= message_bytes_max) return;
    if (begun.text.size() <= message_bytes_max) out.push_back({from, std::move(begun.text)});
    begun_.erase(from);
  }

  const NodeId self_;
  Sender sender_;
  PgDb listener_;
  std::map<NodeId, Begun> begun_;
  Clock::time_point next_connect_{};
};

}  // namespace

Result<std::unique_ptr<Relay>> postgres_relay(const std::string& url, const NodeId& self) {
  if (!is_node(self) || self == every_node) return fault("not the name of a node");
  auto relay = std::make_unique<PostgresRelay>(url, self);
  if (const Status connected = relay->connect(); !connected) return connected.fault();
  return std::unique_ptr<Relay>(std::move(relay));
}

}  // namespace trestle::storage
