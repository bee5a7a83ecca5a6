#include "server/net/server.hpp"

#include <sys/resource.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>

#include "base/version.hpp"
#include "server/net/admin_socket.hpp"
#include "server/net/http.hpp"
#include "server/net/notices.hpp"
#include "server/net/tls.hpp"
#include "server/work/bot_pool.hpp"
#include "server/work/hasher.hpp"
#include "server/work/metrics.hpp"
#include "server/work/node_link.hpp"
#include "server/work/store_thread.hpp"

namespace trestle::server::net {

namespace {

constexpr auto tuple_awaitable = asio::as_tuple(asio::use_awaitable);
constexpr auto stop_poll = std::chrono::milliseconds(20);
constexpr int stop_polls_max = 500;              // ten seconds; then what is still open is cut
constexpr std::size_t spare_connections = 1000;  // beyond the lines: requests under way
constexpr int accepts_a_turn = 64;               // where much is said a turn takes long: who comes must not wait for one each

// As many open files as the system allows this process: every line is one.
void raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

std::string random_node(Randomness& randomness) {
  static constexpr char letters[] = "abcdefghjkmnpqrstuvwxyz23456789_";
  std::array<u8, 12> bytes{};
  randomness.fill(bytes);
  std::string out;
  for (const u8 b : bytes) out += letters[b % 31];
  return out;
}

std::string url_of(const tcp::endpoint& at, bool tls) {
  const std::string host = at.address().is_v6() ? "[" + at.address().to_string() + "]" : at.address().to_string();
  return (tls ? "https://" : "http://") + host + ":" + std::to_string(at.port());
}

Fault cannot_listen(const ServerConfig& config, const boost::system::error_code& why) {
  const std::string place = config.host + ":" + std::to_string(config.port);
  if (why == asio::error::address_in_use) return fault("port " + std::to_string(config.port) + " is taken; name another with --port");
  if (why == asio::error::access_denied) return fault("not allowed to listen on " + place + "; ports below 1024 are the system's");
  return fault("cannot listen on " + place + ": " + why.message());
}

}  // namespace

// Order matters: what is declared first goes away last. Whatever still waits in the io context refers to what stands before it.
class Server::Impl : public Staff {
 public:
  Impl(ServerConfig config, Page page, std::shared_ptr<asio::ssl::context> tls)
      : config_(std::move(config)), log_(config_.log), page_(std::move(page)), tls_(std::move(tls)) {}

  Status listen();
  Status start(std::unique_ptr<storage::Store> store);
  void stop_on_signals();
  void run();
  void stop() {
    asio::post(io_, [this] { begin_stop(); });
  }
  std::string address() const { return url_of(acceptor_.local_endpoint(), tls_ != nullptr); }
  u16 port() const { return acceptor_.local_endpoint().port(); }

  void keep(std::vector<Keep>& keeps) override { store_->push(keeps); }
  void work(Output&& output) override;

 private:
  void set_up_http();
  asio::awaitable<void> accept();
  void receive(tcp::socket socket);
  asio::awaitable<void> seconds();
  asio::awaitable<void> finish();
  void begin_stop();
  std::string metrics() const;
  std::string ill() const;

