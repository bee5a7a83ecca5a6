// Runs the built program as a user does, and hands back what it said. The program lies beside the folder of the test programs;
// TRESTLE_PROGRAM names another.
#pragma once
#include <string>
#include <vector>

#include "support/scratch.hpp"

namespace trestle::test {

struct Ran {
  int status = -1;  // exit status; 128 + n when ended by signal n
  std::string out, err;
};

Ran run_program(const std::vector<std::string>& arguments, const std::string& input = "");

}  // namespace trestle::test
