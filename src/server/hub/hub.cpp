#include "server/hub/hub.hpp"

#include <algorithm>

#include "core/position.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {
constexpr std::size_t message_bytes_usual = 2048;  // as values
constexpr std::size_t answer_bytes_usual = 64;     // besides its fields
}  // namespace

Hub::Hub(HubConfig config, Randomness& randomness) : impl_(std::make_unique<Impl>(std::move(config), randomness)) {}
Hub::~Hub() = default;
void Hub::step(Input&& input, Millis now, std::vector<Output>& out) { impl_->step(std::move(input), now, out); }
std::optional<Millis> Hub::next_wake() const { return impl_->next_wake(); }
HubCounters Hub::counters() const { return impl_->counters(); }

const std::map<std::string_view, Hub::Impl::Word>& Hub::Impl::words() {
  static const std::map<std::string_view, Word> list{
      {"hello", {&Impl::hello, false, false}},
      {"guest", {&Impl::guest, false, true}},
      {"rename", {&Impl::rename, true, false}},
      {"register", {&Impl::sign_up, true, true}},
      {"login", {&Impl::login, false, true}},
      {"logout", {&Impl::logout, true, true}},
      {"logout_all", {&Impl::logout_all, true, true}},
      {"password", {&Impl::password, true, true}},
      {"me", {&Impl::me, true, false}},
      {"settings", {&Impl::settings, true, false}},
      {"player", {&Impl::player, false, false}},
      {"history", {&Impl::history, true, false}},
      {"create", {&Impl::create, true, false}},
      {"tables", {&Impl::tables, false, false}},
      {"watch", {&Impl::watch, false, false}},
      {"unwatch", {&Impl::unwatch, false, false}},
      {"join", {&Impl::join, true, false}},
      {"ready", {&Impl::ready, true, false}},
      {"seat", {&Impl::seat, true, false}},
      {"leave", {&Impl::leave, true, false}},
      {"rematch", {&Impl::rematch, true, false}},
      {"edition", {&Impl::edition, false, false}},
      {"import", {&Impl::import_record, true, false}},
      {"sight", {&Impl::sight, false, false}},
      {"legal", {&Impl::legal, true, false}},
      {"events", {&Impl::events, false, false}},
      {"why", {&Impl::why, true, false}},
      {"apply", {&Impl::apply, true, false}},
      {"undo", {&Impl::undo, true, false}},
      {"hint", {&Impl::hint, true, false}},
      {"resign", {&Impl::resign, true, false}},
      {"back", {&Impl::back, true, false}},
      {"score", {&Impl::score, false, false}},
      {"save", {&Impl::save_record, false, false}},
      {"replay", {&Impl::replay, false, false}},
      {"analyse", {&Impl::analyse, true, false}},
      {"ask", {&Impl::ask, true, false}},
      {"vote", {&Impl::vote, true, false}},
      {"chat", {&Impl::chat, true, false}},
      {"mute", {&Impl::mute, true, false}},
  };
  return list;
}

void Hub::Impl::step(Input&& input, Millis now, std::vector<Output>& out) {
  now_ = std::max(now, now_);  // a clock that jumps back must not give time back
  out_ = &out;
  std::visit([&](auto&& one) { on(std::move(one)); }, std::move(input));
  out_ = nullptr;
}

std::optional<Millis> Hub::Impl::next_wake() const {
  std::optional<Millis> at = next_due_scan_;
  if (!wakes_.empty()) at = std::min(*at, wakes_.begin()->first);
  return at;
}

HubCounters Hub::Impl::counters() const {
  HubCounters counters = counters_;
  counters.lines = lines_.size();
  counters.tables_in_memory = tables_.size();
  return counters;
}

// ---- lines

LineState* Hub::Impl::find_line(const Line& line) {
  const auto at = lines_.find(line);
  return at == lines_.end() ? nullptr : &at->second;
}

std::vector<Line> Hub::Impl::all_lines() const {
  std::vector<Line> all;
  all.reserve(lines_.size());
  for (const auto& [line, state] : lines_) all.push_back(line);
  std::sort(all.begin(), all.end());
  return all;
}

void Hub::Impl::on(Opened&& opened) {
  LineState& line = lines_[opened.line];
  line.address = std::move(opened.address);
  line.http = opened.http;
  line.admin = opened.admin;
  line.allowance = 2.0 * config_.limits.messages_a_second;
  line.allowance_at = now_;
  ++counters_.lines_opened;
  if (stopping_) return drop_line(opened.line, "stopping", "the server is going down for a moment");
  if (opened.token.empty())
    line.known = true;
  else
    look_up(opened.line, opened.token);
}

