// Talk at a table: those at the seats among themselves, those who look on among themselves.
#include "base/text.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

void Hub::Impl::chat(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const std::string said = ask.request.text("text");
  if (!done_or_refuse(ask)) return;
  if (!table->terms.chat) return refuse(ask.reply, problem("not_allowed", "this table was made without chat"));
  if (said.empty() || said.size() > chat_bytes_max || !text::is_plain(said))
    return refuse(ask.reply, problem("bad_message", "a line has 1 to " + std::to_string(chat_bytes_max) + " bytes of plain text", "text"));
  if (!within("chat " + *ask.line.user, config_.limits.chat_lines_a_minute, 60'000, true))
    return refuse(ask.reply, problem("limit", "at most " + std::to_string(config_.limits.chat_lines_a_minute) + " lines a minute"), 60'000);
  storage::ChatRow row;
  row.user = *ask.line.user;
  row.text = person_of(ask.line)->row.name + '\n' + said;
  row.spectators = !table->seat_of(row.user);
  row.at = now_;
  table->chat.push_back(row);
  if (table->chat.size() > chat_lines_kept) table->chat.pop_front();
  save(*table, std::nullopt, std::nullopt, 0, false, [&](storage::SaveTable& op) { op.chat.push_back(row); });
  table_answer(*table, ask.reply, {{"table", table->id}});
  json::object push{{"push", "chat"}};
  add_fields(push, chat_json(*table, row));
  const std::string text = json::serialize(push);
  for (const auto& [line, seat] : table->watchers) {
    const LineState* state = find_line(line);
    if ((seat == Seat::Table) == row.spectators && state != nullptr && !is_muted(*state, row.user)) table_push(*table, line, text);
  }
  schedule(*table);
}

bool Hub::Impl::is_muted(const LineState& line, const UserId& speaker) {
  const Person* person = person_of(line);
  return person != nullptr && person->muted.contains(speaker);
}

// Whoever has a table filters what is said at it, so every node is to know.
void Hub::Impl::mute(Ask& ask) {
  const std::string user = ask.request.text("user");
  const bool silent = ask.request.flag("mute", true);
  ask.request.text("table", "");
  if (!done_or_refuse(ask)) return;
  if (silent && person_of(ask.line)->muted.size() >= muted_max)
    return refuse(ask.reply, problem("limit", "at most " + std::to_string(muted_max) + " players are muted"));
  mute_here(*ask.line.user, user, silent);
  tell_nodes({{"kind", "mute"}, {"by", *ask.line.user}, {"user", user}, {"mute", silent}});
  answer(ask.reply, {{"user", user}, {"mute", silent}});
}

}  // namespace trestle::server
