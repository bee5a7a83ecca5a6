// Who is there: guests, accounts, logins. A token is told once, to its owner; only its hash is kept.
#include <cmath>

#include "base/text.hpp"
#include "base/version.hpp"
#include "bots/levels.hpp"
#include "games/registry.hpp"
#include "server/hub/impl.hpp"
#include "server/hub/rating.hpp"

namespace trestle::server {

namespace {

constexpr Millis hour = 3'600'000;
constexpr Millis day = 24 * hour;
constexpr u32 results_counted_max = 1000;  // the latest, in a player's statistics
constexpr std::size_t results_shown = 20;
// What a wrong login name is compared with, so that it takes as long as a wrong password. No password has this hash.
constexpr std::string_view nobody_hash =
    "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

std::string base64url(std::span<const u8> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  u32 held = 0, bits = 0;
  for (const u8 byte : bytes) {
    held = held << 8 | byte;
    for (bits += 8; bits >= 6; bits -= 6) out += letters[held >> (bits - 6) & 63];
  }
  if (bits > 0) out += letters[held << (6 - bits) & 63];
  return out;
}

std::optional<Problem> name_problem(std::string_view name) {
  if (name.size() > player_name_bytes_max)
    return problem("bad_name", "a name has at most " + std::to_string(player_name_bytes_max) + " bytes", "name");
  if (auto fits = check_name(name); !fits) return problem("bad_name", fits.fault().reason, "name");
  if (name.front() == ' ' || name.back() == ' ') return problem("bad_name", "a name does not begin or end with a blank", "name");
  return std::nullopt;
}

std::optional<std::string> login_of(std::string_view given) {
  std::string out;
  for (const char c : given) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool good = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '_' || lower == '-' || lower == '.';
    if (!good) return std::nullopt;
    out += lower;
  }
  return out.size() < 3 || out.size() > player_name_bytes_max ? std::nullopt : std::optional(out);
}

Problem login_problem() {
  return problem("bad_name", "a login has 3 to " + std::to_string(player_name_bytes_max) + " of the letters a-z, 0-9, _, - and .", "login");
}

bool is_password(std::string_view password) { return password.size() >= password_bytes_min && password.size() <= password_bytes_max; }

Problem password_problem(std::string_view where) {
  return problem("bad_password",
                 "a password has " + std::to_string(password_bytes_min) + " to " + std::to_string(password_bytes_max) + " bytes",
                 std::string(where));
}

json::object rating_json(const storage::RatingRow& row) {
  return json::object{{"mean", std::round(row.mean)}, {"spread", std::round(row.spread)}, {"games", row.games}};
}

json::array results_json(const std::vector<storage::ResultRow>& results) {
  json::array out;
  for (const storage::ResultRow& row : results) {
    json::object item{{"table", row.table}, {"game", row.game},   {"seat", seat_name(seat_at(row.seat))},
                      {"seats", row.seats}, {"place", row.place}, {"points", row.points},
                      {"rated", row.rated}, {"at", row.at}};
    if (row.rated) item["mean"] = std::round(row.mean_after);
    out.push_back(std::move(item));
  }
  return out;
}

// Of each game: how many were played, how many won (alone or shared), the mean place, the most points, and how it went at each seat.
json::object statistics_json(const std::vector<storage::ResultRow>& results) {
  struct Tally {
    i64 games = 0, won = 0;
    void add(bool first) {
      games += 1;
      won += first ? 1 : 0;
    }
    json::object to_json() const { return {{"games", games}, {"won", won}}; }
  };
  struct Sum {
    Tally all;
    std::map<int, Tally> seats;
    i64 places = 0;
    int best = 0;
  };
  std::map<std::string, Sum> sums;
  for (const storage::ResultRow& row : results) {
    Sum& sum = sums[row.game];
    sum.best = sum.all.games == 0 ? row.points : std::max(sum.best, row.points);
    sum.all.add(row.place == 1);
    sum.seats[row.seat].add(row.place == 1);
    sum.places += row.place;
  }
  json::object out;
  for (const auto& [game, sum] : sums) {
    const double place = static_cast<double>(sum.places) / static_cast<double>(sum.all.games);
    json::object of = sum.all.to_json(), seats;
    for (const auto& [seat, tally] : sum.seats) seats[seat_name(seat_at(seat))] = tally.to_json();
    of["place"] = std::round(place * 100) / 100;
    of["best"] = sum.best;
    of["seats"] = std::move(seats);
    out[game] = std::move(of);
  }
  return out;
}

Problem storage_problem() { return problem("storage", "the server could not keep this; try again"); }

}  // namespace