void Hub::Impl::on(Gone&& gone) {
  LineState* line = find_line(gone.line);
  if (line == nullptr) return;
  const std::set<TableId> watching = std::move(line->watching);
  for (const TableId& id : watching) detach(gone.line, id);
  for (const auto& [node, ids] : line->asked)
    emit(Forward{node, json::serialize(json::object{{"kind", "gone"}, {"line", gone.line.number}})});
  part(gone.line, *line);
  lines_.erase(gone.line);
}

void Hub::Impl::drop_line(const Line& line, std::string_view code, std::string_view message) {
  deliver(line, json::serialize(json::object{{"push", "bye"}, {"code", code}, {"message", message}}));
  emit(Hang{line, std::string(code)});
  if (LineState* state = find_line(line)) state->ended = true;
}

void Hub::Impl::on(Said&& said) {
  LineState* line = find_line(said.line);
  if (line == nullptr || line->ended) return;
  ++counters_.messages;
  if (!line->known) {
    if (line->waiting.size() < waiting_messages_max) line->waiting.push_back(std::move(said.text));
    return;
  }
  hear(said.line, *line, said.text);
}

bool Hub::Impl::within_rate(LineState& line) {
  const double rate = config_.limits.messages_a_second;
  line.allowance = std::min(2 * rate, line.allowance + static_cast<double>(now_ - line.allowance_at) * rate / 1000);
  line.allowance_at = now_;
  if (line.allowance < 1) return false;
  line.allowance -= 1;
  return true;
}

// Whether fewer than `most` were counted under this key in the span.
bool Hub::Impl::within(std::string key, u32 most, Millis span, bool count_it) {
  constexpr std::size_t windows_max = 100'000;
  if (windows_.size() > windows_max) std::erase_if(windows_, [&](const auto& item) { return now_ - item.second.begun > 3'600'000; });
  Window& window = windows_[std::move(key)];
  if (now_ - window.begun >= span) window = {now_, 0};
  if (window.count >= most) return false;
  if (count_it) ++window.count;
  return true;
}

void Hub::Impl::hear(const Line& at, LineState& line, std::string_view text) {
  Reply reply{at, std::nullopt};
  const auto too_long = [&](std::size_t most) {
    ++counters_.refused;
    refuse(reply, problem("too_long", "a message has at most " + std::to_string(most) + " bytes"));
  };
  const std::size_t most = line.http ? upload_bytes_max : server::message_bytes_max;
  if (text.size() > most) return too_long(most);
  json::parse_options options;
  options.max_depth = 8;
  json::error_code error;
  std::array<unsigned char, message_bytes_usual> room;  // nothing of it outlives this message
  json::monotonic_resource values(room.data(), room.size());
  const json::value value = json::parse(json::string_view(text.data(), text.size()), error, &values, options);
  const json::object* fields = value.if_object();
  if (error || fields == nullptr) {
    ++counters_.refused;
    return refuse(reply, problem("bad_json", "not a JSON object: " + (error ? error.message() : "something else")));
  }
  reply.id = id_of(*fields);
  if (!line.admin && at.here() && !within_rate(line)) {
    ++counters_.refused;
    return refuse(reply, problem("limit", "too many messages; at most " + std::to_string(config_.limits.messages_a_second) + " a second"),
                  1000);
  }
  Request request(*fields);
  const std::string what = request.text("do");
  if (request.problem()) return refuse(reply, *request.problem());
  if (text.size() > server::message_bytes_max && what != "import") return too_long(server::message_bytes_max);
  if (stopping_) return refuse(reply, problem("stopping", "the server is going down for a moment; connect again"));
  if (line.admin) return admin(reply, line, request, what);
  const auto word = words().find(what);
  if (word == words().end()) {
    std::vector<std::string> known;
    for (const auto& item : words()) known.emplace_back(item.first);
    ++counters_.refused;
    return refuse(reply, problem("unknown_message", "there is no message '" + what + "'" + did_you_mean(what, known), "do"));
  }
  if (word->second.http_only && !line.http) return refuse(reply, problem("http_only", "this sets a cookie: send it by POST /api", "do"));
  if (word->second.needs_name && !line.user) return refuse(reply, problem("who", "say who you are first: guest or login"));
  if (const Person* person = person_of(line); person != nullptr && person->row.banned && what != "hello")
    return refuse(reply, problem("banned", "the owner of this server does not want you here"));
  Ask ask{reply, line, request, text};
  (this->*word->second.handle)(ask);
}

