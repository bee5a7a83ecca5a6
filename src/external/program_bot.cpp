#include "external/program_bot.hpp"

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "protocol/player_side.hpp"

namespace trestle {

namespace {

constexpr std::string_view prefix = "program:";
constexpr std::string_view time_setting = "ms=";
constexpr std::size_t shown_name_max = 40;

// A number for the program's own choices. One way only: from it nobody finds the way back to what else is drawn.
u64 seed_for(Rng& rng) {
  const Digest digest = sha256("player " + std::to_string(rng.next()));
  u64 seed = 0;
  for (std::size_t i = 0; i < 6; ++i) seed = seed << 8 | digest[i];
  return seed;
}

}  // namespace

bool is_program(std::string_view spec) { return spec.starts_with(prefix); }

Result<ProgramSpec> parse_program_spec(std::string_view spec) {
  if (!is_program(spec)) return fault("a program is written program:COMMAND");
  if (spec.size() > spec_bytes_max) return fault("the name of a bot is at most " + std::to_string(spec_bytes_max) + " bytes long");
  ProgramSpec out;
  std::string_view command = spec.substr(prefix.size());
  const std::size_t plus = command.rfind('+');
  if (plus != std::string_view::npos && command.substr(plus + 1).starts_with(time_setting)) {
    const auto ms = text::number(command.substr(plus + 1 + time_setting.size()));
    if (!ms || *ms < 1 || *ms > program_ms_max)
      return fault("'" + std::string(spec) + "': ms must be 1 to " + std::to_string(program_ms_max));
    out.ms = static_cast<u32>(*ms);
    command = command.substr(0, plus);
  }
  for (const std::string_view word : text::words(command)) out.command.emplace_back(word);
  if (out.command.empty()) return fault("'" + std::string(spec) + "' names no program");
  return out;
}

std::string program_name(const ProgramSpec& spec) {
  // "python3 -u bots/mine.py --deep" is mine.py: the last word that names a folder or has an ending, else the command itself.
  std::string_view found = spec.command.front();
  for (const std::string& word : spec.command)
    if (word.front() != '-' && word.find_first_of("./") != std::string::npos) found = word;
  if (const std::size_t slash = found.find_last_of('/'); slash != std::string_view::npos) found = found.substr(slash + 1);
  std::string out;
  for (const char c : found.substr(0, shown_name_max)) out += static_cast<u8>(c) <= 0x20 || static_cast<u8>(c) > 0x7e ? '?' : c;
  return out.empty() ? "?" : out;
}

Result<std::unique_ptr<ProgramBot>> ProgramBot::make(std::string_view text, GamePtr game) {
  const auto spec = parse_program_spec(text);
  if (!spec) return spec.fault();
  auto understudy = make_bot("greedy", game);
  if (!understudy) understudy = make_bot("random", game);
  if (!understudy) return understudy.fault();
  std::unique_ptr<ProgramBot> bot(new ProgramBot(*spec, std::move(game)));
  bot->understudy_ = std::move(*understudy);
  if (auto status = bot->start(); !status) return fault("program '" + text::join(spec->command, " ") + "' " + status.fault().reason);
  return bot;
}

Status ProgramBot::start() {
  auto process = Process::start(spec_.command);
  if (!process) return process.fault();
  process_ = std::move(*process);
  const auto answer = ask(protocol::hello_line(), std::max(spec_.ms, program_start_ms));
  const Status status = answer ? protocol::read_hello(*answer) : Status(answer.fault());
  if (!status) process_.reset();
  return status;
}

Result<std::string> ProgramBot::ask(const std::string& line, u32 ms) {
  const auto deadline = Process::Clock::now() + std::chrono::milliseconds(ms);
  if (process_->has_more()) return fault("speaks without being asked");
  if (auto sent = process_->send(line, deadline); !sent) return sent.fault();
  return process_->receive(protocol::player_answer_bytes_max, deadline);
}

void ProgramBot::begin(Seat seat, int players, Rng& rng) {
  const u64 seed = seed_for(rng);
  failure_.clear();
  if (!process_)
    if (auto started = start(); !started) return fail(started.fault());
  const auto answer = ask(protocol::begin_line(*game_, players, seat, seed, spec_.ms), std::max(spec_.ms, program_start_ms));
  if (!answer) return fail(answer.fault());
  if (auto begun = protocol::read_begun(*answer); !begun) fail(begun.fault());
}

void ProgramBot::fail(const Fault& why) {
  failure_ = why.reason;
  process_.reset();
}

Result<Action> ProgramBot::ask_for_act(const AnySight& sight) {
  const auto answer = ask(protocol::choose_line(*game_, sight, spec_.ms), spec_.ms);
  if (!answer) return answer.fault();
  return protocol::read_choice(*game_, sight, *answer);
}

Action ProgramBot::choose(const AnySight& sight, Rng& rng) {
  if (failure_.empty()) {
    CHECK(process_ != nullptr);  // begun
    const auto action = ask_for_act(sight);
    if (action) return *action;
    fail(action.fault());
  }
  return understudy_->choose(sight, rng);
}

Result<std::unique_ptr<Bot>> make_bot_or_program(std::string_view spec, GamePtr game) {
  if (!is_program(spec)) return make_bot(spec, std::move(game));
  auto bot = ProgramBot::make(spec, std::move(game));
  if (!bot) return bot.fault();
  return std::unique_ptr<Bot>(std::move(*bot));
}

}  // namespace trestle
