// A server on a free port of this machine, on a thread of its own, and a plain socket to it that speaks raw HTTP.
#pragma once
#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
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

// Blocking, with the deadline of the test program itself.
class Raw {
 public:
  explicit Raw(const Running& server) : Raw(server.port()) {}
  explicit Raw(u16 port) : socket_(io_) { socket_.connect({boost::asio::ip::address_v4::loopback(), port}); }

  void write(std::string_view text) { boost::asio::write(socket_, boost::asio::buffer(text.data(), text.size())); }
  // The next response; status 0: the line was closed instead.
  Response read(bool head_only = false) {
    Response out;
    boost::system::error_code error;
    const std::size_t n = boost::asio::read_until(socket_, boost::asio::dynamic_buffer(buffer_), "\r\n\r\n", error);
    if (error) return out;
    const std::string head = buffer_.substr(0, n);
    buffer_.erase(0, n);
    out.status = std::stoi(head.substr(9, 3));
    for (std::size_t at = head.find("\r\n") + 2; at < head.size() - 2;) {
      const std::size_t end = head.find("\r\n", at), colon = head.find(": ", at);
      std::string name = head.substr(at, colon - at);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      out.fields[name] = head.substr(colon + 2, end - colon - 2);
      at = end + 2;
    }
    const auto length = out.fields.find("content-length");
    const std::size_t size = length == out.fields.end() || head_only ? 0 : static_cast<std::size_t>(std::stoul(length->second));
    if (buffer_.size() < size) {
      std::string more(size - buffer_.size(), '\0');
      boost::asio::read(socket_, boost::asio::buffer(more), error);
      buffer_ += more;
    }
    out.body = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return out;
  }
  // So many bytes after the last response; fewer: the line was closed.
  std::string take(std::size_t size) {
    boost::system::error_code error;
    while (buffer_.size() < size && !error)
      boost::asio::read(socket_, boost::asio::dynamic_buffer(buffer_), boost::asio::transfer_at_least(1), error);
    std::string out = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return out;
  }
  // Whether the other side closes, after whatever it still says.
  bool closed() {
    boost::system::error_code error;
    std::array<char, 4096> rest;
    while (!error) socket_.read_some(boost::asio::buffer(rest), error);
    return true;
  }
  boost::asio::ip::tcp::socket& socket() { return socket_; }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  std::string buffer_;
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