// ---- answering

void Hub::Impl::deliver(const Line& line, std::string text, std::optional<std::string> token, bool can_wait) {
  if (line.here()) return emit(Send{line, std::move(text), std::move(token), can_wait});
  ++counters_.relayed;
  emit(Forward{*line.node, json::serialize(json::object{{"kind", "send"}, {"line", line.number}, {"text", text}})});
}

// `fields` is a JSON object.
std::string Hub::Impl::answer_text(const Reply& reply, std::string_view fields) {
  ObjectText out(fields.size() + answer_bytes_usual);
  if (reply.id) out.add_json("id", json::serialize(*reply.id));
  return out.add("ok", true).add_fields(fields).done();
}

void Hub::Impl::answer(const Reply& reply, json::object fields, std::optional<std::string> token) {
  deliver(reply.line, answer_text(reply, json::serialize(fields)), std::move(token));
}

void Hub::Impl::refuse(const Reply& reply, const Problem& why, i64 retry_ms) {
  json::object out;
  if (reply.id) out["id"] = *reply.id;
  add_fields(out, error_answer(why));
  if (retry_ms > 0) out["error"].as_object()["retry_ms"] = retry_ms;
  deliver(reply.line, json::serialize(out));
}

// Whether the message was read without a problem; else it is refused.
bool Hub::Impl::done_or_refuse(Ask& ask) {
  ask.request.finish();
  if (!ask.request.problem()) return true;
  ++counters_.refused;
  refuse(ask.reply, *ask.request.problem());
  return false;
}

void Hub::Impl::note(Note::Level level, std::string event, json::object fields) {
  emit(Note{level, std::move(event), json::serialize(fields)});
}

std::string Hub::Impl::random_word(std::size_t letters) {
  constexpr std::string_view alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  static_assert(alphabet.size() == 32);
  std::vector<u8> bytes(letters);
  randomness_.fill(bytes);
  std::string out;
  for (const u8 byte : bytes) out += alphabet[byte & 31];
  return out;
}

// ---- answers of others

Ticket Hub::Impl::ask_store(storage::Op op, std::function<void(storage::Answer&)> then) {
  const Ticket ticket = next_ticket_++;
  stored_.emplace(ticket, std::move(then));
  emit(Keep{ticket, std::move(op)});
  return ticket;
}

void Hub::Impl::on(Stored&& stored) {
  if (stored.answer.outcome == storage::Outcome::failed) ++counters_.storage_failures;
  if (const auto table = take_save(stored.ticket)) return saved(*table, stored.answer);
  const auto at = stored_.find(stored.ticket);
  if (at == stored_.end()) return;
  const auto then = std::move(at->second);
  stored_.erase(at);
  then(stored.answer);
}

void Hub::Impl::on(Worked&& worked) {
  const auto at = worked_.find(worked.ticket);
  if (at == worked_.end()) return;
  if (!worked.done) return at->second(worked);
  const auto then = std::move(at->second);
  worked_.erase(at);
  then(worked);
}

void Hub::Impl::on(Hashed&& hashed) {
  const auto at = hashed_.find(hashed.ticket);
  if (at == hashed_.end()) return;
  const auto then = std::move(at->second);
  hashed_.erase(at);
  then(hashed);
}

void Hub::Impl::on(Tick&&) {
  while (!wakes_.empty() && wakes_.begin()->first <= now_) {
    const TableId id = wakes_.begin()->second;
    wakes_.erase(wakes_.begin());
    const auto at = tables_.find(id);
    if (at == tables_.end()) continue;
    at->second.wake = 0;
    table_time(at->second);
  }
  if (now_ < next_due_scan_ || stopping_) return;
  next_due_scan_ = now_ + due_scan_ms;
  // Tables that want attention though nobody has looked at them: a clock runs out, a bot is to move.
  ask_store(storage::ListDue{config_.node, now_ + due_scan_ms, now_, 1000}, [this](storage::Answer& found) {
    for (const storage::TableRow& row : found.tables) {
      if (tables_.contains(row.id)) continue;
      Table& table = tables_[row.id];
      table.id = row.id;
      load(table);
    }
  });
}

void Hub::Impl::on(Shutdown&&) {
  stopping_ = true;
  for (const Line& line : all_lines())
    if (line.here() && !find_line(line)->admin) drop_line(line, "stopping", "the server is going down for a moment");
}

}  // namespace trestle::server
