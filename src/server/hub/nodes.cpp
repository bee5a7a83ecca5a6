// Several servers on one database. A table belongs to one node at a time; a client may sit at any. What it says about a table of
// another node is passed on, and the answers come back the same way. When a node dies, whoever has watchers takes its tables over.
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

std::string text_of(const json::object& fields, std::string_view key) {
  const json::value* value = fields.if_contains(key);
  const json::string* s = value == nullptr ? nullptr : value->if_string();
  return s == nullptr ? std::string() : std::string(s->data(), s->size());
}

bool flag_of(const json::object& fields, std::string_view key) {
  const json::value* value = fields.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

}  // namespace

void Hub::Impl::forward(Table& table, const Line& line, std::string_view what, std::string_view text) {
  LineState& state = *find_line(line);
  if (!line.node.empty()) {  // it was passed to us, but we are not the holder any more
    emit(Forward{line.node, json::serialize(json::object{{"kind", "moved"}, {"line", line.number}, {"table", table.id}, {"text", text}})});
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
  }
  ++counters_.relayed;
  state.spoke_to.insert(table.holder);
  emit(Forward{table.holder, json::serialize(message)});
}

void Hub::Impl::on(Relayed&& relayed) {
  json::error_code error;
  const json::value value = json::parse(relayed.message, error);
  if (error || !value.is_object()) return;
  const json::object& message = value.get_object();
  const std::string kind = text_of(message, "kind");
  const json::value* number = message.if_contains("line");
  if (number == nullptr || !number->is_number()) return;
  const u64 line_number = number->to_number<u64>();
  if (kind == "send") {  // an answer for one of ours
    const Line line{"", line_number};
    if (find_line(line) != nullptr) emit(Send{line, text_of(message, "text"), std::nullopt});
    return;
  }
  if (kind == "moved") {  // the node we asked has lost the table: look again where it is
    const Line line{"", line_number};
    const auto at = tables_.find(text_of(message, "table"));
    if (at == tables_.end() || find_line(line) == nullptr) return;
    at->second.waiting.emplace_back(line, text_of(message, "text"));
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
    find_line(line)->user = user;
    Person& person = people_[user];
    if (person.lines.empty()) person.row = row;
    person.lines.insert(line);
  }
  hear(line, text_of(message, "text"));
}

void Hub::Impl::on(NodeGone&& gone) {
  std::vector<Line> lines;
  for (const auto& [line, state] : lines_)
    if (line.node == gone.node) lines.push_back(line);
  for (const Line& line : lines) on(Gone{line});
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
