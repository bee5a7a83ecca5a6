// What needs everybody's consent: going back past what was learned, pausing, closing, a bot for somebody who is not there.
#include "server/hub/impl.hpp"

namespace trestle::server {

void Hub::Impl::push_vote(Table& table, std::string_view result) {
  const Vote& vote = *table.vote;
  json::object push{{"push", "vote"},           {"table", table.id},           {"vote", vote.id},     {"what", vote.what},
                    {"by", seat_name(vote.by)}, {"yes", seats_json(vote.yes)}, {"until", vote.until}, {"result", result}};
  if (vote.about) push["seat"] = seat_name(*vote.about);
  const std::string text = json::serialize(push);
  for (const auto& [line, seat] : table.watchers) table_push(table, line, text);
}

void Hub::Impl::ask(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr) return;
  Vote vote;
  vote.what = ask.request.text("what");
  if (vote.what == "replace") vote.about = ask.request.seat("seat", table->seats());
  if (!done_or_refuse(ask)) return;
  if (vote.what != "undo" && vote.what != "pause" && vote.what != "resume" && vote.what != "replace" && vote.what != "close")
    return refuse(ask.reply, problem("bad_message", "'what' is undo, pause, resume, replace or close", "what"));
  if (table->vote) return refuse(ask.reply, problem("taken", "another question is open"));
  if (vote.what == "undo" && !table->terms.undo) return refuse(ask.reply, problem("not_allowed", "this table was made without undo"));
  if (vote.what == "pause" && table->terms.paused > 0) return refuse(ask.reply, problem("taken", "the game is paused"));
  if (vote.what == "resume" && table->terms.paused == 0) return refuse(ask.reply, problem("taken", "the game is not paused"));
  if (vote.about) {
    const Chair& chair = table->chair(*vote.about);
    if (!chair.person() || !chair.stand_in.empty() || *vote.about == seat)
      return refuse(ask.reply, problem("bad_seat", "nobody is to be replaced there", "seat"));
    if (here(*table, *vote.about)) return refuse(ask.reply, problem("bad_seat", "that player is here", "seat"));
  }
  if (vote.what == "undo") {
    const auto acts = table->match->acts();
    const bool any =
        std::any_of(acts.begin(), acts.end(), [&](const Match::Act& a) { return a.seat == seat && a.kind == RecordMove::Kind::act; });
    if (!any) return refuse(ask.reply, problem("cannot_undo", "you have not acted yet"));
  }
  vote.id = table->next_vote++;
  vote.by = seat;
  vote.moves = table->match->seq();
  vote.until = now_ + config_.limits.vote_ms;
  for (int i = 0; i < table->seats(); ++i) {
    const Chair& chair = table->chair(seat_at(i));
    if (chair.person() && chair.stand_in.empty() && seat_at(i) != seat && vote.about != seat_at(i)) vote.asked.add(seat_at(i));
  }
  table->vote = vote;
  confirm(*table);
  table_answer(*table, ask.reply, {{"table", table->id}, {"vote", vote.id}});
  if (vote.asked.empty()) return vote_passed(*table);
  push_vote(*table, "open");
  schedule(*table);
}

void Hub::Impl::vote(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr) return;
  const u64 id = static_cast<u64>(ask.request.number("vote", 0, i64{1} << 53));
  const bool yes = ask.request.flag("yes", false);
  if (!done_or_refuse(ask)) return;
  if (!table->vote || table->vote->id != id) return refuse(ask.reply, problem("stale", "that question is not open any more", "vote"));
  if (!table->vote->asked.has(seat)) return refuse(ask.reply, problem("not_yours", "you are not asked", "vote"));
  confirm(*table);
  table_answer(*table, ask.reply, {{"table", table->id}, {"vote", id}});
  if (!yes) {
    push_vote(*table, "failed");
    table->vote.reset();
    return schedule(*table);
  }
  table->vote->yes.add(seat);
  if (table->vote->yes == table->vote->asked) return vote_passed(*table);
  push_vote(*table, "open");
}

void Hub::Impl::vote_passed(Table& table) {
  const Vote vote = *table.vote;
  push_vote(table, "passed");
  table.vote.reset();
  if (vote.what == "undo") {
    go_back(table, vote.by, vote.moves);
  } else if (vote.what == "close") {
    close_table(table, "online.line.closed");
  } else if (vote.what == "replace") {
    stand_in(table, *vote.about, "online.line.replaced");
  } else {
    const bool pause = vote.what == "pause";
    if (pause)  // what was used up so far stays used up
      for (int i = 0; i < table.seats(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (table.since[k] > 0 && table.terms.clock.kind == ClockKind::game) table.left[k] -= now_ - table.since[k];
      }
    table.terms.paused = pause ? now_ : 0;
    table.since.fill(0);
    run_clocks(table);
    save(table, std::nullopt, std::nullopt, 0, true);
    push_table(table, pause ? "online.line.paused" : "online.line.resumed");
    wake_bots(table);
  }
  schedule(table);
}

// To before the last act that `by` had made when it asked. What was dealt since is dealt again as it was: a draw depends on its number.
void Hub::Impl::go_back(Table& table, Seat by, u64 asked_at) {
  const std::vector<RecordMove> moves = table.match->record().moves;
  u64 act = std::min<u64>(asked_at, moves.size());
  while (act > 0 && !(moves[act - 1].seat == by && moves[act - 1].kind == RecordMove::Kind::act)) --act;
  if (act == 0) return;
  const auto step = std::upper_bound(table.step_starts.begin(), table.step_starts.end(), static_cast<u32>(act - 1)) - 1;
  const u64 keep = *step;
  std::vector<RecordMove> kept(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(keep));
  auto match = resume_match(table.game, table.terms, std::move(kept));
  if (!match || match->seq() != keep) {
    note(Note::Level::error, "cannot_go_back", {{"table", table.id}, {"to", keep}});
    return;
  }
  table.terms.shift += moves.size() - keep + 1;
  table.step_starts.erase(step, table.step_starts.end());
  table.match = std::make_unique<Match>(std::move(*match));
  table.same_since.fill(table.match->seq());
  table.since.fill(0);
  run_clocks(table);
  save(table, std::nullopt, std::nullopt, 0, true, [&](storage::SaveTable& op) { op.cut_to = keep; });
  table.moves_kept = keep;
  recall(table);
  push_table(table, "online.line.went_back");
  wake_bots(table);
}

}  // namespace trestle::server
