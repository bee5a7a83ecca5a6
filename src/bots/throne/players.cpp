#include "bots/players.hpp"
#include "bots/throne/evaluate.hpp"
#include "bots/throne/features.hpp"

namespace trestle {
template Result<std::unique_ptr<Player<throne::Throne>>> make_player<throne::Throne>(const BotSpec&);
}  // namespace trestle
