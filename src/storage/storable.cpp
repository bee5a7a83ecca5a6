#include "storage/storable.hpp"

#include <cmath>
#include <cstring>

namespace trestle::storage {
namespace {

// Bytes of the UTF-8 character at the beginning, 0 where there is none: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t character_bytes(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<u8>(s[i]); };
  const auto tail = [&](std::size_t i) { return i < s.size() && (byte(i) & 0xC0) == 0x80; };
  const u8 lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!tail(1) || !tail(2) || (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F)) return 0;
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!tail(1) || !tail(2) || !tail(3) || (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F)) return 0;
    return 4;
  }
  return 0;
}

// Whether the first eight bytes are ASCII without a NUL, as nearly all text is.
bool begins_with_plain_letters(std::string_view s) {
  constexpr u64 ones = 0x0101010101010101, tops = 0x8080808080808080;
  u64 word = 0;
  if (s.size() < sizeof word) return false;
  std::memcpy(&word, s.data(), sizeof word);
  return (word & tops) == 0 && ((word - ones) & tops) == 0;
}

template <class... Texts>
bool texts(const Texts&... all) {
  return (is_storable(std::string_view(all)) && ...);
}
bool holds(const UserId& id) { return !id.empty() && id.find('\n') == std::string::npos && is_storable(std::string_view(id)); }
bool holds(const UserRow& r) { return texts(r.id, r.name, r.login, r.password, r.webhook, r.webhook_secret, r.language); }
bool holds(const ChatRow& r) { return texts(r.user, r.text); }
bool holds(const ResultRow& r) {
  return texts(r.player, r.table, r.game) && std::isfinite(r.mean_before) && std::isfinite(r.mean_after) && std::isfinite(r.spread_after);
}
bool holds(const RatingChange& r) {
  return texts(r.player, r.game) && std::isfinite(r.mean) && std::isfinite(r.spread) && std::isfinite(r.shift) && std::isfinite(r.shrink);
}

template <class Rows>
bool every(const Rows& rows) {
  for (const auto& row : rows)
    if (!holds(row)) return false;
  return true;
}

bool holds(const SaveUser& op) { return !op.user.id.empty() && holds(op.user); }
bool holds(const FindUser& op) { return texts(op.id, op.login); }
bool holds(const SaveSession& op) { return texts(op.session.user); }
bool holds(const FindSession&) { return true; }
bool holds(const EndSession&) { return true; }
bool holds(const EndSessions& op) { return texts(op.user); }
bool holds(const SaveTable& op) {
  if (op.id.empty() || op.node.empty() || !texts(op.id, op.node) || (op.create && !op.row)) return false;
  if (op.row && (!texts(op.row->game, op.row->terms) || !every(op.row->users))) return false;
  if (op.step && !texts(op.step->text)) return false;
  return every(op.chat) && every(op.results) && every(op.ratings);
}
bool holds(const LoadTable& op) { return !op.node.empty() && texts(op.id, op.node); }
bool holds(const PeekTable& op) { return texts(op.id); }
bool holds(const ReleaseTable& op) { return !op.node.empty() && texts(op.id, op.node); }
bool holds(const ListTables& op) { return !op.user || texts(*op.user); }
bool holds(const ListDue& op) { return texts(op.node); }
bool holds(const FindResults& op) { return texts(op.player); }
bool holds(const FindRatings& op) {
  for (const std::string& player : op.players)
    if (!texts(player)) return false;
  return texts(op.game);
}
bool holds(const Heartbeat& op) { return !op.node.empty() && texts(op.node); }
bool holds(const CountAll&) { return true; }

bool only_reads(const Op& op) {
  return std::holds_alternative<FindUser>(op) || std::holds_alternative<LoadTable>(op) || std::holds_alternative<PeekTable>(op) ||
         std::holds_alternative<ListTables>(op) || std::holds_alternative<ListDue>(op) || std::holds_alternative<FindResults>(op) ||
         std::holds_alternative<FindRatings>(op);
}

}  // namespace

bool is_storable(std::string_view text) {
  while (!text.empty()) {
    if (begins_with_plain_letters(text)) {
      text.remove_prefix(sizeof(u64));
      continue;
    }
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

bool writes(const Op& op) {
  return std::holds_alternative<SaveUser>(op) || std::holds_alternative<SaveSession>(op) || std::holds_alternative<SaveTable>(op) ||
         std::holds_alternative<Heartbeat>(op);
}

bool is_storable(const Op& op) {
  return std::visit([](const auto& one) { return holds(one); }, op);
}

std::optional<Answer> answer_unasked(const Op& op) {
  if (!is_storable(op)) {
    if (only_reads(op)) return outcome(Outcome::missing);
    Answer answer = outcome(Outcome::failed);
    answer.why = "what should be kept holds a text or a number that cannot be stored";
    return answer;
  }
  const auto* save = std::get_if<SaveTable>(&op);
  if (save != nullptr && !moves_after(*save)) return outcome(Outcome::conflict);
  return std::nullopt;
}

std::string users_text(const std::vector<UserId>& users) {
  std::string out;
  for (const UserId& user : users) out += (out.empty() ? "" : "\n") + user;
  return out;
}

std::vector<UserId> users_of_text(std::string_view text) {
  std::vector<UserId> users;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    users.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return users;
}

std::optional<u64> moves_after(const SaveTable& save) {
  if (save.create && save.expect_moves != 0) return std::nullopt;
  const u64 kept = save.cut_to.value_or(save.expect_moves);
  if (kept > save.expect_moves || (save.step && (save.step->first != kept || save.step->moves == 0))) return std::nullopt;
  return kept + (save.step ? save.step->moves : 0);
}

std::vector<Answer> all_failed(std::size_t count, const std::string& why) {
  Answer answer = outcome(Outcome::failed);
  answer.why = why;
  return std::vector<Answer>(count, answer);
}

}  // namespace trestle::storage