  ServerConfig config_;
  Log log_;
  SystemRandomness randomness_;
  Page page_;
  std::shared_ptr<asio::ssl::context> tls_;
  AddressCount addresses_;
  std::size_t connections_ = 0;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::signal_set signals_{io_};
  std::unique_ptr<Switchboard> board_;
  LinePoll poll_{io_};
  std::unique_ptr<LineShared> lines_;
  std::unique_ptr<HttpShared> http_;
  std::unique_ptr<StoreThread> store_;
  std::unique_ptr<BotPool> bots_;
  std::unique_ptr<Hasher> hasher_;
  std::unique_ptr<Notices> notices_;
  std::unique_ptr<NodeLink> nodes_;  // null: this is the only one
  std::unique_ptr<AdminSocket> admin_;
  bool stopping_ = false;
};

Status Server::Impl::listen() {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(config_.host == "localhost" ? "127.0.0.1" : config_.host, error);
  if (error) return fault("'" + config_.host + "' is not an address; --host takes one such as 127.0.0.1 or 0.0.0.0");
  const tcp::endpoint at(address, config_.port);
  acceptor_.open(at.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(at, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (error) return cannot_listen(config_, error);
  return ok();
}

Status Server::Impl::start(std::unique_ptr<storage::Store> store) {
  raise_file_limit();
  HubConfig hub;
  hub.several_nodes = !config_.database.empty();
  hub.node = hub.several_nodes ? random_node(randomness_) : "one";
  hub.limits = config_.limits;
  hub.editions = config_.editions;
  hub.public_url = config_.public_url.empty() ? address() : config_.public_url;
  std::unique_ptr<storage::Relay> relay;
  if (hub.several_nodes) {
    if (!heartbeat(*store, hub.node, system_now() + lease_ms)) return fault("the database keeps nothing");
    auto made = storage::postgres_relay(config_.database, hub.node);
    if (!made) return made.fault();
    relay = std::move(*made);
  }
  board_ = std::make_unique<Switchboard>(io_, hub, randomness_, log_);
  board_->set_staff(*this);
  const Deliver deliver = [this](std::vector<Input> inputs) { board_->deliver(std::move(inputs)); };
  store_ = std::make_unique<StoreThread>(std::move(store), deliver, [this](bool fails, const std::string& why) {
    fails ? log_.error("storage_fails", log_field("why", why)) : log_.info("storage_works_again");
  });
  bots_ = std::make_unique<BotPool>(config_.bot_threads, deliver);
  hasher_ = std::make_unique<Hasher>(deliver);
  notices_ = std::make_unique<Notices>(config_.private_webhooks, log_);
  if (relay) nodes_ = std::make_unique<NodeLink>(hub.node, std::move(relay), *store_, deliver, log_);
  if (!config_.admin_socket.empty()) {
    admin_ = std::make_unique<AdminSocket>(io_, *board_, *store_);
    if (const Status listening = admin_->listen(config_.admin_socket); !listening) return listening.fault();
  }
  set_up_http();
  return ok();
}

void Server::Impl::set_up_http() {
  lines_ = std::make_unique<LineShared>(LineShared{*board_, config_.limits, poll_, {}});
  http_ = std::make_unique<HttpShared>(HttpShared{*lines_, addresses_});
  http_->page = page_.files() == 0 ? nullptr : &page_;
  http_->origins.allowed = config_.origins;
  http_->trust_proxy = config_.trust_proxy;
  http_->tls = tls_ != nullptr;
  http_->metrics = [this] { return metrics(); };
  http_->ill = [this] { return ill(); };
}

void Server::Impl::work(Output&& output) {
  if (auto* think = std::get_if<Think>(&output))
    bots_->think(std::move(*think));
  else if (auto* advise = std::get_if<Advise>(&output))
    bots_->advise(std::move(*advise));
  else if (auto* analyse = std::get_if<Analyse>(&output))
    bots_->analyse(std::move(*analyse));
  else if (auto* hash = std::get_if<Hash>(&output))
    hasher_->hash(std::move(*hash));
  else if (auto* notify = std::get_if<Notify>(&output))
    notices_->push(std::move(*notify));
  else if (auto* forward = std::get_if<Forward>(&output); forward != nullptr && nodes_)
    nodes_->forward(std::move(*forward));
}

void Server::Impl::stop_on_signals() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) begin_stop();
  });
}

void Server::Impl::run() {
  std::signal(SIGPIPE, SIG_IGN);
  log_.info("listening", log_field("address", address()) + "," + log_field("version", program_version));
  board_->input(Tick{});
  asio::co_spawn(io_, accept(), asio::detached);
  asio::co_spawn(io_, seconds(), asio::detached);
  if (admin_) admin_->start();
  io_.run();
  if (nodes_) nodes_->stop();
  notices_->stop();
  bots_->stop();
  hasher_->stop();
  store_->stop();
  log_.info("stopped");
}

asio::awaitable<void> Server::Impl::accept() {
  while (!stopping_) {
    tcp::socket socket(io_);
    auto [error] = co_await acceptor_.async_accept(socket, tuple_awaitable);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // out of files, mostly: wait until some are free
      log_.warning("accept_failed", log_field("why", error.message()));
      asio::steady_timer pause(io_, std::chrono::milliseconds(100));
      co_await pause.async_wait(tuple_awaitable);
      continue;
    }
    for (int i = 1; !error && i < accepts_a_turn; ++i) {
      receive(std::exchange(socket, tcp::socket(io_)));
      acceptor_.accept(socket, error);  // the last error is that nobody waits
    }
    if (!error) receive(std::move(socket));
  }
}

void Server::Impl::receive(tcp::socket socket) {
  boost::system::error_code ignored;
  const auto peer = socket.remote_endpoint(ignored);
  if (ignored || connections_ >= config_.limits.lines_max + spare_connections) return;
  AddressCount::Holder slot;
  if (!config_.trust_proxy) {
    slot = AddressCount::Holder(addresses_, limit_address(peer.address().to_string(ignored)));
    if (slot.count() > 2 * config_.limits.lines_an_address) return;  // not even worth an answer
  }
  socket.set_option(tcp::no_delay(true), ignored);
  ++http_->figures.connections;
  ++connections_;
  auto session =
      tls_ ? serve_tls(std::move(socket), *tls_, *http_, std::move(slot)) : serve_plain(std::move(socket), *http_, std::move(slot));
  asio::co_spawn(io_, std::move(session), [this](const std::exception_ptr&) { --connections_; });
}

asio::awaitable<void> Server::Impl::seconds() {
  asio::steady_timer timer(io_, std::chrono::steady_clock::now());
  while (!stopping_) {
    timer.expires_at(timer.expiry() + std::chrono::seconds(1));
    co_await timer.async_wait(tuple_awaitable);
    board_->second();
  }
}

