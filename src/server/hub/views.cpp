// What clients are shown. Everything here is made from terms field by field, or from the sight of the seat that looks.
#include <algorithm>

#include "base/text.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

constexpr std::size_t told_bytes_usual = 256;  // of a seat's choices

std::optional<Seat> seat_of_viewer(const Table& table, const LineState* viewer) {
  return viewer != nullptr && viewer->user ? table.seat_of(*viewer->user) : std::nullopt;
}
json::value seat_json(std::optional<Seat> seat) { return seat ? json::value(seat_name(*seat)) : json::value(nullptr); }

}  // namespace

bool Hub::Impl::here(const Table& table, Seat seat) const {
  for (const auto& [line, from] : table.watchers)
    if (from == seat) return true;
  return table.gone[static_cast<std::size_t>(index_of(seat))] > 0;  // not for long yet
}

json::object Hub::Impl::clock_json(const Table& table) const {
  json::object left;
  SeatSet running;
  for (int i = 0; i < table.seats(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (table.terms.clock.kind == ClockKind::none)
      left[seat_name(seat_at(i))] = nullptr;
    else
      left[seat_name(seat_at(i))] = std::max<i64>(0, table.left[k] - (table.since[k] > 0 ? now_ - table.since[k] : 0));
    if (table.since[k] > 0) running.add(seat_at(i));
  }
  return json::object{{"left", std::move(left)}, {"running", seats_json(running)}, {"at", now_}};
}

json::object Hub::Impl::head_json(const Table& table) const {
  return json::object{{"table", table.id},
                      {"seq", table.seq()},
                      {"waiting", seats_json(table.match->waiting_on())},
                      {"over", table.status != TableStatus::running}};
}

// What is published about the dice before the game: a seed given after it was seen cannot have been known to who chose the secret.
json::object Hub::Impl::fair_json(const Terms& terms) {
  const Digest commitment = commitment_to(terms.secret);
  return json::object{{"commitment", text::to_hex(commitment.data(), commitment.size())}, {"match", terms.match_id}};
}

json::object Hub::Impl::table_json(const Table& table, const LineState* viewer) const {
  constexpr std::string_view status_names[] = {"open", "running", "over", "closed"};
  const Terms& terms = table.terms;
  json::object options;
  for (const auto& [name, value] : terms.options) options[name] = value;
  json::array seats;
  for (int i = 0; i < table.seats(); ++i) {
    const Chair& chair = table.chair(seat_at(i));
    json::object seat{{"seat", seat_name(seat_at(i))}};
    if (chair.person()) {
      seat["user"] = chair.user;
      seat["name"] = chair.name;
      seat["ready"] = chair.ready;
      seat["here"] = here(table, seat_at(i));
      if (!chair.stand_in.empty()) seat["stand_in"] = chair.stand_in;
      if (chair.resigned) seat["resigned"] = true;
    } else if (!chair.bot.empty()) {
      seat["bot"] = chair.bot;
    } else if (terms.imported) {
      seat["name"] = chair.name;
    } else {
      seat["open"] = true;
    }
    if (!terms.places.empty()) seat["place"] = terms.places[static_cast<std::size_t>(i)];
    seats.push_back(std::move(seat));
  }
  std::size_t spectators = 0;
  for (const auto& [line, from] : table.watchers) spectators += from == Seat::Table ? 1 : 0;
  json::object clock{{"kind", clock_name(terms.clock.kind)}};
  if (terms.clock.kind != ClockKind::none) clock["seconds"] = terms.clock.seconds;
  if (terms.clock.kind == ClockKind::game) clock["increment"] = terms.clock.increment;
  json::object out{{"table", table.id},        {"game", terms.game},
                   {"players", table.seats()}, {"options", std::move(options)},
                   {"edition", terms.edition}, {"status", status_names[static_cast<std::size_t>(table.status)]},
                   {"listed", terms.listed},   {"rated", terms.rated},
                   {"hints", terms.hints},     {"undo", terms.undo},
                   {"chat", terms.chat},       {"clock", std::move(clock)},
                   {"host", terms.host},       {"seats", std::move(seats)},
                   {"spectators", spectators}, {"paused", terms.paused > 0},
                   {"made", table.created},    {"changed", table.changed}};
  if (terms.tables) {
    const OfferedEdition* known = offered(terms.game, terms.edition);
    out["edition_name"] = known != nullptr ? json::value(known->name) : json::value(nullptr);
  }
  if (terms.imported)
    out["imported"] = true;
  else
    out["fair"] = fair_json(terms);
  out["you"] = seat_json(seat_of_viewer(table, viewer));
  out["rematch"] = terms.rematch.empty() ? json::value(nullptr) : json::value(terms.rematch);
  if (table.match) {
    out["seq"] = table.seq();
    out["waiting"] = seats_json(table.match->waiting_on());
    out["times"] = clock_json(table);
  }
  return out;
}

json::object Hub::Impl::chat_json(const Table& table, const storage::ChatRow& row) const {
  json::object out{{"table", table.id}, {"at", row.at}};
  if (row.user.empty()) {
    json::error_code error;
    const json::value line = json::parse(row.text, error);
    if (!error && line.is_object()) add_fields(out, line.get_object());
    return out;
  }
  // The text is the speaker's name, a line feed, and what was said.
  const std::size_t end = row.text.find('\n');
  out["user"] = row.user;
  out["name"] = row.text.substr(0, end);
  out["text"] = end == std::string::npos ? "" : row.text.substr(end + 1);
  out["spectators"] = row.spectators;
  return out;
}

// ---- pushes

GameWords& Hub::Impl::words_of(const Table& table) {
  constexpr std::size_t games_max = 64;  // with words of their own
  const auto found = words_.find(table.game.get());
  if (found != words_.end()) return found->second;
  if (words_.size() >= games_max) words_.clear();
  return words_.emplace(table.game.get(), table.game).first->second;
}

// Tells everybody who watches what happened since `from`; the mover gets it as the answer to its message.
void Hub::Impl::tell(Table& table, u64 from, const std::optional<Reply>& mover, Seat mover_seat) {
  const Match& match = *table.match;
  GameWords& words = words_of(table);
  std::string head = "\"table\":\"" + table.id + "\",\"seq\":" + std::to_string(table.seq()) + ",\"waiting\":[";
  const SeatSet waiting = match.waiting_on();
  // Who waits for others, or has the same choice as before, need not hear of it at once.
  const auto has_news = [&](Seat seat) {
    return !table.running() || (waiting.has(seat) && table.same_since[static_cast<std::size_t>(index_of(seat))] == match.seq());
  };
  waiting.for_each([&](Seat seat) { head.append(head.back() == '[' ? "\"" : ",\"").append(seat_name(seat)).append("\""); });
  head += table.running() ? "],\"over\":false,\"events\":" : "],\"over\":true,\"events\":";
  const std::string clock = table.terms.clock.kind == ClockKind::none ? "" : ",\"clock\":" + json::serialize(clock_json(table));
  // Most of what happens everybody may know: it is put into words once.
  const std::vector<Happening> all = match.all_happenings(from);
  const auto hears_what_all_do = [&](Seat viewer) {
    return std::all_of(all.begin(), all.end(),
                       [&](const Happening& h) { return h.event.audience.has(viewer) == h.event.audience.has(Seat::Table); });
  };
  std::string open_words;
  words.add_events(open_words, all, Seat::Table, table.terms.shift);
  const auto told = [&](Seat viewer, std::string_view opening) {
    std::string out;
    out.reserve(opening.size() + head.size() + open_words.size() + clock.size() + told_bytes_usual);
    out.append(opening).append(head);
    if (hears_what_all_do(viewer))
      out += open_words;
    else
      words.add_events(out, all, viewer, table.terms.shift);
    out += clock;
    if (table.running() && waiting.has(viewer)) {
      out += ',';
      words.add_choices(out, match.sight(viewer));
    }
    out += '}';
    return out;
  };
  if (mover) {
    std::string opening = "{";
    if (mover->id) opening += "\"id\":" + json::serialize(*mover->id) + ',';
    opening += "\"ok\":true,";
    held_send(table, {mover->line, mover->id, true, told(mover_seat, opening)});
  }
  std::map<std::pair<Seat, bool>, std::string> texts;  // the same words for all who look from one seat, with or without its fields
  for (const auto& [line, seat] : table.watchers) {
    if (mover && line == mover->line) continue;
    const bool seeing = table.seeing.contains(line);
    std::string& text = texts[{seat, seeing}];
    if (text.empty()) {
      std::string opening = "{\"push\":\"told\",";
      if (seeing) opening += "\"fields\":" + json::serialize(fields_json(table.game->fields(table.match->state(), seat))) + ',';
      text = told(seat, opening);
    }
    table_push(table, line, text, !has_news(seat));
  }
}

// Tells everybody who watches that the table changed, with a line of the system to show.
void Hub::Impl::push_table(Table& table, std::string_view line, json::array args) {
  json::object more;
  if (!line.empty()) more = {{"line", line}, {"args", std::move(args)}};
  push_changed(table, std::move(more), nullptr, false);
}

// Tells them who is here and who is ready: nobody has to decide anything.
void Hub::Impl::push_presence(Table& table, const Line* except) { push_changed(table, {}, except, true); }

void Hub::Impl::push_changed(Table& table, json::object more, const Line* except, bool can_wait) {
  json::object push{{"push", "table"}};
  add_fields(push, table_json(table, nullptr));
  add_fields(push, std::move(more));
  push.erase("you");
  std::string same = json::serialize(push);  // for everybody, but for the seat they hold
  same.back() = ',';
  for (const auto& [watcher, from] : table.watchers) {
    if (except != nullptr && watcher == *except) continue;
    const json::value you = seat_json(seat_of_viewer(table, find_line(watcher)));
    table_push(table, watcher, same + "\"you\":" + json::serialize(you) + "}", can_wait);
  }
}

}  // namespace trestle::server
