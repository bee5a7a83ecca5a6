// The rules of a game as text, clause by clause: docs/rules/<game>[.<language>].md, built into the program. Reading and searching only.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace trestle::cli {

struct Clause {
  std::string id;       // throne.play.trade
  std::string title;    // Trading
  std::string source;   // where in the rulebook
  std::string section;  // The turn
  std::vector<std::string> paragraphs;
};

class RulesText {
 public:
  // The language's own text where there is one, else the English one.
  static RulesText load(std::string_view game, std::string_view language);
  static RulesText parse(std::string_view markdown);

  const std::vector<Clause>& clauses() const { return clauses_; }
  const Clause* find(std::string_view id) const;
  // Clauses that hold all the words, in title, id or text, those with all of them in the title or id first.
  std::vector<const Clause*> search(std::string_view words) const;

 private:
  std::vector<Clause> clauses_;
};

}  // namespace trestle::cli
