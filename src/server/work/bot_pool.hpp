// Threads that think: bots' moves first, then hints; and one thread more that goes through finished games. All at low priority, so that
// people at other tables do not wait for a bot. A bot gets a sight and nothing else (I6).
#pragma once
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "bots/bots.hpp"
#include "server/work/deliver.hpp"

namespace trestle::server {

inline constexpr std::size_t hints_waiting_max = 256;
inline constexpr std::size_t analyses_waiting_max = 32;
inline constexpr std::size_t bots_kept_max = 32;  // by one thread, ready to be asked again

class BotPool {
 public:
  BotPool(unsigned threads, Deliver deliver);
  ~BotPool();  // drops what is waiting

  void think(Think question);
  void advise(Advise question);    // answered with nothing at once where too many are waiting
  void analyse(Analyse question);  // likewise
  void stop();

  void print_metrics(std::string& out) const;

 private:
  using BotKey = std::pair<const AnyGame*, std::string>;
  struct Kept {
    GamePtr game;
    std::unique_ptr<Bot> bot;
  };
  using Bots = std::map<BotKey, Kept>;
  static Bot* bot_of(Bots& bots, const GamePtr& game, const std::string& spec);
  void run();
  void run_analyses();
  void answer(Bots& bots, const Think& question);
  void answer(Bots& bots, const Advise& question);
  void answer(const Analyse& question);

  Deliver deliver_;
  mutable std::mutex mutex_;
  std::condition_variable wake_, wake_analyses_;
  std::deque<Think> thinks_;
  std::deque<Advise> hints_;
  std::deque<Analyse> analyses_;
  std::atomic<bool> stopping_{false};
  std::atomic<u64> thoughts_{0}, hints_given_{0}, analyses_done_{0};
  std::vector<std::thread> threads_;
};

}  // namespace trestle::server
