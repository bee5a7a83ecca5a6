// The clauses of the rules text built into the program (docs/rules): one for the answer to a refusal, all for a page of rules.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trestle::protocol {

struct ClauseText {
  std::string id;       // throne.play.trade
  std::string section;  // The turn
  std::string title;
  std::string source;  // where in the rulebook
  std::string text;    // paragraphs, a line end between them
};

// In the language's own text where there is one, else in English.
std::vector<ClauseText> all_clauses(std::string_view game, std::string_view language);
std::optional<ClauseText> find_clause(std::string_view game, std::string_view id, std::string_view language);

}  // namespace trestle::protocol
