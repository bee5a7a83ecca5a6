#include "core/options.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle {

Result<Options> complete_options(const std::vector<OptionSpec>& specs, const Options& chosen) {
  Options all;
  std::vector<std::string> names;
  for (const OptionSpec& spec : specs) {
    all[spec.name] = spec.values.front();
    names.push_back(spec.name);
  }
  for (const auto& [name, value] : chosen) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&wanted = name](const OptionSpec& s) { return s.name == wanted; });
    if (spec == specs.end())
      return fault("unknown option '" + name + "'; this game has: " + (names.empty() ? "none" : text::join(names, ", ")));
    if (std::find(spec->values.begin(), spec->values.end(), value) == spec->values.end())
      return fault("option " + name + " cannot be '" + value + "'; it is one of: " + text::join(spec->values, ", "));
    all[name] = value;
  }
  return all;
}

Result<std::pair<std::string, std::string>> parse_option(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) return fault("an option is written name=value, not '" + text + "'");
  return std::pair{text.substr(0, at), text.substr(at + 1)};
}

}  // namespace trestle
