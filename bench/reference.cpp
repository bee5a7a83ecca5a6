// The least a server could do: it takes the messages that bench_load sends and answers with frames of the usual size, without a game, a
// lobby or a check. With --sync every move is written to a file and waited for, all that came together at once. What bench_load measures
// here is the limit of this machine: loopback, disk, and the generator itself.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <set>

#include "wire.hpp"

using namespace trestle;
using namespace trestle::bench;

namespace {

constexpr std::size_t usual_filling = 260;  // bytes: brings a frame to the size of those that the real server sends

struct Connection {
  int file = -1;
  bool upgraded = false;
  std::string in, out, token;
  std::string table;
  std::size_t seat = 0;
};

struct Table {
  std::vector<std::string> tokens;  // by seat
  std::vector<int> files;           // lines of those who watch, by seat; -1 = none
  std::size_t ready = 1;            // the maker is
  u64 seq = 0;
};

class Reference {
 public:
  Reference(u16 port, const std::string& sync_file) : filling_(usual_filling, 'x') {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 || ::listen(listener_, 4096) != 0) give_up("port taken");
    socklen_t size = sizeof at;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size);
    std::printf("http://127.0.0.1:%d/\n", ntohs(at.sin_port));
    std::fflush(stdout);
    if (!sync_file.empty()) journal_ = ::open(sync_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (!sync_file.empty() && journal_ < 0) give_up("cannot write " + sync_file);
    epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
    listen_to(listener_);
  }

  [[noreturn]] void run() {
    static epoll_event events[1024];
    for (;;) {
      const int count = ::epoll_wait(epoll_, events, 1024, -1);
      for (int i = 0; i < count; ++i) events[i].data.fd == listener_ ? accept_all() : read_in(events[i].data.fd);
      if (journal_ >= 0 && !kept_.empty()) {
        if (::write(journal_, kept_.data(), kept_.size()) < 0 || ::fdatasync(journal_) != 0) give_up("cannot write");
      }
      kept_.clear();
      for (const int file : dirty_) write_out(file);
      dirty_.clear();
    }
  }

