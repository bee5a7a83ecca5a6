// A server on a free port of this machine, on a thread of its own, and a plain socket to it that speaks raw HTTP.
#pragma once
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <map>
#include <thread>

#include "server/net/server.hpp"

namespace trestle::server::net {

class Running {
 public:
  explicit Running(ServerConfig config = {}) {
    config.port = 0;
    config.log = Log::Form::silent;
    auto opened = Server::open(std::move(config), storage::memory_store());
    EXPECT_TRUE(bool(opened)) << (opened ? "" : opened.fault().text());
    server_ = std::move(*opened);
    thread_ = std::thread([this] { server_->run(); });
  }
  ~Running() { stop(); }
  // Returns when the server has ended.
  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  u16 port() const { return server_->port(); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port()); }

 private:
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

struct Response {
  int status = 0;
  std::map<std::string, std::string> fields;  // names in lower case
  std::string body;
  const std::string& operator[](const std::string& name) { return fields[name]; }
};

inline constexpr std::chrono::seconds answer_wait{30};  // a server that stands still is a failure, not a test that never ends

// Blocking, but for no longer than that.
class Raw {
 public:
  explicit Raw(const Running& server) : Raw(server.port()) {}
  explicit Raw(u16 port) : socket_(io_) { socket_.connect({boost::asio::ip::address_v4::loopback(), port}); }

  void write(std::string_view text) { boost::asio::write(socket_, boost::asio::buffer(text.data(), text.size())); }
  // The next response; status 0: the line was closed instead.
  Response read(bool head_only = false) {
    Response out;
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (!hear_more()) return out;
    const std::string head = buffer_.substr(0, end + 4);
    buffer_.erase(0, end + 4);
    out.status = std::stoi(head.substr(9, 3));
    for (std::size_t at = head.find("\r\n") + 2; at < head.size() - 2;) {
      const std::size_t line_end = head.find("\r\n", at), colon = head.find(": ", at);
      std::string name = head.substr(at, colon - at);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      out.fields[name] = head.substr(colon + 2, line_end - colon - 2);
      at = line_end + 2;
    }
    const auto length = out.fields.find("content-length");
    const std::size_t size = length == out.fields.end() || head_only ? 0 : static_cast<std::size_t>(std::stoul(length->second));
    out.body = take(size);
    return out;
  }
  // So many bytes after the last response; fewer: the line was closed.
  std::string take(std::size_t size) {
    while (buffer_.size() < size && hear_more()) {
    }
    std::string out = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return out;
  }
  // Whether the other side closes, after whatever it still says.
  bool closed() {
    while (hear_more()) {
    }
    return !silent_;
  }
  boost::asio::ip::tcp::socket& socket() { return socket_; }

 private:
  // Whether something came; false: the line was closed, or nothing came for too long.
  bool hear_more() {
    pollfd bytes{socket_.native_handle(), POLLIN, 0};
    silent_ = ::poll(&bytes, 1, static_cast<int>(std::chrono::milliseconds(answer_wait).count())) == 0;
    if (silent_) {
      ADD_FAILURE() << "the server has said nothing for " << answer_wait.count() << " seconds";
      return false;
    }
    std::array<char, 4096> some;
    boost::system::error_code error;
    const std::size_t n = socket_.read_some(boost::asio::buffer(some), error);
    buffer_.append(some.data(), n);
    return !error;
  }

  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  std::string buffer_;
  bool silent_ = false;
};

inline std::string request(const std::string& method, const std::string& target, const std::string& fields = "",
                           const std::string& body = "") {
  std::string out = method + " " + target + " HTTP/1.1\r\nHost: here.example\r\n" + fields;
  if (!body.empty()) out += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return out + "\r\n" + body;
}
inline Response ask(const Running& server, const std::string& text) {
  Raw line(server);
  line.write(text);
  return line.read(text.starts_with("HEAD"));
}
inline Response post(const Running& server, const std::string& message, const std::string& fields = "") {
  return ask(server, request("POST", "/api", "Content-Type: application/json\r\n" + fields, message));
}

}  // namespace trestle::server::net
