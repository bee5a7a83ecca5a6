// `trestle serve` and `trestle admin` as an owner uses them: what goes wrong is one line and a status, nothing is damaged, and a server
// that is asked to stop stops.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <boost/json.hpp>
#include <fstream>

#include "cli/child.hpp"
#include "server/net/running.hpp"
#include "storage/sqlite_db.hpp"

namespace trestle::server::net {
namespace {

using test::Arguments;
using test::Child;
using test::Scratch;
namespace json = boost::json;

const Arguments no_environment{"HOME=/nonexistent", "PATH=/usr/bin:/bin"};

// One line, this status.
void fails(int status, const Arguments& arguments, const std::string& words) {
  Child child(arguments, no_environment);
  EXPECT_EQ(child.finish(), status) << child.output();
  EXPECT_NE(child.output().find(words), std::string::npos) << child.output();
  EXPECT_EQ(std::count(child.output().begin(), child.output().end(), '\n'), 1) << child.output();
}

Arguments serve(Arguments more) {
  Arguments out{"serve", "--no-page"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

// Starts it and waits until it listens.
struct Served {
  explicit Served(Arguments more) : child(serve(std::move(more)), no_environment) {
    EXPECT_TRUE(child.sees("http://127.0.0.1:"));
    const std::string rest = child.output_after_seen();
    port = static_cast<u16>(std::stoi(rest));
  }
  Child child;
  u16 port = 0;
};

TEST(Serve, StopsWhenAsked) {
  for (const int signal : {SIGTERM, SIGINT}) {
    Served served({"--memory", "--port", "0"});
    Raw line(served.port);
    line.write(request("GET", "/healthz"));
    EXPECT_EQ(line.read().body, "ok\n");
    served.child.send(signal);
    EXPECT_EQ(served.child.finish(), 0) << served.child.output();
    EXPECT_NE(served.child.output().find("info stopped"), std::string::npos);
  }
}

TEST(Serve, LogsAreJsonOnDemand) {
  Served served({"--memory", "--port", "0", "--log", "json"});
  EXPECT_TRUE(served.child.sees("\"event\":\"listening\""));
  served.child.send(SIGTERM);
  EXPECT_EQ(served.child.finish(), 0);
}

TEST(Serve, APortThatIsTaken) {
  Served first({"--memory", "--port", "0"});
  fails(1, serve({"--memory", "--port", std::to_string(first.port)}), "port " + std::to_string(first.port) + " is taken");
}

TEST(Serve, AnAddressThatIsNone) {
  fails(1, serve({"--memory", "--port", "0", "--host", "nowhere"}), "'nowhere' is not an address");
  fails(1, serve({"--memory", "--port", "0", "--host", "203.0.113.1"}), "cannot listen on 203.0.113.1:0");
}

TEST(Serve, WhatIsNotUnderstood) {
  fails(2, serve({"--memory", "--data", "x"}), "give one of --data, --database and --memory");
  fails(2, serve({"--memory", "--cert", "x"}), "--cert and --key go together");
  fails(2, serve({"--memory", "--limit", "no_such=1"}), "unknown limit 'no_such'");
  fails(2, serve({"--memory", "--limit", "lines_max=0"}), "--limit lines_max takes a whole number");
  fails(1, serve({"--memory", "--port", "0", "--origin", "club"}), "'club' is not an origin");
}

TEST(Serve, ADirectoryThatCannotBeUsed) {
  Scratch scratch;
  std::ofstream(scratch.file("plain")) << "a file";
  fails(1, serve({"--port", "0", "--data", scratch.file("plain")}), "plain: ");
  fails(1, serve({"--port", "0", "--data", scratch.file("plain") + "/below"}), "below: cannot be made");
  fails(1, serve({"--port", "0", "--data", "/proc/nothing"}), "/proc/nothing: cannot be made");
  fails(1, serve({"--port", "0", "--data", "/proc"}), "not writable");
  std::ifstream in(scratch.file("plain"));
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "a file");
}

TEST(Serve, AFileThatIsNoDatabaseStaysAsItIs) {
  Scratch scratch;
  const std::string garbage(5000, 'x');
  std::ofstream(scratch.file("trestle.db")) << garbage;
  fails(1, serve({"--port", "0", "--data", scratch.path()}), "trestle.db");
  std::ifstream in(scratch.file("trestle.db"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), garbage);
}

TEST(Serve, ADirectoryAnotherServerHolds) {
  Scratch scratch;
  Served first({"--port", "0", "--data", scratch.path()});
  fails(1, serve({"--port", "0", "--data", scratch.path()}), "trestle.db");
  Raw line(first.port);
  line.write(request("GET", "/healthz"));
  EXPECT_EQ(line.read().body, "ok\n");
}

// ---- no room

// What a process may write to any file: as a disk that is full, for it alone and as long as one likes.
void set_quota(pid_t process, rlim_t bytes) {
  rlimit limit{};
  ASSERT_EQ(::prlimit(process, RLIMIT_FSIZE, nullptr, &limit), 0);
  limit.rlim_cur = bytes;
  ASSERT_EQ(::prlimit(process, RLIMIT_FSIZE, &limit, nullptr), 0);
}

class Owner {  // one person at a table with a bot, by HTTP
 public:
  explicit Owner(u16 port) {
    connect(port);
    const std::string set = say({{"do", "guest"}, {"name", "Ann"}})["set-cookie"];
    cookie_ = set.substr(0, set.find(';'));
  }
  void connect(u16 port) { line_ = std::make_unique<Raw>(port); }
  Response say(const json::object& message) {
    line_->write(request("POST", "/api", "Content-Type: application/json\r\nCookie: " + cookie_ + "\r\n", json::serialize(message)));
    return line_->read();
  }
  // A question that shares its transaction with a bot's move that cannot be kept is not answered: then it is asked again.
  json::object ask(const json::object& message) {
    Response answer;
    for (int tries = 0; tries < 100 && (answer = say(message)).status == 503; ++tries) {
    }
    return json::parse(answer.body).as_object();
  }
  // What we see once it is our turn; nothing: it never was.
  json::object turn(const std::string& table) {
    for (int tries = 0; tries < 1000; ++tries) {
      json::object sight = ask({{"do", "sight"}, {"table", table}});
      if (const json::value* legal = sight.if_contains("legal"); legal != nullptr && !legal->as_array().empty()) return sight;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return {};
  }
  // The first legal move, once it is our turn; the answer.
  json::object play(const std::string& table) {
    const json::object sight = turn(table);
    if (sight.empty()) return {};
    return ask({{"do", "apply"}, {"table", table}, {"action", sight.at("legal").as_array()[0]}, {"seq", sight.at("seq")}});
  }
  std::string health() {
    line_->write(request("GET", "/healthz"));
    return line_->read().body;
  }

 private:
  std::unique_ptr<Raw> line_;
  std::string cookie_;
};

TEST(Serve, AFullDiskRefusesMovesAndPlayGoesOnWhenThereIsRoom) {
  Scratch data;
  Served served({"--port", "0", "--data", data.path(), "--limit", "messages_a_second=10000"});
  Owner ann(served.port);
  const json::object made = ann.ask({{"do", "create"}, {"game", "hadara"}, {"players", 2}, {"seats", {"me", "novice"}}, {"hints", false}});
  ASSERT_TRUE(made.at("ok").as_bool()) << json::serialize(made);
  const std::string table(made.at("table").as_string());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(ann.play(table).at("ok").as_bool());

  ASSERT_FALSE(ann.turn(table).empty()) << "from now on nobody moves, the bot neither";
  set_quota(served.child.pid(), 4096);
  for (int i = 0; i < 3; ++i) {
    const json::object refused = ann.play(table);
    ASSERT_FALSE(refused.empty() || refused.at("ok").as_bool()) << json::serialize(refused);
    EXPECT_EQ(refused.at("error").at("code").as_string(), "storage") << json::serialize(refused);
  }
  EXPECT_EQ(ann.ask({{"do", "create"}, {"game", "hadara"}, {"players", 2}}).at("error").at("code").as_string(), "storage");
  EXPECT_TRUE(served.child.sees("error storage_fails")) << served.child.output();
  EXPECT_EQ(ann.health(), "the store keeps nothing\n");
  set_quota(served.child.pid(), RLIM_INFINITY);
  for (int i = 0; i < 3; ++i) {
    const json::object moved = ann.play(table);
    ASSERT_TRUE(!moved.empty() && moved.at("ok").as_bool()) << json::serialize(moved);
  }
  EXPECT_EQ(ann.health(), "ok\n");
  EXPECT_TRUE(served.child.sees("info storage_works_again"));
  const std::string log = served.child.output();
  EXPECT_EQ(log.find("storage_fails"), log.rfind("storage_fails")) << "said once:\n" << log;
  const auto seq = ann.ask({{"do", "sight"}, {"table", table}}).at("seq").to_number<i64>();

  // Stopped while there is no room: nothing that was told is lost.
  set_quota(served.child.pid(), 4096);
  served.child.send(SIGTERM);
  EXPECT_EQ(served.child.finish(), 0) << served.child.output();
  // And without room it does not begin.
  for (const std::string& folder : {data.path(), data.file("new")}) {
    rlimit before{}, none{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    Child child(serve({"--port", "0", "--data", folder}), no_environment);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(child.finish(), 1) << child.output();
    EXPECT_NE(child.output().find("trestle.db"), std::string::npos) << child.output();
    EXPECT_EQ(std::count(child.output().begin(), child.output().end(), '\n'), 1) << child.output();
  }
  Served again({"--port", "0", "--data", data.path(), "--limit", "messages_a_second=10000"});
  ann.connect(again.port);
  EXPECT_GE(ann.ask({{"do", "sight"}, {"table", table}}).at("seq").to_number<i64>(), seq);
  EXPECT_TRUE(ann.play(table).at("ok").as_bool());
  again.child.send(SIGTERM);
  EXPECT_EQ(again.child.finish(), 0);
}

// ---- editions of the owner's own

TEST(Serve, EditionsAreCheckedBeforeAnybodyPlaysThem) {
  Scratch scratch;
  const std::string club = scratch.file("throne/club");
  Child exported({"edition", "export", "throne", club}, no_environment);
  ASSERT_EQ(exported.finish(), 0) << exported.output();
  const auto with = [&](const std::string& folder) { return serve({"--memory", "--port", "0", "--editions", folder}); };
  {
    Served served({"--memory", "--port", "0", "--editions", scratch.path()});
    Owner ann(served.port);
    const json::object hello = ann.ask({{"do", "hello"}});
    EXPECT_EQ(hello.at("editions").at(0).at("name").as_string(), "club");
    EXPECT_TRUE(ann.ask({{"do", "create"}, {"game", "throne"}, {"players", 2}, {"edition", "club"}}).at("ok").as_bool());
  }
  std::ofstream(club + "/cards.csv", std::ios::app) << "farmer,unit\n";
  std::ifstream in(club + "/cards.csv");
  const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  fails(1, with(scratch.path()), "throne/club/cards.csv:" + std::to_string(lines) + ": this row has 2 cells");
  fails(1, with(scratch.file("none")), "none: cannot be read");
  fails(1, with(scratch.file("throne")), "club: is not the name of a game");
  fails(1, with(club), "holds no edition");
}

TEST(Serve, ADatabaseOfANewerVersionStaysAsItIs) {
  Scratch data;
  {
    Served first({"--port", "0", "--data", data.path()});
    Owner(first.port).health();  // it runs
    first.child.send(SIGTERM);
    ASSERT_EQ(first.child.finish(), 0);
  }
  auto db = storage::SqliteDb::open(data.file("trestle.db"));
  ASSERT_TRUE(db);
  (*db)->script("PRAGMA journal_mode = DELETE; PRAGMA user_version = " + std::to_string(storage::sqlite_schema_version + 1));
  db->reset();
  const auto content = [&] {
    std::ifstream in(data.file("trestle.db"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string before = content();
  fails(1, serve({"--port", "0", "--data", data.path()}), "is of version " + std::to_string(storage::sqlite_schema_version + 1));
  EXPECT_EQ(content(), before);
}

TEST(Serve, ADatabaseThatIsNotThere) {
  fails(1, serve({"--port", "0", "--database", "postgresql://127.0.0.1:1/none"}), "Connection refused");
  fails(1, serve({"--port", "0", "--database", "nonsense://x"}), "should look like postgresql://");
}

TEST(Serve, APageThatIsNone) {
  Scratch scratch;
  fails(1, {"serve", "--memory", "--port", "0", "--page", scratch.file("none")}, "none: no such directory");
  fails(1, {"serve", "--memory", "--port", "0", "--page", scratch.path()}, "has no index.html");
}

// A key and a certificate for 127.0.0.1, made by openssl's own program.
void make_certificate(const Scratch& folder, const std::string& name) {
  const std::string command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout " +
                              folder.file(name + ".key") + " -out " + folder.file(name + ".crt") + " 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
}

TEST(Serve, CertificatesThatDoNotFit) {
  Scratch scratch;
  make_certificate(scratch, "a");
  make_certificate(scratch, "b");
  std::ofstream(scratch.file("junk")) << "junk\n";
  const auto with = [&](const std::string& cert, const std::string& key) {
    return serve({"--memory", "--port", "0", "--cert", scratch.file(cert), "--key", scratch.file(key)});
  };
  fails(1, with("none", "a.key"), "none: cannot be read");
  fails(1, with("a.crt", "none"), "none: cannot be read");
  fails(1, with("junk", "a.key"), "junk: is not a certificate");
  fails(1, with("a.crt", "junk"), "junk: is not a private key");
  fails(1, with("a.crt", "b.key"), "b.key: is not the key of the certificate");
}

TEST(Serve, TlsFromEndToEnd) {
  Scratch scratch;
  make_certificate(scratch, "a");
  Child child(serve({"--memory", "--port", "0", "--cert", scratch.file("a.crt"), "--key", scratch.file("a.key")}), no_environment);
  ASSERT_TRUE(child.sees("https://127.0.0.1:"));
  const std::string port = std::to_string(std::stoi(child.output_after_seen()));
  const std::string script = std::string(TRESTLE_ROOT) + "/tests/server/net/tls_client.py";
  EXPECT_EQ(std::system(("python3 " + script + " " + port).c_str()), 0);
  child.send(SIGTERM);
  EXPECT_EQ(child.finish(), 0);
}

// ---- the owner's view

std::string admin(int status, const Scratch& data, Arguments what) {
  what.insert(what.begin(), "admin");
  what.insert(what.end(), {"--data", data.path()});
  Child child(what, no_environment);
  EXPECT_EQ(child.finish(), status) << child.output();
  return child.output();
}

TEST(Admin, LooksAfterARunningServer) {
  Scratch data;
  Served served({"--port", "0", "--data", data.path()});
  struct stat there {};
  ASSERT_EQ(::stat(data.file("admin.sock").c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777, 0600u);

  Raw line(served.port);
  const auto say = [&](const std::string& message, const std::string& cookie) {
    line.write(request("POST", "/api", "Content-Type: application/json\r\nCookie: " + cookie + "\r\n", message));
    return line.read();
  };
  const std::string set = say(R"({"do":"guest","name":"Ann"})", "")["set-cookie"];
  const std::string cookie = set.substr(0, set.find(';'));
  const std::string made = say(R"({"do":"create","game":"hadara","players":2,"seats":["me","open"]})", cookie).body;
  const auto field = [](const std::string& text, const std::string& key) {
    const auto at = text.find("\"" + key + "\":\"") + key.size() + 4;
    return text.substr(at, text.find('"', at) - at);
  };
  const std::string table = field(made, "table");
  ASSERT_EQ(table.size(), 16u) << made;

  EXPECT_NE(admin(0, data, {"counts"}).find("users             1\n"), std::string::npos);
  const std::string list = admin(0, data, {"list"});
  EXPECT_NE(list.find(table + "  open "), std::string::npos) << list;
  const std::string user = list.substr(list.find("Ann (") + 5, 16);
  EXPECT_NE(admin(1, data, {"export", table}).find("has not begun"), std::string::npos);
  admin(0, data, {"close", table});
  EXPECT_NE(admin(0, data, {"list"}).find(table + "  closed"), std::string::npos);
  admin(0, data, {"ban", user});
  EXPECT_NE(say(R"({"do":"me"})", cookie).body.find("\"code\":\"banned\""), std::string::npos);
  admin(0, data, {"unban", user});
  EXPECT_NE(say(R"({"do":"me"})", cookie).body.find("\"ok\":true"), std::string::npos);
  EXPECT_NE(admin(1, data, {"ban", "nobody"}).find("no such player"), std::string::npos);
  EXPECT_NE(admin(1, data, {"close", "nothing"}).find("trestle: "), std::string::npos);
  admin(0, data, {"backup", data.file("copy.db")});
  EXPECT_EQ(::stat(data.file("copy.db").c_str(), &there), 0);
  admin(1, data, {"backup", "/nonexistent/copy.db"});

  served.child.send(SIGTERM);
  EXPECT_EQ(served.child.finish(), 0);
  EXPECT_NE(admin(1, data, {"list"}).find("no server answers there"), std::string::npos);
  EXPECT_NE(::stat(data.file("admin.sock").c_str(), &there), 0);
}

}  // namespace
}  // namespace trestle::server::net
