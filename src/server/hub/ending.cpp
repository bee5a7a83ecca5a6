// How games end: by their rules, by resignation, by being closed; and what is kept about the players then.
#include "server/hub/impl.hpp"
#include "server/hub/rating.hpp"

namespace trestle::server {

namespace {

std::vector<std::string> players_of(const Terms& terms) {
  std::vector<std::string> players;
  for (const Chair& chair : terms.chairs) players.push_back(chair.person() ? chair.user : "bot:" + chair.bot);
  return players;
}

}  // namespace

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
  save_end(table, std::nullopt, std::nullopt, 0);
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

// Whether the game counts for ratings: the table says so, and every person at it has an account.
bool Hub::Impl::is_rated(const Terms& terms) {
  return terms.rated && std::all_of(terms.chairs.begin(), terms.chairs.end(), [](const Chair& c) { return c.account || !c.person(); }) &&
         std::any_of(terms.chairs.begin(), terms.chairs.end(), [](const Chair& c) { return c.person(); });
}

// Adds to what is kept: a result for everybody's history, and new ratings where the game is rated. `ratings` are those of before.
void Hub::Impl::add_results(const Table& table, const std::vector<storage::RatingRow>& ratings, storage::SaveTable& op) const {
  const Terms& terms = table.terms;
  const bool rated = is_rated(terms);
  const std::vector<std::string> players = players_of(terms);
  std::vector<Rating> before(players.size());
  for (std::size_t i = 0; i < players.size(); ++i)
    for (const storage::RatingRow& row : ratings)
      if (row.player == players[i]) before[i] = {row.mean, row.spread};
  std::vector<Rating> after = before;
  // Who resigned comes behind everybody else, whatever the bot made of the seat.
  std::vector<int> places = terms.places;
  for (std::size_t k = 0; k < terms.resigned.size(); ++k)
    places[static_cast<std::size_t>(terms.resigned[k])] = table.seats() + static_cast<int>(terms.resigned.size() - k);
  if (rated) rate(after, places);
  std::array<i32, seats_max> points{};
  if (table.match)
    for (const ScoreLine& line : table.game->score(table.match->state()))
      if (line.key.ends_with("total")) points = line.points;
  for (std::size_t i = 0; i < players.size(); ++i) {
    storage::ResultRow result;
    result.player = players[i];
    result.table = table.id;
    result.game = terms.game;
    result.seat = static_cast<int>(i);
    result.seats = table.seats();
    result.place = std::min(places[i], table.seats());
    result.points = points[i];
    result.rated = rated;
    result.mean_before = before[i].mean;
    result.mean_after = after[i].mean;
    result.spread_after = after[i].spread;
    result.at = now_;
    op.results.push_back(std::move(result));
    if (rated)
      op.ratings.push_back(
          {players[i], terms.game, Rating{}.mean, Rating{}.spread, after[i].mean - before[i].mean, after[i].spread / before[i].spread});
  }
}

// The last save of a game. What is not rated is counted with it; where ratings change, they have to be looked up first.
void Hub::Impl::save_end(Table& table, std::optional<u64> moves_from, std::optional<Seat> by, i64 spent_ms) {
  if (is_rated(table.terms)) return save(table, moves_from, by, spent_ms, true);
  table.terms.counted = true;
  save(table, moves_from, by, spent_ms, true, [&](storage::SaveTable& op) { add_results(table, {}, op); });
}

void Hub::Impl::count_results(Table& table) {
  if (table.counting || table.terms.counted || table.terms.places.empty()) return;
  table.counting = true;
  ask_store(storage::FindRatings{players_of(table.terms), table.terms.game}, [this, id = table.id](storage::Answer& found) {
    const auto at = tables_.find(id);
    if (at == tables_.end() || at->second.stage != Table::Stage::here) return;
    Table& of = at->second;
    of.counting = false;
    if (found.outcome == storage::Outcome::failed || of.terms.counted) return;  // the next scan of due tables tries again
    of.terms.counted = true;
    save(of, std::nullopt, std::nullopt, 0, true, [&](storage::SaveTable& op) { add_results(of, found.ratings, op); });
    schedule(of);
  });
}

}  // namespace trestle::server
