// The inside of the hub: its lines, people and tables. Each file of this folder holds the messages of one subject:
// people.cpp, lobby.cpp, editions.cpp, play.cpp, votes.cpp, chat.cpp, ending.cpp, nodes.cpp, admin.cpp; hub.cpp is the way in, keeping.cpp
// the way to and from storage, views.cpp what clients are shown, clocks.cpp time.
#pragma once
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "protocol/object_text.hpp"
#include "protocol/table_talk.hpp"
#include "protocol/words.hpp"
#include "server/hub/hub.hpp"
#include "server/hub/terms.hpp"

namespace trestle::server {

using namespace protocol;
using storage::TableId;
using storage::TableStatus;
using storage::UserRow;

inline constexpr int online_version = 1;
inline constexpr std::size_t waiting_messages_max = 256;  // for a table that is being loaded, or a line whose token is being looked up
inline constexpr std::size_t asked_elsewhere_max = 256;   // of one line: ids that another node has still to answer
inline constexpr std::size_t saves_under_way_max = 64;    // of one table
inline constexpr std::size_t muted_max = 200;             // by one person
inline constexpr std::string_view stand_in_level = "journeyman";
inline constexpr std::string_view hint_level = "master";
inline constexpr Millis due_scan_ms = 5000;
inline constexpr Millis load_again_ms = 1000;
inline constexpr Millis idle_look_ms = 50;  // so often a table nobody looks at may be asked whether it can leave memory
inline constexpr Millis presence_ms = 100;  // who is here and who is ready is told at most this much later

struct Person;

// A client's line, and whose it is.
struct LineState {
  std::string address;
  bool http = false, admin = false;
  bool known = false;  // its token has been looked up
  bool ended = false;  // said goodbye to: nothing more is heard from it
  std::optional<Digest> token_hash;
  std::optional<UserId> user;
  Person* person = nullptr;  // whose this is; lives as long as one of its lines
  std::set<TableId> watching;
  std::map<storage::NodeId, std::set<std::string>> asked;  // other nodes that know this line: ids of what they have not answered
  std::vector<std::string> waiting;                        // messages before its token was looked up
  double allowance = 0;                                    // messages it may send now
  Millis allowance_at = 0;
};

struct LineHash {  // by number alone: a node's own lines have different ones, and few come from other nodes
  std::size_t operator()(const Line& line) const { return std::hash<u64>()(line.number); }
};

// A person with a line here.
struct Person {
  UserRow row;
  std::set<Line> lines;
  std::set<UserId> muted;  // whose lines of chat they do not want to see
};

// To whom an answer goes, and with which id.
struct Reply {
  Line line;
  std::optional<json::value> id;
};

// What is to be sent once what it tells of is durable.
struct Held {
  Line line;
  std::optional<json::value> id;
  bool answer = false;
  std::string text;
  bool can_wait = false;  // as in Send
};

struct Save {  // under way to the store
  Ticket ticket = 0;
  std::vector<Held> held;
};

struct Vote {
  u64 id = 0;
  std::string what;
  Seat by = Seat::A;
  std::optional<Seat> about;
  u64 moves = 0;  // where the record stood when it was asked
  SeatSet asked, yes;
  Millis until = 0;
};

struct Table {
  enum class Stage : u8 { loading, here, elsewhere };

  TableId id;
  Stage stage = Stage::loading;
  storage::NodeId holder;  // elsewhere: which node has it
  Millis ask_again = 0;    // elsewhere: when to look whether that is still so
  TableStatus status = TableStatus::open;
  Terms terms;
  std::string fair;  // what is published about its dice, as JSON
  GamePtr game;
  std::unique_ptr<Match> match;
  Millis created = 0, changed = 0;

  std::vector<std::pair<Line, std::string>> waiting;  // messages while it is loaded
  std::vector<Save> saves;
  u64 moves_kept = 0;            // in the store, or under way there
  std::vector<u32> step_starts;  // where in the record each step begins
  bool load_under_way = false;

