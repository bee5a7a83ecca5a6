#include "server/net/admin_socket.hpp"

#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>

#include "protocol/message.hpp"

namespace trestle::server::net {

namespace asio = boost::asio;
namespace json = boost::json;

namespace {

constexpr auto tuple_awaitable = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds admin_answer_s{60};

// Something that comes from elsewhere, waited for on the io thread.
class Awaited {
 public:
  explicit Awaited(asio::io_context& io) : done_(io, admin_answer_s) {}
  void set(std::string text) {
    text_ = std::move(text);
    done_.cancel();
  }
  asio::steady_timer& done() { return done_; }
  std::string take() { return text_.value_or(json::serialize(protocol::error_answer(protocol::problem("storage", "no answer")))); }

 private:
  asio::steady_timer done_;
  std::optional<std::string> text_;
};

class AdminClient : public Client, public Awaited {
 public:
  using Awaited::Awaited;
  void send(Send&& message) override { set(std::move(message.text)); }
  void hang(std::string_view) override { done().cancel(); }
  void flush() override {}
};

}  // namespace

Status AdminSocket::listen(const std::string& path) {
  if (path.size() >= sizeof(sockaddr_un{}.sun_path)) return Fault{path, 0, "is too long for a socket; name another with --admin-socket"};
  struct stat there {};
  if (::lstat(path.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) return Fault{path, 0, "is there already and no socket; name another with --admin-socket"};
    boost::system::error_code refused;
    Socket probe(io_);
    probe.connect(path, refused);
    if (!refused) return Fault{path, 0, "another server answers there"};
    ::unlink(path.c_str());
  }
  boost::system::error_code error;
  acceptor_.open({}, error);
  const mode_t before = ::umask(0177);
  if (!error) acceptor_.bind(path, error);
  ::umask(before);
  if (!error) acceptor_.listen(16, error);
  if (error) return Fault{path, 0, "cannot be made: " + error.message()};
  path_ = path;
  return ok();
}

void AdminSocket::start() { asio::co_spawn(io_, accept(), asio::detached); }

void AdminSocket::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  if (!path_.empty()) ::unlink(path_.c_str());
  path_.clear();
}

asio::awaitable<void> AdminSocket::accept() {
  while (acceptor_.is_open()) {
    Socket socket(io_);
    auto [error] = co_await acceptor_.async_accept(socket, tuple_awaitable);
    if (error) co_return;
    asio::co_spawn(io_, serve(std::move(socket)), asio::detached);
  }
}

asio::awaitable<void> AdminSocket::serve(Socket socket) {
  std::string in;
  while (true) {
    auto [error, n] = co_await asio::async_read_until(socket, asio::dynamic_buffer(in, admin_line_bytes_max), '\n', tuple_awaitable);
    if (error) co_return;
    std::string line = in.substr(0, n - 1);
    in.erase(0, n);
    std::string out = co_await answer(std::move(line));
    out += '\n';
    auto [write_error, written] = co_await asio::async_write(socket, asio::buffer(out), tuple_awaitable);
    if (write_error) co_return;
  }
}

asio::awaitable<std::string> AdminSocket::answer(std::string message) {
  json::error_code error;
  const json::value value = json::parse(message, error);
  if (const json::object* fields = value.if_object(); !error && fields != nullptr) {
    const json::value* what = fields->if_contains("do");
    const json::value* file = fields->if_contains("file");
    if (what != nullptr && *what == "admin_backup" && file != nullptr && file->is_string())
      co_return co_await back_up(std::string(file->get_string()));
  }
  const auto client = std::make_shared<AdminClient>(io_);
  const u64 number = board_.open(client, {"", "", false, true});
  board_.said(number, std::move(message));
  co_await client->done().async_wait(tuple_awaitable);
  board_.gone(number);
  co_return client->take();
}

asio::awaitable<std::string> AdminSocket::back_up(std::string file) {
  const auto result = std::make_shared<Awaited>(io_);
  store_.with_store([this, result, file](storage::Store& store) {
    const Status done = store.back_up(file);
    std::string text = json::serialize(done ? json::object{{"ok", true}, {"file", file}}
                                            : protocol::error_answer(protocol::problem("storage", done.fault().text())));
    asio::post(io_, [result, text = std::move(text)]() mutable { result->set(std::move(text)); });
  });
  result->done().expires_at(asio::steady_timer::time_point::max());
  co_await result->done().async_wait(tuple_awaitable);
  co_return result->take();
}

}  // namespace trestle::server::net
