#include "server/work/bot_pool.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>

#include "protocol/table_talk.hpp"
#include "server/work/metrics.hpp"
#include "sim/analyse.hpp"

namespace trestle::server {

namespace json = boost::json;

namespace {

constexpr int nice_of_bots = 5, nice_of_analyses = 15;
constexpr auto progress_every = std::chrono::milliseconds(500);

// Of the calling thread alone: on Linux a thread has a priority of its own. Not being allowed to is no fault.
void be_nice(int by) { (void)setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), by); }

// Thrown through sim's analyse by its progress hook when the server stops; nobody else sees it.
struct Stopped {};

json::object analysis_json(const AnyGame& game, const Analysis& analysis) {
  json::array decisions, mistakes;
  for (const Decision& d : analysis.decisions)
    decisions.push_back(json::object{{"move", d.move},
                                     {"seat", seat_name(d.seat)},
                                     {"action", game.print(d.played)},
                                     {"chance", d.chance},
                                     {"kept", d.kept},
                                     {"best", game.print(d.best)}});
  for (const auto& of_seat : analysis.mistakes)
    for (const Mistake& m : of_seat) {
      const Decision& d = analysis.decisions[m.decision];
      json::array reasons;
      for (const Reason& r : m.reasons) reasons.push_back(protocol::reason_json(r));
      mistakes.push_back(json::object{{"move", d.move},
                                      {"seat", seat_name(d.seat)},
                                      {"action", game.print(d.played)},
                                      {"kept", m.kept},
                                      {"better", game.print(m.better)},
                                      {"chance", m.chance},
                                      {"lost", m.lost()},
                                      {"reasons", std::move(reasons)}});
    }
  return {{"decisions", std::move(decisions)}, {"mistakes", std::move(mistakes)}};
}

}  // namespace

BotPool::BotPool(unsigned threads, Deliver deliver) : deliver_(std::move(deliver)) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  threads_.emplace_back([this] { run_analyses(); });
}

BotPool::~BotPool() { stop(); }

void BotPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  wake_analyses_.notify_all();
  for (std::thread& t : threads_)
    if (t.joinable()) t.join();
}

void BotPool::think(Think question) {
  {
    const std::lock_guard lock(mutex_);
    thinks_.push_back(std::move(question));
  }
  wake_.notify_one();
}

void BotPool::advise(Advise question) {
  {
    const std::lock_guard lock(mutex_);
    if (hints_.size() < hints_waiting_max) {
      hints_.push_back(std::move(question));
      wake_.notify_one();
      return;
    }
  }
  deliver_({Worked{question.ticket, {}, true}});
}

void BotPool::analyse(Analyse question) {
  {
    const std::lock_guard lock(mutex_);
    if (analyses_.size() < analyses_waiting_max) {
      analyses_.push_back(std::move(question));
      wake_analyses_.notify_one();
      return;
    }
  }
  deliver_({Worked{question.ticket, {}, true}});
}

Bot* BotPool::bot_of(Bots& bots, const GamePtr& game, const std::string& spec) {
  const BotKey key{game.get(), spec};
  if (const auto found = bots.find(key); found != bots.end()) return found->second.bot.get();
  auto made = make_bot(spec, game);
  if (!made) return nullptr;
  if (bots.size() >= bots_kept_max) bots.clear();
  return (bots[key] = {game, std::move(*made)}).bot.get();
}

void BotPool::run() {
  be_nice(nice_of_bots);
  Bots bots;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || !thinks_.empty() || !hints_.empty(); });
    if (stopping_) return;
    if (!thinks_.empty()) {
      const Think question = std::move(thinks_.front());
      thinks_.pop_front();
      lock.unlock();
      answer(bots, question);
    } else {
      const Advise question = std::move(hints_.front());
      hints_.pop_front();
      lock.unlock();
      answer(bots, question);
    }
    lock.lock();
  }
}

void BotPool::run_analyses() {
  be_nice(nice_of_analyses);
  std::unique_lock lock(mutex_);
  while (true) {
    wake_analyses_.wait(lock, [&] { return stopping_ || !analyses_.empty(); });
    if (stopping_) return;
    const Analyse question = std::move(analyses_.front());
    analyses_.pop_front();
    lock.unlock();
    try {
      answer(question);
    } catch (const Stopped&) {
      return;
    }
    lock.lock();
  }
}

void BotPool::answer(Bots& bots, const Think& question) {
  Bot* bot = bot_of(bots, question.game, question.bot);
  CHECK(bot != nullptr);  // a table is made only with bots that there are
  Rng rng(question.seed);
  deliver_({Thought{question.ticket, bot->choose(*question.sight, rng)}});
  ++thoughts_;
}

void BotPool::answer(Bots& bots, const Advise& question) {
  Bot* bot = bot_of(bots, question.game, question.bot);
  CHECK(bot != nullptr);
  Rng rng(question.seed);
  deliver_({Worked{question.ticket, json::serialize(protocol::advice_json(*question.game, *question.sight, *bot, rng)), true}});
  ++hints_given_;
}

void BotPool::answer(const Analyse& question) {
  const auto give_up = [&] { deliver_({Worked{question.ticket, {}, true}}); };
  const auto record = parse_record(question.record);
  if (!record) return give_up();
  AnalysisPlan plan;
  auto told = std::chrono::steady_clock::now();
  plan.progress = [&](u64 done, u64 of) {
    if (stopping_) throw Stopped();
    const auto now = std::chrono::steady_clock::now();
    if (now - told < progress_every) return;
    told = now;
    deliver_({Worked{question.ticket, json::serialize(json::object{{"done", done}, {"of", of}}), false}});
  };
  const auto analysis = trestle::analyse(question.game, *record, plan);
  if (!analysis) return give_up();
  deliver_({Worked{question.ticket, json::serialize(analysis_json(*question.game, *analysis)), true}});
  ++analyses_done_;
}

void BotPool::print_metrics(std::string& out) const {
  std::size_t thinks = 0, hints = 0, analyses = 0;
  {
    const std::lock_guard lock(mutex_);
    thinks = thinks_.size();
    hints = hints_.size();
    analyses = analyses_.size();
  }
  const auto gauge = [&](std::string_view name, std::string_view help, std::size_t n) {
    print_metric(out, name, help, Kind::gauge, static_cast<double>(n));
  };
  gauge("trestle_bots_waiting", "Bots' decisions waiting for a thread.", thinks);
  gauge("trestle_hints_waiting", "Hints waiting for a thread.", hints);
  gauge("trestle_analyses_waiting", "Analyses waiting.", analyses);
  print_metric(out, "trestle_bot_decisions_total", "Bots' decisions.", Kind::counter, static_cast<double>(thoughts_));
  print_metric(out, "trestle_hints_total", "Hints given.", Kind::counter, static_cast<double>(hints_given_));
  print_metric(out, "trestle_analyses_total", "Games analysed.", Kind::counter, static_cast<double>(analyses_done_));
}

}  // namespace trestle::server
