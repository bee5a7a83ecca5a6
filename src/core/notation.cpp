#include "core/notation.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle {

Result<std::vector<std::string>> expand_words(std::string_view value) {
  std::vector<std::string> out;
  for (std::string_view word : text::words(value)) {
    i64 times = 1;
    const std::size_t star = word.rfind('*');
    if (star != std::string_view::npos) {
      const auto n = text::number(word.substr(star + 1));
      if (!n || *n < 1 || *n > 255) return fault("'" + std::string(word) + "': after * comes a number from 1 to 255");
      times = *n;
      word = word.substr(0, star);
      if (word.empty()) return fault("nothing stands before the *");
    }
    out.insert(out.end(), static_cast<std::size_t>(times), std::string(word));
  }
  return out;
}

std::string fold_runs(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t n = 1;
    while (i + n < words.size() && words[i + n] == words[i]) ++n;
    if (!out.empty()) out += ' ';
    out += words[i];
    if (n > 1) out += "*" + std::to_string(n);
    i += n;
  }
  return out;
}

std::string normal_form(std::string_view value, FieldKind kind) {
  const bool one_value = kind == FieldKind::scalar || kind == FieldKind::frame;
  if (text::trim(value) == "none" && !one_value) return "";
  auto words = expand_words(value);
  if (one_value || !words) return std::string(text::trim(value));
  if (kind == FieldKind::bag) std::sort(words->begin(), words->end());
  return fold_runs(*words);
}

}  // namespace trestle
