// trestle rules: the rules of a game, one clause of them, or those that hold some words.
#include <fmt/core.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"
#include "cli/language.hpp"
#include "cli/rules_text.hpp"
#include "core/position.hpp"
#include "games/registry.hpp"

namespace trestle::cli::rules_command {

namespace {

struct Asked {
  std::string game, language;
  std::vector<std::string> words;
  bool json = false;
};

std::vector<const Clause*> clauses_for(const RulesText& rules, const std::vector<std::string>& words) {
  std::vector<const Clause*> out;
  if (words.empty()) {
    for (const Clause& clause : rules.clauses()) out.push_back(&clause);
    return out;
  }
  if (words.size() == 1)
    if (const Clause* clause = rules.find(words[0])) return {clause};
  return rules.search(text::join(words, " "));
}

void print_text(const std::vector<const Clause*>& clauses) {
  std::string section;
  for (const Clause* clause : clauses) {
    if (clause->section != section) fmt::print("== {} ==\n\n", section = clause->section);
    fmt::print("{}  [{}]\n", clause->title, clause->id);
    for (const std::string& paragraph : clause->paragraphs) fmt::print("  {}\n", paragraph);
    if (!clause->source.empty()) fmt::print("  ({})\n", clause->source);
    fmt::print("\n");
  }
}

void print_json(const Asked& asked, const std::vector<const Clause*>& clauses) {
  std::string items;
  for (const Clause* clause : clauses)
    items += fmt::format(R"({}{{"id":{},"title":{},"section":{},"source":{},"text":{}}})", items.empty() ? "" : ",", json_text(clause->id),
                         json_text(clause->title), json_text(clause->section), json_text(clause->source),
                         json_text(text::join(clause->paragraphs, "\n")));
  fmt::print(R"({{"game":{},"language":{},"clauses":[{}]}})"
             "\n",
             json_text(asked.game), json_text(asked.language), items);
}

int run_rules(const Asked& asked) {
  const auto names = game_names();
  if (std::find(names.begin(), names.end(), asked.game) == names.end()) {
    complain(fault("unknown game '" + asked.game + "'" + did_you_mean(asked.game, names) + " (games: " + text::join(names, ", ") + ")"));
    return exit_usage;
  }
  if (!Language::known(asked.language)) {
    complain(fault("unknown language '" + asked.language + "' (there are: " + text::join(Language::codes(), ", ") + ")"));
    return exit_usage;
  }
  const RulesText rules = RulesText::load(asked.game, asked.language);
  const auto found = clauses_for(rules, asked.words);
  if (asked.json) {
    print_json(asked, found);
  } else if (found.empty()) {
    complain(fault("no clause of " + asked.game + " holds '" + text::join(asked.words, " ") + "'"));
  } else {
    print_text(found);
  }
  return found.empty() ? exit_fails : exit_done;
}

void add_rules(CLI::App& app) {
  auto* command = app.add_subcommand("rules", "The rules of a game, whole, by clause, or by words");
  auto asked = std::make_shared<Asked>();
  asked->language = "en";
  command->add_option("GAME", asked->game)->required();
  command->add_option("WORDS", asked->words, "A clause's id, or words to search for");
  command->add_option("--lang", asked->language, "en, fr or nl")->capture_default_str();
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_rules(*asked); });
}

const Registration registered{Place::rules, add_rules};

}  // namespace

}  // namespace trestle::cli::rules_command
