// What holds of every match, over random play of the toy and of every registered game at each number of players: refusals change
// nothing, undo never crosses information, commits commute, a record leads back to the same match.
#include <gtest/gtest.h>

#include <map>

#include "games/registry.hpp"
#include "match/verify.hpp"
#include "support/match_play.hpp"
#include "support/scale.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

using namespace trestle::test;

struct Table {
  std::string name;
  int seats = 0;
  friend void PrintTo(const Table& table, std::ostream* out) { *out << table.name << " for " << table.seats; }
};

GamePtr game_named(const std::string& name) {
  if (name == "toy") return toy::make_toy();
  auto game = make_game(name);
  CHECK(game);
  return *game;
}

std::vector<Table> tables() {
  std::vector<Table> out;
  std::vector<std::string> names = game_names();
  names.push_back("toy");
  for (const std::string& name : names) {
    const GamePtr game = game_named(name);
    for (int seats = game->info().seats_min; seats <= game->info().seats_max; ++seats) out.push_back({name, seats});
  }
  return out;
}

class MatchProperty : public ::testing::TestWithParam<Table> {
 protected:
  const GamePtr game = game_named(GetParam().name);
  const int seats = GetParam().seats;
  const bool is_toy = GetParam().name == "toy";
  // The toy's games are short and cheap.
  const u64 games = is_toy ? scaled(1000, 60) : scaled(40, 4);
  const int steps_max = is_toy ? 1000 : static_cast<int>(scaled(600, 200));

  Match fresh(u64 seed) {
    auto match = seeded_match(game, seats, seed);
    CHECK(match);
    return std::move(*match);
  }
};

// ---- refusals

TEST_P(MatchProperty, RefusalsChangeNothing) {
  Rng rng(101);
  std::map<SubmitCode, int> seen;
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(n);
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      const Picture before = picture(match);
      const u64 now = match.seq();
      const Seat waiting = pick_seat(match.waiting_on(), rng);
      const Action good = pick_action(match, waiting, rng);
      Action noise;
      noise.kind = static_cast<u8>(rng.below(48));
      for (u8& operand : noise.with) operand = static_cast<u8>(rng.below(8) == 0 ? rng.next() : rng.below(4));
      const Refusal refusal = game->refuse(match.sight(waiting), noise);
      std::vector<SubmitResult> results;
      results.push_back(match.submit(waiting, std::span(&good, 1), now + 1));
      for (int i = 0; i < 8; ++i)
        if (!match.waiting_on().has(seat_at(i))) results.push_back(match.submit(seat_at(i), std::span(&good, 1), now));
      results.push_back(match.submit(waiting, {}, now));
      if (refusal) {
        results.push_back(match.submit(waiting, std::span(&noise, 1), now));
        EXPECT_EQ(results.back().refusal.clause, refusal.clause);
        const std::vector<Action> batch = {good, noise};
        const SubmitResult mixed = match.submit(waiting, batch, now);
        if (!mixed) results.push_back(mixed);  // after the first action the noise may be a move
        if (mixed) break;                      // the match has gone on: the next game
      }
      for (const SubmitResult& result : results) {
        EXPECT_FALSE(result);
        EXPECT_EQ(result.seq, now);
        ++seen[result.code];
      }
      ASSERT_EQ(picture(match), before) << "game " << n << " step " << step;
      ASSERT_TRUE(random_step(match, rng));
    }
  }
  for (SubmitCode code : {SubmitCode::stale, SubmitCode::not_waiting, SubmitCode::illegal, SubmitCode::empty_batch})
    EXPECT_GT(seen[code], 0) << "never tried: " << static_cast<int>(code);
}

// ---- undo

// What a seat saw of the moves since `from`, if they had happened in `world`; where others acted, they act as they please there.
struct Seen {
  AnySight sight;
  std::vector<Event> events;
};
Seen seen_in(const AnyGame& game, AnyState world, std::span<const RecordMove> moves, Seat viewer, Rng& rng) {
  EventLog log;
  for (const RecordMove& move : moves) {
    Action action = *game.parse(move.text);
    if (move.seat != viewer && move.kind == RecordMove::Kind::act) {
      ActionList legal;
      game.legal(game.sight(world, move.seat), legal);
      if (legal.empty()) break;
      action = legal[rng.below(static_cast<u32>(legal.size()))];
    }
    game.apply(world, move.seat, action, log);
  }
  Seen out{game.sight(world, viewer), {}};
  for (const Event& event : log.events)
    if (event.audience.has(viewer)) out.events.push_back(event);
  return out;
}

