// What every store must do, once for all of them.
#include <limits>

#include "base/sha256.hpp"
#include "stores.hpp"

namespace trestle::storage::test {
namespace {

class StoreContract : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == Kind::postgres) SKIP_WITHOUT_POSTGRES();
    stores_ = std::make_unique<Stores>(GetParam());
    store_ = stores_->open();
    ASSERT_NE(store_, nullptr);
  }
  Answer run(Op op) { return run_one(*store_, std::move(op)); }
  Outcome outcome_of(Op op) { return run(std::move(op)).outcome; }
  // What must outlive the server is looked at after it was closed, where that is possible.
  void reopen() {
    if (!stores_->can_reopen()) return;
    store_.reset();
    store_ = stores_->open();
    ASSERT_NE(store_, nullptr);
  }
  TableWhole peek(const TableId& id) {
    Answer answer = run(PeekTable{id});
    EXPECT_EQ(answer.outcome, Outcome::done);
    return answer.table ? *answer.table : TableWhole{};
  }
  std::vector<TableId> ids(const Op& op) {
    std::vector<TableId> out;
    for (const TableRow& row : run(op).tables) out.push_back(row.id);
    return out;
  }

  std::unique_ptr<Stores> stores_;
  std::unique_ptr<Store> store_;
};

INSTANTIATE_TEST_SUITE_P(All, StoreContract, ::testing::Values(Kind::memory, Kind::sqlite, Kind::postgres),
                         [](const auto& about) { return name_of(about.param); });

using Ids = std::vector<TableId>;

TEST_P(StoreContract, UsersAreKeptAndFoundByIdAndLogin) {
  EXPECT_EQ(outcome_of(SaveUser{user("u1", "ann")}), Outcome::done);
  EXPECT_EQ(outcome_of(SaveUser{user("u2")}), Outcome::done);
  EXPECT_EQ(outcome_of(SaveUser{user("u3")}), Outcome::done);  // guests have no login, and do not clash by it
  UserRow changed = user("u2", "bob");
  changed.banned = true;
  changed.name = "Bob";
  EXPECT_EQ(outcome_of(SaveUser{changed}), Outcome::done);
  reopen();
  EXPECT_EQ(run(FindUser{"u1", ""}).user, user("u1", "ann"));
  EXPECT_EQ(run(FindUser{"", "bob"}).user, changed);
  EXPECT_EQ(outcome_of(FindUser{"nobody", ""}), Outcome::missing);
  EXPECT_EQ(outcome_of(FindUser{"", "nobody"}), Outcome::missing);
  EXPECT_EQ(outcome_of(FindUser{"", ""}), Outcome::missing);
}

TEST_P(StoreContract, ALoginBelongsToOne) {
  run(SaveUser{user("u1", "ann")});
  run(SaveUser{user("u2", "bob")});
  EXPECT_EQ(outcome_of(SaveUser{user("u2", "ann")}), Outcome::conflict);
  EXPECT_EQ(outcome_of(SaveUser{user("u3", "ann")}), Outcome::conflict);
  EXPECT_EQ(run(FindUser{"u2", ""}).user->login, "bob");
  EXPECT_EQ(outcome_of(FindUser{"u3", ""}), Outcome::missing);
  EXPECT_EQ(outcome_of(SaveUser{user("u1", "anna")}), Outcome::done);  // and is free when it is given up
  EXPECT_EQ(outcome_of(SaveUser{user("u3", "ann")}), Outcome::done);
  EXPECT_EQ(run(FindUser{"", "ann"}).user->id, "u3");
}

