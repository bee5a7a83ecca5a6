// Small text helpers shared by every reader: splitting into words, numbers, trimming. ASCII structure, UTF-8 content.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace trestle::text {

std::string_view trim(std::string_view s);
std::vector<std::string_view> words(std::string_view s);
std::vector<std::string_view> split(std::string_view s, char separator);
// Lines without their ends; a final line end does not make an empty last line. CRLF is accepted.
std::vector<std::string_view> lines(std::string_view s);
// Whole string as a decimal number, or nothing.
std::optional<i64> number(std::string_view s);
std::string to_hex(const u8* data, std::size_t size);
std::optional<std::vector<u8>> from_hex(std::string_view s);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// A closest word of a list, for "did you mean"; empty when nothing is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// Valid UTF-8 without control characters (below U+0020, U+007F to U+009F).
bool is_plain(std::string_view s);

}  // namespace trestle::text