  std::map<Line, Seat> watchers;             // from where each looks
  std::set<Line> seeing;                     // of them, who is sent the fields with all that happens
  std::array<Millis, seats_max> gone{};      // when the last line of a person went; 0 = here or not a person
  std::array<i64, seats_max> left{};         // ms on the clock
  std::array<Millis, seats_max> since{};     // when the clock of a seat began to run; 0 = does not
  std::array<u64, seats_max> same_since{};   // from which seq on the seat's choice is the same
  std::array<Ticket, seats_max> thinking{};  // a bot's question under way
  std::deque<storage::ChatRow> chat;
  std::optional<Vote> vote;
  u64 next_vote = 1;
  Ticket analysing = 0;
  std::vector<Reply> wait_for_analysis;
  bool counting = false;  // ratings are being looked up
  Millis touched = 0, wake = 0;
  bool loss_noted = false;  // the log has it that this table is not kept; until something is again
  Millis bots_rest = 0;     // until when bots are not asked, for what they chose could not be kept; 0 = they are
  Millis presence_due = 0;  // when to tell who is here and who is ready; 0 = all know
  Millis confirmed = 0;     // when the store was last asked to keep something: it refuses where another node has taken the table

  int seats() const { return static_cast<int>(terms.chairs.size()); }
  Chair& chair(Seat seat) { return terms.chairs[static_cast<std::size_t>(index_of(seat))]; }
  const Chair& chair(Seat seat) const { return terms.chairs[static_cast<std::size_t>(index_of(seat))]; }
  u64 seq() const { return match ? match->seq() + terms.shift : 0; }
  bool running() const { return status == TableStatus::running; }
  std::optional<Seat> seat_of(const UserId& user) const {
    for (int i = 0; i < seats(); ++i)
      if (!user.empty() && chair(seat_at(i)).user == user) return seat_at(i);
    return std::nullopt;
  }
};

// So many in so long, for what is counted by name or address.
struct Window {
  Millis begun = 0;
  u32 count = 0;
};

class Hub::Impl {
 public:
  Impl(HubConfig config, Randomness& randomness) : config_(std::move(config)), randomness_(randomness) {}

  void step(Input&& input, Millis now, std::vector<Output>& out);
  std::optional<Millis> next_wake() const;
  HubCounters counters() const;

 private:
  // One message being answered.
  struct Ask {
    Reply reply;
    LineState& line;
    Request& request;
    std::string_view text;
  };
  using Handler = void (Impl::*)(Ask&);
  struct Word {
    Handler handle;
    bool needs_name;  // only for those who have said who they are
    bool http_only;
  };
  static const std::map<std::string_view, Word>& words();

  // hub.cpp
  void on(Opened&&);
  void on(Said&&);
  void on(Gone&&);
  void on(Stored&&);
  void on(Thought&&);
  void on(Worked&&);
  void on(Hashed&&);
  void on(Relayed&&);
  void on(NodeGone&&);
  void on(Tick&&);
  void on(Shutdown&&);
  void hear(const Line& at, LineState& line, std::string_view text);
  bool within_rate(LineState& line);
  bool within(std::string key, u32 most, Millis span, bool count_it);
  void emit(Output output) { out_->push_back(std::move(output)); }
  void deliver(const Line& line, std::string text, std::optional<std::string> token = std::nullopt, bool can_wait = false);
  static std::string answer_text(const Reply& reply, std::string_view fields);
  void answer(const Reply& reply, json::object fields, std::optional<std::string> token = std::nullopt);
  void refuse(const Reply& reply, const Problem& problem, i64 retry_ms = 0);
  bool done_or_refuse(Ask& ask);
  void note(Note::Level level, std::string event, json::object fields);
  std::string random_word(std::size_t letters);
  Ticket ask_store(storage::Op op, std::function<void(storage::Answer&)> then);
  LineState* find_line(const Line& line);
  std::vector<Line> all_lines() const;  // in order
  void drop_line(const Line& line, std::string_view code, std::string_view message);

