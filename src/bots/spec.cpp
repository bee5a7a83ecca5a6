#include "bots/spec.hpp"

#include "base/text.hpp"

namespace trestle {

Result<BotSpec> parse_bot_spec(std::string_view text) {
  if (text.size() > spec_bytes_max) return fault("the name of a bot is at most " + std::to_string(spec_bytes_max) + " bytes long");
  const std::size_t colon = text.find(':');
  BotSpec spec{std::string(text.substr(0, colon)), {}};
  if (colon == std::string_view::npos) return spec;
  for (const std::string_view part : text::split(text.substr(colon + 1), '+')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return fault("bot '" + std::string(text) + "': '" + std::string(part) + "' is not a setting; write name=number");
    const auto number = text::number(part.substr(equals + 1));
    if (!number) return fault("bot '" + std::string(text) + "': '" + std::string(part) + "' needs a whole number");
    spec.settings.emplace_back(part.substr(0, equals), *number);
  }
  return spec;
}

}  // namespace trestle
