// The owner's door: a unix socket that only the server's own user may open (mode 0600). A JSON message a line, an answer a line; the hub
// answers them as it answers clients, a backup is the store's.
#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "base/result.hpp"
#include "server/net/switchboard.hpp"
#include "server/work/store_thread.hpp"

namespace trestle::server::net {

inline constexpr std::size_t admin_line_bytes_max = 64u << 10;

class AdminSocket {
 public:
  AdminSocket(boost::asio::io_context& io, Switchboard& board, StoreThread& store) : io_(io), board_(board), store_(store), acceptor_(io) {}
  ~AdminSocket() { close(); }

  // A socket that an ended server left behind is replaced. Faults: the path is too long, is no socket, or cannot be made.
  Status listen(const std::string& path);
  void start();
  void close();

 private:
  using Socket = boost::asio::local::stream_protocol::socket;
  boost::asio::awaitable<void> accept();
  boost::asio::awaitable<void> serve(Socket socket);
  boost::asio::awaitable<std::string> answer(std::string message);
  boost::asio::awaitable<std::string> back_up(std::string file);

  boost::asio::io_context& io_;
  Switchboard& board_;
  StoreThread& store_;
  boost::asio::local::stream_protocol::acceptor acceptor_;
  std::string path_;
};

}  // namespace trestle::server::net
