#include "server/net/http.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "server/limits.hpp"

namespace trestle::server::net {

namespace http = beast::http;

namespace {

constexpr auto tuple_awaitable = asio::as_tuple(asio::use_awaitable);

constexpr std::string_view content_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
constexpr std::string_view no_permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";
constexpr std::string_view plain_text = "text/plain; charset=utf-8";

using Request = http::request<http::string_body>;

// What is answered. Bodies that live long enough (files) are not copied.
struct Reply {
  http::status status = http::status::ok;
  std::string_view type = plain_text;
  std::string own;
  std::string_view borrowed;
  std::vector<std::pair<http::field, std::string>> fields;
  bool close = false;

  std::string_view body() const { return borrowed.empty() ? std::string_view(own) : borrowed; }
};

Reply plain(http::status status, std::string text) {
  Reply r;
  r.status = status;
  r.own = std::move(text) + "\n";
  return r;
}

// Waits for the hub's one answer to a request.
class Answering : public Client {
 public:
  explicit Answering(const asio::any_io_executor& executor) : done_(executor, answer_s) {}
  void send(Send&& message) override {
    if (message.text.starts_with("{\"push\"")) return;  // told on the way, as the progress of an analysis is
    if (!answer) answer = std::move(message);
    done_.cancel();
  }
  void hang(std::string_view) override { done_.cancel(); }
  void flush() override {}
  asio::steady_timer& done() { return done_; }
  std::optional<Send> answer;

 private:
  asio::steady_timer done_;
};

std::optional<std::string_view> header(const Request& request, http::field name) {
  const auto found = request.find(name);
  if (found == request.end()) return std::nullopt;
  return std::string_view(found->value().data(), found->value().size());
}
std::string_view header_or(const Request& request, http::field name, std::string_view otherwise) {
  return header(request, name).value_or(otherwise);
}
std::string_view view(boost::core::string_view s) { return {s.data(), s.size()}; }

bool private_address(const std::string& text) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(limit_address(text), error);
  if (error) return false;
  if (address.is_loopback()) return true;
  if (!address.is_v4()) return false;
  const u32 bits = address.to_v4().to_uint();
  return bits >> 24 == 10 || bits >> 20 == 0xac1 || bits >> 16 == 0xc0a8;
}

// A connection, whatever carries it.
template <class Stream>
class Session {
 public:
  Session(Stream stream, HttpShared& shared, AddressCount::Holder slot, std::string peer)
      : stream_(std::move(stream)), shared_(shared), slot_(std::move(slot)), peer_(std::move(peer)) {}

  asio::awaitable<void> run() {
    bool first = true;
    while (!shared_.stopping) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(header_bytes_max);
      parser.body_limit(upload_bytes_max);
      lowest().expires_after(first ? first_request_s : next_request_s);
      first = false;
      auto [error, n] = co_await http::async_read_header(stream_, buffer_, parser, tuple_awaitable);
      if (error) {
        co_await refuse(error);
        break;
      }
      ++shared_.figures.requests;
      if (const auto early = before_body(parser.get())) {
        co_await write(parser.get(), *early, true);
        break;
      }
      if (header_or(parser.get(), http::field::expect, "") == "100-continue") co_await go_on();
      lowest().expires_after(body_s);
      auto [body_error, m] = co_await http::async_read(stream_, buffer_, parser, tuple_awaitable);
      if (body_error) {
        co_await refuse(body_error);
        break;
      }
      const Request request = parser.release();
      if (wants_socket(request)) {
        if (co_await upgrade(request)) co_return;
        break;
      }
      const Reply reply = co_await answer(request);
      if (!co_await write(request, reply, reply.close || !request.keep_alive())) co_return;
      if (reply.close || !request.keep_alive()) break;
    }
    co_await end();
  }

 private:
  auto& lowest() { return beast::get_lowest_layer(stream_); }

  // ---- who is there

