#include <filesystem>
#include <fstream>

#include "cli/child.hpp"
#include "server/net/running.hpp"

namespace trestle::server::net {
namespace {

void write_file(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class HttpPage : public testing::Test {
 protected:
  HttpPage() {
    write_file(folder_.file("index.html"), "<html><head><title>T</title></head></html>");
    write_file(folder_.file("sw.js"), "// worker");
    write_file(folder_.file("assets/engine-Ab12.wasm"), "wasm");
    write_file(folder_.file("assets/engine-Ab12.wasm.br"), "BR");
    write_file(folder_.file("assets/engine-Ab12.wasm.gz"), "GZ");
    write_file(folder_.file("secret.pem"), "a file of no known type");
    ServerConfig config;
    config.page = folder_.path();
    server_ = std::make_unique<Running>(config);
  }
  test::Scratch folder_;
  std::unique_ptr<Running> server_;
};

TEST_F(HttpPage, FilesWithTypeTagAndCaching) {
  Response index = ask(*server_, request("GET", "/"));
  EXPECT_EQ(index.status, 200);
  EXPECT_EQ(index["content-type"], "text/html; charset=utf-8");
  EXPECT_EQ(index["cache-control"], "no-cache");
  EXPECT_EQ(index.body, "<html><head><title>T</title></head></html>");
  EXPECT_EQ(ask(*server_, request("GET", "/sw.js"))["cache-control"], "no-cache");

  Response engine = ask(*server_, request("GET", "/assets/engine-Ab12.wasm"));
  EXPECT_EQ(engine["content-type"], "application/wasm");
  EXPECT_EQ(engine["cache-control"], "public, max-age=31536000, immutable");
  EXPECT_EQ(engine["vary"], "Accept-Encoding");
  EXPECT_EQ(engine.body, "wasm");
  Response same = ask(*server_, request("GET", "/assets/engine-Ab12.wasm", "If-None-Match: " + engine["etag"] + "\r\n"));
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
}

TEST_F(HttpPage, TheSmallestFormTheBrowserTakes) {
  const auto get = [&](const std::string& accepts) {
    return ask(*server_, request("GET", "/assets/engine-Ab12.wasm", "Accept-Encoding: " + accepts + "\r\n"));
  };
  Response br = get("gzip, br"), gz = get("gzip"), plain = get("br;q=0, identity");
  EXPECT_EQ(br.body + br["content-encoding"], "BRbr");
  EXPECT_EQ(gz.body + gz["content-encoding"], "GZgzip");
  EXPECT_EQ(plain.body + plain["content-encoding"], "wasm");
  EXPECT_NE(br["etag"], gz["etag"]);
  EXPECT_NE(br["etag"], plain["etag"]);
}

TEST_F(HttpPage, PlacesWithinThePageGetThePage) {
  for (const char* place : {"/t/k7f2m9qx4h3wpa6e", "/lobby", "/t/x/?y=1"}) {
    Response page = ask(*server_, request("GET", place));
    EXPECT_EQ(page.status, 200) << place;
    EXPECT_EQ(page.body, "<html><head><base href=\"/\" /><title>T</title></head></html>");
  }
}

TEST_F(HttpPage, WhatIsNotThere) {
  EXPECT_EQ(ask(*server_, request("GET", "/missing.js")).status, 404);
  EXPECT_EQ(ask(*server_, request("GET", "/secret.pem")).status, 404);
  EXPECT_EQ(ask(*server_, request("GET", "/../secret.pem")).status, 400);
  EXPECT_EQ(ask(*server_, request("GET", "/%2e%2e/secret.pem")).status, 400);
  EXPECT_EQ(ask(*server_, request("GET", "/assets/engine-Ab12.wasm.br")).status, 404);
}

TEST_F(HttpPage, HeadAnswersLikeGetWithoutTheBody) {
  Response head = ask(*server_, request("HEAD", "/"));
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head["content-length"], "42");
}

TEST_F(HttpPage, EveryAnswerHasTheStrictHeaders) {
  for (const std::string& text :
       {request("GET", "/"), request("GET", "/nothing.here"), request("GET", "/healthz"), request("DELETE", "/")}) {
    Response r = ask(*server_, text);
    EXPECT_EQ(r["x-content-type-options"], "nosniff") << text;
    EXPECT_EQ(r["referrer-policy"], "no-referrer");
    EXPECT_NE(r["content-security-policy"].find("script-src 'self' 'wasm-unsafe-eval';"), std::string::npos);
    EXPECT_NE(r["content-security-policy"].find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(r["cross-origin-opener-policy"], "same-origin");
    EXPECT_EQ(r["cross-origin-resource-policy"], "same-origin");
    EXPECT_NE(r["permissions-policy"], "");
    EXPECT_EQ(r.fields.count("strict-transport-security"), 0u);
    EXPECT_EQ(r.fields.count("server"), 0u);
  }
}

TEST(Http, MessagesByPost) {
  Running server;
  Response hello = post(server, R"({"do":"hello"})");
  EXPECT_EQ(hello.status, 200);
  EXPECT_EQ(hello["content-type"], "application/json");
  EXPECT_EQ(hello["cache-control"], "no-store");
  EXPECT_NE(hello.body.find("\"online\":1"), std::string::npos);
  Response refused = post(server, R"({"do":"rename","name":"X"})");
  EXPECT_EQ(refused.status, 200);
  EXPECT_NE(refused.body.find("\"code\":\"who\""), std::string::npos);
  EXPECT_EQ(post(server, "nonsense").status, 400);
}

TEST(Http, TheCookieIsForTheServerAlone) {
  Running server;
  Response guest = post(server, R"({"do":"guest","name":"Ann"})");
  const std::string cookie = guest["set-cookie"];
  ASSERT_EQ(cookie.substr(0, 8), "trestle=");
  EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000"), std::string::npos);
  EXPECT_EQ(cookie.find("Secure"), std::string::npos);
  const std::string token = cookie.substr(0, cookie.find(';'));
  EXPECT_GE(token.size(), 8u + 20u);
  EXPECT_EQ(guest.body.find(token.substr(8)), std::string::npos);  // not where a script could read it
  Response me = post(server, R"({"do":"me"})", "Cookie: other=1; " + token + "\r\n");
  EXPECT_NE(me.body.find("\"name\":\"Ann\""), std::string::npos);
  EXPECT_NE(post(server, R"({"do":"me"})", "Cookie: trestle=wrong\r\n").body.find("\"code\":\"who\""), std::string::npos);
  Response out = post(server, R"({"do":"logout"})", "Cookie: " + token + "\r\n");
  EXPECT_NE(out["set-cookie"].find("trestle=; "), std::string::npos);
  EXPECT_NE(out["set-cookie"].find("Max-Age=0"), std::string::npos);
  EXPECT_NE(post(server, R"({"do":"me"})", "Cookie: " + token + "\r\n").body.find("\"code\":\"who\""), std::string::npos);
}

TEST(Http, AProxyIsBelievedOnlyWhereTheOwnerSaysSo) {
  const std::string forwarded = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n";
  Running direct;
  Response guest = post(direct, R"({"do":"guest","name":"Ann"})", forwarded);
  EXPECT_EQ(guest["set-cookie"].find("Secure"), std::string::npos);
  EXPECT_EQ(guest.fields.count("strict-transport-security"), 0u);
  EXPECT_EQ(ask(direct, request("GET", "/metrics", forwarded)).status, 200);
  ServerConfig config;
  config.trust_proxy = true;
  Running behind(config);
  Response secure = post(behind, R"({"do":"guest","name":"Ann"})", forwarded);
  EXPECT_NE(secure["set-cookie"].find("; Secure"), std::string::npos);
  EXPECT_EQ(secure["strict-transport-security"], "max-age=31536000");
  EXPECT_EQ(ask(behind, request("GET", "/metrics", forwarded)).status, 403);
  EXPECT_EQ(ask(behind, request("GET", "/metrics")).status, 200);
}

TEST(Http, PagesOfOtherSitesAreRefused) {
  ServerConfig config;
  config.origins = {"https://club.example"};
  Running server(config);
  const auto status = [&](const std::string& origin) { return post(server, R"({"do":"hello"})", "Origin: " + origin + "\r\n").status; };
  EXPECT_EQ(status("http://here.example"), 200);
  EXPECT_EQ(status("https://club.example"), 200);
  EXPECT_EQ(status("https://evil.example"), 403);
  EXPECT_EQ(status("null"), 403);
  // A form of another site cannot send JSON without being asked first, and the question is refused.
  EXPECT_EQ(ask(server, request("POST", "/api", "Content-Type: text/plain\r\n", R"({"do":"hello"})")).status, 415);
  EXPECT_EQ(ask(server, request("OPTIONS", "/api", "Origin: https://evil.example\r\n")).status, 405);
}

TEST(Http, WhatIsNoRequest) {
  Running server;
  EXPECT_EQ(ask(server, "NONSENSE\r\n\r\n").status, 400);
  EXPECT_EQ(ask(server, "GET / HTTP/9.9\r\n\r\n").status, 400);
  EXPECT_EQ(ask(server, request("GET", "/", "X: " + std::string(9000, 'x') + "\r\n")).status, 431);
  EXPECT_EQ(ask(server, request("GET", "*")).status, 400);
  Response method = ask(server, request("DELETE", "/healthz"));
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(method["allow"], "GET, HEAD");
  EXPECT_EQ(ask(server, request("GET", "/api"))["allow"], "POST");
  EXPECT_EQ(ask(server, request("POST", "/elsewhere", "", "body")).status, 404);
  EXPECT_EQ(ask(server, request("GET", "/", "", "body")).status, 400);
}

TEST(Http, ABodyTooLongIsNotRead) {
  Running server;
  Raw line(server);
  line.write("POST /api HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n");
  EXPECT_EQ(line.read().status, 413);
  EXPECT_TRUE(line.closed());
  Response message = post(server, "{\"do\":\"hello\",\"x\":\"" + std::string(70000, 'x') + "\"}");
  EXPECT_NE(message.body.find("\"code\":\"too_long\""), std::string::npos);
}

TEST(Http, ManyRequestsOnOneLine) {
  Running server;
  Raw line(server);
  for (int i = 0; i < 3; ++i) line.write(request("GET", "/healthz"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(line.read().body, "ok\n");
  line.write(request("GET", "/healthz", "Connection: close\r\n"));
  EXPECT_EQ(line.read()["connection"], "close");
  EXPECT_TRUE(line.closed());
}

TEST(Http, ContinueIsSaidWhereItIsWaitedFor) {
  Running server;
  Raw line(server);
  line.write("POST /api HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 14\r\n\r\n");
  EXPECT_EQ(line.read().status, 100);
  line.write("{\"do\":\"hello\"}");
  EXPECT_EQ(line.read().status, 200);
}

TEST(Http, AnAddressHasSoManyConnections) {
  ServerConfig config;
  config.limits.lines_an_address = 3;
  Running server(config);
  std::vector<std::unique_ptr<Raw>> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(std::make_unique<Raw>(server));
    held.back()->write(request("GET", "/healthz"));
    EXPECT_EQ(held.back()->read().status, 200);
  }
  EXPECT_EQ(ask(server, request("GET", "/healthz")).status, 429);
  held.clear();
  int status = 0;
  for (int i = 0; i < 100 && status != 200; ++i) {  // the server learns of the closed ones in its own time
    status = ask(server, request("GET", "/healthz")).status;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(status, 200);
}

TEST(Http, MetricsAreWhatPrometheusReads) {
  Running server;
  post(server, R"({"do":"hello"})");
  Response r = ask(server, request("GET", "/metrics"));
  EXPECT_EQ(r["content-type"], "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_NE(r.body.find("\ntrestle_messages_total 1\n"), std::string::npos);
  EXPECT_NE(r.body.find("# TYPE trestle_store_batch_seconds histogram\n"), std::string::npos);
  EXPECT_NE(r.body.find("trestle_store_batch_seconds_bucket{le=\"+Inf\"}"), std::string::npos);
  for (const char* name : {"process_cpu_seconds_total", "process_resident_memory_bytes", "trestle_queue_bytes", "trestle_bots_waiting"})
    EXPECT_NE(r.body.find("\n" + std::string(name) + " "), std::string::npos) << name;
}

}  // namespace
}  // namespace trestle::server::net
