// The workers: the store's thread, bots, password hashes, webhooks.
#include <condition_variable>

#include "games/registry.hpp"
#include "match/dealer.hpp"
#include "match/match.hpp"
#include "server/net/notices.hpp"
#include "server/net/running.hpp"
#include "server/work/bot_pool.hpp"
#include "server/work/hasher.hpp"
#include "server/work/store_thread.hpp"

namespace trestle::server {
namespace {

// Collects what workers deliver.
class Inbox {
 public:
  Deliver deliver() {
    return [this](std::vector<Input> inputs) {
      const std::lock_guard lock(mutex_);
      for (Input& in : inputs) inputs_.push_back(std::move(in));
      wake_.notify_all();
    };
  }
  // The n-th input of all, waited for.
  Input& at(std::size_t n) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(wake_.wait_for(lock, std::chrono::seconds(60), [&] { return inputs_.size() > n; }));
    return inputs_.at(n);
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Input> inputs_;
};

// A store that is slow, so that work piles up, and fails when told to.
class SlowStore : public storage::Store {
 public:
  std::vector<storage::Answer> run(std::span<const storage::Op> ops) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    batches.push_back(ops.size());
    std::vector<storage::Answer> out(ops.size());
    for (storage::Answer& a : out) a.outcome = fail ? storage::Outcome::failed : storage::Outcome::done;
    return out;
  }
  Status back_up(const std::string&) override { return ok(); }
  std::vector<std::size_t> batches;
  std::atomic<bool> fail{false};
};

TEST(StoreThread, WhatComesMeanwhileIsOneBatchAndAnswersKeepTheirOrder) {
  Inbox inbox;
  auto owned = std::make_unique<SlowStore>();
  SlowStore& store = *owned;
  StoreThread thread(std::move(owned), inbox.deliver());
  for (Ticket t = 1; t <= 100; ++t) {
    std::vector<Keep> one;
    one.push_back({t, storage::Op(storage::CountAll{})});
    thread.push(one);
    EXPECT_TRUE(one.empty());
  }
  for (Ticket t = 1; t <= 100; ++t) EXPECT_EQ(std::get<Stored>(inbox.at(t - 1)).ticket, t);
  thread.stop();
  EXPECT_LE(store.batches.size(), 5u);
}

TEST(StoreThread, StoppingKeepsWhatWaits) {
  Inbox inbox;
  StoreThread thread(std::make_unique<SlowStore>(), inbox.deliver());
  for (Ticket t = 1; t <= 10; ++t) {
    std::vector<Keep> one;
    one.push_back({t, storage::Op(storage::CountAll{})});
    thread.push(one);
  }
  thread.stop();
  EXPECT_EQ(std::get<Stored>(inbox.at(9)).ticket, 10u);
}

TEST(StoreThread, AFailureIsAnsweredAndShown) {
  Inbox inbox;
  auto owned = std::make_unique<SlowStore>();
  SlowStore& store = *owned;
  StoreThread thread(std::move(owned), inbox.deliver());
  store.fail = true;
  std::vector<Keep> keeps;
  keeps.push_back({1, storage::Op(storage::CountAll{})});
  thread.push(keeps);
  EXPECT_EQ(std::get<Stored>(inbox.at(0)).answer.outcome, storage::Outcome::failed);
  EXPECT_TRUE(thread.failing());
  store.fail = false;
  keeps.push_back({2, storage::Op(storage::CountAll{})});
  thread.push(keeps);
  EXPECT_EQ(std::get<Stored>(inbox.at(1)).answer.outcome, storage::Outcome::done);
  EXPECT_TRUE(thread.failing()) << "something was read, but nothing kept";
  for (int i = 0; i < 1000 && thread.failing(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(thread.failing()) << "the store is asked again though nobody wants anything";
}

TEST(Hasher, APasswordFitsItsOwnHashOnly) {
  ASSERT_TRUE(sodium_ready());
  Inbox inbox;
  Hasher hasher(inbox.deliver());
  hasher.hash({1, "correct horse", ""});
  const std::string hash = std::get<Hashed>(inbox.at(0)).hash;
  EXPECT_TRUE(hash.starts_with("$argon2id$"));
  hasher.hash({2, "correct horse", hash});
  hasher.hash({3, "battery staple", hash});
  EXPECT_TRUE(std::get<Hashed>(inbox.at(1)).fits);
  EXPECT_FALSE(std::get<Hashed>(inbox.at(2)).fits);
}

TEST(BotPool, ThinksAndAdvises) {
  Inbox inbox;
  BotPool pool(2, inbox.deliver());
  for (const std::string& name : game_names()) {
    const auto game = make_game(name);
    ASSERT_TRUE(bool(game));
    MatchSetup setup;
    setup.game = *game;
    setup.names = {"A", "B"};
    const auto match = Match::create(std::move(setup), std::make_unique<SeededDealer>(1));
    ASSERT_TRUE(bool(match));
    const Seat seat = match->waiting_on().has(Seat::A) ? Seat::A : Seat::B;
    pool.think({1, *game, std::make_unique<AnySight>(match->sight(seat)), "novice", 5});
    pool.advise({2, *game, std::make_unique<AnySight>(match->sight(seat)), "greedy", 5});
  }
  for (std::size_t i = 0; i < 2 * game_names().size(); ++i) {
    const Input& in = inbox.at(i);
    if (const auto* worked = std::get_if<Worked>(&in)) {
      EXPECT_TRUE(worked->done);
      EXPECT_NE(worked->json.find("\"ranked\":["), std::string::npos);
    } else {
      EXPECT_EQ(std::get<Thought>(in).ticket, 1u);
    }
  }
}

TEST(BotPool, ARecordThatDoesNotHoldIsAnsweredWithNothing) {
  Inbox inbox;
  BotPool pool(1, inbox.deliver());
  pool.analyse({9, *make_game("throne"), "not a record"});
  const Worked& worked = std::get<Worked>(inbox.at(0));
  EXPECT_EQ(worked.ticket, 9u);
  EXPECT_TRUE(worked.done);
  EXPECT_EQ(worked.json, "");
}

// ---- webhooks

TEST(Notices, AddressesOfWebhooks) {
  using net::parse_hook;
  const auto url = parse_hook("https://hooks.example:8443/a/b?c=d#e");
  ASSERT_TRUE(url);
  EXPECT_TRUE(url->tls);
  EXPECT_EQ(url->host + "|" + url->port + "|" + url->target, "hooks.example|8443|/a/b?c=d");
  EXPECT_EQ(parse_hook("http://hooks.example")->target, "/");
  EXPECT_EQ(parse_hook("http://[2001:db8::1]:81/x")->host, "2001:db8::1");
  for (const char* bad : {"", "ftp://x/", "http://", "http://a b/", "http://user@host/", "http://x:99999999/", "http://x/\n",
                          "javascript:1", "http://x/\r\nHost: y"})
    EXPECT_FALSE(parse_hook(bad)) << bad;
}

TEST(Notices, OnlyAddressesOfEverybody) {
  const auto is_public = [](const char* text) { return net::public_address(boost::asio::ip::make_address(text)); };
  for (const char* ours : {"127.0.0.1",
                           "127.9.9.9",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "0.0.0.0",
                           "100.64.0.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::1",
                           "::",
                           "fe80::1",
                           "fc00::1",
                           "fd12::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "ff02::1",
                           "2002:7f00:1::",
                           "64:ff9b::7f00:1"})
    EXPECT_FALSE(is_public(ours)) << ours;
  for (const char* theirs : {"93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1::1"}) EXPECT_TRUE(is_public(theirs)) << theirs;
}

// One request to a listener of the test's own; what came, and the answer it gets.
class Hook {
 public:
  explicit Hook(std::string answer) : acceptor_(io_, {boost::asio::ip::address_v4::loopback(), 0}) {
    thread_ = std::thread([this, answer] {
      boost::asio::ip::tcp::socket socket(io_);
      boost::system::error_code error;
      acceptor_.accept(socket, error);
      if (error) return;
      while (got_.find("\r\n\r\n{") == std::string::npos || got_.back() != '}') {
        std::array<char, 1024> bytes;
        const auto n = socket.read_some(boost::asio::buffer(bytes), error);
        if (error) return;
        got_.append(bytes.data(), n);
      }
      boost::asio::write(socket, boost::asio::buffer(answer), error);
    });
  }
  ~Hook() { end(); }
  std::string end() {
    if (thread_.joinable()) thread_.join();
    return got_;
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "/turn"; }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::string got_;
  std::thread thread_;
};

double figure(const net::Notices& notices, const std::string& name) {
  std::string text;
  notices.print_metrics(text);
  return std::stod(text.substr(text.find("\n" + name + " ") + name.size() + 2));
}

TEST(Notices, ASignedPostAndNoRedirect) {
  Log log(Log::Form::silent);
  net::Notices notices(true, log);
  Hook hook("HTTP/1.1 204 No Content\r\n\r\n");
  notices.push({hook.url(), "key", R"({"table":"t"})"});
  const std::string got = hook.end();
  EXPECT_TRUE(got.starts_with("POST /turn HTTP/1.1\r\n"));
  EXPECT_NE(got.find("X-Trestle-Signature: " + net::hook_signature("key", R"({"table":"t"})") + "\r\n"), std::string::npos);
  Hook away("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n");
  notices.push({away.url(), "key", "{}"});
  away.end();
  for (int i = 0; i < 500 && figure(notices, "trestle_notices_failed_total") == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(figure(notices, "trestle_notices_failed_total"), 1);
  EXPECT_EQ(figure(notices, "trestle_notices_sent_total"), 1);
}

TEST(Notices, TheServersOwnNetworkIsRefused) {
  // RFC 4231, test case 2.
  EXPECT_EQ(net::hook_signature("Jefe", "what do ya want for nothing?"),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  Log log(Log::Form::silent);
  net::Notices notices(false, log);
  net::Running server;  // would answer, were it asked
  notices.push({"http://localhost:" + std::to_string(server.port()) + "/", "key", "{}"});
  for (int i = 0; i < 500 && figure(notices, "trestle_notices_failed_total") == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(figure(notices, "trestle_notices_failed_total"), 1);
  EXPECT_NE(net::ask(server, net::request("GET", "/metrics")).body.find("\ntrestle_connections_total 1\n"), std::string::npos);
}

}  // namespace
}  // namespace trestle::server
