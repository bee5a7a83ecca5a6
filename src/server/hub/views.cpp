// What clients are shown. Everything here is made from terms field by field, or from the sight of the seat that looks.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

constexpr std::size_t told_bytes_usual = 256;    // of a seat's choices
constexpr std::size_t table_bytes_usual = 1536;  // of a table seen from outside

// Which seat a viewer holds, as JSON.
std::string you_text(const Table& table, const LineState* viewer) {
  const auto seat = viewer != nullptr && viewer->user ? table.seat_of(*viewer->user) : std::nullopt;
  return seat ? '"' + std::string(seat_name(*seat)) + '"' : "null";
}

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
std::string Hub::Impl::fair_text(const Terms& terms) {
  const Digest commitment = commitment_to(terms.secret);
  return ObjectText().add("commitment", text::to_hex(commitment.data(), commitment.size())).add("match", terms.match_id).done();
}

std::string Hub::Impl::seat_text(const Table& table, Seat at) const {
  const Chair& chair = table.chair(at);
  ObjectText seat;
  seat.add("seat", seat_name(at));
  if (chair.person()) {
    seat.add("user", chair.user).add("name", chair.name).add("ready", chair.ready).add("here", here(table, at));
    if (!chair.stand_in.empty()) seat.add("stand_in", chair.stand_in);
    if (chair.resigned) seat.add("resigned", true);
  } else if (!chair.bot.empty()) {
    seat.add("bot", chair.bot);
  } else if (table.terms.imported) {
    seat.add("name", chair.name);
  } else {
    seat.add("open", true);
  }
  if (!table.terms.places.empty()) seat.add("place", table.terms.places[static_cast<std::size_t>(index_of(at))]);
  return seat.done();
}

// All that is known of a table from outside, but for the viewer's own seat ("you").
ObjectText Hub::Impl::table_text(const Table& table) const {
  constexpr std::string_view status_names[] = {"open", "running", "over", "closed"};
  const Terms& terms = table.terms;
  ObjectText options, clock;
  for (const auto& [name, value] : terms.options) options.add(name, value);
  clock.add("kind", clock_name(terms.clock.kind));
  if (terms.clock.kind != ClockKind::none) clock.add("seconds", terms.clock.seconds);
  if (terms.clock.kind == ClockKind::game) clock.add("increment", terms.clock.increment);
  std::size_t spectators = 0;
  for (const auto& [line, from] : table.watchers) spectators += from == Seat::Table ? 1 : 0;
  ObjectText out(table_bytes_usual);
  out.add("table", table.id).add("game", terms.game).add("players", table.seats()).add("options", std::move(options));
  out.add("edition", terms.edition).add("status", status_names[static_cast<std::size_t>(table.status)]);
  out.add("listed", terms.listed).add("rated", terms.rated).add("hints", terms.hints).add("undo", terms.undo).add("chat", terms.chat);
  out.add("clock", std::move(clock)).add("host", terms.host);
  ListText seats;
  for (int i = 0; i < table.seats(); ++i) seats.add_json(seat_text(table, seat_at(i)));
  out.add_json("seats", seats.done());
  out.add("spectators", spectators).add("paused", terms.paused > 0).add("made", table.created).add("changed", table.changed);
  if (terms.tables) {
    if (const OfferedEdition* known = offered(terms.game, terms.edition))
      out.add("edition_name", known->name);
    else
      out.add_json("edition_name", "null");
  }
  if (terms.imported)
    out.add("imported", true);
  else
    out.add_json("fair", table.fair.empty() ? fair_text(terms) : table.fair);
  if (terms.rematch.empty())
    out.add_json("rematch", "null");
  else
    out.add("rematch", terms.rematch);
  if (table.match) {
    out.add("seq", table.seq()).add_json("waiting", seats_text(table.match->waiting_on()));
    out.add_json("times", json::serialize(clock_json(table)));
  }
  return out;
}

std::string Hub::Impl::table_text(const Table& table, const LineState& viewer) const {
  return table_text(table).add_json("you", you_text(table, &viewer)).done();
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
  const SeatSet waiting = match.waiting_on();
  std::string head = "\"table\":\"" + table.id + "\",\"seq\":" + std::to_string(table.seq()) + ",\"waiting\":" + seats_text(waiting);
  // Who waits for others, or has the same choice as before, need not hear of it at once.
  const auto has_news = [&](Seat seat) {
    return !table.running() || (waiting.has(seat) && table.same_since[static_cast<std::size_t>(index_of(seat))] == match.seq());
  };
  head += table.running() ? ",\"over\":false,\"events\":" : ",\"over\":true,\"events\":";
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
    const bool decides = table.running() && waiting.has(viewer);
    out.reserve(opening.size() + head.size() + open_words.size() + clock.size() + (decides ? told_bytes_usual : 1));
    out.append(opening).append(head);
    if (hears_what_all_do(viewer))
      out += open_words;
    else
      words.add_events(out, all, viewer, table.terms.shift);
    out += clock;
    if (decides) {
      out += ',';
      words.add_choices(out, match.sight(viewer));
    }
    out += '}';
    return out;
  };
  if (!table.saves.empty()) table.saves.back().held.reserve(table.saves.back().held.size() + table.watchers.size() + 1);
  if (mover) {
    std::string opening = "{";
    if (mover->id) opening += "\"id\":" + json::serialize(*mover->id) + ',';
    opening += "\"ok\":true,";
    held_send(table, {mover->line, mover->id, true, told(mover_seat, opening)});
  }
  // The same words for all who look from one seat, with or without its fields; the last one is for spectators.
  std::array<std::array<std::string, 2>, seats_max + 1> texts;
  for (const auto& [line, seat] : table.watchers) {
    if (mover && line == mover->line) continue;
    const bool seeing = table.seeing.contains(line);
    std::string& text = texts[seat == Seat::Table ? seats_max : static_cast<std::size_t>(index_of(seat))][seeing ? 1 : 0];
    if (text.empty()) {
      std::string opening = "{\"push\":\"told\",";
      if (seeing) opening += "\"fields\":" + json::serialize(fields_json(table.game->fields(table.match->state(), seat))) + ',';
      text = told(seat, opening);
    }
    table_push(table, line, text, !has_news(seat));
  }
}

// Tells everybody who watches that the table changed, with a line of the system to show.
void Hub::Impl::push_table(Table& table, std::string_view line, const json::array& args, bool can_wait) {
  table.presence_due = 0;  // that is told as well
  ObjectText push(table_bytes_usual);
  push.add("push", "table").add_fields(table_text(table).done());
  if (!line.empty()) push.add("line", line).add_json("args", json::serialize(args));
  const std::string& same = push.so_far();  // for everybody, but for the seat they hold
  for (const auto& [watcher, from] : table.watchers)
    table_push(table, watcher, same + ",\"you\":" + you_text(table, find_line(watcher)) + "}", can_wait);
}

// Who is here and who is ready changes often and asks nobody for a decision: it is told a moment later, with all that changed meanwhile.
void Hub::Impl::push_presence(Table& table) {
  if (table.presence_due == 0) table.presence_due = now_ + presence_ms;
}

}  // namespace trestle::server
