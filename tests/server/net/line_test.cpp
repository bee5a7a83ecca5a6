// WebSocket lines as Beast's own client sees them, and as a client sees them that breaks the rules.
#include "server/net/line.hpp"
#include "server/net/socket_line.hpp"
#include "server/work/hasher.hpp"

namespace trestle::server::net {
namespace {

constexpr const char* handshake =
    "GET /ws HTTP/1.1\r\nHost: here.example\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

double metric(const Running& server, const std::string& name) {
  const std::string text = ask(server, request("GET", "/metrics")).body;
  const auto at = text.find("\n" + name + " ");
  return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
}

// A connection that becomes a WebSocket and then says whatever it likes; what the server closes with.
u16 closes_with(const Running& server, std::string_view bytes) {
  Raw line(server);
  line.write(handshake + std::string("\r\n"));
  EXPECT_EQ(line.read().status, 101);
  line.write(bytes);
  const std::string frame = line.take(4);
  if (frame.size() < 4 || frame[0] != '\x88') return 0;
  return static_cast<u16>(static_cast<u8>(frame[2]) << 8 | static_cast<u8>(frame[3]));
}

TEST(Lines, MessagesAndTheirAnswers) {
  Running server;
  SocketLine line(server);
  EXPECT_NE(line.ask(R"({"do":"hello","id":7})").find("\"id\":7"), std::string::npos);
  EXPECT_NE(line.ask("{\"do\":\"hello\",\"pad\":\"" + std::string(60000, 'x') + "\"}").find("\"ok\":false"), std::string::npos);
  EXPECT_NE(line.ask(R"({"do":"guest","name":"Ann"})").find("http_only"), std::string::npos);
  line.socket().auto_fragment(true);
  line.socket().write_buffer_bytes(8);  // a message in many pieces
  EXPECT_NE(line.ask(R"({"do":"hello","id":"pieces"})").find("\"id\":\"pieces\""), std::string::npos);
}

TEST(Lines, TheCookieSaysWhoItIs) {
  Running server;
  const std::string cookie = post(server, R"({"do":"guest","name":"Ann"})")["set-cookie"];
  SocketLine line(server, cookie.substr(0, cookie.find(';')));
  EXPECT_NE(line.ask(R"({"do":"hello"})").find("\"name\":\"Ann\""), std::string::npos);
  post(server, R"({"do":"logout_all"})", "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n");
  EXPECT_NE(line.hear().find("\"push\":\"bye\""), std::string::npos);  // ended on every device
  EXPECT_EQ(line.hear(), "");
}

TEST(Lines, PingsAreAnswered) {
  Running server;
  SocketLine line(server);
  std::string ponged;
  line.socket().control_callback([&](beast::websocket::frame_type kind, beast::string_view text) {
    if (kind == beast::websocket::frame_type::pong) ponged = std::string(text);
  });
  line.socket().ping("here?");
  line.ask(R"({"do":"hello"})");
  EXPECT_EQ(ponged, "here?");
}

TEST(Lines, GoodbyeFromEitherSide) {
  Running server;
  SocketLine line(server);
  line.ask(R"({"do":"hello"})");
  boost::system::error_code error;
  line.socket().close(beast::websocket::close_code::normal, error);
  EXPECT_FALSE(error) << error.message();
  SocketLine other(server);
  other.ask(R"({"do":"hello"})");
  std::thread stopping([&] { server.stop(); });
  EXPECT_NE(other.hear().find("\"code\":\"stopping\""), std::string::npos);
  EXPECT_EQ(other.hear(), "");
  EXPECT_EQ(other.close_code(), 1001);
  stopping.join();
}

TEST(Lines, HandshakesThatAreRefused) {
  Running server;
  const std::string good = handshake;
  const auto status = [&](const std::string& text) { return ask(server, text + "\r\n").status; };
  const auto without = [&](const std::string& piece, const std::string& instead) {
    std::string text = good;
    return text.replace(text.find(piece), piece.size(), instead);
  };
  EXPECT_EQ(status(good), 101);
  EXPECT_EQ(status(good + "Origin: http://here.example\r\n"), 101);
  EXPECT_EQ(status(good + "Origin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status(without("Version: 13", "Version: 8")), 426);
  EXPECT_EQ(status(without("Upgrade: websocket\r\n", "")), 426);
  EXPECT_EQ(status(without("dGhlIHNhbXBsZSBub25jZQ==", "short")), 400);
  EXPECT_EQ(status(without("GET", "POST")), 405);
  EXPECT_EQ(ask(server, request("GET", "/ws")).status, 426);
}

TEST(Lines, BadFramesCloseTheLine) {
  Running server;
  EXPECT_EQ(closes_with(server, std::string("\x82\x81\0\0\0\0x", 7)), 1003);
  EXPECT_EQ(closes_with(server, std::string("\x81\x01x", 3)), 1002);
  EXPECT_EQ(closes_with(server, std::string("\x81\x81\0\0\0\0\xff", 7)), 1007);
  EXPECT_EQ(closes_with(server, std::string("\x81\xff\0\0\0\0\0\x01\x11\x11\0\0\0\0", 14)), 1009);
  EXPECT_EQ(metric(server, "trestle_bad_frames_total"), 4);
}

TEST(Lines, AMessageInTheSameSegmentAsTheHandshake) {
  Running server;
  Raw line(server);
  line.write(handshake + std::string("\r\n") + std::string("\x81\x8e\0\0\0\0{\"do\":\"hello\"}", 20));
  EXPECT_EQ(line.read().status, 101);
  EXPECT_EQ(line.take(1), "\x81");
}

TEST(Lines, WhoDoesNotReadIsDropped) {
  ServerConfig config;
  config.limits.line_queue_bytes = 50'000;
  config.limits.messages_a_second = 1'000'000;
  Running server(config);
  Raw slow(server);
  slow.socket().set_option(asio::socket_base::receive_buffer_size(4096));
  slow.write(handshake + std::string("\r\n"));
  EXPECT_EQ(slow.read().status, 101);
  const std::string hello("\x81\x8e\0\0\0\0{\"do\":\"hello\"}", 20);
  boost::system::error_code error;
  double dropped = 0;
  for (int i = 0; i < 200'000 && dropped == 0; ++i) {
    asio::write(slow.socket(), asio::buffer(hello), error);
    if (error || i % 5000 == 4999) dropped = metric(server, "trestle_dropped_slow_total");
    if (error && dropped == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(dropped, 1);
  SocketLine other(server);  // nobody else is hurt
  EXPECT_NE(other.ask(R"({"do":"hello"})").find("\"ok\":true"), std::string::npos);
}

// A round with much to write puts off what can wait; it comes all the same, and in order.
TEST(Lines, ManyWhoLookOnHearOfEveryMove) {
  constexpr std::size_t lookers = 100;
  ServerConfig config;
  config.limits.lines_an_address = 2 * lookers;
  Running server(config);
  const std::string cookie = post(server, R"({"do":"guest","name":"Ann"})")["set-cookie"];
  const std::string token = cookie.substr(0, cookie.find(';'));
  const std::string made =
      post(server, R"({"do":"create","game":"throne","players":2,"seats":["me","novice"]})", "Cookie: " + token + "\r\n").body;
  const std::string table = made.substr(made.find(R"("table":")") + 9, 16);
  std::vector<std::unique_ptr<SocketLine>> lines;
  for (std::size_t i = 0; i < lookers; ++i) {
    lines.push_back(std::make_unique<SocketLine>(server));
    lines.back()->say(R"({"do":"watch","table":")" + table + "\"}");
  }
  SocketLine ann(server, token);
  const auto ask_until = [&](const std::string& message, std::string_view part) {
    std::string said = ann.ask(message);
    while (said.find(part) == std::string::npos) said = ann.hear();
    return said;
  };
  const std::string sight = ask_until(R"({"do":"sight","id":1,"table":")" + table + "\"}", R"("id":1)");
  const std::size_t legal = sight.find(R"("legal":[")") + 10, seq = sight.find(R"("seq":)") + 6;
  const std::string done =
      ask_until(R"({"do":"apply","id":2,"table":")" + table + R"(","seq":)" + sight.substr(seq, sight.find(',', seq) - seq) +
                    R"(,"action":")" + sight.substr(legal, sight.find('"', legal) - legal) + "\"}",
                R"("id":2)");
  ASSERT_NE(done.find(R"("ok":true)"), std::string::npos) << done;
  const std::size_t after = done.find(R"("seq":)");
  const std::string told = done.substr(after, done.find(',', after) - after + 1);
  for (const auto& line : lines) {
    std::optional<std::string> said;
    do said = line->hear_for(std::chrono::seconds(ping_after_s / 2));  // a ping would bring it
    while (said && (said->find(R"("push":"told")") == std::string::npos || said->find(told) == std::string::npos));
    ASSERT_TRUE(said.has_value());
  }
}

// What can wait does so until it is worth a write.
TEST(Lines, WhatIsPutOffIsBounded) {
  asio::io_context io;
  SystemRandomness randomness;
  Log log(Log::Form::silent);
  Switchboard board(io, HubConfig{}, randomness, log);
  LinePoll poll(io);
  const Limits limits;
  LineShared shared{board, limits, poll, {}};
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  tcp::socket client(io);
  client.connect(acceptor.local_endpoint());
  const auto line = plain_line(acceptor.accept(), shared, {});
  const auto say = [&](bool can_wait) { line->send(Send{{}, std::string(100, 'x'), std::nullopt, can_wait}); };
  std::size_t said = 0;
  for (; said < put_off_bytes_max && !line->is_urgent(); ++said) say(true);
  EXPECT_EQ(said, put_off_bytes_max / 102 + 1);  // two bytes are a frame's head
  line->flush();
  EXPECT_EQ(line->queued_bytes(), 0u);
  say(true);
  EXPECT_FALSE(line->is_urgent());
  say(false);
  EXPECT_TRUE(line->is_urgent());
  say(true);
  EXPECT_TRUE(line->is_urgent()) << "what waits does not hold up what cannot";
}

// Where much is said, lines are heard once a millisecond. Lines that speak together and wait for their answers show it: each of their
// rounds needs a turn of its own. After a pause of the machine it goes faster for a moment, for then it looked quiet: so one window is
// enough.
TEST(Lines, WhereMuchIsSaidThereIsARestBetweenTurns) {
  using std::chrono::milliseconds;
  constexpr int speakers = 8, windows = 20;
  constexpr auto window = milliseconds(100);
  ServerConfig config;
  config.limits.messages_a_second = 1'000'000;
  Running server(config);
  std::vector<std::unique_ptr<SocketLine>> lines;
  for (int i = 0; i < speakers; ++i) lines.push_back(std::make_unique<SocketLine>(server));
  const auto round = [&] {
    for (const auto& line : lines) line->say(R"({"do":"me"})");
    for (const auto& line : lines) EXPECT_NE(line->hear(), "");
  };
  std::vector<double> a_millisecond;  // rounds of each window
  for (int i = 0; i < windows; ++i) {
    const auto begun = std::chrono::steady_clock::now();
    int rounds = 0;
    std::chrono::duration<double, std::milli> passed{};
    for (; passed < window; passed = std::chrono::steady_clock::now() - begun, ++rounds) round();
    a_millisecond.push_back(rounds / passed.count());
    if (a_millisecond.back() < 1.05) return;
  }
  FAIL() << "more rounds than milliseconds in every window: " << ::testing::PrintToString(a_millisecond);
}

// A server that has much to do finds many at its door at once, more than it takes in one turn.
TEST(Lines, WhoWaitsIsTakenInWithAllOthers) {
  constexpr std::size_t waiting = 200;
  ServerConfig config;
  config.port = 0;
  config.log = Log::Form::silent;
  config.limits.lines_an_address = 2 * waiting;
  auto opened = Server::open(std::move(config), storage::memory_store());
  ASSERT_TRUE(bool(opened));
  Server& server = **opened;
  std::vector<std::unique_ptr<Raw>> lines;
  for (std::size_t i = 0; i < waiting; ++i) {
    lines.push_back(std::make_unique<Raw>(server.port()));
    lines.back()->write(handshake + std::string("\r\n"));
  }
  std::thread running([&] { server.run(); });
  for (const auto& line : lines) EXPECT_EQ(line->read().status, 101);
  lines.clear();
  server.stop();
  running.join();
}

TEST(Lines, BehindAProxyLinesAreCountedByTheirOwnAddress) {
  ServerConfig config;
  config.trust_proxy = true;
  config.limits.lines_an_address = 2;
  Running server(config);
  std::vector<std::unique_ptr<Raw>> held;
  const auto status = [&](const std::string& address) {
    held.push_back(std::make_unique<Raw>(server));
    held.back()->write(handshake + ("X-Forwarded-For: " + address + "\r\n\r\n"));
    return held.back()->read().status;
  };
  EXPECT_EQ(status("203.0.113.7"), 101);
  EXPECT_EQ(status("203.0.113.7"), 101);
  EXPECT_EQ(status("203.0.113.7"), 429);
  EXPECT_EQ(status("203.0.113.8"), 101);
}

TEST(Lines, AFloodIsReadMoreSlowly) {
  ServerConfig config;
  config.limits.messages_a_second = 2;  // and so eight are read
  Running server(config);
  Raw line(server);
  line.write(handshake + std::string("\r\n"));
  EXPECT_EQ(line.read().status, 101);
  const std::string hello("\x81\x8e\0\0\0\0{\"do\":\"hello\"}", 20);
  for (int i = 0; i < 100; ++i) {
    line.write(hello);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // each in a segment of its own
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(metric(server, "trestle_frames_in_total"), 90);
  EXPECT_GE(metric(server, "trestle_frames_in_total"), 8);
}

TEST(Lines, TooManyMessagesAreRefusedNotDropped) {
  ServerConfig config;
  config.limits.messages_a_second = 2;
  Running server(config);
  SocketLine line(server);
  int refused = 0;
  for (int i = 0; i < 20; ++i) refused += line.ask(R"({"do":"hello"})").find("\"code\":\"limit\"") != std::string::npos ? 1 : 0;
  EXPECT_GE(refused, 10);
}

}  // namespace
}  // namespace trestle::server::net