  std::string address_of(const Request& request) const {
    if (shared_.trust_proxy)
      if (const auto named = forwarded_address(header_or(request, "X-Forwarded-For"))) return *named;
    return peer_;
  }
  bool secure(const Request& request) const {
    return shared_.tls || (shared_.trust_proxy && has_word(header_or(request, "X-Forwarded-Proto"), "https"));
  }
  static std::string_view header_or(const Request& request, http::field name, std::string_view otherwise) {
    return net::header_or(request, name, otherwise);
  }
  static std::string_view header_or(const Request& request, beast::string_view name) {
    const auto found = request.find(name);
    return found == request.end() ? std::string_view() : view(found->value());
  }
  static std::string token_of(const Request& request) { return cookie_value(header_or(request, http::field::cookie, ""), "trestle"); }
  bool origin_fits(const Request& request) {
    if (shared_.origins.admits(header(request, http::field::origin), header_or(request, http::field::host, ""))) return true;
    ++shared_.figures.origin_refused;
    return false;
  }

  // ---- what is asked

  static bool is_message(const Request& request) {
    return request.method() == http::verb::post && path_of(view(request.target())) == "/api";
  }
  static bool wants_socket(const Request& request) { return path_of(view(request.target())) == "/ws"; }

  // Refusals that need no body, so that it is not read.
  std::optional<Reply> before_body(const Request& request) {
    if (slot_.count() > shared_.limits().lines_an_address) {
      ++shared_.figures.address_refused;
      return plain(http::status::too_many_requests, "too many connections from this address");
    }
    const bool has_body = request.has_content_length() || request.chunked();
    if (has_body && !is_message(request) && header_or(request, http::field::content_length, "") != "0")
      return plain(request.method() == http::verb::post ? http::status::not_found : http::status::bad_request, "nothing is taken here");
    if (!is_message(request)) return std::nullopt;
    if (!origin_fits(request)) return plain(http::status::forbidden, "a page of another site may not do this");
    const std::string_view type = header_or(request, http::field::content_type, "");
    if (!has_word(type.substr(0, type.find(';')), "application/json"))
      return plain(http::status::unsupported_media_type, "a message is application/json");
    return std::nullopt;
  }

  asio::awaitable<Reply> answer(const Request& request) {
    const auto path = path_of(view(request.target()));
    if (!path) co_return plain(http::status::bad_request, "not a target");
    if (*path == "/api") {
      if (request.method() != http::verb::post) co_return not_allowed("POST");
      co_return co_await message(request);
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) co_return not_allowed("GET, HEAD");
    if (*path == "/healthz") {
      const std::string why = shared_.ill();
      co_return why.empty() ? plain(http::status::ok, "ok") : plain(http::status::service_unavailable, why);
    }
    if (*path == "/metrics") {
      if (!private_address(address_of(request))) co_return plain(http::status::forbidden, "for the owner's network only");
      Reply r;
      r.type = "text/plain; version=0.0.4; charset=utf-8";
      r.own = shared_.metrics();
      r.fields.emplace_back(http::field::cache_control, "no-store");
      co_return r;
    }
    co_return file(request, *path);
  }

  static Reply not_allowed(std::string methods) {
    Reply r = plain(http::status::method_not_allowed, "use " + methods);
    r.fields.emplace_back(http::field::allow, std::move(methods));
    return r;
  }

  asio::awaitable<Reply> message(const Request& request) {
    const auto client = std::make_shared<Answering>(stream_.get_executor());
    const u64 number = shared_.board().open(client, {token_of(request), limit_address(address_of(request)), true, false});
    shared_.board().said(number, request.body());
    co_await client->done().async_wait(tuple_awaitable);
    shared_.board().gone(number);
    if (!client->answer) co_return plain(http::status::service_unavailable, "no answer; try again");
    Reply r;
    r.type = "application/json";
    r.own = std::move(client->answer->text);
    r.fields.emplace_back(http::field::cache_control, "no-store");
    if (client->answer->token) r.fields.emplace_back(http::field::set_cookie, token_cookie(*client->answer->token, secure(request)));
    // Not a message at all: what the hub answers without having looked further.
    if (r.own.find("\"code\":\"bad_json\"") != std::string::npos) r.status = http::status::bad_request;
    co_return r;
  }

