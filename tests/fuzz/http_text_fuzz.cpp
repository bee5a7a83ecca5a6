// What the server reads out of requests: any bytes give a value or nothing, and what is given keeps its promise.
#include "base/check.hpp"
#include "server/net/http_text.hpp"
#include "server/net/notices.hpp"

using namespace trestle;
using namespace trestle::server::net;

namespace {

bool plain(std::string_view s) {
  for (const char c : s)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto path = path_of(text)) {
    CHECK(path->front() == '/' && plain(*path));
    CHECK(("/" + *path + "/").find("/../") == std::string::npos);
    CHECK(path->find("//") == std::string::npos && path->find('\\') == std::string::npos);
  }
  const std::string token = cookie_value(text, "trestle");
  CHECK(token.size() <= token_bytes_max && token.find_first_of(" ;,=\"\r\n") == std::string::npos);
  CHECK(plain(token_cookie(token, true)));
  if (const auto origin = origin_of(text)) {
    CHECK(plain(*origin) && origin_of(*origin) == origin);
    CHECK((OriginRule{{*origin}}.admits(text, "elsewhere.example")));
  }
  if (const auto address = forwarded_address(text)) {
    CHECK(plain(*address) && !limit_address(*address).empty());
    CHECK(limit_address(limit_address(*address)) == limit_address(*address));
  }
  (void)accepts_encoding(text, "br");
  (void)tag_matches(text, "\"a\"");
  (void)has_word(text, "upgrade");
  if (const auto hook = parse_hook(text)) CHECK(plain(hook->host) && plain(hook->target) && hook->target.front() == '/');
  return 0;
}
