// Games of a schedule: who sits where, results as text, journals that go on, records that hold; always the same results.
#include "sim/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/registry.hpp"
#include "match/verify.hpp"
#include "sim/simulate.hpp"
#include "support/scratch.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;

GamePtr game_named(std::string_view name) {
  auto game = make_game(name);
  CHECK(bool(game));
  return *game;
}

Schedule schedule_of(std::size_t seats, Seating seating) {
  Schedule schedule;
  LineUp line_up;
  for (std::size_t i = 0; i < seats; ++i) {
    schedule.bots.push_back("bot" + std::to_string(i));
    line_up.push_back(static_cast<u8>(i));
  }
  schedule.line_ups = {line_up};
  schedule.seating = seating;
  return schedule;
}

// ---- schedules

TEST(Schedule, PairedDealsArePlayedFromEverySeat) {
  const Schedule schedule = schedule_of(3, Seating::paired);
  std::map<u64, std::set<std::string>> seatings;
  std::map<u64, std::set<u64>> seeds;
  for (u64 i = 0; i < 12; ++i) {
    const GameOrder order = order_of(schedule, i);
    std::string players;
    for (const u8 bot : order.players) players += std::to_string(bot);
    seatings[order.deal].insert(players);
    seeds[order.deal].insert(order.seed);
  }
  ASSERT_EQ(seatings.size(), 4u);
  std::set<u64> different;
  for (u64 deal = 0; deal < 4; ++deal) {
    EXPECT_EQ(seatings[deal], (std::set<std::string>{"012", "120", "201"}));
    ASSERT_EQ(seeds[deal].size(), 1u);
    different.insert(*seeds[deal].begin());
  }
  EXPECT_EQ(different.size(), 4u);
}

TEST(Schedule, FixedSeatsStayAndRotatedOnesMoveOn) {
  EXPECT_EQ(order_of(schedule_of(2, Seating::fixed), 5).players, (LineUp{0, 1}));
  EXPECT_EQ(order_of(schedule_of(2, Seating::rotated), 4).players, (LineUp{0, 1}));
  EXPECT_EQ(order_of(schedule_of(2, Seating::rotated), 5).players, (LineUp{1, 0}));
  EXPECT_NE(order_of(schedule_of(2, Seating::rotated), 4).seed, order_of(schedule_of(2, Seating::rotated), 5).seed);
}

TEST(Schedule, SettingsStayWithTheirBot) {
  EXPECT_EQ(split_specs("greedy,mcts:ms=20+explore=70, random"), (std::vector<std::string>{"greedy", "mcts:ms=20+explore=70", "random"}));
  EXPECT_EQ(split_specs("greedy"), (std::vector<std::string>{"greedy"}));
}

TEST(Schedule, KnowsWhoWinsTogether) {
  EXPECT_EQ(sides_of(*game_named("throne"), 4)[0], (SeatSet{Seat::A, Seat::C}));
  EXPECT_EQ(sides_of(*game_named("throne"), 3)[1], only(Seat::B));
  EXPECT_EQ(sides_of(*game_named("hadara"), 4)[3], only(Seat::D));
}

// ---- results

GameResult any_result() {
  using namespace rc;
  GameResult r;
  r.game = *gen::arbitrary<u64>();
  r.deal = *gen::arbitrary<u64>();
  r.seed = *gen::arbitrary<u64>();
  r.plies = *gen::arbitrary<u32>();
  for (int n = *gen::inRange(1, seats_max + 1); n > 0; --n) {
    SeatResult seat;
    seat.bot = *gen::inRange<u8>(0, 64);
    seat.place = *gen::inRange<u8>(1, 6);
    seat.score = *gen::arbitrary<i32>();
    seat.decisions = *gen::arbitrary<u32>();
    seat.think_ns = *gen::arbitrary<u64>();
    seat.by = *gen::arbitrary<std::vector<std::string>>();
    seat.lines = *gen::arbitrary<std::vector<i32>>();
    for (const std::string& what : *gen::arbitrary<std::vector<std::string>>()) seat.uses.push_back({what, *gen::arbitrary<u32>()});
    r.seats.push_back(seat);
  }
  r.count = *gen::arbitrary<std::vector<std::string>>();
  r.record = *gen::arbitrary<std::string>();
  return r;
}

