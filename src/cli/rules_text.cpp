#include "cli/rules_text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/embedded.hpp"

namespace trestle::cli {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Without the marks of Markdown that a terminal shows as noise.
std::string plain(std::string_view line) {
  std::string out;
  for (char c : line)
    if (c != '`' && c != '*') out += c;
  return out;
}

bool holds_all(const std::string& text, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

}  // namespace

RulesText RulesText::load(std::string_view game, std::string_view language) {
  const std::string base = "docs/rules/" + std::string(game);
  const std::string_view own = embedded_file(base + "." + std::string(language) + ".md");
  return parse(own.empty() ? embedded_file(base + ".md") : own);
}

RulesText RulesText::parse(std::string_view markdown) {
  RulesText rules;
  std::string section;
  Clause* clause = nullptr;
  bool in_paragraph = false;
  for (std::string_view raw : text::lines(markdown)) {
    const std::string_view line = text::trim(raw);
    if (line.starts_with("### `")) {
      const std::size_t end = line.find('`', 5);
      if (end == std::string_view::npos) continue;
      rules.clauses_.push_back({std::string(line.substr(5, end - 5)), std::string(text::trim(line.substr(end + 1))), "", section, {}});
      clause = &rules.clauses_.back();
      in_paragraph = false;
    } else if (line.starts_with("#")) {
      section = text::trim(line.substr(line.find_first_not_of('#') == std::string_view::npos ? line.size() : line.find_first_not_of('#')));
      clause = nullptr;
    } else if (clause == nullptr) {
      continue;
    } else if (line.empty()) {
      in_paragraph = false;
    } else if (clause->source.empty() && clause->paragraphs.empty() && line.starts_with("*")) {
      clause->source = plain(line);
    } else {
      if (!in_paragraph) clause->paragraphs.emplace_back();
      std::string& paragraph = clause->paragraphs.back();
      if (!paragraph.empty()) paragraph += ' ';
      paragraph += plain(line);
      in_paragraph = true;
    }
  }
  return rules;
}

const Clause* RulesText::find(std::string_view id) const {
  for (const Clause& clause : clauses_)
    if (clause.id == id) return &clause;
  return nullptr;
}

std::vector<const Clause*> RulesText::search(std::string_view wanted) const {
  std::vector<std::string> words;
  for (std::string_view word : text::words(wanted)) words.push_back(lower(word));
  std::vector<const Clause*> in_title, in_text;
  for (const Clause& clause : clauses_) {
    const std::string head = lower(clause.id + " " + clause.title + " " + clause.section);
    std::string whole = head;
    for (const std::string& paragraph : clause.paragraphs) whole += " " + lower(paragraph);
    if (holds_all(lower(clause.id + " " + clause.title), words))
      in_title.push_back(&clause);
    else if (holds_all(whole, words))
      in_text.push_back(&clause);
  }
  in_title.insert(in_title.end(), in_text.begin(), in_text.end());
  return in_title;
}

}  // namespace trestle::cli