void Server::Impl::begin_stop() {
  if (stopping_) return;
  stopping_ = true;
  http_->stopping = true;
  log_.info("stopping", log_field("lines", static_cast<i64>(board_->lines())));
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  if (admin_) admin_->close();
  signals_.cancel(ignored);
  board_->input(Shutdown{});
  asio::co_spawn(io_, finish(), asio::detached);
}

// Until everything is kept and every line has said goodbye, but not for ever.
asio::awaitable<void> Server::Impl::finish() {
  asio::steady_timer timer(io_);
  for (int i = 0; i < stop_polls_max; ++i) {
    timer.expires_after(stop_poll);
    co_await timer.async_wait(tuple_awaitable);
    if (i % 50 == 49) board_->second();
    if (board_->idle()) break;
  }
  io_.stop();
}

std::string Server::Impl::ill() const {
  if (stopping_) return "stopping";
  if (store_->failing()) return "the store keeps nothing";
  return {};
}

std::string Server::Impl::metrics() const {
  std::string out;
  const auto count = [&](std::string_view name, std::string_view help, u64 value) {
    print_metric(out, name, help, Kind::counter, static_cast<double>(value));
  };
  const auto gauge = [&](std::string_view name, std::string_view help, u64 value) {
    print_metric(out, name, help, Kind::gauge, static_cast<double>(value));
  };
  const HubCounters hub = board_->counters();
  gauge("trestle_lines", "Open lines, those of other nodes too.", hub.lines);
  count("trestle_lines_opened_total", "Lines opened.", hub.lines_opened);
  count("trestle_messages_total", "Messages of clients.", hub.messages);
  count("trestle_messages_refused_total", "Messages answered with an error.", hub.refused);
  count("trestle_moves_total", "Submissions of people that were kept.", hub.moves);
  count("trestle_moves_by_bots_total", "Submissions of bots that were kept.", hub.moves_by_bots);
  count("trestle_tables_loaded_total", "Tables read from the store.", hub.tables_loaded);
  gauge("trestle_tables_in_memory", "Tables held.", hub.tables_in_memory);
  count("trestle_games_finished_total", "Games that came to their end.", hub.games_finished);
  count("trestle_storage_failures_total", "Operations the store could not do.", hub.storage_failures);
  count("trestle_clock_losses_total", "Seats whose time was over.", hub.clock_losses);
  count("trestle_relayed_total", "Messages between nodes.", hub.relayed);
  const HttpFigures& http = http_->figures;
  gauge("trestle_connections", "Open HTTP connections and lines of this node.", connections_ + board_->lines());
  count("trestle_connections_total", "Connections accepted.", http.connections);
  count("trestle_http_requests_total", "HTTP requests.", http.requests);
  count("trestle_http_refused_total", "HTTP requests answered with 4xx or 5xx.", http.refused);
  count("trestle_origin_refused_total", "Requests of pages of other sites.", http.origin_refused);
  count("trestle_address_refused_total", "Connections over the limit of an address.", http.address_refused);
  const LineFigures& lines = lines_->figures;
  count("trestle_frames_in_total", "WebSocket messages received.", lines.frames_in);
  count("trestle_frames_out_total", "WebSocket messages sent.", lines.frames_out);
  count("trestle_bytes_in_total", "Bytes received on lines.", lines.bytes_in);
  count("trestle_bytes_out_total", "Bytes sent on lines.", lines.bytes_out);
  count("trestle_writes_total", "Writes to lines.", lines.writes);
  count("trestle_dropped_slow_total", "Lines dropped because the client read too slowly.", lines.dropped_slow);
  count("trestle_dropped_silent_total", "Lines dropped because nobody answered.", lines.dropped_silent);
  count("trestle_bad_frames_total", "Lines closed for a bad frame.", lines.refused_frames);
  gauge("trestle_queue_bytes", "Bytes waiting to be sent to clients.", board_->queued_bytes());
  store_->print_metrics(out);
  bots_->print_metrics(out);
  notices_->print_metrics(out);
  print_process(out);
  return out;
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(ServerConfig config, std::unique_ptr<storage::Store> store) {
  if (!sodium_ready()) return fault("the system gives no random bytes");
  Page page;
  if (!config.page.empty()) {
    auto read = Page::read(config.page);
    if (!read) return read.fault();
    page = std::move(*read);
  }
  std::shared_ptr<asio::ssl::context> tls;
  if (!config.certificate.empty()) {
    auto made = tls_context(config.certificate, config.key);
    if (!made) return made.fault();
    tls = std::move(*made);
  }
  for (std::string& origin : config.origins) {
    const auto read = origin_of(origin);
    if (!read) return fault("'" + origin + "' is not an origin such as https://club.example");
    origin = *read;
  }
  auto impl = std::make_unique<Impl>(std::move(config), std::move(page), std::move(tls));
  if (const Status listening = impl->listen(); !listening) return listening.fault();
  if (const Status started = impl->start(std::move(store)); !started) return started.fault();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

void Server::stop_on_signals() { impl_->stop_on_signals(); }
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }
std::string Server::address() const { return impl_->address(); }
u16 Server::port() const { return impl_->port(); }

}  // namespace trestle::server::net