TEST(GameResult, ComesBackFromItsLine) {
  rc::check([] {
    const GameResult result = any_result();
    const std::string line = print_result(result, true);
    RC_ASSERT(line.find('\n') == std::string::npos);
    const auto again = parse_result(line);
    RC_ASSERT(bool(again));
    RC_ASSERT(print_result(*again, true) == line);
    RC_ASSERT(again->record == result.record);
    RC_ASSERT(again->seats[0].by == result.seats[0].by);
  });
}

TEST(GameResult, RefusesWhatIsNone) {
  GameResult result;
  result.seats.resize(2);
  for (SeatResult& seat : result.seats) seat.place = 1;
  const std::string line = print_result(result, false);
  ASSERT_TRUE(bool(parse_result(line)));
  for (const std::string& bad : {std::string(), std::string("x"), line + " 1", line.substr(0, line.size() - 2), "-" + line, line + "z",
                                 "99999999999999999999999" + line})
    EXPECT_FALSE(bool(parse_result(bad))) << bad;
}

TEST(GameResult, SharesAWinBetweenSidesAndNotWithinThem) {
  GameResult result;
  result.seats.resize(4);
  result.seats[0].place = result.seats[2].place = 1;
  result.seats[1].place = result.seats[3].place = 3;
  const Sides alone = sides_of(*game_named("hadara"), 4), teams = sides_of(*game_named("throne"), 4);
  EXPECT_EQ(credit_of(result, 0, alone), whole_win / 2);
  EXPECT_EQ(credit_of(result, 0, teams), whole_win);
  EXPECT_EQ(credit_of(result, 1, alone), 0u);
}

TEST(GameResult, IsALineForASpreadsheet) {
  Schedule schedule;
  schedule.bots = {"greedy", "mcts:ms=20+explore=70"};
  GameResult result;
  result.game = 3;
  result.seed = 99;
  result.plies = 12;
  result.seats.resize(2);
  result.seats[1].bot = 1;
  result.seats[1].score = -4;
  EXPECT_EQ(csv_head(2), "game,seed,bot_A,bot_B,place_A,place_B,score_A,score_B,plies,decisions\n");
  EXPECT_EQ(csv_line(result, schedule), "3,99,greedy,mcts:ms=20+explore=70,0,0,0,-4,12,0\n");
  schedule.bots[1] = "a \"b\", c";
  EXPECT_THAT(csv_line(result, schedule), HasSubstr(R"(,greedy,"a ""b"", c",0)"));
}

// ---- runs

// Everything but the time that was taken.
std::string without_times(GameResult result) {
  for (SeatResult& seat : result.seats) seat.think_ns = seat.think_ns_max = 0;
  return print_result(result, true) + "\n";
}

RunPlan plan_of(std::vector<std::string> bots, u64 games) {
  SimPlan sim;
  sim.bots = std::move(bots);
  sim.games = games;
  sim.seating = Seating::paired;
  return run_plan(sim);
}

std::string run_text(const AnyGame& game, const RunPlan& plan, const RunFiles& files = {}, u64 stop_after = 0) {
  std::string out;
  u64 taken = 0;
  RunHooks hooks;
  hooks.take = [&](const GameResult& result) {
    out += without_times(result);
    return ++taken != stop_after;
  };
  const auto status = run_games(game, plan, files, Ranks(), hooks);
  return status ? out : "fault: " + status.fault().text();
}

TEST(Run, GamesComeInOrderAndDoNotDependOnThreads) {
  for (const char* name : {"throne", "hadara", "tharos"}) {
    const GamePtr game = game_named(name);
    RunPlan plan = plan_of({"novice:iterations=4", "random"}, name == std::string_view("tharos") ? 4 : 12);
    plan.details = true;
    const std::string one = run_text(*game, plan);
    EXPECT_TRUE(one.starts_with("0 "));
    plan.threads = 3;
    EXPECT_EQ(run_text(*game, plan), one) << name;
  }
}

TEST(Run, AGameDoesNotDependOnThoseBeforeIt) {
  const GamePtr game = game_named("hadara");
  RunPlan plan = plan_of({"novice:iterations=8", "novice:iterations=5", "greedy"}, 9);
  const std::string nine = run_text(*game, plan);
  plan.schedule.games = 5;
  EXPECT_TRUE(nine.starts_with(run_text(*game, plan)));
}