TEST_P(StoreContract, SessionsBeginAndEnd) {
  run(SaveUser{user("u1")});
  run(SaveUser{user("u2")});
  const SessionRow one{sha256("one"), "u1", 5, 6}, two{sha256("two"), "u1", 7, 8}, three{sha256("three"), "u2", 9, 10};
  for (const SessionRow& session : {one, two, three}) EXPECT_EQ(outcome_of(SaveSession{session}), Outcome::done);
  EXPECT_EQ(outcome_of(SaveSession{{sha256("four"), "nobody", 0, 0}}), Outcome::missing);
  reopen();
  const Answer found = run(FindSession{one.token_hash});
  EXPECT_EQ(found.session, one);
  EXPECT_EQ(found.user, user("u1"));
  SessionRow longer = one;
  longer.expires = 99;
  EXPECT_EQ(outcome_of(SaveSession{longer}), Outcome::done);
  EXPECT_EQ(run(FindSession{one.token_hash}).session, longer);
  EXPECT_EQ(outcome_of(EndSession{one.token_hash}), Outcome::done);
  EXPECT_EQ(outcome_of(EndSession{one.token_hash}), Outcome::missing);
  EXPECT_EQ(outcome_of(FindSession{one.token_hash}), Outcome::missing);
  EXPECT_EQ(outcome_of(EndSessions{"u1"}), Outcome::done);
  EXPECT_EQ(outcome_of(FindSession{two.token_hash}), Outcome::missing);
  EXPECT_EQ(outcome_of(FindSession{three.token_hash}), Outcome::done);
}

TEST_P(StoreContract, ATableIsKeptWhole) {
  SaveTable first = creation("t1");
  first.chat = {{"ann", "hello", false, 1}, {"", "online.line.joined", false, 2}, {"eve", "psst\n'", true, 3}};
  first.step = StepRow{0, 2, "deal 1\ndeal 2\n", 7};
  EXPECT_EQ(outcome_of(first), Outcome::done);
  EXPECT_EQ(outcome_of(next_step("t1", 2, 1)), Outcome::done);
  EXPECT_EQ(outcome_of(next_step("t1", 3, 4, "n1", 300)), Outcome::done);
  reopen();
  const TableWhole whole = peek("t1");
  TableRow expected = table_row("t1");
  expected.changed = 300;
  EXPECT_EQ(whole.row, expected);
  EXPECT_EQ(whole.moves, 7u);
  EXPECT_EQ(whole.steps, (std::vector<StepRow>{*first.step, *next_step("t1", 2, 1).step, *next_step("t1", 3, 4, "n1", 300).step}));
  EXPECT_EQ(whole.chat, first.chat);
  const Answer last_lines = run(PeekTable{"t1", 2});
  EXPECT_EQ(last_lines.table->chat, (std::vector<ChatRow>{first.chat[1], first.chat[2]}));
  EXPECT_EQ(outcome_of(PeekTable{"t2"}), Outcome::missing);
}

TEST_P(StoreContract, ARowReplacesARowAndNothingElse) {
  run(creation("t1"));
  run(next_step("t1", 0, 3));
  SaveTable save;
  save.id = "t1";
  save.node = "n1";
  save.expect_moves = 3;
  save.changed = 1;  // those of the row count
  save.wake = 2;
  save.row = TableRow{"", TableStatus::over, false, "go", "other terms", {"cid", "bob", "bob"}, 60, 700, 900};
  EXPECT_EQ(outcome_of(save), Outcome::done);
  save.row->id = "t1";
  EXPECT_EQ(peek("t1").row, *save.row);
  EXPECT_EQ(peek("t1").moves, 3u);
  EXPECT_EQ(ids(ListTables{{}, "ann"}), Ids{});
  EXPECT_EQ(ids(ListTables{{}, "bob"}), Ids{"t1"});
  EXPECT_EQ(ids(ListTables{{}, "cid"}), Ids{"t1"});
}

TEST_P(StoreContract, AMoveThatSomebodyElseMadeIsAConflict) {
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1)), Outcome::missing);
  run(creation("t1"));
  EXPECT_EQ(outcome_of(creation("t1")), Outcome::conflict);
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1)), Outcome::done);
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1)), Outcome::conflict);        // twice
  EXPECT_EQ(outcome_of(next_step("t1", 2, 1)), Outcome::conflict);        // too far
  EXPECT_EQ(outcome_of(next_step("t1", 1, 1, "n2")), Outcome::conflict);  // another's table
  SaveTable all = next_step("t1", 5, 1);
  all.row = table_row("t1", 999);
  all.chat = {{"ann", "lost", false, 1}};
  all.results = {{"ann", "t1", "chess", 0, 2, 1, 10, true, 1, 2, 3, 4}};
  all.ratings = {{"ann", "chess", 1, 2, 3}};
  EXPECT_EQ(outcome_of(all), Outcome::conflict);
  const TableWhole whole = peek("t1");
  EXPECT_EQ(whole.moves, 1u);
  EXPECT_EQ(whole.steps.size(), 1u);
  EXPECT_EQ(whole.row.changed, 200);
  EXPECT_TRUE(whole.chat.empty());
  EXPECT_TRUE(run(FindResults{"ann"}).results.empty());
  EXPECT_TRUE(run(FindRatings{{"ann"}, "chess"}).ratings.empty());
}

