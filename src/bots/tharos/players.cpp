#include "bots/players.hpp"
#include "bots/tharos/evaluate.hpp"
#include "bots/tharos/features.hpp"

namespace trestle {
template Result<std::unique_ptr<Player<tharos::Tharos>>> make_player<tharos::Tharos>(const BotSpec&);
}  // namespace trestle
