// How games end: by their rules, by resignation, by being closed; and what is kept about the players then.
#include "server/hub/impl.hpp"
#include "server/hub/rating.hpp"

namespace trestle::server {

// Who resigned comes last, the first to do so at the very end; those who did not share the first place.
void Hub::Impl::end_by_resignation(Table& table) {
  table.match->abandon();
  table.status = TableStatus::over;
  table.terms.places.assign(table.terms.chairs.size(), 1);
  int place = table.seats();
  for (const int seat : table.terms.resigned) table.terms.places[static_cast<std::size_t>(seat)] = place--;
  ++counters_.games_finished;
  table.vote.reset();
  run_clocks(table);
  save(table, std::nullopt, std::nullopt, 0, true);
  tell(table, table.match->seq(), std::nullopt, Seat::Table);
  push_table(table, "online.line.over");
  count_results(table);
  schedule(table);
}

void Hub::Impl::close_table(Table& table, std::string_view line) {
  if (table.status == TableStatus::over || table.status == TableStatus::closed) return;
  if (table.match) table.match->abandon();
  table.status = TableStatus::closed;
  table.vote.reset();
  run_clocks(table);
  save(table, std::nullopt, std::nullopt, 0, true);
  push_table(table, line);
}

// Results for everybody's history, and new ratings where the table is rated and every person has an account.
void Hub::Impl::count_results(Table& table) {
  if (table.counting || table.terms.counted || table.terms.places.empty()) return;
  table.counting = true;
  std::vector<std::string> players;
  for (const Chair& chair : table.terms.chairs) players.push_back(chair.person() ? chair.user : "bot:" + chair.bot);
  ask_store(storage::FindRatings{players, table.terms.game}, [this, id = table.id, players](storage::Answer& found) {
    const auto at = tables_.find(id);
    if (at == tables_.end() || at->second.stage != Table::Stage::here) return;
    Table& of = at->second;
    of.counting = false;
    if (found.outcome == storage::Outcome::failed || of.terms.counted) return;  // the next scan of due tables tries again
    const Terms& terms = of.terms;
    const bool rated = terms.rated &&
                       std::all_of(terms.chairs.begin(), terms.chairs.end(), [](const Chair& c) { return c.account || !c.person(); }) &&
                       std::any_of(terms.chairs.begin(), terms.chairs.end(), [](const Chair& c) { return c.person(); });
    std::vector<Rating> before(players.size());
    for (std::size_t i = 0; i < players.size(); ++i)
      for (const storage::RatingRow& row : found.ratings)
        if (row.player == players[i]) before[i] = {row.mean, row.spread};
    std::vector<Rating> after = before;
    // Who resigned comes behind everybody else, whatever the bot made of the seat.
    std::vector<int> places = terms.places;
    for (std::size_t k = 0; k < terms.resigned.size(); ++k)
      places[static_cast<std::size_t>(terms.resigned[k])] = of.seats() + static_cast<int>(terms.resigned.size() - k);
    if (rated) rate(after, places);
    std::array<i32, seats_max> points{};
    if (of.match)
      for (const ScoreLine& line : of.game->score(of.match->state()))
        if (line.key.ends_with("total")) points = line.points;
    std::vector<storage::ResultRow> results;
    std::vector<storage::RatingChange> changes;
    for (std::size_t i = 0; i < players.size(); ++i) {
      storage::ResultRow result;
      result.player = players[i];
      result.table = id;
      result.game = terms.game;
      result.seat = static_cast<int>(i);
      result.seats = of.seats();
      result.place = std::min(places[i], of.seats());
      result.points = points[i];
      result.rated = rated;
      result.mean_before = before[i].mean;
      result.mean_after = after[i].mean;
      result.spread_after = after[i].spread;
      result.at = now_;
      results.push_back(std::move(result));
      if (rated)
        changes.push_back(
            {players[i], terms.game, Rating{}.mean, Rating{}.spread, after[i].mean - before[i].mean, after[i].spread / before[i].spread});
    }
    of.terms.counted = true;
    save(of, std::nullopt, std::nullopt, 0, true, [&](storage::SaveTable& op) {
      op.results = std::move(results);
      op.ratings = std::move(changes);
    });
    schedule(of);
  });
}

}  // namespace trestle::server