  // people.cpp
  void hello(Ask&);
  void guest(Ask&);
  void rename(Ask&);
  void sign_up(Ask&);
  void login(Ask&);
  void logout(Ask&);
  void logout_all(Ask&);
  void password(Ask&);
  void me(Ask&);
  void settings(Ask&);
  void player(Ask&);
  void history(Ask&);
  static Person* person_of(const LineState& line) { return line.person; }
  Person& belong(const Line& line, LineState& state, const UserId& user);
  void part(const Line& line, LineState& state);
  json::value me_json(const LineState& line);
  void become(const Line& line, const UserRow& row);
  void new_session(const Reply& reply, const UserRow& row);
  void save_user(const Reply& reply, UserRow row, std::function<void(const UserRow&)> then);
  void look_up(const Line& line, const std::string& token);
  void ratings_of(const std::string& player, std::function<void(json::object)> then);
  void known(const Line& line);

  // keeping.cpp
  Table* table_for(Ask& ask);
  void load(Table& table);
  void loaded(const TableId& id, storage::Answer& found);
  bool take_in(Table& table, const storage::TableWhole& whole, std::string& why);
  void save(Table& table, std::optional<u64> moves_from, std::optional<Seat> by, i64 spent_ms, bool with_row,
            std::function<void(storage::SaveTable&)> more = nullptr);
  std::optional<TableId> take_save(Ticket ticket);
  void saved(const TableId& id, storage::Answer& answer);
  void confirm(Table& table);
  void storage_lost(Table& table);
  void held_send(Table& table, Held held);
  void table_answer(Table& table, const Reply& reply, const json::object& fields);
  void held_answer(Table& table, const Reply& reply, std::string_view fields);
  void done_answer(Table& table, const Reply& reply);
  void table_push(Table& table, const Line& line, std::string text, bool can_wait = false);
  storage::TableRow row_of(const Table& table) const;
  void unload(const TableId& id);
  void schedule(Table& table);
  Millis wake_wanted(const Table& table) const;
  Millis idle_until(const Table& table) const;
  static Result<Match> read_match(Table& table, const storage::TableWhole& whole);

  // views.cpp
  ObjectText table_text(const Table& table) const;
  std::string table_text(const Table& table, const LineState& viewer) const;
  std::string seat_text(const Table& table, Seat at) const;
  json::object clock_json(const Table& table) const;
  json::object chat_json(const Table& table, const storage::ChatRow& row) const;
  GameWords& words_of(const Table& table);
  void tell(Table& table, u64 from, const std::optional<Reply>& mover, Seat mover_seat);
  void push_table(Table& table, std::string_view line = "", const json::array& args = {}, bool can_wait = false);
  void push_presence(Table& table);
  bool here(const Table& table, Seat seat) const;
  static std::string fair_text(const Terms& terms);
  json::object head_json(const Table& table) const;

  // lobby.cpp
  void create(Ask&);
  void tables(Ask&);
  void watch(Ask&);
  void unwatch(Ask&);
  void join(Ask&);
  void ready(Ask&);
  void seat(Ask&);
  void leave(Ask&);
  void rematch(Ask&);
  bool read_terms(Ask& ask, Terms& terms);
  void open_table(const Reply& reply, Terms terms, std::function<void(Table&)> then);
  bool start_if_ready(Table& table, const Reply* answered = nullptr);
  void attach(Table& table, const Line& line);
  void detach(const Line& line, const TableId& id);
  void sit(Table& table, Seat seat, const Person& person);

  // editions.cpp
  void edition(Ask&);
  void import_record(Ask&);
  struct EditionAsked {
    std::string name;
    std::vector<std::pair<std::string, std::string>> files;
  };
  static EditionAsked read_edition(Request& request);
  std::optional<Problem> tables_for(const EditionAsked& asked, const std::string& game, TablesPtr& tables);
  std::optional<Problem> over_uploads(const UserId& user);
  const OfferedEdition* offered(const std::string& game, const std::string& hash) const;
  json::array editions_json() const;
  Result<GamePtr> game_by(const std::string& name, const Options& options, const TablesPtr& tables);

