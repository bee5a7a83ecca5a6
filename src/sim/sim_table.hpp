// One table of a simulation: bots that play game after game on the rules type, chance from numbered draws so that a record can name
// its seed. The result of a game depends on its order alone, never on the games before it.
#pragma once
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "bots/outlook.hpp"
#include "bots/player.hpp"
#include "match/dealer.hpp"
#include "sim/program_player.hpp"
#include "sim/run.hpp"

namespace trestle {

// The points a game is told by: its total, or the first line of its sheet.
inline std::size_t score_line(const ScoreSheet& sheet) {
  for (std::size_t i = 0; i < sheet.size(); ++i)
    if (sheet[i].key.ends_with(".total")) return i;
  return 0;
}

template <GameRules R>
class SimTable {
 public:
  SimTable(const AnyGame& game, const R& rules, const RunPlan& plan) : game_(game), rules_(rules), plan_(plan) {}

  GameResult play(const GameOrder& order) {
    begin(order);
    while (true) {
      const SeatSet waiting = rules_.waiting_on(state_.pub);
      if (waiting.empty()) break;
      const Seat seat = waiting.lowest();
      const Action action =
          seat == Seat::Chance ? rules_.outcome(state_, dealer_.draw(rules_.odds(state_))) : decide(static_cast<std::size_t>(seat));
      if (plan_.records) record_.moves.push_back({RecordMove::Kind::act, seat, rules_.print(action)});
      NullSink none;
      rules_.apply(state_, seat, action, none);
      ++result_.plies;
    }
    finish();
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void begin(const GameOrder& order) {
    const std::size_t seats = order.players.size();
    state_ = rules_.start(static_cast<int>(seats));
    dealer_ = SeededDealer(order.seed);
    result_ = GameResult{};
    result_.game = order.number;
    result_.deal = order.deal;
    result_.seed = order.seed;
    result_.seats.resize(seats);
    sitting_.clear();
    thoughts_.clear();
    uses_.assign(seats, {});
    std::map<u8, std::size_t> copies;
    for (std::size_t i = 0; i < seats; ++i) {
      const u8 bot = order.players[i];
      result_.seats[i].bot = bot;
      sitting_.push_back(&player(bot, copies[bot]++));
      thoughts_.push_back(Rng::for_item(~order.seed, i));
      if (ProgramBot* program = program_of(*sitting_.back()))
        program->begin(seat_at(static_cast<int>(i)), static_cast<int>(seats), thoughts_.back());
    }
    if (plan_.records) begin_record(order);
  }

  // Players hold large trees, so they are made once, and only those that are needed.
  Player<R>& player(u8 bot, std::size_t copy) {
    auto& made = players_[bot];
    while (made.size() <= copy) made.push_back(make(plan_.schedule.bots[bot]));
    return *made[copy];
  }
  std::unique_ptr<Player<R>> make(const std::string& spec) const {
    if (!is_program(spec)) return std::move(*make_player<R>(*parse_bot_spec(spec)));
    auto bot = ProgramBot::make(spec, GamePtr(GamePtr(), &game_));
    CHECK(bool(bot));  // it could be started when the plan was checked
    return std::make_unique<ProgramPlayer<R>>(std::move(*bot));
  }

  Action decide(std::size_t i) {
    const auto sight = sight_of(state_, seat_at(static_cast<int>(i)));
    SeatResult& mine = result_.seats[i];
    const auto start = Clock::now();
    const Action action = sitting_[i]->choose(rules_, sight, thoughts_[i]);
    const auto taken = static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
    ++mine.decisions;
    mine.think_ns += taken;
    mine.think_ns_max = std::max(mine.think_ns_max, taken);
    if (plan_.details) {
      list_.clear();
      rules_.legal(sight, list_);
      if (list_.size() > 1) ++uses_[i][action];
    }
    return action;
  }

  void finish() {
    const Standing standing = rules_.standing(state_);
    const ScoreSheet sheet = rules_.score(state_);
    const std::size_t line = score_line(sheet);
    for (std::size_t i = 0; i < result_.seats.size(); ++i) {
      SeatResult& seat = result_.seats[i];
      seat.place = standing[i];
      seat.score = sheet[line].points[i];
      if (!plan_.details) continue;
      for (const ScoreLine& l : sheet) seat.lines.push_back(l.points[i]);
      for (const auto& [action, times] : uses_[i]) seat.uses.push_back({rules_.print(action), times});
    }
    note_failures();
    if (!plan_.by.empty() || !plan_.count.empty()) read_fields();
    if (plan_.records) end_record(standing, sheet);
  }

  void note_failures() {
    SeatSet failed;
    for (std::size_t i = 0; i < result_.seats.size(); ++i) {
      const ProgramBot* program = program_of(*sitting_[i]);
      if (program == nullptr || program->failure().empty()) continue;
      result_.seats[i].failure = program->failure();
      failed = failed | Outlook<R>::side(state_.pub, seat_at(static_cast<int>(i)));
    }
    if (!failed.empty()) forfeit(result_, failed);
  }

  void read_fields() {
    const std::vector<Field> fields = rules_.fields(state_, Seat::Chance);
    const auto value_of = [&](const std::string& key) {
      for (const Field& field : fields)
        if (field.key == key) return field.value;
      return std::string();
    };
    for (std::size_t i = 0; i < result_.seats.size(); ++i)
      for (const std::string& name : plan_.by)
        result_.seats[i].by.push_back(value_of(std::string(seat_name(seat_at(static_cast<int>(i)))) + "." + name));
    for (const std::string& name : plan_.count) result_.count.push_back(value_of(name));
  }

  void begin_record(const GameOrder& order) {
    record_.moves.clear();
    record_.end.reset();
    RecordHeader header;
    header.game = game_.info().name;
    header.rules_version = game_.info().rules_version;
    header.edition = game_.edition().hash();
    header.seats = static_cast<int>(order.players.size());
    header.options = game_.options();
    for (const u8 bot : order.players) {
      const std::string& spec = plan_.schedule.bots[bot];
      const auto program = parse_program_spec(spec);
      header.names.push_back(program ? "program:" + program_name(*program) : spec.substr(0, name_bytes_max));
    }
    header.forced_played = false;  // bots are asked even where there is one choice
    header.dealer = dealer_.note();
    record_.header = std::move(header);
  }

  void end_record(const Standing& standing, const ScoreSheet& sheet) {
    const auto seats = static_cast<std::ptrdiff_t>(result_.seats.size());
    RecordEnd end;
    end.places.assign(standing.begin(), standing.begin() + seats);
    for (const ScoreLine& line : sheet) end.scores.push_back({line.key, {line.points.begin(), line.points.begin() + seats}});
    record_.end = std::move(end);
    result_.record = print_record(record_);
  }

  const AnyGame& game_;
  const R& rules_;
  const RunPlan& plan_;
  std::map<u8, std::vector<std::unique_ptr<Player<R>>>> players_;  // by bot, as many as sit at one table
  // Of the game under way.
  typename R::State state_{};
  SeededDealer dealer_{0};
  GameResult result_;
  std::vector<Player<R>*> sitting_;
  std::vector<Rng> thoughts_;  // a generator a seat: what one bot draws does not change what another thinks
  std::vector<std::map<Action, u32>> uses_;
  ActionList list_;
  Record record_;
};

}  // namespace trestle
