// Any bytes as a client's WebSocket frames, cut anywhere: the same is read whole and in pieces, nothing longer than allowed, all of it
// UTF-8, and nothing after an error.
#include <string>
#include <vector>

#include "base/check.hpp"
#include "server/net/frames.hpp"
#include "support/fuzz.hpp"

using namespace trestle;
using namespace trestle::server::net;

namespace {

constexpr std::size_t most = 200;

std::vector<std::string> read_all(std::string_view bytes, std::size_t piece) {
  FrameReader reader(most);
  std::vector<std::string> out;
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    while (!part.empty()) {
      const FrameReader::Got got = reader.take(part);
      if (got == FrameReader::Got::nothing) continue;
      out.push_back(std::to_string(static_cast<int>(got)));
      if (got == FrameReader::Got::error) {
        CHECK(reader.take(part) == FrameReader::Got::error);
        return out;
      }
      out.back() += reader.payload();
      if (got == FrameReader::Got::message) CHECK(reader.payload().size() <= most && valid_utf8(reader.payload()));
      if (got != FrameReader::Got::message) CHECK(reader.payload().size() <= control_bytes_max);
    }
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const std::size_t piece = 1 + bytes.take() % 32;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CHECK(read_all(text, piece) == read_all(text, std::string::npos));
  (void)accept_key(text);
  return 0;
}
