// One HTTP connection: requests one after the other until it is closed or becomes a WebSocket. Beast reads and writes; what a request
// may ask for is decided here.
#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>

#include "server/net/http_text.hpp"
#include "server/net/line.hpp"
#include "server/net/page.hpp"

namespace trestle::server::net {

inline constexpr std::size_t header_bytes_max = 8u << 10;
inline constexpr std::size_t early_bytes_max = 64u << 10;  // read past a request
inline constexpr std::chrono::seconds first_request_s{15}, next_request_s{60}, body_s{30}, write_s{30}, handshake_s{10};
inline constexpr std::chrono::seconds answer_s{180};  // for the hub's answer: an analysis takes its time

struct HttpFigures {
  u64 connections = 0, requests = 0, refused = 0, origin_refused = 0, address_refused = 0;
};

struct HttpShared {
  LineShared& lines;
  AddressCount& addresses;
  const Page* page = nullptr;  // null: none
  OriginRule origins{};
  bool trust_proxy = false;
  bool tls = false;
  std::function<std::string()> metrics{};
  std::function<std::string()> ill{};  // why the server is not healthy; empty = it is
  HttpFigures figures{};
  bool stopping = false;

  Switchboard& board() { return lines.board; }
  const Limits& limits() const { return lines.limits; }
};

asio::awaitable<void> serve_plain(tcp::socket socket, HttpShared& shared, AddressCount::Holder slot);
asio::awaitable<void> serve_tls(tcp::socket socket, asio::ssl::context& tls, HttpShared& shared, AddressCount::Holder slot);

}  // namespace trestle::server::net
