// One clause of the rules text built into the program (docs/rules), for the answer to a refusal.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace trestle::protocol {

struct ClauseText {
  std::string title;
  std::string text;  // paragraphs, a line end between them
};

// In the language's own text where there is one, else in English.
std::optional<ClauseText> find_clause(std::string_view game, std::string_view id, std::string_view language);

}  // namespace trestle::protocol