// The line is this user's from now on.
Person& Hub::Impl::belong(const Line& line, LineState& state, const UserId& user) {
  if (state.user != user) part(line, state);
  state.user = user;
  state.person = &people_[user];
  return *state.person;
}

// The line is nobody's any more. A person without a line here is forgotten.
void Hub::Impl::part(const Line& line, LineState& state) {
  if (state.person == nullptr) return;
  state.person->lines.erase(line);
  if (state.person->lines.empty()) people_.erase(*state.user);
  state.person = nullptr;
  state.user.reset();
}

json::value Hub::Impl::me_json(const LineState& line) {
  const Person* person = person_of(line);
  if (person == nullptr) return nullptr;
  return json::object{
      {"user", person->row.id}, {"name", person->row.name}, {"account", !person->row.login.empty()}, {"banned", person->row.banned}};
}

// ---- tokens

void Hub::Impl::look_up(const Line& line, const std::string& token) {
  const Digest hash = sha256(token);
  find_line(line)->token_hash = hash;
  ask_store(storage::FindSession{hash}, [this, line](storage::Answer& found) {
    LineState* state = find_line(line);
    if (state == nullptr) return;
    if (found.outcome == storage::Outcome::failed)
      return drop_line(line, "storage", "the server cannot look up who you are; connect again");
    if (found.outcome == storage::Outcome::done && found.user && found.session && found.session->expires > now_)
      become(line, *found.user);
    else
      state->token_hash.reset();
    known(line);
  });
}

// The token of a line was looked up: what it said meanwhile is heard now.
void Hub::Impl::known(const Line& line) {
  LineState* state = find_line(line);
  state->known = true;
  for (const std::string& text : std::exchange(state->waiting, {}))
    if (LineState* still = find_line(line)) hear(line, *still, text);
}

void Hub::Impl::become(const Line& line, const UserRow& row) {
  LineState* state = find_line(line);
  if (state == nullptr) return;
  Person& person = belong(line, *state, row.id);
  person.row = row;
  person.lines.insert(line);
}

void Hub::Impl::new_session(const Reply& reply, const UserRow& row) {
  std::array<u8, 32> bytes{};
  randomness_.fill(bytes);
  const std::string token = base64url(bytes);
  ask_store(storage::SaveSession{{sha256(token), row.id, now_, now_ + session_days * day}},
            [this, reply, row, token](storage::Answer& kept) {
              if (kept.outcome != storage::Outcome::done) return refuse(reply, storage_problem());
              LineState* state = find_line(reply.line);
              if (state == nullptr) return;
              become(reply.line, row);
              answer(reply, {{"me", me_json(*state)}}, token);
            });
}

void Hub::Impl::save_user(const Reply& reply, UserRow row, std::function<void(const UserRow&)> then) {
  ask_store(storage::SaveUser{row}, [this, reply, row, then = std::move(then)](storage::Answer& kept) {
    if (kept.outcome == storage::Outcome::conflict) return refuse(reply, problem("name_taken", "somebody has this login already", "login"));
    if (kept.outcome != storage::Outcome::done) return refuse(reply, storage_problem());
    if (const auto at = people_.find(row.id); at != people_.end()) at->second.row = row;
    then(row);
  });
}

// ---- messages

