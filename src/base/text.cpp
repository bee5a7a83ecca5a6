#include "base/text.hpp"

#include <algorithm>
#include <charconv>

namespace trestle::text {

namespace {
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
constexpr std::size_t nearest_word_chars_max = 64;
}  // namespace

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < s.size();) {
    if (is_space(s[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < s.size() && !is_space(s[end])) ++end;
    out.push_back(s.substr(i, end - i));
    i = end;
  }
  return out;
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t at = s.find(separator);
    out.push_back(s.substr(0, at));
    if (at == std::string_view::npos) return out;
    s.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> lines(std::string_view s) {
  std::vector<std::string_view> out;
  while (!s.empty()) {
    const std::size_t at = s.find('\n');
    std::string_view line = s.substr(0, at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    out.push_back(line);
    if (at == std::string_view::npos) break;
    s.remove_prefix(at + 1);
  }
  return out;
}

std::optional<i64> number(std::string_view s) {
  i64 value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return value;
}

std::string to_hex(const u8* data, std::size_t size) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) {
    out += digits[data[i] >> 4];
    out += digits[data[i] & 15];
  }
  return out;
}

std::optional<std::vector<u8>> from_hex(std::string_view s) {
  if (s.size() % 2 != 0) return std::nullopt;
  std::vector<u8> out;
  for (std::size_t i = 0; i < s.size(); i += 2) {
    u8 byte = 0;
    for (char c : s.substr(i, 2)) {
      int v = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
      if (v < 0) return std::nullopt;
      byte = static_cast<u8>(byte << 4 | v);
    }
    out.push_back(byte);
  }
  return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() > nearest_word_chars_max) return {};
  std::string best;
  std::size_t best_distance = word.size() / 3 + 1;  // one edit for short words, more for long ones
  for (const std::string& candidate : known) {
    std::vector<std::size_t> row(candidate.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j < row.size(); ++j) {
        const std::size_t above = row[j];
        const std::size_t change = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        diagonal = above;
      }
    }
    if (row.back() <= best_distance && (best.empty() || row.back() < best_distance)) {
      best = candidate;
      best_distance = row.back();
    }
  }
  return best;
}

bool is_plain(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    const u8 lead = static_cast<u8>(s[i]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || i + length > s.size()) return false;
    u32 code = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      const u8 next = static_cast<u8>(s[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (overlong || surrogate || control || code > 0x10ffff) return false;
    i += length;
  }
  return true;
}

}  // namespace trestle::text