  Reply file(const Request& request, const std::string& path) const {
    const Page::File* file = shared_.page == nullptr ? nullptr : shared_.page->find(path);
    if (file == nullptr) return plain(http::status::not_found, "not found");
    const std::string_view accepts = header_or(request, http::field::accept_encoding, "");
    Reply r;
    r.type = file->type;
    r.borrowed = file->plain;
    std::string tag = file->tag;
    const auto compressed = [&](const std::string& content, std::string_view coding, char letter) {
      if (content.empty() || !accepts_encoding(accepts, coding)) return false;
      r.borrowed = content;
      r.fields.emplace_back(http::field::content_encoding, coding);
      tag.insert(tag.size() - 1, 1, letter);
      return true;
    };
    if (!compressed(file->brotli, "br", 'b')) compressed(file->gzip, "gzip", 'g');
    r.fields.emplace_back(http::field::etag, tag);
    r.fields.emplace_back(http::field::vary, "Accept-Encoding");
    r.fields.emplace_back(http::field::cache_control, file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (tag_matches(header_or(request, http::field::if_none_match, ""), tag)) {
      r.status = http::status::not_modified;
      r.borrowed = {};
    }
    return r;
  }

  // ---- becoming a WebSocket

  // Why not; an empty own text: nothing stands against it.
  Reply upgrade_refusal(const Request& request) {
    if (request.method() != http::verb::get) return not_allowed("GET");
    if (!origin_fits(request)) return plain(http::status::forbidden, "a page of another site may not do this");
    const bool asks = has_word(header_or(request, http::field::connection, ""), "upgrade") &&
                      has_word(header_or(request, http::field::upgrade, ""), "websocket");
    if (!asks || header_or(request, http::field::sec_websocket_version, "") != "13") {
      Reply r = plain(http::status::upgrade_required, "this is a WebSocket, version 13");
      r.fields.emplace_back(http::field::upgrade, "websocket");
      r.fields.emplace_back(http::field::sec_websocket_version, "13");
      return r;
    }
    if (accept_key(header_or(request, http::field::sec_websocket_key, "")).empty()) return plain(http::status::bad_request, "no key");
    if (shared_.board().lines() >= shared_.limits().lines_max)
      return plain(http::status::service_unavailable, "the server has as many lines as it can hold");
    return {};
  }

  // Behind a proxy all connections have its address: lines are counted by the client's own.
  bool take_slot(const Request& request) {
    if (!shared_.trust_proxy) return true;
    AddressCount::Holder own(shared_.addresses, limit_address(address_of(request)));
    if (own.count() > shared_.limits().lines_an_address) return false;
    slot_ = std::move(own);
    return true;
  }

  asio::awaitable<bool> upgrade(const Request& request) {
    Reply refusal = upgrade_refusal(request);
    if (refusal.own.empty() && !take_slot(request)) {
      ++shared_.figures.address_refused;
      refusal = plain(http::status::too_many_requests, "too many lines from this address");
    }
    if (!refusal.own.empty()) {
      co_await write(request, refusal, true);
      co_return false;
    }
    const std::string text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
                             accept_key(header_or(request, http::field::sec_websocket_key, "")) + "\r\n\r\n";
    lowest().expires_after(write_s);
    auto [error, n] = co_await asio::async_write(stream_, asio::buffer(text), tuple_awaitable);
    if (error) co_return false;
    lowest().expires_never();
    const auto line = make_line();
    const u64 number = shared_.board().open(line, {token_of(request), limit_address(address_of(request)), false, false});
    const std::string early(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    line->start(number, early);
    co_return true;
  }
  std::shared_ptr<WebSocketLine> make_line();

  // ---- writing

  asio::awaitable<void> go_on() {
    static constexpr std::string_view text = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await asio::async_write(stream_, asio::buffer(text.data(), text.size()), tuple_awaitable);
  }

  asio::awaitable<bool> write(const Request& request, const Reply& reply, bool close) {
    http::response<http::span_body<const char>> response(reply.status, request.version() == 0 ? 11 : request.version());
    response.keep_alive(!close);
    response.set(http::field::content_type, boost::core::string_view(reply.type));
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Content-Security-Policy", boost::core::string_view(content_policy));
    response.set("Permissions-Policy", boost::core::string_view(no_permissions));
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Embedder-Policy", "require-corp");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    if (secure(request)) response.set("Strict-Transport-Security", "max-age=31536000");
    for (const auto& [field, value] : reply.fields) response.set(field, value);
    const std::string_view body = reply.body();
    const bool bodiless = reply.status == http::status::not_modified;
    if (!bodiless) response.content_length(body.size());
    if (request.method() != http::verb::head && !bodiless) response.body() = {body.data(), body.size()};
    if (reply.status >= http::status::bad_request) ++shared_.figures.refused;
    lowest().expires_after(write_s);
    http::response_serializer<http::span_body<const char>> serializer(response);
    if (request.method() == http::verb::head || bodiless) {
      auto [error, n] = co_await http::async_write_header(stream_, serializer, tuple_awaitable);
      co_return !error;
    }
    auto [error, n] = co_await http::async_write(stream_, serializer, tuple_awaitable);
    co_return !error;
  }

  // What could not be read as a request.
  asio::awaitable<void> refuse(boost::system::error_code why) {
    const bool bad = why.category() == http::make_error_code(http::error::bad_method).category() && why != http::error::end_of_stream &&
                     why != http::error::partial_message;
    if (!bad) co_return;
    Reply reply = plain(http::status::bad_request, "not an HTTP request");
    if (why == http::error::header_limit)
      reply = plain(http::status::request_header_fields_too_large, "the request's head is too long");
    else if (why == http::error::body_limit)
      reply = plain(http::status::payload_too_large, "the message is too long");
    const Request none;
    co_await write(none, reply, true);
  }

  // Lets the client read the last answer before the connection goes: what it still sends is read and thrown away for a while.
  asio::awaitable<void> end() {
    boost::system::error_code ignored;
    lowest().socket().shutdown(tcp::socket::shutdown_send, ignored);
    lowest().expires_after(std::chrono::seconds(2));
    std::array<char, 4096> rest;
    for (std::size_t read = 0; read < upload_bytes_max;) {
      auto [error, n] = co_await lowest().async_read_some(asio::buffer(rest), tuple_awaitable);
      if (error) break;
      read += n;
    }
    lowest().socket().close(ignored);
  }

  Stream stream_;
  HttpShared& shared_;
  AddressCount::Holder slot_;
  std::string peer_;
  beast::flat_buffer buffer_{early_bytes_max};
};

template <>
std::shared_ptr<WebSocketLine> Session<beast::tcp_stream>::make_line() {
  return plain_line(stream_.release_socket(), shared_.lines, std::move(slot_));
}
template <>
std::shared_ptr<WebSocketLine> Session<TlsStream>::make_line() {
  return tls_line(std::move(stream_), shared_.lines, std::move(slot_));
}

std::string peer_of(const tcp::socket& socket) {
  boost::system::error_code error;
  const auto end = socket.remote_endpoint(error);
  return error ? std::string() : end.address().to_string(error);
}

}  // namespace

asio::awaitable<void> serve_plain(tcp::socket socket, HttpShared& shared, AddressCount::Holder slot) {
  std::string peer = peer_of(socket);
  Session<beast::tcp_stream> session(beast::tcp_stream(std::move(socket)), shared, std::move(slot), std::move(peer));
  co_await session.run();
}

asio::awaitable<void> serve_tls(tcp::socket socket, asio::ssl::context& tls, HttpShared& shared, AddressCount::Holder slot) {
  std::string peer = peer_of(socket);
  TlsStream stream(beast::tcp_stream(std::move(socket)), tls);
  beast::get_lowest_layer(stream).expires_after(handshake_s);
  auto [error] = co_await stream.async_handshake(asio::ssl::stream_base::server, tuple_awaitable);
  if (error) co_return;
  Session<TlsStream> session(std::move(stream), shared, std::move(slot), std::move(peer));
  co_await session.run();
}

}  // namespace trestle::server::net