 private:
  void listen_to(int file) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = file;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event);
  }
  void accept_all() {
    for (int file; (file = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
      const int on = 1;
      ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      connections_[file] = {};
      connections_[file].file = file;
      listen_to(file);
    }
  }
  void read_in(int file) {
    static char buffer[64 << 10];
    const auto found = connections_.find(file);
    if (found == connections_.end()) return;
    const ssize_t n = ::recv(file, buffer, sizeof buffer, 0);
    if (n <= 0) {
      if (Table* table = table_of(found->second); table != nullptr) table->files[found->second.seat] = -1;
      ::close(file);
      connections_.erase(found);
      return;
    }
    found->second.in.append(buffer, static_cast<std::size_t>(n));
    found->second.upgraded ? take_frames(found->second) : take_request(found->second);
  }
  void write_out(int file) {
    const auto found = connections_.find(file);
    if (found == connections_.end()) return;
    std::string& out = found->second.out;
    const ssize_t n = ::send(file, out.data(), out.size(), MSG_NOSIGNAL);
    if (n > 0) out.erase(0, static_cast<std::size_t>(n));
  }

  void take_request(Connection& c) {
    const std::size_t end = c.in.find("\r\n\r\n");
    if (end == std::string::npos) return;
    const std::size_t cookie = c.in.find("trestle=");
    if (cookie < end) c.token = c.in.substr(cookie + 8, c.in.find('\r', cookie) - cookie - 8);
    dirty_.insert(c.file);
    if (c.in.rfind("GET /ws", 0) == 0) {
      c.out +=
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
      c.upgraded = true;
      c.in.erase(0, end + 4);
      return take_frames(c);
    }
    const std::size_t length_at = c.in.find("Content-Length: ");
    const std::size_t length = length_at < end ? std::stoul(c.in.substr(length_at + 16)) : 0;
    if (c.in.size() < end + 4 + length) return;
    std::string token = c.token;
    const std::string body = answer_post(c.in.substr(end + 4, length), token);
    c.out += "HTTP/1.1 200 OK\r\n" + (token != c.token ? "Set-Cookie: trestle=" + token + "\r\n" : "") +
             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    c.in.erase(0, end + 4 + length);
    c.token.clear();
  }
  std::string answer_post(const std::string& body, std::string& token) {
    const std::string_view what = field(body, "do");
    if (what == "guest") {
      token = "guest" + std::to_string(++names_);
      return R"({"ok":true})";
    }
    const std::string id = what == "create" ? "table" + std::to_string(++names_) : std::string(field(body, "table"));
    tables_[id].tokens.push_back(token);
    tables_[id].files.push_back(-1);
    return R"({"ok":true,"table":")" + id + "\"}";
  }

  void take_frames(Connection& c) {
    std::size_t at = 0;
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<u8>(c.in[i])); };
    while (c.in.size() - at >= 6) {
      std::size_t length = byte(at + 1) & 127, head = 6;
      if (length == 126) {
        if (c.in.size() - at < 8) break;
        length = byte(at + 2) << 8 | byte(at + 3);
        head = 8;
      }
      if (c.in.size() - at < head + length) break;
      hear(c, std::string_view(c.in).substr(at + head, length));  // bench_load masks with zeros
      at += head + length;
    }
    c.in.erase(0, at);
  }
  void say(int file, const std::string& text) {
    const auto found = connections_.find(file);
    if (found == connections_.end()) return;
    std::string& out = found->second.out;
    out += static_cast<char>(0x81);
    if (text.size() < 126) {
      out += static_cast<char>(text.size());
    } else {
      out += static_cast<char>(126);
      out += static_cast<char>(text.size() >> 8);
      out += static_cast<char>(text.size() & 255);
    }
    out += text;
    dirty_.insert(file);
  }
  Table* table_of(const Connection& c) {
    const auto found = tables_.find(c.table);
    return found == tables_.end() ? nullptr : &found->second;
  }

  void hear(Connection& c, std::string_view text) {
    const std::string_view what = field(text, "do");
    const std::string begin =
        R"({"id":)" + std::string(field(text, "id")) + R"(,"ok":true,"table":")" + std::string(field(text, "table")) + "\"";
    if (what == "watch") {
      c.table = field(text, "table");
      Table& table = tables_[c.table];
      for (c.seat = 0; c.seat + 1 < table.tokens.size() && table.tokens[c.seat] != c.token;) ++c.seat;
      table.files[c.seat] = c.file;
      return say(c.file, begin + R"(,"status":"open","you":"A"})");
    }
    Table* table = table_of(c);
    if (table == nullptr) return say(c.file, begin + "}");
    if (what == "ready") {
      say(c.file, begin + "}");
      table->ready += c.seat > 0 ? 1 : 0;
      if (table->ready == table->tokens.size()) tell(c.table, *table, -1);
    } else if (what == "apply") {
      table->seq += 1;
      kept_ += c.table + " " + std::string(field(text, "action")) + "\n";
      say(c.file, begin + R"(,"seq":)" + std::to_string(table->seq) + R"(,"waiting":["A"],"over":false,"events":[")" + filling_ + "\"]}");
      tell(c.table, *table, c.file);
    }
  }
  void tell(const std::string& id, const Table& table, int but) {
    const std::string news = R"({"push":"told","table":")" + id + R"(","seq":)" + std::to_string(table.seq) +
                             R"(,"waiting":["A"],"over":false,"events":[")" + filling_ + "\"]";
    for (std::size_t seat = 0; seat < table.files.size(); ++seat) {
      if (table.files[seat] == but) continue;
      const bool to_move = table.seq % table.files.size() == seat;
      say(table.files[seat], news + (to_move ? R"(,"legal":["take 3","take 4","put 5 at c3","pass"]})" : "}"));
    }
  }

  const std::string filling_;
  int listener_ = -1, epoll_ = -1, journal_ = -1;
  std::map<int, Connection> connections_;
  std::map<std::string, Table> tables_;
  std::set<int> dirty_;
  std::string kept_;
  u64 names_ = 0;
};

}  // namespace

int main(int count, char** words) {
  u16 port = 0;
  std::string sync_file;
  CLI::App app("The least a server could do, for bench_load");
  app.add_option("--port", port);
  app.add_option("--sync", sync_file, "Write every move to this file and wait for the disk");
  CLI11_PARSE(app, count, words);
  allow_many_files();
  Reference(port, sync_file).run();
}
