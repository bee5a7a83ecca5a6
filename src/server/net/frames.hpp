// WebSocket frames (RFC 6455), the server's side: what a client's bytes say, and the head of a frame to send. Text only, no extensions.
// It stands here, beside Beast, because a server with ten thousand lines wants no buffer in an idle one, several frames in one write,
// and no allocation a message. No sockets: fed by bytes, tested against Beast's client, fuzzed (tests/fuzz/frames_fuzz.cpp).
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "base/types.hpp"

namespace trestle::server::net {

// Why a line is closed, as the close frame says it.
enum class CloseCode : u16 {
  normal = 1000,
  going_away = 1001,
  protocol_error = 1002,
  not_text = 1003,
  bad_utf8 = 1007,
  policy = 1008,
  too_big = 1009,
};

inline constexpr std::size_t control_bytes_max = 125;  // of a ping, pong or close

class FrameReader {
 public:
  explicit FrameReader(std::size_t message_max) : message_max_(message_max) {}

  enum class Got : u8 { nothing, message, ping, pong, close, error };
  // Takes bytes from the front of `bytes` until something is whole. `payload()` is then its content, until the next call.
  Got take(std::string_view& bytes);

  std::string& payload() { return whole_; }
  CloseCode error() const { return error_; }

 private:
  enum class Opcode : u8 { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };
  Got head(std::string_view& bytes);  // nothing: needs more, or goes on with the payload
  Got finish();
  Got fail(CloseCode why) {
    error_ = why;
    failed_ = true;
    return Got::error;
  }
  static bool is_control(Opcode o) { return o >= Opcode::close; }

  std::size_t message_max_;
  std::array<u8, 14> head_{};
  u8 head_have_ = 0, head_need_ = 2;
  bool in_payload_ = false, fin_ = false, in_message_ = false, failed_ = false;
  Opcode opcode_ = Opcode::continuation;
  std::array<u8, 4> mask_{};
  u64 length_ = 0, have_ = 0;
  std::string message_;  // of a text message so far
  std::string control_;
  std::string whole_;
  CloseCode error_ = CloseCode::normal;
};

// The head of a whole, unmasked frame of so many bytes, appended.
void append_frame_head(std::string& out, std::size_t bytes);
std::string ping_frame();
std::string pong_frame(std::string_view payload);
std::string close_frame(CloseCode code, std::string_view reason);

// The answer to Sec-WebSocket-Key. Nothing for a key that is not 16 bytes in base64.
std::string accept_key(std::string_view key);

bool valid_utf8(std::string_view text);

}  // namespace trestle::server::net
