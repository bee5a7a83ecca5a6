// Table options: each game lists its own, with the values allowed and the clause each one bends.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace trestle {

struct OptionSpec {
  std::string name;
  std::vector<std::string> values;  // the first is the default
  std::string clause;
};

using Options = std::map<std::string, std::string>;

// Every option of the game with its value, defaults filled in; a fault names an unknown option or value.
Result<Options> complete_options(const std::vector<OptionSpec>& specs, const Options& chosen);
// "name=value"
Result<std::pair<std::string, std::string>> parse_option(const std::string& text);

}  // namespace trestle
