// Records as files: written whole or not at all, found again by the menu. The text form is core/record.
#pragma once
#include <string>
#include <vector>

#include "core/record.hpp"

namespace trestle::cli {

// Writes beside the file, flushes it to the disk and renames, so that a crash leaves the old file or the new one. The secret of a fair
// dealer lies in FILE.secret, for its owner alone, until the game is over and the record itself tells it.
Status save_record(const std::string& path, const Record& record, const std::optional<Digest>& secret = std::nullopt);
// A file whose last line was cut off is read up to there.
Result<Record> load_record(const std::string& path);
// The secret beside a record; nothing = there is none.
std::optional<Digest> load_secret(const std::string& path);

// A new file for a game left without --record: in XDG_DATA_HOME/trestle (else ~/.local/share/trestle), which is made if needed.
std::string default_save_path(std::string_view game);
// In the working directory, for when the other place cannot be written.
std::string fallback_save_path(std::string_view game);

struct SavedGame {
  std::string path;
  Record record;
};
inline constexpr std::size_t saved_games_max = 9;
// Unfinished games of the default place, the newest first.
std::vector<SavedGame> saved_games();

// As a shell takes it.
std::string quoted(const std::string& path);

}  // namespace trestle::cli
