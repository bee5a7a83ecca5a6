// Runs the golden scripts of Hadara: the rulebook's printed examples and the clauses one by one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "match/script.hpp"

namespace trestle {
namespace {

class HadaraGolden : public ::testing::TestWithParam<const char*> {};

TEST_P(HadaraGolden, Holds) {
  const std::string directory = TRESTLE_ROOT "/tests/games/hadara/golden/";
  const std::string path = directory + GetParam();
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  ASSERT_FALSE(text.str().empty()) << path;
  const ScriptReport report = run_script(text.str(), GetParam(), registered_games(directory));
  for (const ScriptFailure& failure : report.failures) ADD_FAILURE() << describe(report, failure);
  EXPECT_EQ(report.passed, report.scenes);
  EXPECT_GT(report.expectations, 0);
}

INSTANTIATE_TEST_SUITE_P(Scripts, HadaraGolden, ::testing::Values("printed.game", "setup.game", "steps.game", "abilities.game", "edition.game"));

// A script in the folder that nobody lists would never run.
TEST(HadaraGolden, EveryScriptIsListed) {
  int scripts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TRESTLE_ROOT "/tests/games/hadara/golden")) scripts += entry.path().extension() == ".game";
  EXPECT_EQ(scripts, 5);
}

}  // namespace
}  // namespace trestle
