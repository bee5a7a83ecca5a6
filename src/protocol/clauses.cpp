#include "protocol/clauses.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/embedded.hpp"

namespace trestle::protocol {

namespace {

constexpr std::string_view section_mark = "## ", clause_mark = "### `";

std::string_view rules_file(std::string_view game, std::string_view language) {
  const std::string base = "docs/rules/" + std::string(game);
  const std::string_view own = embedded_file(base + "." + std::string(language) + ".md");
  return own.empty() ? embedded_file(base + ".md") : own;
}

ClauseText clause_from_heading(std::string_view line, const std::string& section) {
  ClauseText clause;
  clause.section = section;
  line.remove_prefix(clause_mark.size());
  const std::size_t end = std::min(line.find('`'), line.size());
  clause.id = line.substr(0, end);
  clause.title = text::trim(line.substr(std::min(end + 1, line.size())));
  return clause;
}

}  // namespace

std::vector<ClauseText> all_clauses(std::string_view game, std::string_view language) {
  std::vector<ClauseText> out;
  std::string section;
  bool inside = false, new_paragraph = false;
  for (std::string_view line : text::lines(rules_file(game, language))) {
    if (line.starts_with("#")) {
      inside = line.starts_with(clause_mark);
      if (inside) out.push_back(clause_from_heading(line, section));
      if (line.starts_with(section_mark)) section = text::trim(line.substr(section_mark.size()));
      continue;
    }
    if (!inside) continue;
    ClauseText& clause = out.back();
    line = text::trim(line);
    const bool source = clause.text.empty() && line.starts_with("*") && line.ends_with("*");
    if (source) clause.source = text::trim(line.substr(1, line.size() - 2));
    if (line.empty() || source) {
      new_paragraph = true;
      continue;
    }
    if (!clause.text.empty()) clause.text += new_paragraph ? "\n" : " ";
    clause.text += line;
    new_paragraph = false;
  }
  return out;
}

std::optional<ClauseText> find_clause(std::string_view game, std::string_view id, std::string_view language) {
  for (ClauseText& clause : all_clauses(game, language))
    if (clause.id == id) return std::move(clause);
  return std::nullopt;
}

}  // namespace trestle::protocol
