// No secret reaches anybody by way of the hub. Two servers run games that look the same to one seat (or to a spectator) but differ in
// what is hidden from it. As long as it could not tell them apart by what it may know, every byte it is sent must be the same: pushes,
// answers, lists of choices, hints of what can be undone, after reconnecting, after undoing, in chat and in the lobby.
#include <gtest/gtest.h>

#include <cstdlib>

#include "games/registry.hpp"
#include "support/hub_world.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

using namespace server;
using testing::HubWorld;
namespace json = boost::json;

// A game in the middle, with everybody seated and watching; one hub, and the same match beside it to know what may be known.
struct World {
  HubWorld hub;
  Match mirror;
  std::vector<Line> lines;  // one a seat, then a spectator
  std::vector<std::string> tokens;
  std::string table;

  static HubConfig config(const MatchSetup& setup, u64 seed) {
    HubConfig config;
    config.limits.messages_a_second = 1'000'000;
    config.limits.chat_lines_a_minute = 1'000'000;
    config.begin = [setup, seed](const GamePtr&, const Terms&) { return Match::create(setup, std::make_unique<SeededDealer>(seed)); };
    return config;
  }

  World(const MatchSetup& setup, u64 seed)
      : hub(seed, config(setup, seed)), mirror(std::move(*Match::create(setup, std::make_unique<SeededDealer>(seed)))) {
    const int seats = setup.seats;
    for (int i = 0; i <= seats; ++i) tokens.push_back(hub.guest("P" + std::to_string(i)));
    for (const std::string& token : tokens) lines.push_back(hub.open(token));
    json::object create{{"do", "create"}, {"game", setup.game->info().name}, {"players", seats}};
    table = std::string(hub.ask(lines[0], create).at("table").as_string());
    for (int i = 1; i < seats; ++i) say(i, {{"do", "join"}});
    for (int i = 0; i <= seats; ++i) say(i, {{"do", "watch"}, {"fields", true}});
    for (int i = 1; i < seats; ++i) say(i, {{"do", "ready"}});
  }

  json::object say(int who, json::object message) {
    message["table"] = table;
    return hub.ask(lines[static_cast<std::size_t>(who)], std::move(message));
  }
  void reconnect(int who) {
    Line& line = lines[static_cast<std::size_t>(who)];
    hub.close(line);
    line = hub.open(tokens[static_cast<std::size_t>(who)]);
    say(who, {{"do", "watch"}});
  }
  std::string ask(int who, json::object message, bool about_table) {
    if (about_table) message["table"] = table;
    return hub.ask_text(lines[static_cast<std::size_t>(who)], std::move(message));
  }
  // Everything sent on their line.
  const std::vector<std::string>& stream(int who) { return hub.sent[lines[static_cast<std::size_t>(who)]]; }
};

std::optional<AnyState> middle_of(const GamePtr& game, int seats, u64 seed, u32 plies) {
  Rng rng(seed);
  AnyState state = game->start(seats);
  EventLog unheard;
  for (u32 ply = 0; ply < plies || game->waiting_on(state).has(Seat::Chance); ++ply) {
    const SeatSet waiting = game->waiting_on(state);
    if (waiting.empty()) return std::nullopt;
    if (waiting.has(Seat::Chance)) {
      game->apply(state, Seat::Chance, game->outcome(state, rng.below(game->odds(state))), unheard);
      continue;
    }
    ActionList legal;
    game->legal(game->sight(state, waiting.lowest()), legal);
    game->apply(state, waiting.lowest(), legal[rng.below(static_cast<u32>(legal.size()))], unheard);
  }
  return game->waiting_on(state).empty() ? std::nullopt : std::optional(state);
}

class HubSecrets : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, HubSecrets, ::testing::ValuesIn(game_names()));

