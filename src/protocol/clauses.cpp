#include "protocol/clauses.hpp"

#include "base/text.hpp"
#include "core/embedded.hpp"

namespace trestle::protocol {

namespace {

std::string_view rules_file(std::string_view game, std::string_view language) {
  const std::string base = "docs/rules/" + std::string(game);
  const std::string_view own = embedded_file(base + "." + std::string(language) + ".md");
  return own.empty() ? embedded_file(base + ".md") : own;
}

}  // namespace

std::optional<ClauseText> find_clause(std::string_view game, std::string_view id, std::string_view language) {
  std::optional<ClauseText> found;
  const std::string heading = "### `" + std::string(id) + "`";
  bool new_paragraph = false;
  for (std::string_view line : text::lines(rules_file(game, language))) {
    if (found && line.starts_with("#")) break;
    if (line.starts_with(heading)) {
      found = ClauseText{std::string(text::trim(line.substr(heading.size()))), ""};
      continue;
    }
    if (!found) continue;
    line = text::trim(line);
    const bool source = found->text.empty() && line.starts_with("*") && line.ends_with("*");
    if (line.empty() || source) {
      new_paragraph = true;
      continue;
    }
    if (!found->text.empty()) found->text += new_paragraph ? "\n" : " ";
    found->text += line;
    new_paragraph = false;
  }
  return found;
}

}  // namespace trestle::protocol