TEST_P(StoreContract, ASaveThatContradictsItselfIsAConflict) {
  run(creation("t1"));
  run(next_step("t1", 0, 2));
  SaveTable elsewhere = next_step("t1", 2, 1);
  elsewhere.step->first = 1;
  EXPECT_EQ(outcome_of(elsewhere), Outcome::conflict);
  EXPECT_EQ(outcome_of(next_step("t1", 2, 0)), Outcome::conflict);
  SaveTable beyond = next_step("t1", 2, 1);
  beyond.cut_to = 3;
  beyond.step->first = 3;
  EXPECT_EQ(outcome_of(beyond), Outcome::conflict);
  SaveTable born_old = creation("t2");
  born_old.expect_moves = 1;
  EXPECT_EQ(outcome_of(born_old), Outcome::conflict);
  EXPECT_EQ(peek("t1").moves, 2u);
}

TEST_P(StoreContract, MovesAreTakenBackToTheBeginningOfAStep) {
  run(creation("t1"));
  for (const u64 first : {0u, 3u, 6u, 9u}) run(next_step("t1", first, 3));
  SaveTable cut;
  cut.id = "t1";
  cut.node = "n1";
  cut.expect_moves = 12;
  cut.cut_to = 7;  // within a step
  EXPECT_EQ(outcome_of(cut), Outcome::conflict);
  cut.cut_to = 6;
  cut.node = "n2";
  EXPECT_EQ(outcome_of(cut), Outcome::conflict);
  cut.node = "n1";
  cut.expect_moves = 9;
  EXPECT_EQ(outcome_of(cut), Outcome::conflict);
  EXPECT_EQ(peek("t1").moves, 12u);
  EXPECT_EQ(peek("t1").steps.size(), 4u);
  cut.expect_moves = 12;
  cut.step = StepRow{6, 1, "another way\n", 500};
  EXPECT_EQ(outcome_of(cut), Outcome::done);
  reopen();
  TableWhole whole = peek("t1");
  EXPECT_EQ(whole.moves, 7u);
  ASSERT_EQ(whole.steps.size(), 3u);
  EXPECT_EQ(whole.steps[1], *next_step("t1", 3, 3).step);
  EXPECT_EQ(whole.steps[2], *cut.step);
  cut.step.reset();
  cut.expect_moves = 7;
  cut.cut_to = 7;  // nothing
  EXPECT_EQ(outcome_of(cut), Outcome::done);
  EXPECT_EQ(peek("t1").moves, 7u);
  cut.cut_to = 0;
  EXPECT_EQ(outcome_of(cut), Outcome::done);
  EXPECT_EQ(peek("t1").moves, 0u);
  EXPECT_TRUE(peek("t1").steps.empty());
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1)), Outcome::done);
}

TEST_P(StoreContract, ABatchIsCarriedOutInOrder) {
  const std::vector<Op> ops{creation("t1"),
                            next_step("t1", 0, 1),
                            next_step("t1", 0, 1),
                            PeekTable{"t1"},
                            next_step("t1", 1, 1),
                            SaveUser{user("u1", "ann")},
                            SaveUser{user("u2", "ann")},
                            FindUser{"", "ann"},
                            LoadTable{"t9", "n1", 0},
                            PeekTable{"t1"}};
  const std::vector<Answer> answers = store_->run(ops);
  ASSERT_EQ(answers.size(), ops.size());
  const Outcome expected[] = {Outcome::done, Outcome::done,     Outcome::conflict, Outcome::done,    Outcome::done,
                              Outcome::done, Outcome::conflict, Outcome::done,     Outcome::missing, Outcome::done};
  for (std::size_t i = 0; i < ops.size(); ++i) EXPECT_EQ(answers[i].outcome, expected[i]) << i;
  EXPECT_EQ(answers[3].table->moves, 1u);
  EXPECT_EQ(answers[7].user->id, "u1");
  EXPECT_EQ(answers[9].table->moves, 2u);
  EXPECT_TRUE(store_->run({}).empty());
}

