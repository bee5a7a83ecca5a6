// What people bring along: tables of their own, chosen by name or sent, and records to look at.
#include <gtest/gtest.h>

#include "bots/bots.hpp"
#include "games/registry.hpp"
#include "match/verify.hpp"
#include "support/hub_world.hpp"

namespace trestle {
namespace {

using namespace server;
using testing::code;
using testing::HubWorld;
using testing::number;
using testing::ok;
using testing::text;
namespace json = boost::json;

// Throne with another figure: a game that is not the built-in one.
Edition other_throne() {
  Edition edition = built_in_edition("throne");
  edition.origin = "test";
  for (TableFile& file : edition.files)
    if (const auto at = file.name == "cards.csv" ? file.text.find("farmer,unit,farmer,8") : std::string::npos; at != std::string::npos)
      file.text.replace(at, 20, "farmer,unit,farmer,9");
  EXPECT_NE(edition.hash(), built_in_edition("throne").hash());
  return edition;
}

json::object files_of(const Edition& edition) {
  json::object out;
  for (const TableFile& file : edition.files) out[file.name] = file.text;
  return out;
}

HubConfig with_offer() {
  HubConfig config;
  config.limits.messages_a_second = 100'000;
  const Edition club = other_throne();
  config.editions = {{"throne", "club", club.hash(), std::make_shared<const Edition>(club)}};
  return config;
}

std::string where(const json::object& o) { return o.contains("error") ? text(o.at("error").as_object(), "where") : ""; }

// A person against a bot, to the end.
void play_out(HubWorld& world, const Line& line, const std::string& table) {
  Rng rng(3);
  for (int i = 0; i < 5000; ++i) {
    const json::object sight = world.ask(line, {{"do", "sight"}, {"table", table}});
    ASSERT_TRUE(ok(sight)) << json::serialize(sight);
    if (sight.at("over").as_bool()) return;
    const auto& legal = sight.at("legal").as_array();
    ASSERT_FALSE(legal.empty());
    world.ask(line,
              {{"do", "apply"}, {"table", table}, {"action", legal[rng.below(static_cast<u32>(legal.size()))]}, {"seq", sight.at("seq")}});
  }
  FAIL() << "the game does not end";
}

TEST(HubEditions, ATableKeepsTheEditionItWasMadeWith) {
  HubWorld world(1, with_offer());
  const Edition club = other_throne();
  const Line line = world.open(world.guest("Ann"));
  EXPECT_EQ(text(world.ask(line, {{"do", "hello"}}).at("editions").as_array().at(0).as_object(), "edition"), club.hash());
  const std::string ann = world.guest("Bea");
  const Line bea = world.open(ann);
  const json::object made =
      world.ask(bea, {{"do", "create"}, {"game", "throne"}, {"players", 2}, {"seats", {"me", "novice"}}, {"edition", "club"}});
  ASSERT_TRUE(ok(made)) << json::serialize(made);
  const std::string table = text(made, "table");
  const json::object seen = world.ask(bea, {{"do", "watch"}, {"table", table}});
  EXPECT_EQ(text(seen, "edition"), club.hash());
  EXPECT_EQ(text(seen, "edition_name"), "club");
  EXPECT_TRUE(seen.at("rated").as_bool());

  // Another server that offers nothing goes on with it: the tables are kept with the table.
  HubConfig bare;
  bare.limits.messages_a_second = 100'000;
  HubWorld later(2, bare, world.store);
  const Line again = later.open(ann);
  EXPECT_TRUE(later.ask(again, {{"do", "watch"}, {"table", table}}).at("edition_name").is_null());
  EXPECT_EQ(text(later.ask(again, {{"do", "edition"}, {"table", table}}), "edition"), club.hash());
  play_out(later, again, table);
  const json::object saved = later.ask(again, {{"do", "save"}, {"table", table}});
  EXPECT_EQ(saved.at("tables").as_object(), files_of(club)) << "the edition travels with the record";
  const VerifyReport report = verify_record(text(saved, "record"), [&](const Record& r) { return game_of(r, &club); });
  EXPECT_TRUE(report.holds()) << report.failure->text();
  EXPECT_FALSE(verify_record(text(saved, "record")).holds());
  EXPECT_TRUE(ok(later.ask(again, {{"do", "analyse"}, {"table", table}})));
  const std::string rematch = text(later.ask(again, {{"do", "rematch"}, {"table", table}}), "table");
  EXPECT_EQ(text(later.ask(again, {{"do", "watch"}, {"table", rematch}}), "edition"), club.hash());
}

TEST(HubEditions, AnEditionOfOnesOwn) {
  HubWorld world(1, with_offer());
  const Line line = world.open(world.guest("Ann"));
  const auto create = [&](json::object more) {
    json::object message{{"do", "create"}, {"game", "throne"}, {"players", 2}, {"seats", {"me", "novice"}}};
    for (auto& item : more) message[item.key()] = item.value();
    return world.ask(line, message);
  };
  const json::object files = files_of(other_throne());
  const json::object made = create({{"tables", files}});
  ASSERT_TRUE(ok(made)) << json::serialize(made);
  const json::object seen = world.ask(line, {{"do", "watch"}, {"table", made.at("table")}});
  EXPECT_EQ(text(seen, "edition"), other_throne().hash());
  EXPECT_FALSE(seen.at("rated").as_bool()) << "who makes the tables could make them to win";
  play_out(world, line, text(made, "table"));

  EXPECT_EQ(code(create({{"edition", "clbu"}})), "no_edition");
  EXPECT_EQ(code(create({{"edition", "club"}, {"tables", files}})), "bad_message");
  json::object bad = files;
  bad["cards.csv"] = "card,kind,professions,copies,source\nfarmer,unit,farmer,many,typed\n";
  const json::object refused = create({{"tables", bad}});
  EXPECT_EQ(code(refused), "bad_edition");
  EXPECT_EQ(where(refused), "tables, cards.csv, line 2") << json::serialize(refused);
  bad = files;
  bad.erase("cards.csv");
  EXPECT_EQ(code(create({{"tables", bad}})), "bad_edition");
  bad = files;
  bad["more.csv"] = "x";
  EXPECT_EQ(code(create({{"tables", bad}})), "bad_edition");
  bad = files;
  bad["cards.csv"] = std::string(edition_bytes_max + 1, '#');
  EXPECT_EQ(code(create({{"tables", bad}})), "too_long");
  json::object last;
  for (u32 i = 0; i <= world.config.limits.uploads_an_hour; ++i) {
    last = create({{"tables", files}});
    if (ok(last)) world.ask(line, {{"do", "resign"}, {"table", last.at("table")}});
  }
  EXPECT_EQ(code(last), "limit");
}

// ---- records

std::string record_of(const Edition& edition, bool finished, u64 seed = 7) {
  MatchSetup setup;
  setup.game = *make_game("throne", edition, {});
  setup.names = {"Ann", "Bob"};
  Match match = std::move(*Match::create(setup, std::make_unique<SeededDealer>(seed)));
  Rng rng(seed);
  for (int i = 0; !match.over() && (finished || i < 12); ++i) {
    const Seat seat = match.waiting_on().lowest();
    ActionList legal;
    match.game().legal(match.sight(seat), legal);
    const Action action = legal[rng.below(static_cast<u32>(legal.size()))];
    EXPECT_TRUE(match.submit(seat, {&action, 1}, match.seq()));
  }
  match.close_record();
  return print_record(match.record());
}

TEST(HubRecords, ARecordIsLookedAtTogether) {
  HubWorld world(1, with_offer());
  const std::string ann = world.guest("Ann"), record = record_of(built_in_edition("throne"), true);
  const json::object brought = world.post(ann, {{"do", "import"}, {"record", record}});
  ASSERT_TRUE(ok(brought)) << json::serialize(brought);
  EXPECT_TRUE(brought.at("finished").as_bool());
  EXPECT_EQ(text(brought, "proof"), "seed");
  const std::string table = text(brought, "table");
  const Line bob = world.open(world.guest("Bob"));
  const auto say = [&](json::object message) {
    message["table"] = table;
    return world.ask(bob, message);
  };
  const json::object seen = say({{"do", "watch"}});
  EXPECT_EQ(text(seen, "status"), "over");
  EXPECT_TRUE(seen.at("imported").as_bool());
  EXPECT_FALSE(seen.contains("fair"));
  EXPECT_EQ(text(seen.at("seats").as_array().at(1).as_object(), "name"), "Bob");
  EXPECT_EQ(text(say({{"do", "save"}}), "record"), record);
  EXPECT_TRUE(ok(say({{"do", "score"}})));
  EXPECT_TRUE(ok(say({{"do", "analyse"}})));
  EXPECT_TRUE(ok(say({{"do", "chat"}, {"text", "move 17!"}})));
  for (const char* as : {"A", "B", "table", "all"}) {
    const json::object then = say({{"do", "replay"}, {"at", 20}, {"as", as}});
    EXPECT_TRUE(ok(then)) << json::serialize(then);
    EXPECT_EQ(number(then, "seq"), 20);
  }
  // Nobody plays here, and nobody's history or rating hears of it.
  EXPECT_EQ(code(say({{"do", "join"}})), "started");
  EXPECT_EQ(code(say({{"do", "rematch"}})), "not_yours");
  EXPECT_EQ(code(say({{"do", "resign"}})), "not_yours");
  EXPECT_TRUE(world.post(ann, {{"do", "history"}}).at("results").as_array().empty());
  EXPECT_EQ(world.post(ann, {{"do", "tables"}, {"which", "mine"}}).at("tables").as_array().size(), 1u);
  // It is there after a restart too.
  HubWorld later(2, {}, world.store);
  EXPECT_EQ(text(later.ask(later.open(), {{"do", "save"}, {"table", table}}), "record"), record);
}

TEST(HubRecords, UnfinishedGamesAndOtherEditions) {
  HubWorld world(1, with_offer());
  const Line line = world.open(world.guest("Ann"));
  const json::object half = world.ask(line, {{"do", "import"}, {"record", record_of(built_in_edition("throne"), false)}});
  ASSERT_TRUE(ok(half)) << json::serialize(half);
  EXPECT_FALSE(half.at("finished").as_bool());
  for (const char* what : {"watch", "sight", "events", "score", "save"})
    EXPECT_TRUE(ok(world.ask(line, {{"do", what}, {"table", half.at("table")}}))) << what;
  EXPECT_EQ(code(world.ask(line, {{"do", "analyse"}, {"table", half.at("table")}})), "not_over");
  EXPECT_EQ(code(world.ask(line, {{"do", "apply"}, {"table", half.at("table")}, {"action", "done"}, {"seq", 1}})), "not_yours");

  // The club's own edition is known by its hash; another's tables are to be brought along.
  EXPECT_TRUE(ok(world.ask(line, {{"do", "import"}, {"record", record_of(other_throne(), true)}})));
  HubWorld elsewhere(2, {}, world.store);
  const Line there = elsewhere.open(elsewhere.guest("Bob"));
  const std::string record = record_of(other_throne(), true);
  EXPECT_EQ(code(elsewhere.ask(there, {{"do", "import"}, {"record", record}})), "bad_edition");
  const json::object with_tables = elsewhere.ask(there, {{"do", "import"}, {"record", record}, {"tables", files_of(other_throne())}});
  ASSERT_TRUE(ok(with_tables)) << json::serialize(with_tables);
  EXPECT_TRUE(ok(elsewhere.ask(there, {{"do", "replay"}, {"table", with_tables.at("table")}, {"at", 5}, {"as", "all"}})));
}

TEST(HubRecords, WhatIsNoRecordIsRefusedWithItsLine) {
  HubWorld world(1, with_offer());
  const std::string token = world.guest("Ann");
  const std::string record = record_of(built_in_edition("throne"), true);
  const auto bring = [&](const std::string& text) { return world.post(token, {{"do", "import"}, {"record", text}}); };
  EXPECT_EQ(code(bring("")), "bad_record");
  EXPECT_EQ(code(bring("no record")), "bad_record");
  std::string changed = record;
  const auto at = changed.find("\n", changed.size() / 2) + 3;
  changed[at] = changed[at] == 'x' ? 'y' : 'x';
  const json::object refused = bring(changed);
  EXPECT_EQ(code(refused), "bad_record");
  EXPECT_NE(where(refused).find("record, line "), std::string::npos) << json::serialize(refused);
  // What is too long is not even read.
  for (const bool http : {true, false}) {
    const Line line = world.open(token, http);
    world.settle();
    world.put(Said{line, std::string((http ? upload_bytes_max : server::message_bytes_max) + 1, 'x')});
    world.settle();
    EXPECT_NE(world.sent[line].back().find("too_long"), std::string::npos) << world.sent[line].back();
  }
  // Sealed anew, but with a draw that the seed does not give.
  Record forged = *parse_record(record);
  forged.header.dealer.seed += 1;
  EXPECT_EQ(code(bring(print_record(forged))), "bad_record");
}

}  // namespace
}  // namespace trestle
