// What the server itself reads out of an HTTP request: target, cookies, origin, forwarded address, encodings. Functions of text,
// without a socket, so that they can be fed with anything (tests/fuzz/http_text_fuzz.cpp). Parsing HTTP itself is Beast's.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle::server::net {

inline constexpr std::size_t target_bytes_max = 2048;
inline constexpr std::size_t token_bytes_max = 128;

// The path of a target, decoded, without its query. Nothing: not a path of ours (not starting with a slash, a bad escape, a control
// character, a backslash, `.`, `..` or an empty piece in the middle).
std::optional<std::string> path_of(std::string_view target);

// The value of a cookie; empty where it is not there, is given twice with different values, or holds what no token of ours holds.
std::string cookie_value(std::string_view cookies, std::string_view name);

// `scheme://host[:port]` in lower case with the scheme's own port left out. Nothing: it is no origin.
std::optional<std::string> origin_of(std::string_view text);

struct OriginRule {
  std::vector<std::string> allowed;  // besides the host itself, as origin_of gives them
  // A browser names the origin of a page that sends a request. It must be the host the request is for, or one of the allowed.
  // No Origin header: not a browser's page.
  bool admits(std::optional<std::string_view> origin, std::string_view host) const;
};

// The client's address out of X-Forwarded-For, as the nearest proxy wrote it: the last one of the list. Nothing: no address there.
std::optional<std::string> forwarded_address(std::string_view header);
// An address as limits count it: an IPv6 client has a whole /64.
std::string limit_address(std::string_view address);
// As the log may show it: the last part blotted out.
std::string blurred_address(std::string_view address);

// Whether Accept-Encoding takes this coding: named and not with q=0.
bool accepts_encoding(std::string_view header, std::string_view coding);
// Whether one of the tags of If-None-Match is this one.
bool tag_matches(std::string_view header, std::string_view tag);
// Whether a comma-separated header (Connection, Upgrade) has the word, without regard to case.
bool has_word(std::string_view header, std::string_view word);

// The cookie that holds a token; an empty token makes the browser forget it.
std::string token_cookie(std::string_view token, bool secure);

}  // namespace trestle::server::net
