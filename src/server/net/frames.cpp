#include "server/net/frames.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <cstring>

namespace trestle::server::net {

namespace {

// `before`: how many bytes of the payload the mask has gone over already.
void unmask(char* bytes, std::size_t count, const std::array<u8, 4>& mask, u64 before) {
  std::array<u8, 8> twice;
  for (std::size_t i = 0; i < twice.size(); ++i) twice[i] = mask[(before + i) & 3];
  const u64 all = __builtin_bit_cast(u64, twice);
  std::size_t i = 0;
  for (; i + sizeof all <= count; i += sizeof all) {
    u64 word = 0;
    std::memcpy(&word, bytes + i, sizeof word);
    word ^= all;
    std::memcpy(bytes + i, &word, sizeof word);
  }
  for (; i < count; ++i) bytes[i] = static_cast<char>(static_cast<u8>(bytes[i]) ^ twice[i & 7]);
}

}  // namespace

FrameReader::Got FrameReader::head(std::string_view& bytes) {
  while (head_have_ < head_need_) {
    if (bytes.empty()) return Got::nothing;
    const std::size_t n = std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(head_need_ - head_have_));
    std::memcpy(head_.data() + head_have_, bytes.data(), n);
    bytes.remove_prefix(n);
    head_have_ = static_cast<u8>(head_have_ + n);
    if (head_have_ == 2 && head_need_ == 2) {
      if ((head_[0] & 0x70) != 0 || (head_[1] & 0x80) == 0) return fail(CloseCode::protocol_error);  // no extensions; always masked
      const u8 small = head_[1] & 0x7f;
      head_need_ = static_cast<u8>(2 + (small == 126 ? 2 : small == 127 ? 8 : 0) + 4);
    }
  }
  const u8 small = head_[1] & 0x7f;
  const std::size_t wide = small == 126 ? 2 : small == 127 ? 8 : 0;
  length_ = wide == 0 ? small : 0;
  for (std::size_t i = 0; i < wide; ++i) length_ = length_ << 8 | head_[2 + i];
  std::copy_n(head_.data() + 2 + wide, 4, mask_.data());
  if ((wide == 2 && length_ < 126) || (wide == 8 && length_ < 65536)) return fail(CloseCode::protocol_error);
  fin_ = (head_[0] & 0x80) != 0;
  const u8 code = head_[0] & 0x0f;
  if ((code > 2 && code < 8) || code > 10) return fail(CloseCode::protocol_error);
  opcode_ = static_cast<Opcode>(code);
  if (opcode_ == Opcode::binary) return fail(CloseCode::not_text);
  if (is_control(opcode_)) {
    if (!fin_ || length_ > control_bytes_max) return fail(CloseCode::protocol_error);
  } else {
    if ((opcode_ == Opcode::continuation) != in_message_) return fail(CloseCode::protocol_error);
    if (length_ > message_max_ || message_.size() + length_ > message_max_) return fail(CloseCode::too_big);
  }
  head_have_ = 0;
  head_need_ = 2;
  have_ = 0;
  in_payload_ = true;
  return Got::nothing;
}

FrameReader::Got FrameReader::finish() {
  in_payload_ = false;
  if (is_control(opcode_)) {
    whole_ = std::move(control_);
    control_.clear();
    if (opcode_ == Opcode::ping) return Got::ping;
    if (opcode_ == Opcode::pong) return Got::pong;
    if (whole_.size() == 1) return fail(CloseCode::protocol_error);
    return Got::close;
  }
  in_message_ = !fin_;
  if (!fin_) return Got::nothing;
  whole_ = std::move(message_);
  message_.clear();
  return valid_utf8(whole_) ? Got::message : fail(CloseCode::bad_utf8);
}

FrameReader::Got FrameReader::take(std::string_view& bytes) {
  if (failed_) return Got::error;
  while (true) {
    if (!in_payload_) {
      if (bytes.empty()) return Got::nothing;
      if (const Got got = head(bytes); got == Got::error || !in_payload_) return got;
    }
    std::string& into = is_control(opcode_) ? control_ : message_;
    const std::size_t n = static_cast<std::size_t>(std::min<u64>(bytes.size(), length_ - have_));
    const std::size_t at = into.size();
    into.append(bytes.data(), n);
    unmask(into.data() + at, n, mask_, have_);
    bytes.remove_prefix(n);
    have_ += n;
    if (have_ < length_) return Got::nothing;
    if (const Got got = finish(); got != Got::nothing) return got;
  }
}

namespace {

void append_head(std::string& out, u8 first, std::size_t bytes) {
  out.push_back(static_cast<char>(first));
  if (bytes < 126) {
    out.push_back(static_cast<char>(bytes));
    return;
  }
  const int wide = bytes < 65536 ? 2 : 8;
  out.push_back(static_cast<char>(wide == 2 ? 126 : 127));
  for (int i = wide - 1; i >= 0; --i) out.push_back(static_cast<char>(bytes >> (8 * i) & 0xff));
}

}  // namespace

void append_frame_head(std::string& out, std::size_t bytes) { append_head(out, 0x81, bytes); }

std::string ping_frame() {
  std::string out;
  append_head(out, 0x89, 0);
  return out;
}

std::string pong_frame(std::string_view payload) {
  std::string out;
  append_head(out, 0x8a, payload.size());
  return out.append(payload);
}

std::string close_frame(CloseCode code, std::string_view reason) {
  reason = reason.substr(0, control_bytes_max - 2);
  while (!reason.empty() && !valid_utf8(reason)) reason.remove_suffix(1);
  std::string out;
  append_head(out, 0x88, 2 + reason.size());
  out.push_back(static_cast<char>(static_cast<u16>(code) >> 8));
  out.push_back(static_cast<char>(static_cast<u16>(code) & 0xff));
  return out.append(reason);
}

std::string accept_key(std::string_view key) {
  if (key.size() != 24 || key.substr(22) != "==") return {};
  for (const char c : key.substr(0, 22))
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '/') return {};
  const std::string joined = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  unsigned char digest[SHA_DIGEST_LENGTH];
  SHA1(reinterpret_cast<const unsigned char*>(joined.data()), joined.size(), digest);
  char out[4 * ((SHA_DIGEST_LENGTH + 2) / 3) + 1];
  const int n = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out), digest, SHA_DIGEST_LENGTH);
  return std::string(out, static_cast<std::size_t>(n));
}

bool valid_utf8(std::string_view text) {
  std::size_t i = 0;
  const std::size_t n = text.size();
  const auto at = [&](std::size_t k) { return static_cast<u8>(text[k]); };
  while (i < n) {
    if (i + 8 <= n) {  // nearly all of it is ASCII
      u64 word = 0;
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080ull) == 0) {
        i += 8;
        continue;
      }
    }
    const u8 c = at(i);
    const std::size_t more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : 4;
    if (more == 4 || i + more >= n) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((at(i + k) & 0xc0) != 0x80) return false;
    // No longer than need be, no surrogates, nothing past the last code point.
    if ((c == 0xe0 && at(i + 1) < 0xa0) || (c == 0xed && at(i + 1) >= 0xa0) || (c == 0xf0 && at(i + 1) < 0x90) ||
        (c == 0xf4 && at(i + 1) >= 0x90))
      return false;
    i += more + 1;
  }
  return true;
}

}  // namespace trestle::server::net