TEST_P(StoreContract, ATableIsHeldByOneWhoLives) {
  run(Heartbeat{"n1", 1000});
  run(Heartbeat{"n2", 5000});
  run(creation("t1", "n1"));
  Answer refused = run(LoadTable{"t1", "n2", 999});
  EXPECT_EQ(refused.outcome, Outcome::conflict);
  EXPECT_EQ(refused.holder, "n1");
  EXPECT_FALSE(refused.table.has_value());
  EXPECT_EQ(outcome_of(LoadTable{"t1", "n1", 999}), Outcome::done);  // one's own
  const Answer taken = run(LoadTable{"t1", "n2", 1000});             // n1 is dead
  EXPECT_EQ(taken.outcome, Outcome::done);
  EXPECT_EQ(taken.holder, "");
  EXPECT_EQ(taken.table->row, table_row("t1"));
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1, "n1")), Outcome::conflict);  // and finds out when it comes back
  EXPECT_EQ(outcome_of(next_step("t1", 0, 1, "n2")), Outcome::done);
  run(Heartbeat{"n1", 9000});
  EXPECT_EQ(run(LoadTable{"t1", "n1", 2000}).holder, "n2");
  EXPECT_EQ(outcome_of(ReleaseTable{"t1", "n1"}), Outcome::conflict);
  EXPECT_EQ(outcome_of(ReleaseTable{"t1", "n2"}), Outcome::done);
  EXPECT_EQ(outcome_of(ReleaseTable{"t2", "n2"}), Outcome::missing);
  EXPECT_EQ(outcome_of(next_step("t1", 1, 1, "n2")), Outcome::conflict);  // released: must be loaded again
  EXPECT_EQ(outcome_of(LoadTable{"t1", "n1", 2000}), Outcome::done);
  EXPECT_EQ(outcome_of(next_step("t1", 1, 1, "n1")), Outcome::done);
  EXPECT_EQ(outcome_of(LoadTable{"t1", "n3", 20000}), Outcome::done);  // a node nobody has heard of may take what the dead held
  EXPECT_EQ(outcome_of(LoadTable{"t1", "n1", 1}), Outcome::done);      // and holds nothing against others
}

TEST_P(StoreContract, TablesAreListedNewestChangeFirst) {
  struct Made {
    TableId id;
    Millis changed;
    TableStatus status;
    bool listed;
    std::vector<UserId> users;
  };
  const std::vector<Made> all{{"a", 10, TableStatus::open, true, {"ann"}},           {"b", 40, TableStatus::open, false, {"bob"}},
                              {"c", 30, TableStatus::open, true, {"ann", "bob"}},    {"d", 30, TableStatus::running, true, {"ann"}},
                              {"B", 30, TableStatus::running, true, {"bob", "cid"}}, {"f", 50, TableStatus::over, true, {}}};
  for (const Made& made : all) {
    SaveTable save = creation(made.id, "n1", made.changed);
    save.row->status = made.status;
    save.row->listed = made.listed;
    save.row->users = made.users;
    ASSERT_EQ(outcome_of(save), Outcome::done);
  }
  EXPECT_EQ(ids(ListTables{}), (Ids{"f", "b", "d", "c", "B", "a"}));
  EXPECT_EQ(ids(ListTables{TableStatus::open, {}}), (Ids{"b", "c", "a"}));
  EXPECT_EQ(ids(ListTables{TableStatus::open, {}, true}), (Ids{"c", "a"}));
  EXPECT_EQ(ids(ListTables{{}, {}, true}), (Ids{"f", "d", "c", "B", "a"}));
  EXPECT_EQ(ids(ListTables{{}, "ann"}), (Ids{"d", "c", "a"}));
  EXPECT_EQ(ids(ListTables{TableStatus::running, "bob", true}), (Ids{"B"}));
  EXPECT_EQ(ids(ListTables{{}, {}, false, 1, 2}), (Ids{"b", "d"}));
  EXPECT_EQ(ids(ListTables{TableStatus::open, {}, false, 2, 50}), (Ids{"a"}));
  EXPECT_EQ(ids(ListTables{{}, "an"}), Ids{});
  SaveTable moved = next_step("a", 0, 1);
  moved.changed = 60;
  run(moved);
  EXPECT_EQ(ids(ListTables{TableStatus::open, {}}), (Ids{"a", "b", "c"}));
  EXPECT_EQ(run(ListTables{TableStatus::over, {}}).tables[0].terms, table_row("f").terms);
}

