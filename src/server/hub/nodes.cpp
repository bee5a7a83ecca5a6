// Several servers on one database. A table belongs to one node at a time; a client may sit at any. What it says about a table of
// another node is passed on, and the answers come back the same way. When a node dies, whoever has watchers takes its tables over.
#include "server/hub/impl.hpp"
#include "server/hub/own_json.hpp"

namespace trestle::server {

namespace {

// An answer begins with the id of what it answers.
void answered(std::set<std::string>& ids, std::string_view text) {
  std::erase_if(ids, [&](const std::string& id) { return text.starts_with("{\"id\":" + id + ','); });
}

}  // namespace

void Hub::Impl::forward(Table& table, const Reply& reply, std::string_view what, std::string_view text) {
  const Line& line = reply.line;
  LineState& state = *find_line(line);
  if (!line.here()) {  // it was passed to us, but we are not the holder any more
    emit(Forward{*line.node, json::serialize(json::object{{"kind", "moved"}, {"line", line.number}, {"table", table.id}, {"text", text}})});
    return unload(table.id);
  }
  if (what == "watch" && !state.http) {
    table.watchers[line] = Seat::Table;
    state.watching.insert(table.id);
  }
  json::object message{{"kind", "said"}, {"line", line.number}, {"http", state.http}, {"address", state.address}, {"text", text}};
  if (const Person* person = person_of(state)) {
    message["user"] = person->row.id;
    message["name"] = person->row.name;
    message["login"] = person->row.login;
    if (!person->muted.empty()) message["muted"] = json::array(person->muted.begin(), person->muted.end());
  }
  ++counters_.relayed;
  std::set<std::string>& ids = state.asked[table.holder];
  if (reply.id && ids.size() < asked_elsewhere_max) ids.insert(json::serialize(*reply.id));
  emit(Forward{table.holder, json::serialize(message)});
}

void Hub::Impl::tell_nodes(json::object message) {
  if (config_.several_nodes) emit(Forward{storage::every_node, json::serialize(message)});
}

void Hub::Impl::end_lines_here(const UserId& user, std::string_view code, std::string_view message, const Line* except) {
  const auto person = people_.find(user);
  if (person == people_.end()) return;
  for (const Line& line : std::set<Line>(person->second.lines))
    if (line.here() && (except == nullptr || line != *except)) drop_line(line, code, message);
}

// At all nodes.
void Hub::Impl::end_lines(const UserId& user, std::string_view code, std::string_view message, const Line* except) {
  end_lines_here(user, code, message, except);
  tell_nodes({{"kind", "end"}, {"user", user}, {"code", code}, {"message", message}});
}

void Hub::Impl::mute_here(const UserId& by, const UserId& user, bool silent) {
  const auto person = people_.find(by);
  if (person == people_.end()) return;
  std::set<UserId>& muted = person->second.muted;
  if (!silent)
    muted.erase(user);
  else if (muted.size() < muted_max)
    muted.insert(user);
}

void Hub::Impl::on(Relayed&& relayed) {
  json::error_code error;
  const json::value value = json::parse(relayed.message, error);
  if (error || !value.is_object()) return;
  const json::object& message = value.get_object();
  const std::string kind = text_of(message, "kind");
  if (kind == "end") return end_lines_here(text_of(message, "user"), text_of(message, "code"), text_of(message, "message"));
  if (kind == "mute") return mute_here(text_of(message, "by"), text_of(message, "user"), flag_of(message, "mute"));
  const json::value* number = message.if_contains("line");
  if (number == nullptr || !number->is_number()) return;
  const u64 line_number = number->to_number<u64>();
  if (kind == "send") {  // an answer for one of ours
    const Line line{{}, line_number};
    LineState* state = find_line(line);
    if (state == nullptr) return;
    std::string text = text_of(message, "text");
    answered(state->asked[relayed.from], text);
    return emit(Send{line, std::move(text), std::nullopt});
  }
  if (kind == "moved") {  // the node we asked has lost the table: look again where it is
    const Line line{{}, line_number};
    const auto at = tables_.find(text_of(message, "table"));
    if (at == tables_.end() || find_line(line) == nullptr) return;
    std::string text = text_of(message, "text");
    if (const json::value said = json::parse(text, error); !error && said.is_object())
      if (const auto id = id_of(said.get_object())) find_line(line)->asked[relayed.from].erase(json::serialize(*id));
    at->second.waiting.emplace_back(line, std::move(text));
    return load(at->second);
  }
  const Line line{relayed.from, line_number};
  if (kind == "unwatch") return detach(line, text_of(message, "table"));
  if (kind == "gone") return on(Gone{line});
  if (kind != "said") return;
  if (find_line(line) == nullptr) {
    LineState& state = lines_[line];
    state.known = true;
    state.http = flag_of(message, "http");
    state.address = text_of(message, "address");
  }
  if (const std::string user = text_of(message, "user"); !user.empty()) {
    UserRow row;
    row.id = user;
    row.name = text_of(message, "name");
    row.login = text_of(message, "login");
    Person& person = belong(line, *find_line(line), user);
    if (person.lines.empty()) {
      person.row = row;
      if (const json::value* muted = message.if_contains("muted"); muted != nullptr && muted->is_array())
        for (const json::value& one : muted->get_array())
          if (one.is_string()) mute_here(user, std::string(one.get_string()), true);
    }
    person.lines.insert(line);
  }
  hear(line, *find_line(line), text_of(message, "text"));
}

void Hub::Impl::on(NodeGone&& gone) {
  std::vector<Line> lines;
  std::vector<Reply> unanswered;  // whether it was done before the node went, the table will tell
  for (const Line& line : all_lines()) {
    if (line.node == gone.node) lines.push_back(line);
    const auto asked = find_line(line)->asked.extract(gone.node);
    if (asked.empty()) continue;
    for (const std::string& id : asked.mapped()) unanswered.push_back({line, json::parse(id)});
  }
  for (const Line& line : lines) on(Gone{line});
  for (const Reply& reply : unanswered)
    refuse(reply, problem("elsewhere", "the machine that had the table went away; look again how it stands"), load_again_ms);
  std::vector<TableId> tables;
  for (auto& [id, table] : tables_)
    if (table.stage == Table::Stage::elsewhere && table.holder == gone.node) tables.push_back(id);
  for (const TableId& id : tables) {
    if (tables_[id].watchers.empty())
      unload(id);
    else
      load(tables_[id]);
  }
  note(Note::Level::warning, "node_gone", {{"node", gone.node}, {"tables", tables.size()}});
}

}  // namespace trestle::server
