// Whether every store can keep what an operation holds: texts are UTF-8 without NUL, numbers are finite. What one store would refuse
// all refuse, and they do so before the transaction begins, so that one bad text cannot fail the batch it is in.
#pragma once
#include <optional>

#include "storage/store.hpp"

namespace trestle::storage {

bool is_storable(std::string_view text);
bool is_storable(const Op& op);

// The answer to an operation that no store could carry out; nothing = ask the store.
std::optional<Answer> answer_unasked(const Op& op);

// Ids of players in one text, a line each; they hold no line feed (is_storable).
std::string users_text(const std::vector<UserId>& users);
std::vector<UserId> users_of_text(std::string_view text);

// The number of moves a table has after a save, or nothing where the save contradicts itself: then it is a conflict in any table.
std::optional<u64> moves_after(const SaveTable& save);

// What the rows of a table will say of `changed` and `wake`.
inline Millis changed_by(const SaveTable& save) { return save.row ? save.row->changed : save.changed; }
inline Millis wake_by(const SaveTable& save) { return save.row ? save.row->wake : save.wake; }

inline Answer outcome(Outcome what) {
  Answer answer;
  answer.outcome = what;
  return answer;
}
inline u64& count_of(Counts& counts, TableStatus status) {
  switch (status) {
    case TableStatus::open: return counts.open;
    case TableStatus::running: return counts.running;
    case TableStatus::over: return counts.over;
    case TableStatus::closed: break;
  }
  return counts.closed;
}
std::vector<Answer> all_failed(std::size_t count, const std::string& why);

}  // namespace trestle::storage