TEST_P(HubSecrets, WorldsThatLookTheSameSendTheSameBytes) {
  const GamePtr game = *make_game(GetParam());
  const bool full = test::test_scale() == "full";
  u64 first = 1, last = full ? 38'000 : test::test_scale() == "medium" ? 300 : 40;
  if (const char* given = std::getenv("TRESTLE_SECRETS_SEEDS")) {  // "17-17" runs one again
    char* dash = nullptr;
    first = std::strtoull(given, &dash, 10);
    last = *dash == '-' ? std::strtoull(dash + 1, nullptr, 10) : first;
  }
  const u32 asked_in_ten = full ? 3 : 10;  // the many games make up for it
  u64 played = 0, compared = 0, differed_later = 0, other_worlds = 0;
  for (u64 seed = first; seed <= last; ++seed) {
    Rng rng(seed);
    const GameInfo& info = game->info();
    const int seats = info.seats_min + static_cast<int>(rng.below(static_cast<u32>(info.seats_max - info.seats_min + 1)));
    const auto real = middle_of(game, seats, seed, rng.below(150));
    if (!real) continue;
    const int who = static_cast<int>(rng.below(static_cast<u32>(seats + 1)));  // the last is a spectator
    const Seat viewer = who == seats ? Seat::Table : seat_at(who);
    const AnyState other = game->imagine(game->sight(*real, viewer), rng);
    MatchSetup setup;
    setup.game = game;
    setup.seats = seats;
    MatchSetup second = setup;
    setup.position = *real;
    second.position = other;
    const auto tries =
        std::pair(Match::create(setup, std::make_unique<SeededDealer>(1)), Match::create(second, std::make_unique<SeededDealer>(1)));
    if (!tries.first || !tries.second) continue;  // a position that text cannot say
    ++played;
    other_worlds += other == *real ? 0 : 1;
    World a(setup, seed), b(second, seed);
    SCOPED_TRACE(GetParam() + " seed " + std::to_string(seed) + " viewer " + std::string(seat_name(viewer)));
    for (int step = 0; step < 12; ++step) {
      const bool alike = a.mirror.sight(viewer) == b.mirror.sight(viewer) && a.mirror.happenings(viewer) == b.mirror.happenings(viewer) &&
                         a.mirror.seq() == b.mirror.seq() && a.mirror.waiting_on() == b.mirror.waiting_on();
      if (a.mirror.over() || b.mirror.over()) break;  // now everything is open
      if (!alike) {
        ++differed_later;
        break;
      }
      static const json::object questions[] = {{{"do", "sight"}, {"labels", true}, {"preview", true}},
                                               {{"do", "legal"}, {"labels", true}},
                                               {{"do", "events"}},
                                               {{"do", "watch"}},
                                               {{"do", "why"}, {"action", "done"}},
                                               {{"do", "score"}},
                                               {{"do", "save"}},
                                               {{"do", "replay"}, {"at", 0}, {"as", "all"}},
                                               {{"do", "analyse"}},
                                               {{"do", "tables"}, {"which", "running"}}};
      for (const json::object& question : questions) {
        if (rng.below(10) >= asked_in_ten) continue;
        const bool about_table = question.at("do").as_string() != "tables";
        ASSERT_EQ(a.ask(who, question, about_table), b.ask(who, question, about_table)) << json::serialize(question);
      }
      ASSERT_EQ(a.stream(who), b.stream(who));
      ++compared;
      if (step % 4 == 2) {
        a.reconnect(who);
        b.reconnect(who);
        ASSERT_EQ(a.stream(who), b.stream(who));
      }
      // Somebody acts, or takes back; the same in both worlds where that can be.
      const int chatter = static_cast<int>(rng.below(static_cast<u32>(seats + 1)));
      a.say(chatter, {{"do", "chat"}, {"text", "hm"}});
      b.say(chatter, {{"do", "chat"}, {"text", "hm"}});
      SeatSet able = a.mirror.waiting_on();
      if (able.empty()) break;
      std::vector<Seat> list;
      able.for_each([&](Seat s) { list.push_back(s); });
      const Seat seat = list[rng.below(static_cast<u32>(list.size()))];
      const Seat undoer = seat_at(static_cast<int>(rng.below(static_cast<u32>(seats))));
      if (rng.below(4) == 0 && a.mirror.can_undo(undoer) && b.mirror.can_undo(undoer)) {
        a.mirror.undo(undoer);
        b.mirror.undo(undoer);
        a.say(index_of(undoer), {{"do", "undo"}});
        b.say(index_of(undoer), {{"do", "undo"}});
        continue;
      }
      ActionList in_a, in_b;
      std::vector<Action> both;
      game->legal(a.mirror.sight(seat), in_a);
      game->legal(b.mirror.sight(seat), in_b);
      for (const Action action : in_a)
        if (std::find(in_b.begin(), in_b.end(), action) != in_b.end()) both.push_back(action);
      if (both.empty()) break;
      const Action action = both[rng.below(static_cast<u32>(both.size()))];
      for (World* world : {&a, &b}) {
        const u64 seq = world->mirror.seq();
        ASSERT_TRUE(world->mirror.submit(seat, {&action, 1}, seq));
        const json::object done = world->say(index_of(seat), {{"do", "apply"}, {"action", game->print(action)}, {"seq", seq}});
        ASSERT_TRUE(done.at("ok").as_bool()) << json::serialize(done);
        ASSERT_EQ(done.at("seq").to_number<u64>(), world->mirror.seq());
      }
    }
  }
  const auto shown = [](u64 n) { return static_cast<unsigned long long>(n); };
  std::printf("%llu games, %llu positions compared, %llu of the worlds were others, %llu came apart later\n", shown(played),
              shown(compared), shown(other_worlds), shown(differed_later));
  if (last - first < 10) return;
  EXPECT_GT(compared, last - first);
  EXPECT_GT(other_worlds, (last - first) / 4);
}

}  // namespace
}  // namespace trestle
