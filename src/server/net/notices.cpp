#include "server/net/notices.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "server/limits.hpp"
#include "server/work/metrics.hpp"

namespace trestle::server::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;

namespace {

constexpr auto tuple_awaitable = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds notice_s{10};

template <class Stream>
asio::awaitable<std::string> exchange(Stream& stream, const HookUrl& url, const Notify& notice) {
  http::request<http::string_body> request(http::verb::post, url.target, 11);
  request.set(http::field::host, url.port == (url.tls ? "443" : "80") ? url.host : url.host + ":" + url.port);
  request.set(http::field::user_agent, std::string("trestle/") + program_version);
  request.set(http::field::content_type, "application/json");
  request.set("X-Trestle-Signature", hook_signature(notice.secret, notice.body));
  request.keep_alive(false);
  request.body() = notice.body;
  request.prepare_payload();
  auto [write_error, written] = co_await http::async_write(stream, request, tuple_awaitable);
  if (write_error) co_return write_error.message();
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(notice_answer_bytes_max);
  auto [read_error, read] = co_await http::async_read_header(stream, buffer, parser, tuple_awaitable);
  if (read_error) co_return read_error.message();
  const unsigned status = parser.get().result_int();
  co_return status >= 200 && status < 300 ? std::string() : "status " + std::to_string(status);
}

}  // namespace

std::optional<HookUrl> parse_hook(std::string_view url) {
  if (url.size() > url_bytes_max) return std::nullopt;
  HookUrl out;
  if (url.starts_with("https://"))
    out.tls = true;
  else if (!url.starts_with("http://"))
    return std::nullopt;
  url.remove_prefix(out.tls ? 8 : 7);
  const auto slash = url.find_first_of("/?");
  std::string_view place = url.substr(0, slash);
  out.target = slash == std::string_view::npos ? "/" : std::string(url.substr(slash, url.find('#') - slash));
  if (out.target[0] == '?') out.target.insert(0, "/");
  for (const char c : out.target)
    if (c <= ' ' || c >= 0x7f) return std::nullopt;
  out.port = out.tls ? "443" : "80";
  const auto bracket = place.rfind(']');
  const auto colon = place.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    out.port = place.substr(colon + 1);
    place = place.substr(0, colon);
    if (out.port.empty() || out.port.size() > 5 || out.port.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  }
  if (place.size() > 2 && place.front() == '[' && place.back() == ']') place = place.substr(1, place.size() - 2);
  for (const char c : place)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-' && c != ':') return std::nullopt;
  if (place.empty()) return std::nullopt;
  out.host = place;
  return out;
}

bool public_address(const asio::ip::address& address) {
  if (address.is_v6()) {
    const auto v6 = address.to_v6();
    if (v6.is_v4_mapped()) return public_address(asio::ip::make_address_v4(asio::ip::v4_mapped, v6));
    const auto bytes = v6.to_bytes();
    return (bytes[0] & 0xe0) == 0x20 && !(bytes[0] == 0x20 && bytes[1] == 0x02) &&
           !(bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0 && bytes[3] == 0);  // 2000::/3 without 6to4 and Teredo
  }
  const u32 bits = address.to_v4().to_uint();
  const auto within = [&](u32 net, int width) { return bits >> (32 - width) == net >> (32 - width); };
  return !(within(0x00000000, 8) || within(0x0a000000, 8) || within(0x64400000, 10) || within(0x7f000000, 8) || within(0xa9fe0000, 16) ||
           within(0xac100000, 12) || within(0xc0000000, 24) || within(0xc0a80000, 16) || within(0xc6120000, 15) || within(0xe0000000, 3));
}

std::string hook_signature(std::string_view secret, std::string_view body) {
  const Digest digest = hmac_sha256(secret, body);
  return "sha256=" + text::to_hex(digest.data(), digest.size());
}

Notices::Notices(bool allow_private, Log& log)
    : allow_private_(allow_private), log_(log), tls_(asio::ssl::context::tls_client), work_(asio::make_work_guard(io_)), thread_([this] {
        io_.run();
      }) {
  boost::system::error_code ignored;
  tls_.set_default_verify_paths(ignored);
  tls_.set_verify_mode(asio::ssl::verify_peer, ignored);
}

Notices::~Notices() { stop(); }

void Notices::stop() {
  work_.reset();
  io_.stop();
  if (thread_.joinable()) thread_.join();
}

void Notices::push(Notify notice) {
  if (under_way_.fetch_add(1) >= notices_under_way_max) {
    --under_way_;
    ++dropped_;
    return;
  }
  asio::co_spawn(io_, tell(std::move(notice)), asio::detached);
}

asio::awaitable<void> Notices::tell(Notify notice) {
  const std::string why = co_await post(notice);
  --under_way_;
  ++(why.empty() ? sent_ : failed_);
  if (!why.empty()) log_.info("notice_failed", log_field("why", why));
}

asio::awaitable<std::string> Notices::post(const Notify& notice) {
  const auto url = parse_hook(notice.url);
  if (!url) co_return "not an address";
  tcp::resolver resolver(io_);
  auto [resolve_error, found] = co_await resolver.async_resolve(url->host, url->port, tuple_awaitable);
  if (resolve_error) co_return resolve_error.message();
  // What was looked at is what is connected to: the name is not asked about again.
  std::optional<tcp::endpoint> to;
  for (const auto& entry : found)
    if (!to && (allow_private_ || public_address(entry.endpoint().address()))) to = entry.endpoint();
  if (!to) co_return "an address of a private network";
  beast::tcp_stream plain(io_);
  plain.expires_after(notice_s);
  auto [connect_error] = co_await plain.async_connect(*to, tuple_awaitable);
  if (connect_error) co_return connect_error.message();
  if (!url->tls) co_return co_await exchange(plain, *url, notice);
  beast::ssl_stream<beast::tcp_stream> stream(std::move(plain), tls_);
  SSL_set_tlsext_host_name(stream.native_handle(), url->host.c_str());
  stream.set_verify_callback(asio::ssl::host_name_verification(url->host));
  auto [hand_error] = co_await stream.async_handshake(asio::ssl::stream_base::client, tuple_awaitable);
  if (hand_error) co_return hand_error.message();
  co_return co_await exchange(stream, *url, notice);
}

void Notices::print_metrics(std::string& out) const {
  const auto count = [&](std::string_view name, std::string_view help, u64 n) {
    print_metric(out, name, help, Kind::counter, static_cast<double>(n));
  };
  count("trestle_notices_sent_total", "Webhooks that were taken.", sent_);
  count("trestle_notices_failed_total", "Webhooks that failed.", failed_);
  count("trestle_notices_dropped_total", "Webhooks not tried: too many at once.", dropped_);
}

}  // namespace trestle::server::net
