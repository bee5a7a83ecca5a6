#include "sim/run.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "base/text.hpp"
#include "base/version.hpp"
#include "bots/levels.hpp"
#include "bots/value/net.hpp"
#include "sim/journal.hpp"
#include "sim/sim_table.hpp"

namespace trestle {

namespace {

using Milliseconds = std::chrono::milliseconds;
constexpr u64 run_ahead_max = 1 << 16;  // games played before one that is still under way
constexpr u64 block_games_max = 64;     // a thread, handed out at once
constexpr Milliseconds between_looks{5}, between_looks_alone{100};
constexpr Milliseconds between_progress{250};

// The threads of this process, and the games they are to play.
class Pool {
 public:
  Pool(const AnyGame& game, const RunPlan& plan) : game_(game), plan_(plan) {
    for (int i = 0; i < plan.threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() { stop(); }

  void push(u64 from, u64 to) {
    const std::lock_guard lock(mutex_);
    for (u64 game = from; game < to; ++game) queue_.push_back(game);
    work_.notify_all();
  }
  std::size_t queued() {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }
  // What has been played since the last call; waits for the first of it, but not for long.
  std::vector<GameResult> collect(Milliseconds patience) {
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, patience, [this] { return !results_.empty(); });
    return std::exchange(results_, {});
  }
  // Games under way are finished, the others dropped.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      queue_.clear();
      work_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void work() {
    visit_rules(game_, [this]<class R>(const R& rules) {
      const auto table = std::make_unique<SimTable<R>>(game_, rules, plan_);
      while (const auto number = next()) {
        GameResult result = table->play(order_of(plan_.schedule, *number));
        const std::lock_guard lock(mutex_);
        results_.push_back(std::move(result));
        done_.notify_one();
      }
    });
  }
  std::optional<u64> next() {
    std::unique_lock lock(mutex_);
    work_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return std::nullopt;
    const u64 number = queue_.front();
    queue_.pop_front();
    return number;
  }

  const AnyGame& game_;
  const RunPlan& plan_;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::deque<u64> queue_;
  std::vector<GameResult> results_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// Messages. To the leader: "want", "bye", or a result a line. To a helper: "play FROM TO", "end", or "quit" when the run failed.
constexpr std::string_view want = "want", bye = "bye", end = "end", quit = "quit", play_word = "play ";

class Leader {
 public:
  Leader(const AnyGame& game, const RunPlan& plan, const RunFiles& files, const Ranks& ranks, const RunHooks& hooks)
      : game_(game), plan_(plan), files_(files), ranks_(ranks), hooks_(hooks) {}

  Status run() {
    Status status = open_files();
    if (status) status = play();
    dismiss(status ? end : quit);
    if (!status) return status;
    if (auto closed = csv_.close(); !closed) return closed;
    return journal_.close();
  }

 private:
  Status open_files() {
    const Schedule& schedule = plan_.schedule;
    if (auto opened = journal_.open(files_.journal, plan_hash(game_, plan_), schedule); !opened) return opened;
    if (auto opened = csv_.open(files_.csv, "wb"); !opened) return opened;
    csv_.write(csv_head(schedule.seats()));
    if (files_.records.empty()) return ok();
    std::error_code error;
    std::filesystem::create_directories(files_.records, error);
    if (error || !std::filesystem::is_directory(files_.records, error))
      return Fault{files_.records, 0, "cannot be made a directory for records"};
    return ok();
  }

  Status play() {
    for (GameResult& result : journal_.played()) {
      if (taken_ == plan_.schedule.games || enough_) break;
      take(result);
    }
    next_ = taken_;
    if (finished()) return ok();
    Pool pool(game_, plan_);
    auto told = std::chrono::steady_clock::now();
    while (!finished()) {
      if (pool.queued() < static_cast<std::size_t>(plan_.threads))
        if (const auto block = hand_out()) pool.push(block->first, block->second);
      hear();
      for (GameResult& result : pool.collect(ranks_.count() > 1 ? between_looks : between_looks_alone)) arrive(std::move(result));
      if (auto status = deliver(); !status) return status;
      if (hooks_.progress && std::chrono::steady_clock::now() - told >= between_progress) {
        told = std::chrono::steady_clock::now();
        hooks_.progress(taken_, plan_.schedule.games);
      }
    }
    return ok();
  }

  bool finished() const { return enough_ || taken_ == plan_.schedule.games; }

  // Large blocks at first, small ones towards the end, so that everybody finishes at about the same time.
  std::optional<std::pair<u64, u64>> hand_out() {
    const u64 left = plan_.schedule.games - next_, threads = static_cast<u64>(plan_.threads);
    if (left == 0 || next_ - taken_ > run_ahead_max) return std::nullopt;
    const u64 a_thread = std::clamp<u64>(left / (4 * threads * static_cast<u64>(ranks_.count())), 1, block_games_max);
    const u64 from = next_;
    next_ += std::min(left, threads * a_thread);
    return std::pair(from, next_);
  }

  void hear() {
    while (auto message = ranks_.receive()) {
      if (message->text == want)
        idle_.push_back(message->from);
      else
        hear_results(message->text);
    }
    while (!idle_.empty()) {
      const auto block = hand_out();
      if (!block) return;
      ranks_.send(idle_.back(), std::string(play_word) + std::to_string(block->first) + " " + std::to_string(block->second));
      idle_.pop_back();
    }
  }

  void hear_results(std::string_view text) {
    for (const std::string_view line : text::lines(text)) {
      auto result = parse_result(line);
      CHECK(bool(result));
      arrive(std::move(*result));
    }
  }

  void arrive(GameResult result) { arrived_.emplace(result.game, std::move(result)); }

  Status deliver() {
    for (auto first = arrived_.begin(); first != arrived_.end() && first->first == taken_ && !enough_; first = arrived_.erase(first)) {
      if (auto status = keep_record(first->second); !status) return status;
      if (!files_.journal.empty()) journal_.add(first->second);
      take(first->second);
    }
    return ok();
  }

  void take(const GameResult& result) {
    if (!files_.csv.empty()) csv_.write(csv_line(result, plan_.schedule));
    enough_ = !hooks_.take(result);
    ++taken_;
  }

  Status keep_record(const GameResult& result) const {
    if (files_.records.empty()) return ok();
    std::string number = std::to_string(result.game);
    number.insert(0, std::max<std::size_t>(6, number.size()) - number.size(), '0');
    GrowingFile file;
    if (auto opened = file.open(files_.records + "/game-" + number + ".record", "wb"); !opened) return opened;
    file.write(result.record);
    return file.close();
  }

  void dismiss(std::string_view how) const {
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, std::string(how));
    for (int left = ranks_.count() - 1; left > 0;) {
      const auto message = ranks_.receive();
      if (!message)
        std::this_thread::sleep_for(between_looks);
      else
        left -= message->text == bye;
    }
  }

  const AnyGame& game_;
  const RunPlan& plan_;
  const RunFiles& files_;
  const Ranks& ranks_;
  const RunHooks& hooks_;
  Journal journal_;
  GrowingFile csv_;
  u64 next_ = 0, taken_ = 0;  // the first game not handed out, the first not taken
  bool enough_ = false;
  std::map<u64, GameResult> arrived_;
  std::vector<int> idle_;  // ranks that want work
};

Status help(const AnyGame& game, const RunPlan& plan, const Ranks& ranks) {
  Pool pool(game, plan);
  bool asked = false;
  while (true) {
    while (const auto message = ranks.receive()) {
      if (message->text == end || message->text == quit) {
        pool.stop();
        ranks.send(0, std::string(bye));
        if (message->text == quit) return fault("");
        return ok();
      }
      const auto words = text::words(message->text);
      CHECK(words.size() == 3);
      pool.push(static_cast<u64>(*text::number(words[1])), static_cast<u64>(*text::number(words[2])));
      asked = false;
    }
    std::string lines;
    for (const GameResult& result : pool.collect(between_looks)) lines += print_result(result, plan.records) + "\n";
    if (!lines.empty()) ranks.send(0, lines);
    if (!asked && pool.queued() < static_cast<std::size_t>(plan.threads)) {
      ranks.send(0, std::string(want));
      asked = true;
    }
  }
}

}  // namespace

std::string plan_hash(const AnyGame& game, const RunPlan& plan) {
  std::string text = std::string("trestle ") + program_version + "\n" + game.info().name + " " + std::to_string(game.info().rules_version) +
                     " " + game.info().edition + "\n";
  for (const auto& [name, value] : game.options()) text += name + "=" + value + "\n";
  for (const std::string& bot : plan.schedule.bots) text += spelt_out(game.info().name, bot) + "\n";
  for (const LineUp& line_up : plan.schedule.line_ups) {
    for (const u8 bot : line_up) text += std::to_string(bot) + " ";
    text += "\n";
  }
  text += std::to_string(static_cast<int>(plan.schedule.seating)) + " " + std::to_string(plan.schedule.seed) + "\n";
  text += text::join(plan.by, " ") + "\n" + text::join(plan.count, " ") + "\n" + (plan.details ? "details" : "") + "\n";
  return text::to_hex(sha256(text + ValueNets::all_texts(game.info().name)).data(), 8);
}

Status check_plan(const AnyGame& game, const RunPlan& plan) {
  if (auto status = check_schedule(game, plan.schedule); !status) return status;
  if (plan.threads < 1 || plan.threads > sim_threads_max) return fault("threads must be 1 to " + std::to_string(sim_threads_max));
  std::vector<std::string> of_table, of_seat;
  for (const Field& field : game.fields(game.start(static_cast<int>(plan.schedule.seats())), Seat::Chance))
    if (field.key.starts_with("A."))
      of_seat.push_back(field.key.substr(2));
    else if (field.key.find('.') == std::string::npos)
      of_table.push_back(field.key);
  for (const std::string& name : plan.by)
    if (std::find(of_seat.begin(), of_seat.end(), name) == of_seat.end())
      return fault("a seat has no field '" + name + "'; it has: " + text::join(of_seat, ", "));
  for (const std::string& name : plan.count)
    if (std::find(of_table.begin(), of_table.end(), name) == of_table.end())
      return fault("the table has no field '" + name + "'; it has: " + text::join(of_table, ", "));
  return ok();
}

Status run_games(const AnyGame& game, const RunPlan& plan, const RunFiles& files, const Ranks& ranks, const RunHooks& hooks) {
  if (!ranks.leads()) return help(game, plan, ranks);
  return Leader(game, plan, files, ranks, hooks).run();
}

}  // namespace trestle