TEST_P(StoreContract, DueTablesAreThoseThatOneMayTake) {
  run(Heartbeat{"n1", 1000});
  run(Heartbeat{"n2", 100});
  const auto make = [&](const TableId& id, const NodeId& node, Millis wake) {
    SaveTable save = creation(id, node);
    save.row->wake = wake;
    run(save);
  };
  make("a", "n1", 500);
  make("b", "n2", 300);
  make("c", "n3", 400);
  make("d", "n1", 0);
  make("e", "n1", 501);
  make("f", "n1", 500);
  run(ReleaseTable{"f", "n1"});
  EXPECT_EQ(ids(ListDue{"n1", 500, 50}), (Ids{"c", "a", "f"}));
  EXPECT_EQ(ids(ListDue{"n1", 500, 100}), (Ids{"b", "c", "a", "f"}));  // n2 is dead by now
  EXPECT_EQ(ids(ListDue{"n2", 1000, 200}), (Ids{"b", "c", "f"}));
  EXPECT_EQ(ids(ListDue{"n1", 500, 100, 2}), (Ids{"b", "c"}));
  SaveTable done = next_step("a", 0, 1);  // wake 0
  run(done);
  EXPECT_EQ(ids(ListDue{"n1", 500, 50}), (Ids{"c", "f"}));
}

TEST_P(StoreContract, ResultsAndRatings) {
  run(creation("t1"));
  run(creation("t2"));
  const double third = 1.0 / 3, tiny = std::numeric_limits<double>::denorm_min();
  SaveTable end;
  end.id = "t1";
  end.node = "n1";
  end.results = {{"ann", "t1", "chess", 0, 3, 1, 45, true, 25, third, 0.1, 500},
                 {"bot:expert", "t1", "chess", 1, 3, 2, -3, true, 25, -1e300, tiny, 500},
                 {"bot:expert", "t1", "chess", 2, 3, 2, -3, false, 25, 24, 8, 500}};
  // A bot at two seats plays two games at once.
  end.ratings = {{"ann", "chess", third, 8, 0.25, 0.5},
                 {"bot:expert", "chess", 25, 8, -1, 0.5},
                 {"bot:expert", "chess", 25, 8, 0.5, 0.25},
                 {"ann", "go", 1, 2, 3, 1}};
  EXPECT_EQ(outcome_of(end), Outcome::done);
  SaveTable other = end;
  other.id = "t2";
  other.results = {{"ann", "t2", "chess", 1, 2, 2, 7, false, 1, 2, 3, 501}};
  other.ratings = {{"ann", "chess", 1000, 1000, 1, 0.25}};  // counted from what is kept, not from where a player begins
  EXPECT_EQ(outcome_of(other), Outcome::done);
  reopen();
  EXPECT_EQ(run(FindResults{"ann"}).results, (std::vector<ResultRow>{other.results[0], end.results[0]}));
  EXPECT_EQ(run(FindResults{"bot:expert"}).results, (std::vector<ResultRow>{end.results[1], end.results[2]}));
  EXPECT_EQ(run(FindResults{"ann", 1, 5}).results, (std::vector<ResultRow>{end.results[0]}));
  EXPECT_EQ(run(FindResults{"ann", 0, 1}).results.size(), 1u);
  EXPECT_EQ(run(FindRatings{{"bot:expert", "nobody", "ann"}, "chess"}).ratings,
            (std::vector<RatingRow>{{"bot:expert", "chess", 24.5, 1, 2}, {"ann", "chess", third + 0.25 + 1, 1, 2}}));
  EXPECT_EQ(run(FindRatings{{"ann"}, "go"}).ratings, (std::vector<RatingRow>{{"ann", "go", 4, 2, 1}}));
  EXPECT_EQ(outcome_of(end), Outcome::done);  // said again: one result a seat
  EXPECT_EQ(run(FindResults{"bot:expert"}).results.size(), 2u);
}