// Whether the moves told the seat anything it could not have foreseen from where it stood: asked of many worlds.
bool told_something(const AnyGame& game, const AnyState& from, std::span<const RecordMove> moves, Seat viewer, int worlds, Rng& rng) {
  for (const RecordMove& move : moves)
    if (move.seat == Seat::Chance) return true;
  const Seen real = [&] {  // others' own choices are kept here
    EventLog log;
    AnyState world = from;
    for (const RecordMove& move : moves) game.apply(world, move.seat, *game.parse(move.text), log);
    Seen out{game.sight(world, viewer), {}};
    for (const Event& event : log.events)
      if (event.audience.has(viewer)) out.events.push_back(event);
    return out;
  }();
  const AnySight before = game.sight(from, viewer);
  for (int i = 0; i < worlds; ++i) {
    const Seen other = seen_in(game, game.imagine(before, rng), moves, viewer, rng);
    if (!(other.sight == real.sight) || other.events != real.events) return true;
  }
  return false;
}

TEST_P(MatchProperty, UndoNeverCrossesInformation) {
  Rng rng(202);
  const int worlds = is_toy ? 60 : 24;
  int undone = 0, barred = 0, told = 0;
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(1000 + n);
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      const Seat seat = pick_seat(match.waiting_on(), rng);
      const AnyState before = match.state();
      const u64 from = match.seq();
      ASSERT_TRUE(submit(match, seat, pick_action(match, seat, rng)));
      const Record record = match.record();
      const std::span<const RecordMove> moves = std::span(record.moves).subspan(from);
      const bool informed = told_something(*game, before, moves, seat, worlds, rng);
      told += informed;
      if (!match.can_undo(seat)) {
        ++barred;
        // Careful is right where a card moved that happened to tell nothing; but the toy's open moves stay free.
        const bool open_move = is_toy && (moves[0].text.starts_with("paint") || moves[0].text == "pass");
        ASSERT_TRUE(informed || !open_move) << "game " << n << " step " << step << ": an undo is refused though nothing was learned";
        continue;
      }
      ASSERT_FALSE(informed) << "game " << n << " step " << step << ": " << match.record().moves[from].text
                             << " can be undone though it told something";
      if (rng.below(2) == 0) continue;
      const auto told_before = match.happenings(seat, from);
      ASSERT_TRUE(match.undo(seat));
      ++undone;
      ASSERT_EQ(match.state(), before);
      EXPECT_TRUE(match.happenings(seat, from).empty());
      EXPECT_GT(match.seq(), from + moves.size() - 1);
    }
  }
  EXPECT_GT(undone, 0);
  EXPECT_GT(barred, 0);
  EXPECT_GT(told, 0);
}

TEST_P(MatchProperty, UndoThenTheSameActIsAsIfNothingHappened) {
  Rng rng(303);
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(2000 + n);
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      const Seat seat = pick_seat(match.waiting_on(), rng);
      const Action action = pick_action(match, seat, rng);
      ASSERT_TRUE(submit(match, seat, action));
      if (!match.can_undo(seat)) continue;
      const AnyState after = match.state();
      const u64 seq = match.seq();
      ASSERT_TRUE(match.undo(seat));
      ASSERT_EQ(match.seq(), seq + 1);
      ASSERT_TRUE(submit(match, seat, action));
      ASSERT_EQ(match.state(), after);
    }
  }
}

