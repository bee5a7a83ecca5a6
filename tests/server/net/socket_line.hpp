// A WebSocket to a server by Beast's own client, blocking.
#pragma once
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "server/net/running.hpp"

namespace trestle::server::net {

namespace beast = boost::beast;
namespace asio = boost::asio;

class SocketLine {
 public:
  explicit SocketLine(const Running& server, const std::string& cookie = "") : SocketLine(server.port(), cookie) {}
  explicit SocketLine(u16 port, const std::string& cookie = "") : socket_(io_) {
    socket_.next_layer().connect({asio::ip::address_v4::loopback(), port});
    socket_.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::request_type& r) {
      if (!cookie.empty()) r.set(beast::http::field::cookie, cookie);
    }));
    socket_.handshake("127.0.0.1:" + std::to_string(port), "/ws");
    socket_.text(true);
  }
  void say(const std::string& text) { socket_.write(asio::buffer(text)); }
  // The next message; empty: the line is closed.
  std::string hear() {
    const std::optional<std::string> heard = hear_for(answer_wait);
    EXPECT_TRUE(heard.has_value()) << "the server has said nothing for " << answer_wait.count() << " seconds";
    return heard.value_or("");
  }
  // ... or nothing within that time.
  std::optional<std::string> hear_for(std::chrono::milliseconds longest) {
    if (!reading_) {
      reading_ = true;
      buffer_.clear();
      heard_.reset();
      socket_.async_read(buffer_, [this](boost::system::error_code error, std::size_t) {
        heard_ = error ? std::string() : beast::buffers_to_string(buffer_.data());
        reading_ = false;
      });
    }
    io_.restart();
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!heard_ && std::chrono::steady_clock::now() < end && io_.run_one_until(end) > 0) {
    }
    return heard_;
  }
  std::string ask(const std::string& text) {
    say(text);
    return hear();
  }
  u16 close_code() { return socket_.reason().code; }
  auto& socket() { return socket_; }

 private:
  asio::io_context io_;
  beast::flat_buffer buffer_;
  std::optional<std::string> heard_;
  bool reading_ = false;
  beast::websocket::stream<asio::ip::tcp::socket> socket_;
};

}  // namespace trestle::server::net