TEST_P(StoreContract, EverythingIsCounted) {
  run(SaveUser{user("u1")});
  run(SaveUser{user("u2")});
  run(SaveSession{{sha256("one"), "u1", 5, 6}});
  const TableStatus statuses[] = {TableStatus::open, TableStatus::running, TableStatus::running, TableStatus::over,
                                  TableStatus::over, TableStatus::over,    TableStatus::closed};
  for (std::size_t i = 0; i < std::size(statuses); ++i) {
    SaveTable save = creation("t" + std::to_string(i));
    save.row->status = statuses[i];
    run(save);
  }
  run(next_step("t1", 0, 5));
  run(next_step("t2", 0, 2));
  const Counts counts = run(CountAll{}).counts;
  EXPECT_EQ(counts.users, 2u);
  EXPECT_EQ(counts.sessions, 1u);
  EXPECT_EQ(counts.open, 1u);
  EXPECT_EQ(counts.running, 2u);
  EXPECT_EQ(counts.over, 3u);
  EXPECT_EQ(counts.closed, 1u);
  EXPECT_EQ(counts.moves, 7u);
}

TEST_P(StoreContract, WhatCannotBeStoredHarmsNobodyElse) {
  UserRow bad = user("u2");
  bad.name = std::string("a\0b", 3);
  SaveTable worse = creation("t2");
  worse.chat = {{"ann", "\xC3(", false, 0}};
  SaveTable rated = creation("t3");
  rated.ratings = {{"ann", "chess", std::numeric_limits<double>::quiet_NaN(), 1, 1}};
  SaveTable nameless = creation("t4");
  nameless.row->users = {"ann", "b\nc"};
  SaveTable without_row = creation("t5");
  without_row.row = {};
  const std::vector<Op> ops{SaveUser{bad},    worse, rated, nameless, without_row, FindUser{std::string("u1\0", 3), ""}, creation("t1"),
                            PeekTable{"\xFF"}};
  const std::vector<Answer> answers = store_->run(ops);
  ASSERT_EQ(answers.size(), 8u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(answers[static_cast<std::size_t>(i)].outcome, Outcome::failed) << i;
    EXPECT_FALSE(answers[static_cast<std::size_t>(i)].why.empty()) << i;
  }
  EXPECT_EQ(answers[5].outcome, Outcome::missing);
  EXPECT_EQ(answers[6].outcome, Outcome::done);
  EXPECT_EQ(answers[7].outcome, Outcome::missing);
  EXPECT_EQ(run(CountAll{}).counts.open + run(CountAll{}).counts.running, 1u);
}

TEST_P(StoreContract, LargeTextsAndBatches) {
  std::string large;
  while (large.size() < 300'000) large += "move " + std::to_string(large.size()) + " \xE2\x82\xAC \xF0\x9F\x8E\xB2\n";
  SaveTable save = creation("t1");
  save.row->terms = large;
  save.step = StepRow{0, 1, large, 1};
  ASSERT_EQ(outcome_of(save), Outcome::done);
  std::vector<Op> ops;
  for (u64 i = 0; i < 1000; ++i) ops.push_back(next_step("t1", i + 1, 1));
  for (int i = 0; i < 40; ++i) ops.push_back(PeekTable{"t1"});
  const std::vector<Answer> answers = store_->run(ops);
  ASSERT_EQ(answers.size(), ops.size());
  for (const Answer& answer : answers) ASSERT_EQ(answer.outcome, Outcome::done) << answer.why;
  EXPECT_EQ(answers.back().table->steps.size(), 1001u);
  EXPECT_EQ(answers.back().table->row.terms, large);
  EXPECT_EQ(answers.back().table->steps[0].text, large);
}

}  // namespace
}  // namespace trestle::storage::test
