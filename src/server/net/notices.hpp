// Webhooks: tells a player's own address that it is their turn. A thread of its own, so that slow addresses hold up nobody; each notice
// is tried once and forgotten. Only http and https, no redirects, and not to the server's own network unless the owner allows it: a
// player must not be able to make the server knock at doors only the server can reach.
#pragma once
#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>
#include <optional>
#include <thread>

#include "server/hub/hub.hpp"
#include "server/work/log.hpp"

namespace trestle::server::net {

inline constexpr u32 notices_under_way_max = 256;  // more are dropped
inline constexpr std::size_t notice_answer_bytes_max = 64u << 10;

struct HookUrl {
  bool tls = false;
  std::string host, port, target;
};
// Nothing: not an address of the kind, with a user name in it, or too long.
std::optional<HookUrl> parse_hook(std::string_view url);
// Whether an address belongs to everybody: not loopback, private, link-local, multicast or otherwise reserved.
bool public_address(const boost::asio::ip::address& address);
// The value of X-Trestle-Signature.
std::string hook_signature(std::string_view secret, std::string_view body);

class Notices {
 public:
  Notices(bool allow_private, Log& log);
  ~Notices();
  void push(Notify notice);  // from any thread
  void stop();
  void print_metrics(std::string& out) const;

 private:
  boost::asio::awaitable<void> tell(Notify notice);
  boost::asio::awaitable<std::string> post(const Notify& notice);  // why it failed; empty = taken

  bool allow_private_;
  Log& log_;
  std::atomic<u32> under_way_{0};
  std::atomic<u64> sent_{0}, failed_{0}, dropped_{0};
  boost::asio::ssl::context tls_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace trestle::server::net