// A seat's undo of a commit while others have committed since.
TEST_P(MatchProperty, SecretCommitsComeOutAloneAndCommute) {
  Rng rng(404);
  int together = 0;
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(3000 + n);
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      const SeatSet waiting = match.waiting_on();
      if (waiting.size() < 2) {
        ASSERT_TRUE(random_step(match, rng));
        continue;
      }
      ++together;
      std::vector<std::pair<Seat, Action>> acts;
      waiting.for_each([&](Seat seat) { acts.emplace_back(seat, pick_action(match, seat, rng)); });
      auto other = reread(match);
      ASSERT_TRUE(other) << other.fault().text();
      // One match: in order, but for the last, with each taken back and made again. The other: in another order.
      for (std::size_t i = 0; i + 1 < acts.size(); ++i) ASSERT_TRUE(submit(match, acts[i].first, acts[i].second));
      for (std::size_t i = 0; i + 1 < acts.size(); ++i) {
        ASSERT_TRUE(match.can_undo(acts[i].first)) << "a secret commit of seat " << seat_name(acts[i].first);
        ASSERT_TRUE(match.undo(acts[i].first));
        ASSERT_TRUE(match.waiting_on().has(acts[i].first));
        ASSERT_TRUE(submit(match, acts[i].first, acts[i].second));
      }
      ASSERT_TRUE(submit(match, acts.back().first, acts.back().second));
      rng.shuffle(acts);
      for (const auto& [seat, action] : acts) ASSERT_TRUE(submit(*other, seat, action));
      ASSERT_EQ(match.state(), other->state()) << "the order of commits matters";
    }
  }
  EXPECT_TRUE(together > 0 || !is_toy) << "no simultaneous choice was met";
}

// ---- forced moves

TEST_P(MatchProperty, NobodyIsAskedWhereThereIsNoOpenChoice) {
  Rng rng(505);
  u64 automatic = 0;
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(4000 + n);
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      match.waiting_on().for_each([&](Seat seat) {
        const bool single = legal_actions(match, seat).size() == 1;
        EXPECT_FALSE(single && game->open_choice(match.sight(seat)));
        EXPECT_NE(seat, Seat::Chance);
      });
      ASSERT_TRUE(random_step(match, rng));
    }
    for (const RecordMove& move : match.record().moves) automatic += move.kind == RecordMove::Kind::automatic;
  }
  EXPECT_TRUE(automatic > 0 || !is_toy);
}

// ---- records

TEST_P(MatchProperty, ARecordLeadsBackToTheSameMatch) {
  Rng rng(606);
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(5000 + n);
    const int resume_every = is_toy ? 4 : 60;
    for (int step = 0; step < steps_max && !match.over(); ++step) {
      if (step % resume_every == 0) {
        auto again = reread(match);
        ASSERT_TRUE(again) << again.fault().text();
        ASSERT_EQ(picture(*again), picture(match));
        for (Seat seat : viewers(match)) ASSERT_EQ(again->can_undo(seat), match.can_undo(seat));
        match = std::move(*again);  // and the game goes on with the copy
      }
      const Seat seat = pick_seat(match.waiting_on(), rng);
      ASSERT_TRUE(submit(match, seat, pick_action(match, seat, rng)));
      if (rng.below(3) == 0) match.undo(seat);
    }
  }
}

TEST_P(MatchProperty, AMoveCutOffIsDealtAgainAlike) {
  // A crash between a move and what the table did after it: the intact beginning leads to the same match.
  Rng rng(707);
  for (u64 n = 0; n < games / 2 + 1; ++n) {
    Match match = fresh(6000 + n);
    for (int step = 0; step < steps_max / 4 && !match.over(); ++step) {
      const Seat seat = pick_seat(match.waiting_on(), rng);
      const u64 from = match.seq();
      ASSERT_TRUE(submit(match, seat, pick_action(match, seat, rng)));
      if (rng.below(8) != 0) continue;
      Record cut = match.record();
      cut.moves.resize(from + 1 + rng.below(static_cast<u32>(match.seq() - from)));
      auto dealer = dealer_of(cut);
      ASSERT_TRUE(dealer);
      auto again = Match::resume(game, cut, std::move(*dealer));
      ASSERT_TRUE(again) << again.fault().text();
      ASSERT_EQ(picture(*again), picture(match));
    }
  }
}