void Hub::Impl::hello(Ask& ask) {
  if (!done_or_refuse(ask)) return;
  static const json::array games = [] {
    json::array list;
    for (const std::string& name : game_names()) list.push_back(game_json(name));
    return list;
  }();
  json::array bots;
  for (const std::string& name : level_names()) bots.emplace_back(name);
  const json::object limits{{"message_bytes", server::message_bytes_max},
                            {"actions", batch_max},
                            {"messages_a_second", config_.limits.messages_a_second},
                            {"chat_bytes", chat_bytes_max},
                            {"name_bytes", player_name_bytes_max},
                            {"tables", config_.limits.tables_a_user},
                            {"upload_bytes", upload_bytes_max},
                            {"edition_bytes", edition_bytes_max}};
  answer(ask.reply, {{"online", online_version},
                     {"program", std::string("trestle ") + program_version},
                     {"games", games},
                     {"editions", editions_json()},
                     {"bots", std::move(bots)},
                     {"me", me_json(ask.line)},
                     {"now", now_},
                     {"limits", limits}});
}

void Hub::Impl::guest(Ask& ask) {
  const std::string name = ask.request.text("name");
  if (!done_or_refuse(ask)) return;
  if (auto wrong = name_problem(name)) return refuse(ask.reply, *wrong);
  if (const Person* person = person_of(ask.line)) {  // known already: a new name, not a new guest
    UserRow row = person->row;
    row.name = name;
    return save_user(ask.reply, row, [this, reply = ask.reply](const UserRow&) {
      if (const LineState* line = find_line(reply.line)) answer(reply, {{"me", me_json(*line)}});
    });
  }
  if (!within("guest " + ask.line.address, config_.limits.guests_an_address_an_hour, hour, true))
    return refuse(ask.reply, problem("limit", "too many new guests from your address; come back in an hour"), hour);
  UserRow row;
  row.id = random_word(16);
  row.name = name;
  row.created = row.seen = now_;
  save_user(ask.reply, row, [this, reply = ask.reply](const UserRow& kept) { new_session(reply, kept); });
}

void Hub::Impl::rename(Ask& ask) {
  const std::string name = ask.request.text("name");
  if (!done_or_refuse(ask)) return;
  if (auto wrong = name_problem(name)) return refuse(ask.reply, *wrong);
  UserRow row = person_of(ask.line)->row;
  row.name = name;
  save_user(ask.reply, row, [this, reply = ask.reply](const UserRow&) {
    if (const LineState* line = find_line(reply.line)) answer(reply, {{"me", me_json(*line)}});
  });
}

void Hub::Impl::sign_up(Ask& ask) {
  const auto login = login_of(ask.request.text("login"));
  const std::string password = ask.request.text("password");
  if (!done_or_refuse(ask)) return;
  if (!login) return refuse(ask.reply, login_problem());
  if (!is_password(password)) return refuse(ask.reply, password_problem("password"));
  if (!person_of(ask.line)->row.login.empty()) return refuse(ask.reply, problem("taken", "you have an account already"));
  if (!within("login " + ask.line.address, config_.limits.logins_an_address_an_hour, hour, true))
    return refuse(ask.reply, problem("limit", "too many accounts from your address; come back in an hour"), hour);
  const Ticket ticket = next_ticket_++;
  hashed_.emplace(ticket, [this, reply = ask.reply, login = *login](Hashed& hashed) {
    const LineState* line = find_line(reply.line);
    const Person* person = line == nullptr ? nullptr : person_of(*line);
    if (person == nullptr) return;
    if (hashed.hash.empty()) return refuse(reply, problem("busy", "the server is busy; try again"), 1000);
    UserRow row = person->row;
    row.login = login;
    row.password = hashed.hash;
    save_user(reply, row, [this, reply](const UserRow& kept) { new_session(reply, kept); });
  });
  emit(Hash{ticket, password, ""});
}

