// From what was asked for to a match ready to play: which game, who sits where, new, from a position, or going on with a record.
#pragma once
#include <functional>
#include <optional>

#include "cli/session.hpp"
#include "match/dealer.hpp"

namespace trestle::cli {

struct PlanRequest {
  std::string game;
  int players = 0;                 // 0 = not said
  std::vector<std::string> bots;   // SEAT=NAME
  std::vector<std::string> seats;  // all of them, in order
  std::vector<std::string> names;  // SEAT=NAME
  std::optional<u64> seed;
  std::vector<std::string> options;
  std::string edition;   // a directory
  std::string record;    // a file
  std::string position;  // a file
  bool fair = false;     // dealt by a secret that is committed to (docs/fairness.md)
  // A person's own bytes for the dice, asked for when the commitment is there to be shown.
  std::function<std::string(const std::string& name, const FairDealer& dealer)> ask_bytes{};
};

struct PlayPlan {
  std::optional<Match> match;
  std::vector<SeatPlan> seats;
  std::string record_file;
  u64 seed = 0;
  std::optional<Digest> secret;
};

// The faults say what was asked for wrongly. `language` names the people nobody named.
Result<PlayPlan> make_plan(const PlanRequest& request, std::string_view language);

// A name a record can hold, and not that of a bot: in a record the name of a bot's seat is the bot's.
Status check_player_name(const std::string& name);

}  // namespace trestle::cli
