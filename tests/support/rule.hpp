// RULE("throne.goal.coins") in a test's body says which clause of docs/rules the test holds the code to; several ids may be
// given. tools/rulecheck reads the ids from the source, and they are in GoogleTest's XML report beside the test's result.
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace trestle::test {

inline void record_rules(std::initializer_list<const char*> clauses) {
  for (const char* clause : clauses) ::testing::Test::RecordProperty(std::string("rule ") + clause, "held");
}

}  // namespace trestle::test

#define RULE(...) ::trestle::test::record_rules({__VA_ARGS__})
