// What is said about a running game, as JSON: its views, choices, events, scores and refusals. The engine protocol and the server
// both speak these words; who may ask for which seat is theirs to decide. Every view is made from a seat's sight.
#pragma once
#include "bots/bots.hpp"
#include "bots/reasons.hpp"
#include "match/match.hpp"
#include "protocol/message.hpp"

namespace trestle::protocol {

struct Answer {
  json::object fields;
  std::optional<Problem> problem;

  Answer(json::object f) : fields(std::move(f)) {}
  Answer(Problem p) : problem(std::move(p)) {}
};

// Why a submission was refused.
Problem submit_problem(const SubmitResult& result, const AnyGame& game, std::span<const Action> actions);

// Every act since the match stood at `from`, for one who sees all.
json::array acts_json(const Match& match, u64 from);
// What a viewer was told since then. `shift` is added to the sequence numbers.
json::array events_json(const Match& match, Seat viewer, u64 from, u64 shift = 0);

// How much is said about each legal action.
struct LegalForm {
  bool labels = false;
  bool preview = false;
};
LegalForm read_legal_form(Request& request);
// "legal", and "prompt" where the seat is to decide.
void add_choices(json::object& out, const Match& match, Seat seat, LegalForm form);

// "lines" and "places" of the match as it stands.
void add_score(json::object& out, const Match& match);

// What speaks for a choice.
json::object reason_json(const Reason& reason);
// What a bot thinks of every choice of a seat, and what speaks for the best one.
json::object advice_json(const AnyGame& game, const AnySight& sight, Bot& bot, Rng& rng);

// A game as `hello` lists it.
json::object game_json(const std::string& name);
// The tables a game is played with, cell by cell.
json::object edition_json(const AnyGame& game);

}  // namespace trestle::protocol