  // play.cpp
  void sight(Ask&);
  void legal(Ask&);
  void events(Ask&);
  void why(Ask&);
  void apply(Ask&);
  void undo(Ask&);
  void hint(Ask&);
  void resign(Ask&);
  void back(Ask&);
  void score(Ask&);
  void save_record(Ask&);
  void replay(Ask&);
  void analyse(Ask&);
  Table* running_table(Ask& ask, Seat& seat);
  Table* finished_table(Ask& ask);
  bool submit(Table& table, Seat seat, std::span<const Action> actions, const std::optional<Reply>& reply);
  void went_on(Table& table, u64 from, Seat by, i64 spent, const std::optional<Reply>& reply);
  void wake_bots(Table& table);
  void recall(Table& table);
  void stand_in(Table& table, Seat seat, std::string_view line);
  void call_by_webhook(Table& table, SeatSet seats);

  // clocks.cpp
  void reset_clocks(Table& table);
  i64 stop_clock(Table& table, Seat seat);
  void run_clocks(Table& table);
  std::optional<Millis> deadline(const Table& table, Seat seat) const;
  void table_time(Table& table);

  // votes.cpp
  void ask(Ask&);
  void vote(Ask&);
  void push_vote(Table& table, std::string_view result);
  void vote_passed(Table& table);
  void go_back(Table& table, Seat by, u64 moves);

  // chat.cpp
  void chat(Ask&);
  void mute(Ask&);
  bool is_muted(const LineState& line, const UserId& speaker);

  // ending.cpp
  void end_by_resignation(Table& table);
  void close_table(Table& table, std::string_view line);
  static bool is_rated(const Terms& terms);
  void add_results(const Table& table, const std::vector<storage::RatingRow>& ratings, storage::SaveTable& op) const;
  void save_end(Table& table, std::optional<u64> moves_from, std::optional<Seat> by, i64 spent_ms);
  void count_results(Table& table);

  // nodes.cpp
  void forward(Table& table, const Reply& reply, std::string_view what, std::string_view text);
  void tell_nodes(json::object message);
  void end_lines_here(const UserId& user, std::string_view code, std::string_view message, const Line* except = nullptr);
  void end_lines(const UserId& user, std::string_view code, std::string_view message, const Line* except = nullptr);
  void mute_here(const UserId& by, const UserId& user, bool silent);

  // admin.cpp
  void admin(const Reply& reply, LineState& line, Request& request, const std::string& what);

  HubConfig config_;
  Randomness& randomness_;
  Millis now_ = 0;
  std::vector<Output>* out_ = nullptr;
  bool stopping_ = false;
  Ticket next_ticket_ = 1;
  std::unordered_map<Line, LineState, LineHash> lines_;  // like the other hash tables here, never gone through in its own order (I11)
  std::unordered_map<UserId, Person> people_;
  std::unordered_map<TableId, Table> tables_;
  std::set<std::pair<Millis, TableId>> wakes_;
  std::unordered_map<Ticket, std::function<void(storage::Answer&)>> stored_;
  std::deque<std::pair<Ticket, TableId>> saves_;  // under way; answers come in order, so what is looked for is mostly the first
  struct Thinking {
    TableId table;
    Seat seat = Seat::A;
    u64 sight_hash = 0;
  };
  std::unordered_map<Ticket, Thinking> thinking_;
  std::unordered_map<Ticket, std::function<void(Worked&)>> worked_;
  std::unordered_map<Ticket, std::function<void(Hashed&)>> hashed_;
  std::map<std::string, Window> windows_;
  std::map<std::string, GamePtr> games_;
  std::unordered_map<const AnyGame*, GameWords> words_;
  Millis next_due_scan_ = 0;
  HubCounters counters_;
};

}  // namespace trestle::server
