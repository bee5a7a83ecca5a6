#include "sim/analyse.hpp"

#include <algorithm>

#include "bots/bots.hpp"
#include "match/match.hpp"

namespace trestle {

namespace {

constexpr std::size_t suspects = 2 * mistakes_shown;  // looked at again, of each player
constexpr u64 seed_first = 1, seed_sure = 2, seed_reasons = 3;

// A choice that stood, as the decider saw it. Whoever took an act back decided anew.
class Decisions {
 public:
  void add(Decision decision) { found_.push_back(std::move(decision)); }
  void take_back(Seat seat) {
    const auto last = std::find_if(found_.rbegin(), found_.rend(), [&](const Decision& d) { return d.seat == seat; });
    if (last != found_.rend()) found_.erase(std::next(last).base());
  }
  std::vector<Decision> done(const AnyGame& game) {
    std::vector<Decision> out;
    ActionList legal;
    for (Decision& decision : found_) {
      game.legal(decision.sight, legal);
      if (legal.size() > 1) out.push_back(std::move(decision));
    }
    return out;
  }

 private:
  std::vector<Decision> found_;
};

// Plays the record again, by hand, stopping wherever somebody decided.
Result<Analysis> replay(const GamePtr& game, const Record& record) {
  if (auto whole = Match::replay(game, record, nullptr); !whole)
    return whole.fault();
  else if (!whole->over())
    return fault("the game is not finished; only a whole game can be analysed");
  Record start = record;
  start.moves.clear();
  start.end.reset();
  start.header.dealer = {};
  auto match = Match::resume_by_hand(game, start);
  if (!match) return match.fault();
  Decisions decisions;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (match->seq() > i) continue;  // forced: the match has played it already
    const RecordMove& move = record.moves[i];
    if (move.kind == RecordMove::Kind::undo) {
      decisions.take_back(move.seat);
      CHECK(match->undo(move.seat));
      continue;
    }
    const auto action = game->parse(move.text);
    CHECK(bool(action));
    if (move.seat == Seat::Chance) {
      CHECK(bool(match->deal(*action, match->seq())));
      continue;
    }
    decisions.add({i + 1, move.seat, match->sight(move.seat), *action, {}, -1, -1});
    CHECK(bool(match->submit(move.seat, std::span(&*action, 1), match->seq())));
  }
  Analysis out;
  out.decisions = decisions.done(*game);
  out.mistakes.resize(static_cast<std::size_t>(record.header.seats));
  out.standing = game->standing(match->state());
  return out;
}

const Ranked* find(const std::vector<Ranked>& ranked, Action action) {
  for (const Ranked& r : ranked)
    if (r.action == action) return &r;
  return nullptr;
}

Result<std::unique_ptr<Bot>> searcher(const GamePtr& game, const AnalysisPlan& plan, u32 iterations) {
  return make_bot(plan.bot + (plan.bot.find(':') == std::string::npos ? ":" : "+") + "iterations=" + std::to_string(iterations), game);
}

// The decisions of a seat that seem to have lost most, the largest first.
std::vector<std::size_t> suspects_of(const Analysis& analysis, Seat seat) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < analysis.decisions.size(); ++i)
    if (analysis.decisions[i].seat == seat && analysis.decisions[i].lost() >= mistake_min) out.push_back(i);
  std::stable_sort(out.begin(), out.end(),
                   [&](std::size_t a, std::size_t b) { return analysis.decisions[a].lost() > analysis.decisions[b].lost(); });
  if (out.size() > suspects) out.resize(suspects);
  return out;
}

// Looks again, longer. Nothing: it was no mistake after all.
std::optional<Mistake> look_again(const AnyGame& game, Bot& bot, const Analysis& analysis, std::size_t index) {
  const Decision& decision = analysis.decisions[index];
  Rng rng = Rng::for_item(seed_sure, decision.move);
  const std::vector<Ranked> ranked = bot.rank(decision.sight, rng);
  const Ranked& best = ranked[0];
  const Ranked* played = find(ranked, decision.played);
  CHECK(played != nullptr);
  if (best.action == decision.played || best.chance - played->chance < mistake_min) return std::nullopt;
  Mistake mistake{index, best.chance, played->chance, best.action, {}};
  Rng thoughts = Rng::for_item(seed_reasons, decision.move);
  mistake.reasons = reasons_for(game, decision.sight, best.action, std::span(&decision.played, 1), thoughts);
  return mistake;
}

}  // namespace

Result<Analysis> analyse(const GamePtr& game, const Record& record, const AnalysisPlan& plan) {
  auto analysis = replay(game, record);
  if (!analysis) return analysis.fault();
  auto quick = searcher(game, plan, plan.iterations), sure = searcher(game, plan, plan.iterations_sure);
  if (!quick) return quick.fault();
  if (!sure) return sure.fault();
  const auto seats = static_cast<u64>(record.header.seats);
  // A longer look counts as many steps as it takes longer.
  const u64 longer = std::max(1u, plan.iterations_sure / std::max(1u, plan.iterations));
  const u64 steps = analysis->decisions.size() + seats * suspects * longer;
  u64 done = 0;
  const auto step = [&](u64 by) {
    done += by;
    if (plan.progress) plan.progress(std::min(done, steps), steps);
  };
  for (Decision& decision : analysis->decisions) {
    Rng rng = Rng::for_item(seed_first, decision.move);
    const std::vector<Ranked> ranked = (*quick)->rank(decision.sight, rng);
    const Ranked* played = find(ranked, decision.played);
    CHECK(played != nullptr);
    if (ranked[0].chance < 0) return fault("bot '" + plan.bot + "' does not say how likely a win is");
    decision.best = ranked[0].action;
    decision.chance = ranked[0].chance;
    decision.kept = played->chance;
    step(1);
  }
  for (u64 i = 0; i < seats; ++i) {
    std::vector<Mistake>& mistakes = analysis->mistakes[i];
    for (const std::size_t index : suspects_of(*analysis, seat_at(static_cast<int>(i)))) {
      if (auto mistake = look_again(*game, **sure, *analysis, index)) mistakes.push_back(std::move(*mistake));
      step(longer);
    }
    std::stable_sort(mistakes.begin(), mistakes.end(), [](const Mistake& a, const Mistake& b) { return a.lost() > b.lost(); });
    if (mistakes.size() > mistakes_shown) mistakes.resize(mistakes_shown);
  }
  return analysis;
}

}  // namespace trestle
