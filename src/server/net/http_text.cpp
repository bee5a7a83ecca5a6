#include "server/net/http_text.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>

#include "server/limits.hpp"

namespace trestle::server::net {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view trim(std::string_view s) {
  const auto from = s.find_first_not_of(blanks);
  if (from == std::string_view::npos) return {};
  return s.substr(from, s.find_last_not_of(blanks) - from + 1);
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Calls `see` with each trimmed piece until it says true; whether it did.
template <class See>
bool any_piece(std::string_view list, char separator, See see) {
  while (true) {
    const auto at = list.find(separator);
    if (see(trim(list.substr(0, at)))) return true;
    if (at == std::string_view::npos) return false;
    list.remove_prefix(at + 1);
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\') return std::nullopt;
    out.push_back(c);
  }
  return out;
}

bool token_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

bool name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_'; }

// A name or a bracketed address, with or without a port.
struct HostPort {
  std::string_view host, port;
};
std::optional<HostPort> host_port(std::string_view text) {
  const bool bracketed = text.starts_with('[');
  const auto end = bracketed ? text.find(']') : text.find(':');
  if (bracketed && end == std::string_view::npos) return std::nullopt;
  HostPort out{text.substr(0, bracketed ? end + 1 : end), text.substr(std::min(text.size(), bracketed ? end + 1 : end))};
  const std::string_view name = bracketed ? out.host.substr(1, out.host.size() - 2) : out.host;
  const bool named = std::all_of(name.begin(), name.end(), [&](char c) { return name_char(c) || (bracketed && c == ':'); });
  if (name.empty() || !named) return std::nullopt;
  if (out.port.empty()) return out;
  const std::string_view digits = out.port.substr(1);
  const bool number = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (out.port[0] != ':' || digits.empty() || digits.size() > 5 || !number) return std::nullopt;
  return out;
}

bool is_address(const std::string& text) {
  unsigned char bytes[16];
  if (text.find('\0') != std::string::npos) return false;  // inet_pton would stop there
  return inet_pton(AF_INET, text.c_str(), bytes) == 1 || inet_pton(AF_INET6, text.c_str(), bytes) == 1;
}

}  // namespace

std::optional<std::string> path_of(std::string_view target) {
  if (target.size() > target_bytes_max || target.empty() || target[0] != '/') return std::nullopt;
  auto path = decoded(target.substr(0, target.find_first_of("?#")));
  if (!path) return std::nullopt;
  std::string_view rest = std::string_view(*path).substr(1);
  while (!rest.empty()) {
    const auto end = rest.find('/');
    const std::string_view piece = rest.substr(0, end);
    if (piece.empty() || piece == "." || piece == "..") return std::nullopt;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return path;
}

std::string cookie_value(std::string_view cookies, std::string_view name) {
  std::string found;
  const bool bad = any_piece(cookies, ';', [&](std::string_view piece) {
    const auto equals = piece.find('=');
    if (equals == std::string_view::npos || piece.substr(0, equals) != name) return false;
    const std::string_view value = piece.substr(equals + 1);
    if (value.size() > token_bytes_max || !std::all_of(value.begin(), value.end(), token_char)) return true;
    if (!found.empty() && found != value) return true;
    found = value;
    return false;
  });
  return bad ? std::string() : found;
}

std::optional<std::string> origin_of(std::string_view text) {
  const auto colon = text.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string scheme = lower(text.substr(0, colon));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  text.remove_prefix(colon + 3);
  if (text.ends_with('/')) text.remove_suffix(1);
  const auto place = host_port(text);
  if (!place) return std::nullopt;
  const bool usual = place->port == (scheme == "http" ? ":80" : ":443");
  return scheme + "://" + lower(place->host) + std::string(usual ? "" : place->port);
}

bool OriginRule::admits(std::optional<std::string_view> origin, std::string_view host) const {
  if (!origin) return true;
  const auto named = origin_of(*origin);
  if (!named) return false;
  const std::string_view scheme = named->starts_with("https") ? "https://" : "http://";
  if (const auto own = origin_of(std::string(scheme) + std::string(host)); own && *own == *named) return true;
  return std::find(allowed.begin(), allowed.end(), *named) != allowed.end();
}

std::optional<std::string> forwarded_address(std::string_view header) {
  const auto comma = header.rfind(',');
  std::string last(trim(comma == std::string_view::npos ? header : header.substr(comma + 1)));
  if (last.size() > 2 && last.front() == '[' && last.find(']') != std::string::npos) last = last.substr(1, last.find(']') - 1);
  if (std::count(last.begin(), last.end(), ':') == 1) last.resize(last.find(':'));
  if (!is_address(last)) return std::nullopt;
  return last;
}

std::string limit_address(std::string_view address) {
  unsigned char bytes[16];
  const std::string text(address);
  if (inet_pton(AF_INET6, text.c_str(), bytes) != 1) return text;
  static constexpr unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  char out[INET6_ADDRSTRLEN];
  if (std::equal(mapped, mapped + 12, bytes)) return inet_ntop(AF_INET, bytes + 12, out, sizeof out);
  std::fill(bytes + 8, bytes + 16, static_cast<unsigned char>(0));
  return inet_ntop(AF_INET6, bytes, out, sizeof out);
}

std::string blurred_address(std::string_view address) {
  const std::string counted = limit_address(address);
  const auto dot = counted.rfind('.');
  return dot == std::string::npos ? counted : counted.substr(0, dot) + ".x";
}

bool accepts_encoding(std::string_view header, std::string_view coding) {
  return any_piece(header, ',', [&](std::string_view piece) {
    const auto semicolon = piece.find(';');
    if (lower(trim(piece.substr(0, semicolon))) != coding) return false;
    if (semicolon == std::string_view::npos) return true;
    const std::string weight = lower(trim(piece.substr(semicolon + 1)));
    return !weight.starts_with("q=0") || weight.find_first_of("123456789", 3) != std::string::npos;
  });
}

bool tag_matches(std::string_view header, std::string_view tag) {
  return any_piece(header, ',', [&](std::string_view piece) {
    if (piece.starts_with("W/")) piece.remove_prefix(2);
    return piece == tag || piece == "*";
  });
}

bool has_word(std::string_view header, std::string_view word) {
  return any_piece(header, ',', [&](std::string_view piece) { return lower(piece) == word; });
}

std::string token_cookie(std::string_view token, bool secure) {
  const i64 seconds = token.empty() ? 0 : session_days * 24 * 3600;
  return "trestle=" + std::string(token) + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + std::to_string(seconds) +
         (secure ? "; Secure" : "");
}

}  // namespace trestle::server::net
