#include "cli/saves.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "base/text.hpp"
#include "cli/files.hpp"

namespace trestle::cli {

namespace fs = std::filesystem;

namespace {

Fault system_fault(const std::string& path, const char* what) { return Fault{path, 0, std::string(what) + ": " + std::strerror(errno)}; }

Status write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return system_fault(path, "cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return ok();
}

fs::path save_directory() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return fs::path(data) / "trestle";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".local/share/trestle";
  return fs::path(".");
}

std::string file_name(std::string_view game) {
  char stamp[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  if (::localtime_r(&now, &parts) != nullptr) std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
  return std::string(game) + "-" + stamp;
}

// The first name that is not taken.
std::string free_path(const fs::path& directory, std::string_view game) {
  const std::string base = file_name(game);
  std::error_code error;
  for (int n = 1; n < 100; ++n) {
    const fs::path path = directory / (base + (n == 1 ? "" : "-" + std::to_string(n)) + ".record");
    if (!fs::exists(path, error)) return path.string();
  }
  return (directory / (base + ".record")).string();
}

}  // namespace

namespace {

std::string secret_path(const std::string& path) { return path + ".secret"; }

Status write_whole(const std::string& path, const std::string& text, mode_t mode) {
  struct stat info {};
  const bool special = ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);  // a device is written as it is
  const std::string target = special ? path : path + ".part";
  const int fd = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (fd < 0) return system_fault(target, "cannot be written");
  Status written = write_all(fd, text, target);
  if (written && !special && ::fsync(fd) != 0 && errno != EINVAL) written = system_fault(target, "cannot be flushed");
  if (::close(fd) != 0 && written) written = system_fault(target, "cannot be closed");
  if (special) return written;
  if (written && std::rename(target.c_str(), path.c_str()) != 0) written = system_fault(path, "cannot be replaced");
  if (!written) ::unlink(target.c_str());
  return written;
}

}  // namespace

// The secret first: a record without it could not go on.
Status save_record(const std::string& path, const Record& record, const std::optional<Digest>& secret) {
  if (secret && !record.end && load_secret(path) != secret)
    if (auto kept = write_whole(secret_path(path), text::to_hex(secret->data(), secret->size()) + "\n", 0600); !kept) return kept;
  const Status written = write_whole(path, print_record(record), 0644);
  if (written && secret && record.end) ::unlink(secret_path(path).c_str());
  return written;
}

std::optional<Digest> load_secret(const std::string& path) {
  Digest digest{};
  const auto content = read_file(secret_path(path), 2 * digest.size() + 1);
  const auto bytes = content ? text::from_hex(text::trim(*content)) : std::nullopt;
  if (!bytes || bytes->size() != digest.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), digest.begin());
  return digest;
}

Result<Record> load_record(const std::string& path) {
  const auto text = read_file(path, record_bytes_max);
  if (!text) return text.fault();
  auto recovered = recover_record(*text);
  if (!recovered) return Fault{path, recovered.fault().line, recovered.fault().reason};
  return recovered->record;
}

std::string default_save_path(std::string_view game) {
  const fs::path directory = save_directory();
  std::error_code error;
  fs::create_directories(directory, error);
  return free_path(directory, game);
}

std::string fallback_save_path(std::string_view game) { return free_path(".", game); }

std::vector<SavedGame> saved_games() {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator at(save_directory(), error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".record") files.emplace_back(at->last_write_time(error), at->path());
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<SavedGame> found;
  for (const auto& [time, path] : files) {
    if (found.size() == saved_games_max) break;
    auto record = load_record(path.string());
    if (record && !record->end) found.push_back({path.string(), std::move(*record)});
  }
  return found;
}

std::string quoted(const std::string& path) {
  const auto harmless = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::strchr("/._-+,=@", c) != nullptr;
  };
  if (!path.empty() && std::all_of(path.begin(), path.end(), harmless)) return path;
  std::string out = "'";
  for (char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace trestle::cli