void Hub::Impl::login(Ask& ask) {
  const auto login = login_of(ask.request.text("login"));
  const std::string password = ask.request.text("password");
  if (!done_or_refuse(ask)) return;
  if (!login) return refuse(ask.reply, login_problem());
  const std::string by_name = "failed name " + *login, by_address = "failed address " + ask.line.address;
  if (!within(by_name, config_.limits.logins_a_name_an_hour, hour, false) ||
      !within(by_address, config_.limits.logins_an_address_an_hour, hour, false))
    return refuse(ask.reply, problem("limit", "too many wrong passwords; come back in an hour"), hour);
  // Counted before it is known to be wrong, so that many at once do not slip through; a right one is not held against anybody long.
  within(by_name, config_.limits.logins_a_name_an_hour, hour, true);
  within(by_address, config_.limits.logins_an_address_an_hour, hour, true);
  ask_store(storage::FindUser{"", *login}, [this, reply = ask.reply, password, by_name, by_address](storage::Answer& found) {
    if (found.outcome == storage::Outcome::failed) return refuse(reply, storage_problem());
    const Apart<UserRow> user = found.user;
    const Ticket ticket = next_ticket_++;
    hashed_.emplace(ticket, [this, reply, user, by_name, by_address](Hashed& hashed) {
      if (find_line(reply.line) == nullptr) return;
      if (!user || user->password.empty() || !hashed.fits)
        return refuse(reply, problem("wrong_password", "no such login, or another password"));
      windows_.erase(by_name);
      windows_.erase(by_address);
      new_session(reply, *user);
    });
    emit(Hash{ticket, password, user && !user->password.empty() ? user->password : std::string(nobody_hash)});
  });
}

void Hub::Impl::logout(Ask& ask) {
  if (!done_or_refuse(ask)) return;
  if (!ask.line.token_hash) return answer(ask.reply, {}, "");
  ask_store(storage::EndSession{*ask.line.token_hash}, [this, reply = ask.reply](storage::Answer& kept) {
    if (kept.outcome == storage::Outcome::failed) return refuse(reply, storage_problem());
    answer(reply, {}, "");
  });
}

void Hub::Impl::logout_all(Ask& ask) {
  if (!done_or_refuse(ask)) return;
  ask_store(storage::EndSessions{*ask.line.user}, [this, reply = ask.reply, user = *ask.line.user](storage::Answer& kept) {
    if (kept.outcome == storage::Outcome::failed) return refuse(reply, storage_problem());
    end_lines(user, "who", "you logged out on all devices", &reply.line);
    answer(reply, {}, "");
  });
}

void Hub::Impl::password(Ask& ask) {
  const std::string old = ask.request.text("old"), fresh = ask.request.text("new");
  if (!done_or_refuse(ask)) return;
  const Person* person = person_of(ask.line);
  if (person->row.login.empty()) return refuse(ask.reply, problem("wrong_password", "you have no account"));
  if (!is_password(fresh)) return refuse(ask.reply, password_problem("new"));
  const std::string key = "failed name " + person->row.login;
  if (!within(key, config_.limits.logins_a_name_an_hour, hour, true))
    return refuse(ask.reply, problem("limit", "too many wrong passwords; come back in an hour"), hour);
  const Ticket ticket = next_ticket_++;
  hashed_.emplace(ticket, [this, reply = ask.reply, fresh](Hashed& compared) {
    if (find_line(reply.line) == nullptr) return;
    if (!compared.fits) return refuse(reply, problem("wrong_password", "that is not your password", "old"));
    const Ticket second = next_ticket_++;
    hashed_.emplace(second, [this, reply](Hashed& hashed) {
      const LineState* line = find_line(reply.line);
      const Person* who = line == nullptr ? nullptr : person_of(*line);
      if (who == nullptr) return;
      if (hashed.hash.empty()) return refuse(reply, problem("busy", "the server is busy; try again"), 1000);
      UserRow row = who->row;
      row.password = hashed.hash;
      save_user(reply, row, [this, reply](const UserRow&) { answer(reply, {}); });
    });
    emit(Hash{second, fresh, ""});
  });
  emit(Hash{ticket, old, person->row.password});
}

