// Tables full of clients that play at random: what is legal is what the server said, and what is sent is timed until the server says that
// it is kept. When a game is over its players have a rematch.
#pragma once
#include <deque>
#include <functional>
#include <memory>

#include "base/rng.hpp"
#include "wire.hpp"

namespace trestle::bench {

struct PlayPlan {
  std::string game = "hadara";
  u32 tables = 100, players = 4;
  u32 seated = 0;  // at so many tables there are clients, the others only run; 0 = at all
  u64 seed = 1;
  double rate = 0;                                     // moves a second in all; 0 = everybody moves as soon as possible
  bool rematch = true;                                 // false: a finished table stays as it is
  Clock::duration patience = Clock::duration::zero();  // asks again after so long without an answer; zero = waits
};

struct Sent {
  std::string action;                          // raw JSON text
  bool acknowledged = false, refused = false;  // neither: nobody knows
};

// What the players of one table sent. It is the table's, not theirs: some go on to the next one before others have heard of it.
struct Game {
  struct Part {
    std::string seat;
    std::vector<Sent> acts;
  };
  std::string table;
  std::vector<Part> parts;  // by player
};

// One player's client.
struct Client {
  std::string token;
  std::shared_ptr<Game> game;  // that it is at
  u64 begun = 0;               // games: an answer about one before does not count
  u64 seq = 0;                 // of what was seen last
  bool watches = false;        // a table, or did: the server has taken its line
  bool in_flight = false, ready = false, over = false;
  std::string next_action;      // when ready
  Clock::time_point sent_at{};  // or was due at
  Clock::time_point asked_at{};
  bool unanswered = false;
  const std::string& table() const { return game->table; }
};

class Players {
 public:
  Players(PlayPlan plan, u16 port)
      : plan_(std::move(plan)), lines_(port), port_(port), rng_(plan_.seed), clients_(std::size_t{plan_.tables} * plan_.players) {}

  void make_tables();  // guests, tables, everybody seated
  void sit_at(std::size_t at, std::string_view table);
  void sit_down();  // lines, watching; the games begin while they play
  bool everybody_watches() const { return watching_ == seats(); }
  // Lets everybody play for so long, or until it is enough.
  void play(
      Clock::duration how_long, const std::function<bool()>& enough = [] { return false; });
  // To the same tables by a server that was started again; false: it is not there.
  bool come_back();
  // What the server sent to a client; `play` calls it.
  void hear(std::size_t at, std::string_view text);

  std::vector<Client>& clients() { return clients_; }
  Lines& lines() { return lines_; }
  const PlayPlan& plan() const { return plan_; }
  u64 games() const { return games_; }

  Latencies latencies;
  u64 acknowledged = 0, refused = 0, stale = 0;
  // A game is over; `first` is the first of its clients, who asks for the rematch then. It may be told so more than once.
  std::function<void(std::size_t first)> finished = [](std::size_t) {};
  // Told by the server: a table has so many moves, durable.
  std::function<void(std::size_t client, u64 seq)> told = [](std::size_t, u64) {};
  std::string problem;  // the first answer that should not be
  u64 lost_lines = 0;

 private:
  void make_table(Api& api, u32 table);
  std::size_t seats() const { return plan_.seated > 0 ? std::size_t{plan_.seated} * plan_.players : clients_.size(); }
  std::size_t first_of(std::size_t at) const { return at - at % plan_.players; }
  Game::Part& part(std::size_t at) { return clients_[at].game->parts[at % plan_.players]; }
  void hear_answer(std::size_t at, u64 id, std::string_view text);
  void hear_refusal(std::size_t at, u64 id, std::string_view text);
  Sent* answered_act(std::size_t at, u64 id);  // the act that an answer is about
  void hear_watched(std::size_t at, std::string_view text);
  void go_to_rematch(std::size_t at, std::string_view text);
  void note_seq(std::size_t at, std::string_view text);
  void consider(std::size_t at, std::string_view text);  // legal moves, where there are any
  void send_move(std::size_t at, Clock::time_point due);
  void send_due();
  void watch(std::size_t at);
  void change_table(std::size_t at, std::string_view table);
  void move_on(std::size_t at, std::string_view table);
  void say(std::size_t at, int question, const std::string& what, const std::string& more = "");
  void end_of_game(std::size_t at);
  void ask_those_who_wait();
  void look_again(std::size_t at);  // a little later

  PlayPlan plan_;
  Lines lines_;
  u16 port_;
  Rng rng_;
  std::vector<Client> clients_;
  std::vector<std::string_view> legal_;
  std::deque<std::size_t> ready_;
  std::deque<std::pair<Clock::time_point, std::size_t>> again_;
  Clock::time_point next_due_{}, next_look_{};
  u64 games_ = 0;
  std::size_t watching_ = 0;
};

}  // namespace trestle::bench
