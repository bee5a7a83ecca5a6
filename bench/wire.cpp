#include "wire.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace trestle::bench {

void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

void allow_many_files() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

namespace {

int connect_to(u16 port) {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (file >= 0 && ::connect(file, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return file;
  if (file >= 0) ::close(file);
  return -1;
}

}  // namespace

// ---- HTTP

Api::~Api() {
  if (file_ >= 0) ::close(file_);
}

bool Api::send_all(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t n = ::send(file_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (n <= 0) return false;
    at += static_cast<std::size_t>(n);
  }
  return true;
}

std::optional<Api::Answer> Api::post(const std::string& body, const std::string& token) {
  if (file_ < 0) file_ = connect_to(port_);
  if (file_ < 0) return std::nullopt;
  const timeval patience{5, 0};
  ::setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::string request = "POST /api HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                        "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  if (!token.empty()) request += "Cookie: trestle=" + token + "\r\n";
  std::string in;
  std::size_t end = std::string::npos, length = 0;
  bool whole = send_all(request + "\r\n" + body);
  while (whole && (end == std::string::npos || in.size() < end + length)) {
    char buffer[16384];
    const ssize_t n = ::recv(file_, buffer, sizeof buffer, 0);
    whole = n > 0;
    if (whole) in.append(buffer, static_cast<std::size_t>(n));
    if (end != std::string::npos) continue;
    end = in.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    end += 4;
    const std::size_t at = in.find("ontent-Length: ");
    length = at < end ? std::strtoul(in.c_str() + at + 15, nullptr, 10) : 0;
  }
  if (!whole || in.find("onnection: close") < end) {
    ::close(file_);
    file_ = -1;
  }
  if (!whole) return std::nullopt;
  Answer answer{in.substr(end, length), ""};
  const std::size_t cookie = in.find("trestle=");
  if (cookie < end) answer.token = in.substr(cookie + 8, in.find_first_of(";\r", cookie) - cookie - 8);
  return answer;
}

// ---- WebSocket

Lines::Lines(u16 port) : port_(port), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

Lines::~Lines() {
  for (std::size_t line = 0; line < sockets_.size(); ++line) close(line);
  ::close(epoll_);
}

bool Lines::open(std::size_t line, const std::string& token) {
  if (line >= sockets_.size()) sockets_.resize(line + 1);
  close(line);
  const int file = connect_to(port_);
  if (file < 0) return false;
  ::fcntl(file, F_SETFL, O_NONBLOCK);
  Socket& socket = sockets_[line];
  socket.file = file;
  count_ += 1;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = line;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event);
  socket.out = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
               "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
               (token.empty() ? "" : "Cookie: trestle=" + token + "\r\n") + "\r\n";
  write_out(line);
  return is_open(line);
}

void Lines::close(std::size_t line) {
  Socket& socket = sockets_[line];
  if (socket.file < 0) return;
  ::close(socket.file);
  socket = {};
  count_ -= 1;
}

// A mask is asked for by the standard; one of zeros leaves the text as it is.
void Lines::send(std::size_t line, std::string_view text) {
  if (!is_open(line)) return;
  std::string& out = sockets_[line].out;
  const bool waiting = !out.empty();
  out += static_cast<char>(0x81);
  if (text.size() < 126) {
    out += static_cast<char>(0x80 | text.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(text.size() >> 8);
    out += static_cast<char>(text.size() & 255);
  }
  out.append(4, '\0');
  out += text;
  if (!waiting) write_out(line);
}

void Lines::write_out(std::size_t line) {
  Socket& socket = sockets_[line];
  while (!socket.out.empty()) {
    const ssize_t n = ::send(socket.file, socket.out.data(), socket.out.size(), MSG_NOSIGNAL);
    if (n <= 0) break;  // a broken line is noticed when it is read
    socket.out.erase(0, static_cast<std::size_t>(n));
  }
  if (socket.out.empty()) return;
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT;
  event.data.u64 = line;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, socket.file, &event);
}

bool Lines::read_in(std::size_t line) {
  static char buffer[256 << 10];
  for (;;) {
    const ssize_t n = ::recv(sockets_[line].file, buffer, sizeof buffer, 0);
    if (n > 0) {
      bytes_ += static_cast<u64>(n);
      sockets_[line].in.append(buffer, static_cast<std::size_t>(n));
      if (static_cast<std::size_t>(n) < sizeof buffer) return true;
      continue;
    }
    return n < 0 && (errno == EAGAIN || errno == EINTR);
  }
}

void Lines::take_frames(std::size_t line, const Heard& heard) {
  std::string in = std::move(sockets_[line].in);
  sockets_[line].in.clear();
  std::size_t at = 0;
  if (!sockets_[line].upgraded) {
    const std::size_t end = in.find("\r\n\r\n");
    if (end == std::string::npos) {
      sockets_[line].in = std::move(in);
      return;
    }
    if (in.rfind("HTTP/1.1 101", 0) != 0) return close(line);
    sockets_[line].upgraded = true;
    at = end + 4;
  }
  const auto byte = [&](std::size_t i) { return static_cast<u64>(static_cast<u8>(in[i])); };
  while (in.size() - at >= 2) {
    std::size_t head = 2;
    u64 length = byte(at + 1) & 127;
    const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (in.size() - at < head + more) break;
    if (more > 0) length = 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8 | byte(at + head + i);
    head += more;
    if (in.size() - at < head + length) break;
    const u64 opcode = byte(at) & 15;
    frames_ += 1;
    if (opcode == 1) heard(line, std::string_view(in).substr(at + head, length));
    if (opcode == 8) close(line);
    if (!is_open(line)) return;
    at += head + length;
  }
  sockets_[line].in.assign(in, at, std::string::npos);
}

void Lines::turn(Clock::duration at_most, const Heard& heard, const Closed& closed) {
  static epoll_event events[1024];
  const auto ns = std::max<i64>(0, std::chrono::duration_cast<std::chrono::nanoseconds>(at_most).count());
  const timespec wait{ns / 1'000'000'000, ns % 1'000'000'000};
  const int count = ::epoll_pwait2(epoll_, events, 1024, &wait, nullptr);
  for (int i = 0; i < count; ++i) {
    const std::size_t line = events[i].data.u64;
    if (!is_open(line)) continue;
    if ((events[i].events & EPOLLOUT) != 0) {
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = line;
      ::epoll_ctl(epoll_, EPOLL_CTL_MOD, sockets_[line].file, &event);
      write_out(line);
    }
    if ((events[i].events & ~static_cast<u32>(EPOLLOUT)) == 0) continue;
    const bool open = read_in(line);
    take_frames(line, heard);
    if (!open && is_open(line)) close(line);
    if (!is_open(line)) closed(line);
  }
}

// ---- JSON

std::string_view field(std::string_view json, std::string_view name) {
  std::string key;
  key.append("\"").append(name).append("\":");
  const std::size_t at = json.find(key);
  if (at == std::string_view::npos) return {};
  json.remove_prefix(at + key.size());
  if (!json.empty() && json[0] == '"') return json.substr(1, json.find('"', 1) - 1);
  return json.substr(0, json.find_first_of(",]}"));
}

std::optional<u64> number_field(std::string_view json, std::string_view name) {
  const std::string_view text = field(json, name);
  u64 value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void last_list(std::string_view json, std::string_view name, std::vector<std::string_view>& out) {
  out.clear();
  std::string key;
  key.append("\"").append(name).append("\":[");
  const std::size_t at = json.rfind(key);
  if (at == std::string_view::npos) return;
  json.remove_prefix(at + key.size());
  while (!json.empty() && json[0] == '"') {
    std::size_t end = 1;
    while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
    if (end >= json.size()) return;
    out.push_back(json.substr(1, end - 1));
    json.remove_prefix(end + 1);
    if (!json.empty() && json[0] == ',') json.remove_prefix(1);
  }
}

// ---- figures

double Latencies::ms(double share) {
  if (all_.empty()) return 0;
  if (!sorted_) std::sort(all_.begin(), all_.end());
  sorted_ = true;
  const std::size_t at = std::min(all_.size() - 1, static_cast<std::size_t>(share * static_cast<double>(all_.size())));
  return all_[at] / 1000.0;
}

Use use_of(int pid) {
  const std::string folder = "/proc/" + (pid == 0 ? std::string("self") : std::to_string(pid));
  Use use;
  std::string stat;
  std::getline(std::ifstream(folder + "/stat"), stat);
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return use;
  std::istringstream rest(stat.substr(name_end + 2));
  std::string word;
  for (int i = 3; i < 14 && rest >> word; ++i) {
  }
  double user = 0, system = 0;
  rest >> user >> system;
  use.cpu_seconds = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::ifstream memory(folder + "/statm");
  double size = 0, resident = 0;
  memory >> size >> resident;
  use.resident_kb = resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024;
  return use;
}

}  // namespace trestle::bench
