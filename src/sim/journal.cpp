#include "sim/journal.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.hpp"

namespace trestle {

namespace {

constexpr std::string_view journal_head = "trestle-journal 1 ";

Fault cannot(const std::string& path, const char* what, int error) {
  return Fault{path, 0, std::string("cannot be ") + what + ": " + std::strerror(error)};
}

// Whether a line of a journal tells of the game that the schedule has there.
bool is_game(const GameResult& result, const Schedule& schedule, u64 number) {
  const GameOrder order = order_of(schedule, number);
  if (result.game != number || result.seed != order.seed || result.deal != order.deal || result.seats.size() != order.players.size())
    return false;
  for (std::size_t i = 0; i < order.players.size(); ++i)
    if (result.seats[i].bot != order.players[i]) return false;
  return true;
}

}  // namespace

Status GrowingFile::open(const std::string& path, const char* mode) {
  path_ = path;
  if (path.empty()) return ok();
  file_.reset(std::fopen(path.c_str(), mode));
  if (!file_) return cannot(path, "written", errno);
  return ok();
}

void GrowingFile::write(std::string_view text) {
  if (file_ && std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() && error_ == 0) error_ = errno;
}

void GrowingFile::flush() {
  if (file_ && std::fflush(file_.get()) != 0 && error_ == 0) error_ = errno;
}

Status GrowingFile::close() {
  flush();
  file_.reset();
  if (error_ != 0) return cannot(path_, "written", error_);
  return ok();
}

Status Journal::open(const std::string& path, const std::string& plan_hash, const Schedule& schedule) {
  if (path.empty()) return ok();
  const std::string head = std::string(journal_head) + plan_hash + "\n";
  std::error_code error;
  if (!std::filesystem::exists(path, error) || std::filesystem::file_size(path, error) == 0) {
    if (auto opened = file_.open(path, "wb"); !opened) return opened;
    file_.write(head);
    file_.flush();
    return ok();
  }
  if (std::filesystem::is_directory(path, error)) return Fault{path, 0, "is a directory, not a journal"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return cannot(path, "read", errno);
  std::string line;
  if (!std::getline(in, line) || !line.starts_with(journal_head)) return Fault{path, 1, "this is not the journal of a simulation"};
  if (line + "\n" != head)
    return Fault{path, 1, "this is the journal of another plan: game, tables, bots, seats, seed and counted fields must be the same"};
  std::uintmax_t intact = head.size();
  for (int number = 2; std::getline(in, line); ++number) {
    auto result = parse_result(line);
    const bool sound = result && is_game(*result, schedule, played_.size());
    const bool whole = !in.eof();  // the line has its end
    if (!sound || !whole) {
      if (whole && in.peek() != std::ifstream::traits_type::eof())
        return Fault{path, number, result ? "not the game that comes here" : result.fault().reason};
      break;  // cut off while it was written
    }
    intact += line.size() + 1;
    played_.push_back(std::move(*result));
  }
  in.close();
  std::filesystem::resize_file(path, intact, error);
  if (error) return Fault{path, 0, "cannot be written: " + error.message()};
  return file_.open(path, "ab");
}

void Journal::add(const GameResult& result) {
  file_.write(print_result(result, false) + "\n");
  file_.flush();
}

}  // namespace trestle
