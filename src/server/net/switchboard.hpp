// Between the hub and everything around it. Runs on the io thread: collects what came in, lets the hub step over it, and hands out what
// the hub says, in rounds: everything that is ready at one turn of the event loop is one round, so that all it asks of the store is one
// batch and all it says to one client is one write. After a round with much to write, and where much is written of late, what can wait
// does, for a moment: most of it goes out with the next thing its reader is told.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <memory>
#include <mutex>

#include "server/hub/hub.hpp"
#include "server/net/often.hpp"
#include "server/work/log.hpp"

namespace trestle::server::net {

// The near end of a line.
class Client {
 public:
  virtual ~Client() = default;
  virtual void send(Send&& message) = 0;           // queued
  virtual void hang(std::string_view reason) = 0;  // after what is queued
  virtual void flush() = 0;                        // what is queued goes out
  virtual bool is_urgent() const { return true; }  // something queued cannot wait
  virtual void second() {}                         // once a second: keepalive, limits
  virtual std::size_t queued_bytes() const { return 0; }
  std::chrono::steady_clock::time_point put_off_until{};  // the switchboard flushes it then, unless it is flushed before
};

// Who works on what the hub wants besides sending.
class Staff {
 public:
  virtual ~Staff() = default;
  virtual void keep(std::vector<Keep>& keeps) = 0;  // leaves it empty
  virtual void work(Output&& output) = 0;           // Think, Advise, Analyse, Hash, Forward, Notify
};

class Switchboard {
 public:
  Switchboard(boost::asio::io_context& io, HubConfig config, Randomness& randomness, Log& log);

  void set_staff(Staff& staff) { staff_ = &staff; }

  struct Caller {
    std::string token, address;
    bool http = false, admin = false;
  };
  // A new line: takes a number and tells the hub.
  u64 open(std::shared_ptr<Client> client, Caller caller);
  void said(u64 number, std::string text) { input(Said{{{}, number}, std::move(text)}); }
  void gone(u64 number);

  void input(Input in);                     // on the io thread
  void deliver(std::vector<Input> inputs);  // from any thread

  // After Shutdown: whether nothing is under way any more.
  bool idle() const { return lines_.empty() && keeping_ == 0 && inputs_.empty(); }
  std::size_t lines() const { return lines_.size(); }
  HubCounters counters() const { return hub_.counters(); }
  std::size_t queued_bytes() const;
  void second();  // to every line

 private:
  void schedule();
  void round();
  void take_delivered();
  void hand_out(Output& output);
  void write_out();
  void write_put_off();
  void wait_for_beat();
  void arm();

  boost::asio::io_context& io_;
  Hub hub_;
  Log& log_;
  Staff* staff_ = nullptr;
  boost::unordered_flat_map<u64, std::shared_ptr<Client>> lines_;
  u64 last_number_ = 0;
  std::vector<Input> inputs_, taken_;
  std::vector<Output> outputs_;
  std::vector<Keep> keeps_;
  std::vector<std::shared_ptr<Client>> to_flush_;
  std::deque<std::pair<std::chrono::steady_clock::time_point, std::shared_ptr<Client>>> put_off_;  // until when, in order
  boost::asio::steady_timer beat_;
  bool beating_ = false;
  Often writes_;
  u64 keeping_ = 0;  // operations the store has not answered
  bool scheduled_ = false;
  boost::asio::steady_timer timer_;
  std::optional<Millis> armed_;

  std::mutex mutex_;
  std::vector<Input> delivered_;
  bool posted_ = false;
};

Millis system_now();

}  // namespace trestle::server::net
