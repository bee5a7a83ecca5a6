// One running game: validates, applies, deals chance, plays forced moves, undoes, and keeps the record. No sockets, no clock.
// What may be undone is computed from the worlds a seat could be in, never flagged by a game.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "core/any_game.hpp"
#include "core/record.hpp"
#include "match/dealer.hpp"

namespace trestle {

inline constexpr std::size_t batch_max = 64;  // actions in one submission
// No undo once the record has this many moves: what is left of record_moves_max is enough for any game to end.
inline constexpr std::size_t undo_record_moves_max = 1u << 16;
inline constexpr int worlds_compared = 16;  // when asking whether an act told somebody something

struct MatchSetup {
  GamePtr game;
  int seats = 2;
  std::vector<std::string> names;    // one a seat; empty = the seats' letters
  std::optional<AnyState> position;  // start here instead of at the set-up
  std::string position_text;         // or here, as text (core/position); ignored where `position` is given
  bool play_forced = true;           // play moves without a choice (only where that tells nothing)
};

enum class SubmitCode : u8 { accepted, stale, not_waiting, illegal, batch_too_long, empty_batch, over };

struct SubmitResult {
  SubmitCode code = SubmitCode::accepted;
  u64 seq = 0;            // the match's sequence number now
  std::size_t index = 0;  // which action of the batch was refused
  Refusal refusal;        // for illegal: the clause
  explicit operator bool() const { return code == SubmitCode::accepted; }
};

// An event with the sequence number of the action that caused it: the match stood at this number after it.
struct Happening {
  u64 seq = 0;
  Event event;
  friend bool operator==(const Happening&, const Happening&) = default;
};

class Match {
 public:
  // Deals up to the first decision. The dealer decides chance; see dealer.hpp for fair, seeded and scripted ones.
  static Result<Match> create(MatchSetup setup, std::unique_ptr<Dealer> dealer);
  // Goes on with a record: replays it, every move checked, every draw too where the dealer is the one the record names; a fault
  // names the line. The dealer must be that one unless the record leaves it unstated (dealer_of makes it).
  static Result<Match> resume(GamePtr game, const Record& record, std::unique_ptr<Dealer> dealer);
  // The same without going on, for looking at a game: the match stands where the record ends, even if a draw is due, and takes no
  // submissions. `checked_by` deals again to compare; null = draws are only held to what is possible.
  static Result<Match> replay(GamePtr game, const Record& record, Dealer* checked_by);

  // Dealt by hand: without a dealer the match stops where a draw is due, waiting_on() is then Chance, until `deal` says what was
  // drawn. For drivers that bring their own cards or dice; the record leaves its dealer unstated.
  static Result<Match> create_by_hand(MatchSetup setup);
  static Result<Match> resume_by_hand(GamePtr game, const Record& record);
  SubmitResult deal(Action outcome, u64 expected_seq);

  const AnyGame& game() const { return *game_; }
  GamePtr game_ptr() const { return game_; }
  int seats() const { return header_.seats; }
  u64 seq() const { return acts_.size(); }  // grows with every action and every undo; never falls
  AnyState state() const { return unpacked(state_); }
  AnySight sight(Seat seat) const { return game_->sight(state(), seat); }
  SeatSet waiting_on() const { return closed() ? SeatSet{} : waiting_; }  // Chance only by hand
  bool over() const { return waiting_on().empty(); }
  bool closed() const { return end_.has_value(); }

  // All of the batch or none of it; then chance and forced moves until somebody must decide. Forced moves between the actions of
  // a batch are played too; a batch may name them or leave them out. On any other code than accepted nothing has changed.
  SubmitResult submit(Seat seat, std::span<const Action> actions, u64 expected_seq);
  // Takes back the seat's last act, and what was forced after it, if nothing was learned since. False: cannot.
  // An act that is still secret can be taken back even where others have acted in secret since; their acts stay.
  bool can_undo(Seat seat) const;
  bool undo(Seat seat);

  // What the seat may know of what happened since the match stood at a sequence number. Undone events are gone.
  std::vector<Happening> happenings(Seat viewer, u64 from_seq = 0) const;
  // The same whoever may know it: an event's audience says who that is.
  std::vector<Happening> all_happenings(u64 from_seq) const;

  // A line of the record. The text of an action is made when it is asked for: a server holds many matches.
  struct Act {
    RecordMove::Kind kind = RecordMove::Kind::act;
    Seat seat = Seat::A;
    Action action;  // of an undo: none
    u16 told = 0;   // how many events of it are told for good
    static constexpr std::size_t told_max = 0xffff;
  };
  std::span<const Act> acts() const { return acts_; }
  RecordMove move(const Act& act) const;
  const std::optional<RecordEnd>& end() const { return end_; }
  Record record() const;  // made with each call
  // At the end: result lines and, with a fair dealer, the secret. Does nothing before the end or when done already.
  void close_record();
  // The game is given up: the record is closed without a result, and nothing can be submitted any more.
  void abandon();

  // What the table does next by itself, before anybody decides: a forced move and whose it is.
  struct Forced {
    Seat seat = Seat::A;
    Action action;
  };
  std::optional<Forced> forced_move() const;

 private:
  // Whether nothing up to an act is undone any more, because it was chance or told somebody something. To know it costs a look at
  // many worlds, so it is asked only when somebody wants to undo, or when too many acts would be held.
  enum class Barrier : u8 { unasked, no, yes };
  // An act that can perhaps still be undone.
  struct Step {
    u64 seq = 0;
    Seat seat = Seat::A;
    Action action;
    bool automatic = false;
    mutable Barrier barrier = Barrier::unasked;
    std::vector<u8> changed;  // what was where the state is another since, to go back by
    std::vector<Event> events;
  };
  static constexpr std::size_t unasked_steps_max = 64;  // seldom reached: before that, chance has mostly made a barrier

  Match() = default;
  static Result<Match> begin(MatchSetup setup, const DealerNote& dealer);
  Status replay_move(const RecordMove& move, Dealer* checked_by);
  Status replay_act(const RecordMove& move, Action action);
  Status replay_draw(const RecordMove& move, Action action, Dealer* checked_by);
  Status replay_end(const Record& record);
  RecordEnd result() const;
  static AnyState unpacked(const std::vector<u8>& bytes);
  void stand_at(const AnyState& state);
  void add(Step step, const AnyState& before);
  AnyState before(std::size_t step) const;
  void act(Seat seat, Action action, RecordMove::Kind kind);
  void settle();
  void advance();
  SubmitResult answer(SubmitCode code, std::size_t index = 0, Refusal refusal = {}) const;
  SubmitResult apply_batch(Seat seat, std::span<const Action> actions);
  std::optional<std::size_t> undoable(Seat seat) const;
  bool is_secret(const Step& step, const AnyState& before) const;
  bool tells(Seat viewer, const Step& step, const AnyState& before, const AnyState& after) const;
  bool is_barrier(const Step& step, const AnyState& before, const AnyState& after) const;
  std::size_t after_barrier() const;

  GamePtr game_;
  std::vector<u8> state_;  // its own bytes, without the room of an AnyState: a server holds many matches
  SeatSet waiting_;        // on whom it waits there
  RecordHeader header_;
  std::vector<Act> acts_;
  std::optional<RecordEnd> end_;
  std::unique_ptr<Dealer> dealer_;
  bool by_hand_ = false;
  u32 plies_ = 0;  // that stand
  u64 draws_ = 0;
  std::vector<Event> told_;   // of acts that cannot be undone any more; each act knows how many are its own
  std::vector<Step> window_;  // the acts that can
};

}  // namespace trestle