TEST_P(MatchProperty, WholeFairGamesVerify) {
  Rng rng(808);
  const u64 whole_games = is_toy ? games : scaled(10, 2);
  for (u64 n = 0; n < whole_games; ++n) {
    Digest secret{};
    for (u8& byte : secret) byte = static_cast<u8>(rng.next());
    auto dealer = std::make_unique<FairDealer>(secret, "match-" + std::to_string(n));
    ASSERT_TRUE(dealer->add_seed(Seat::B, "a seat's own"));
    auto match = new_match(game, seats, std::move(dealer));
    ASSERT_TRUE(match);
    while (!match->over()) {
      const Seat seat = pick_seat(match->waiting_on(), rng);
      ASSERT_TRUE(submit(*match, seat, pick_action(*match, seat, rng)));
      if (rng.below(8) == 0) match->undo(seat);
    }
    match->close_record();
    const VerifyReport report = verify_record(print_record(match->record()), [&](const Record&) -> Result<GamePtr> { return game; });
    ASSERT_TRUE(report.holds()) << report.failure->text();
    EXPECT_EQ(report.proof, DrawProof::secret);
    EXPECT_TRUE(report.finished);
    EXPECT_EQ(report.acts + report.forced + report.draws + report.undos, match->seq());
  }
}

TEST_P(MatchProperty, EveryoneHearsOnlyWhatIsMeantForThem) {
  Rng rng(909);
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(7000 + n);
    for (int step = 0; step < steps_max / 2 && random_step(match, rng); ++step) {
    }
    for (Seat viewer : viewers(match)) {
      u64 last = 0;
      for (const Happening& happening : match.happenings(viewer)) {
        EXPECT_TRUE(happening.event.audience.has(viewer));
        EXPECT_GE(happening.seq, last);
        EXPECT_LE(happening.seq, match.seq());
        last = happening.seq;
      }
    }
  }
}

TEST_P(MatchProperty, WhatHappenedSinceIsTheEndOfAllThatHappened) {
  Rng rng(910);
  for (u64 n = 0; n < games; ++n) {
    Match match = fresh(7100 + n);
    const auto since_is_the_end = [&](u64 from) {
      std::vector<Happening> late = match.all_happenings(0);
      std::erase_if(late, [&](const Happening& one) { return one.seq <= from; });
      EXPECT_EQ(match.all_happenings(from), late);
    };
    for (int step = 0; step < steps_max / 2 && random_step(match, rng); ++step)
      since_is_the_end(rng.below(static_cast<u32>(match.seq() + 2)));
    for (u64 from = 0; from <= match.seq() + 1; ++from) since_is_the_end(from);
    const auto again = Match::replay(match.game_ptr(), match.record(), nullptr);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->all_happenings(0), match.all_happenings(0));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, MatchProperty, ::testing::ValuesIn(tables()),
                         [](const auto& one) { return one.param.name + std::to_string(one.param.seats); });

// ---- the undo test itself would notice

TEST(MatchPropertyItself, SeesThatAPeekTellsSomething) {
  const GamePtr game = toy::make_toy();
  Rng rng(1);
  int peeks = 0;
  for (u64 n = 0; n < 20; ++n) {
    auto match = seeded_match(game, 2, n);
    ASSERT_TRUE(match);
    while (!match->over()) {
      const AnyState before = match->state();
      const Seat seat = pick_seat(match->waiting_on(), rng);
      const Action action = pick_action(*match, seat, rng);
      if (action.kind == static_cast<u8>(toy::Do::peek)) {
        const std::vector<RecordMove> moves = {{RecordMove::Kind::act, seat, game->print(action)}};
        EXPECT_TRUE(told_something(*game, before, moves, seat, 60, rng));
        ++peeks;
      }
      if (action.kind == static_cast<u8>(toy::Do::paint)) {
        const std::vector<RecordMove> moves = {{RecordMove::Kind::act, seat, game->print(action)}};
        EXPECT_FALSE(told_something(*game, before, moves, seat, 60, rng));
      }
      ASSERT_TRUE(submit(*match, seat, action));
    }
  }
  EXPECT_GT(peeks, 0);
}

TEST(MatchPropertyItself, FindsAGameWhereTheOrderOfCommitsMatters) {
  const GamePtr game = toy::make_toy<toy::Flaw::order_matters>();
  bool found = false;
  for (u64 seed = 0; seed < 200 && !found; ++seed) {
    auto one = seeded_match(game, 2, seed), two = seeded_match(game, 2, seed);
    const auto a = legal_actions(*one, Seat::A), b = legal_actions(*one, Seat::B);
    submit(*one, Seat::A, a.back()), submit(*one, Seat::B, b.back());
    submit(*two, Seat::B, b.back()), submit(*two, Seat::A, a.back());
    found = !(one->state() == two->state());
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace trestle
