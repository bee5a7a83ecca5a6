// What the owner of the server may ask, through the owner's own socket.
#include "server/hub/impl.hpp"

namespace trestle::server {

void Hub::Impl::admin(const Reply& reply, LineState& line, Request& request, const std::string& what) {
  Ask ask{reply, line, request, ""};
  const auto failed = [this, reply] { refuse(reply, problem("storage", "the store does not answer")); };
  if (what == "admin_counts") {
    if (!done_or_refuse(ask)) return;
    ask_store(storage::CountAll{}, [this, reply, failed](storage::Answer& found) {
      if (found.outcome == storage::Outcome::failed) return failed();
      const storage::Counts& c = found.counts;
      answer(reply, {{"users", c.users},
                     {"sessions", c.sessions},
                     {"open", c.open},
                     {"running", c.running},
                     {"over", c.over},
                     {"closed", c.closed},
                     {"moves", c.moves},
                     {"lines", lines_.size()},
                     {"tables_in_memory", tables_.size()}});
    });
    return;
  }
  if (what == "admin_list") {
    storage::ListTables list;
    list.from = static_cast<u32>(request.number("from", 0, 1'000'000'000, 0));
    list.count = static_cast<u32>(request.number("count", 1, 10'000, 100));
    if (!done_or_refuse(ask)) return;
    ask_store(list, [this, reply, failed](storage::Answer& found) {
      if (found.outcome == storage::Outcome::failed) return failed();
      constexpr std::string_view names[] = {"open", "running", "over", "closed"};
      json::array tables;
      for (const storage::TableRow& row : found.tables) {
        json::array players;
        if (const auto terms = parse_terms(row.terms))
          for (const Chair& chair : terms->chairs)
            players.push_back(chair.person() ? json::object{{"user", chair.user}, {"name", chair.name}} : json::object{{"bot", chair.bot}});
        tables.push_back(json::object{{"table", row.id},
                                      {"game", row.game},
                                      {"status", names[static_cast<std::size_t>(row.status)]},
                                      {"changed", row.changed},
                                      {"players", std::move(players)}});
      }
      answer(reply, {{"tables", std::move(tables)}});
    });
    return;
  }
  if (what == "admin_export") {
    const std::string id = request.text("table");
    if (!done_or_refuse(ask)) return;
    ask_store(storage::PeekTable{id}, [this, reply, failed](storage::Answer& found) {
      if (found.outcome == storage::Outcome::failed) return failed();
      if (!found.table) return refuse(reply, problem("unknown_table", "there is no such table", "table"));
      Table table;
      std::string why;
      if (!take_in(table, *found.table, why)) return refuse(reply, problem("storage", why));
      if (!table.match) return refuse(reply, problem("not_started", "the game has not begun"));
      answer(reply, {{"record", print_record(table.match->record())}});
    });
    return;
  }
  if (what == "admin_close") {
    // Through the same door as everybody: the table is loaded first if it is not here.
    const std::string id = request.text("table");
    if (!done_or_refuse(ask)) return;
    Table& table = tables_[id];
    if (table.id.empty()) {
      table.id = id;
      load(table);
    }
    if (table.stage == Table::Stage::elsewhere) return refuse(reply, problem("elsewhere", "node " + table.holder + " has this table"));
    if (table.stage == Table::Stage::loading) {
      table.waiting.emplace_back(reply.line, json::serialize(json::object{{"do", what}, {"table", id}}));
      return;
    }
    close_table(table, "online.line.closed_by_owner");
    table_answer(table, reply, {{"table", id}});
    return schedule(table);
  }
  if (what == "admin_ban") {
    const std::string user = request.text("user");
    const bool banned = request.flag("ban", true);
    if (!done_or_refuse(ask)) return;
    ask_store(storage::FindUser{user, ""}, [this, reply, failed, banned](storage::Answer& found) {
      if (found.outcome == storage::Outcome::failed) return failed();
      if (!found.user) return refuse(reply, problem("unknown_player", "there is no such player", "user"));
      UserRow row = *found.user;
      row.banned = banned;
      save_user(reply, row, [this, reply, banned](const UserRow& kept) {
        if (banned) end_lines(kept.id, "banned", "the owner of this server does not want you here");
        answer(reply, {{"user", kept.id}, {"banned", banned}});
      });
    });
    return;
  }
  refuse(reply, problem("unknown_message", "there is no message '" + what + "' for the owner", "do"));
}

}  // namespace trestle::server
