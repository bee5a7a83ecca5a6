#include "bots/players.hpp"
#include "bots/hadara/evaluate.hpp"
#include "bots/hadara/features.hpp"

namespace trestle {
template Result<std::unique_ptr<Player<hadara::Hadara>>> make_player<hadara::Hadara>(const BotSpec&);
}  // namespace trestle
