// Runs every golden script and perft file of every game, and every script printed in docs/notation.md.
#include <gtest/gtest.h>

#include "match/script.hpp"
#include "support/documents.hpp"

namespace trestle {
namespace {

using test::read_repository_file;

struct Script {
  std::string name;
  std::string path;  // of the file or page
  std::string text;
  int line = 1;
};

std::string plain_name(std::string text) {
  for (char& c : text)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return text;
}

std::vector<Script> all_scripts() {
  std::vector<Script> out;
  for (const char* ending : {".game", ".perft"})
    for (const std::string& path : test::repository_files("tests/games", ending))
      out.push_back({plain_name(path.substr(12)), path, read_repository_file(path), 1});
  std::vector<std::string> pages = test::repository_files("docs/notation.d", ".md");
  pages.push_back("docs/notation.md");
  for (const std::string& page : pages)
    for (const auto& block : test::fenced_blocks(read_repository_file(page), "game"))
      out.push_back({plain_name(page) + "_line_" + std::to_string(block.line), page, block.text, block.line});
  return out;
}

void PrintTo(const Script& script, std::ostream* out) { *out << script.path; }

class Golden : public ::testing::TestWithParam<Script> {};

TEST_P(Golden, Holds) {
  const Script& script = GetParam();
  const std::string file = std::string(TRESTLE_ROOT) + "/" + script.path;
  const ScriptReport report = run_script(script.text, script.path, registered_games(file.substr(0, file.rfind('/'))));
  for (ScriptFailure failure : report.failures) {
    failure.line += script.line - 1;
    ADD_FAILURE() << describe(report, failure);
  }
  EXPECT_GT(report.expectations, 0) << "a script that asks nothing proves nothing";
}

INSTANTIATE_TEST_SUITE_P(Scripts, Golden, ::testing::ValuesIn(all_scripts()), [](const auto& script) { return script.param.name; });

TEST(GoldenScripts, AreThere) {
  // The suite above would also pass without any file.
  EXPECT_GE(test::repository_files("tests/games/throne/golden", ".game").size(), 8u);
  EXPECT_GE(test::repository_files("tests/games/throne/perft", ".perft").size(), 1u);
  EXPECT_GE(test::fenced_blocks(read_repository_file("docs/notation.md"), "game").size(), 12u);
}

}  // namespace
}  // namespace trestle