void Hub::Impl::me(Ask& ask) {
  if (!done_or_refuse(ask)) return;
  const UserRow row = person_of(ask.line)->row;
  ratings_of(row.id, [this, reply = ask.reply, row](json::object ratings) {
    const LineState* line = find_line(reply.line);
    if (line == nullptr) return;
    answer(reply, {{"me", me_json(*line)},
                   {"login", row.login},
                   {"webhook", row.webhook},
                   {"language", row.language},
                   {"since", row.created},
                   {"ratings", std::move(ratings)}});
  });
}

// The ratings of a player in every game.
void Hub::Impl::ratings_of(const std::string& player, std::function<void(json::object)> then) {
  const std::vector<std::string> games = game_names();
  auto ratings = std::make_shared<json::object>();
  auto left = std::make_shared<std::size_t>(games.size());
  for (const std::string& game : games)
    ask_store(storage::FindRatings{{player}, game}, [ratings, left, then](storage::Answer& found) {
      for (const storage::RatingRow& row : found.ratings) (*ratings)[row.game] = rating_json(row);
      if (--*left == 0) then(*ratings);
    });
}

void Hub::Impl::settings(Ask& ask) {
  UserRow row = person_of(ask.line)->row;
  const bool hook = ask.request.has("webhook");
  row.webhook = ask.request.text("webhook", row.webhook);
  row.language = ask.request.text("language", row.language);
  if (!done_or_refuse(ask)) return;
  const bool url = row.webhook.starts_with("https://") || row.webhook.starts_with("http://");
  if (hook && !row.webhook.empty() &&
      (!url || row.webhook.size() > url_bytes_max || row.webhook.find_first_of(" \t\r\n\"<>") != std::string::npos))
    return refuse(ask.reply, problem("bad_message", "a webhook is a URL that begins with https:// or http://", "webhook"));
  if (row.language != "" && row.language != "en" && row.language != "fr" && row.language != "nl")
    return refuse(ask.reply, problem("bad_message", "'language' is en, fr or nl", "language"));
  if (hook) row.webhook_secret = row.webhook.empty() ? "" : random_word(32);
  save_user(ask.reply, row, [this, reply = ask.reply, hook](const UserRow& kept) {
    json::object out{{"webhook", kept.webhook}, {"language", kept.language}};
    if (hook && !kept.webhook.empty()) out["secret"] = kept.webhook_secret;
    answer(reply, std::move(out));
  });
}

void Hub::Impl::player(Ask& ask) {
  const std::string user = ask.request.text("user");
  if (!done_or_refuse(ask)) return;
  const bool bot = user.starts_with("bot:");
  const auto about = [this, reply = ask.reply, user](std::string name, bool account) {
    ratings_of(user, [this, reply, user, name, account](json::object ratings) {
      ask_store(storage::FindResults{user, 0, results_counted_max}, [this, reply, user, name, account, ratings](storage::Answer& found) {
        json::object statistics = statistics_json(found.results);
        found.results.resize(std::min<std::size_t>(found.results.size(), results_shown));
        answer(reply, {{"user", user},
                       {"name", name},
                       {"account", account},
                       {"ratings", ratings},
                       {"statistics", std::move(statistics)},
                       {"results", results_json(found.results)}});
      });
    });
  };
  if (bot) return about(user.substr(4), false);
  ask_store(storage::FindUser{user, ""}, [this, reply = ask.reply, about](storage::Answer& found) {
    if (!found.user) return refuse(reply, problem("unknown_player", "there is no such player", "user"));
    about(found.user->name, !found.user->login.empty());
  });
}

void Hub::Impl::history(Ask& ask) {
  const u32 from = static_cast<u32>(ask.request.number("from", 0, 1'000'000, 0));
  const u32 count = static_cast<u32>(ask.request.number("count", 1, 200, 50));
  if (!done_or_refuse(ask)) return;
  ask_store(storage::FindResults{*ask.line.user, from, count}, [this, reply = ask.reply](storage::Answer& found) {
    answer(reply, {{"results", results_json(found.results)}});
  });
}

}  // namespace trestle::server
