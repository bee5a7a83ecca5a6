#include "sim/train_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/hash.hpp"
#include "base/text.hpp"

namespace trestle {

namespace {

constexpr std::string_view journal_head = "trestle-train 1 ";

// An act's bytes without the zeros at its end.
std::string print_acts(const std::vector<Action>& acts) {
  std::string out;
  for (const Action& act : acts) {
    std::size_t used = act.with.size();
    while (used > 0 && act.with[used - 1] == 0) --used;
    out += ' ' + text::to_hex(&act.kind, 1) + text::to_hex(act.with.data(), used);
  }
  return out;
}

std::string check_of(std::string_view acts) { return std::to_string(hash_bytes(acts.data(), acts.size()) >> 32); }

struct Line {
  u64 part, game;
  std::vector<Action> acts;
};

std::optional<Line> parse_line(std::string_view line) {
  const std::vector<std::string_view> words = text::words(line);
  if (words.size() < 4) return std::nullopt;
  const auto part = text::number(words[0]), game = text::number(words[1]);
  const auto begin = static_cast<std::size_t>(words[3].data() - line.data()) - 1;
  if (!part || !game || *part < 0 || *game < 0 || words[2] != check_of(line.substr(begin))) return std::nullopt;
  Line out{static_cast<u64>(*part), static_cast<u64>(*game), {}};
  for (std::size_t i = 3; i < words.size(); ++i) {
    const auto bytes = text::from_hex(words[i]);
    if (!bytes || bytes->empty() || bytes->size() > sizeof(Action)) return std::nullopt;
    Action act;
    act.kind = bytes->front();
    std::copy(bytes->begin() + 1, bytes->end(), act.with.begin());
    out.acts.push_back(act);
  }
  return out;
}

}  // namespace

Status TrainJournal::open(const std::string& path, const std::string& plan_hash) {
  if (path.empty()) return ok();
  const std::string head = std::string(journal_head) + plan_hash;
  std::error_code error;
  if (!std::filesystem::exists(path, error) || std::filesystem::file_size(path, error) == 0) {
    if (auto opened = file_.open(path, "wb"); !opened) return opened;
    file_.write(head + "\n");
    file_.flush();
    return ok();
  }
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!in || !std::getline(in, line) || !line.starts_with(journal_head)) return Fault{path, 1, "this is not the journal of a training run"};
  if (line != head)
    return Fault{path, 1,
                 "this is the journal of another plan: game, tables, weights, who plays at which tables, wander and seed must be the same"};
  std::uintmax_t intact = head.size() + 1;
  for (int number = 2; std::getline(in, line) && !in.eof(); ++number) {
    auto game = parse_line(line);
    if (!game) return Fault{path, number, "this line is damaged"};
    intact += line.size() + 1;
    played_[{game->part, game->game}] = std::move(game->acts);
  }
  in.close();
  std::filesystem::resize_file(path, intact, error);
  if (error) return Fault{path, 0, "cannot be written: " + error.message()};
  return file_.open(path, "ab");
}

std::vector<Action> TrainJournal::take(u64 part, u64 game) {
  const std::lock_guard lock(mutex_);
  const auto found = played_.find({part, game});
  return found == played_.end() ? std::vector<Action>() : std::move(found->second);
}

void TrainJournal::add(u64 part, u64 game, const std::vector<Action>& acts) {
  const std::string text = print_acts(acts);
  const std::lock_guard lock(mutex_);
  file_.write(std::to_string(part) + ' ' + std::to_string(game) + ' ' + check_of(text) + text + '\n');
  file_.flush();
}

}  // namespace trestle
