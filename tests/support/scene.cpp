#include "support/scene.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "match/script.hpp"

namespace trestle::test {

namespace {

std::string line_of(std::string_view text, int wanted) {
  int number = 0;
  for (std::string_view line : text::lines(text))
    if (++number == wanted) return std::string(text::trim(line));
  return "";
}

}  // namespace

void Scene::run(std::string_view script) const {
  const std::string whole = header_ + std::string(script);
  const ScriptReport report = run_script(whole, "script", registered_games(directory_));
  for (const ScriptFailure& failure : report.failures)
    ADD_FAILURE() << "at '" << line_of(whole, failure.line) << "'\n" << describe(report, failure);
  // A script that asks nothing proves nothing.
  EXPECT_GT(report.expectations, 0) << "this script expects nothing";
}

}  // namespace trestle::test