TEST(Run, StopsWhenItIsEnough) {
  const GamePtr game = game_named("hadara");
  RunPlan plan = plan_of({"random", "random"}, 1000);
  plan.threads = 2;
  const std::string some = run_text(*game, plan, {}, 7);
  EXPECT_EQ(std::count(some.begin(), some.end(), '\n'), 7);
}

TEST(Run, GoesOnFromAJournalThatWasCutAnywhere) {
  const test::Scratch folder;
  const GamePtr game = game_named("hadara");
  RunPlan plan = plan_of({"greedy", "random", "novice:iterations=3"}, 12);
  plan.by = {"start"};
  RunFiles files;
  files.journal = folder.file("journal");
  files.csv = folder.file("csv");
  const std::string whole = run_text(*game, plan, files), csv = folder.read("csv"), journal = folder.read("journal");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);
  EXPECT_EQ(run_text(*game, plan, files), whole);  // nothing is left to play
  EXPECT_EQ(folder.read("journal"), journal);
  const std::size_t head = journal.find('\n') + 1;
  for (const std::size_t cut : {std::size_t{0}, head, head + 1, head + 200, journal.size() / 2, journal.size() - 1}) {
    folder.write("journal", journal.substr(0, cut));
    EXPECT_EQ(run_text(*game, plan, files), whole) << cut;
    EXPECT_EQ(folder.read("csv"), csv);
  }
  plan.schedule.games = 15;  // a longer run takes up where the shorter one ended
  folder.write("journal", journal);
  const std::string longer = run_text(*game, plan, files);
  EXPECT_TRUE(longer.starts_with(whole));
  EXPECT_EQ(run_text(*game, plan), longer);
}

TEST(Run, RefusesAJournalThatIsNotItsOwn) {
  const test::Scratch folder;
  const GamePtr game = game_named("hadara");
  RunPlan plan = plan_of({"greedy", "random"}, 6);
  RunFiles files;
  files.journal = folder.file("journal");
  run_text(*game, plan, files);
  const std::string journal = folder.read("journal");
  RunPlan other = plan;
  other.schedule.seed = 2;
  EXPECT_THAT(run_text(*game, other, files), HasSubstr("journal:1: this is the journal of another plan"));
  EXPECT_EQ(folder.read("journal"), journal);
  const std::size_t second = journal.find('\n') + 1;
  std::string damaged = journal;
  damaged[journal.find('\n', second) + 1] = 'x';
  folder.write("journal", damaged);
  EXPECT_THAT(run_text(*game, plan, files), HasSubstr("journal:3: "));
  EXPECT_EQ(folder.read("journal"), damaged);
  folder.write("journal", "game,seed\n");
  EXPECT_THAT(run_text(*game, plan, files), HasSubstr("journal:1: this is not the journal of a simulation"));
  files.journal = folder.file("");
  EXPECT_THAT(run_text(*game, plan, files), HasSubstr("is a directory"));
  files.journal = folder.file("none/journal");
  EXPECT_THAT(run_text(*game, plan, files), HasSubstr("cannot be written"));
}

TEST(Run, KeepsRecordsThatHold) {
  for (const char* name : {"throne", "hadara", "tharos"}) {
    const test::Scratch folder;
    const GamePtr game = game_named(name);
    RunPlan plan = plan_of({"random", "novice:iterations=2"}, 2);
    const std::string without = run_text(*game, plan);
    plan.records = true;
    RunFiles files;
    files.records = folder.file("records");
    const std::string with = run_text(*game, plan, files);
    for (const char* file : {"records/game-000000.record", "records/game-000001.record"}) {
      const VerifyReport report = verify_record(folder.read(file));
      EXPECT_TRUE(report.holds()) << name << ": " << (report.failure ? report.failure->text() : "");
      EXPECT_TRUE(report.finished);
      EXPECT_EQ(report.proof, DrawProof::seed);
    }
    // Keeping records changes nothing else.
    const auto first = parse_result(without.substr(0, without.find('\n'))), same = parse_result(with.substr(0, with.find('\n')));
    ASSERT_TRUE(bool(first) && bool(same));
    EXPECT_EQ(print_result(*first, false), print_result(*same, false));
  }
}

}  // namespace
}  // namespace trestle
