#include "server/net/line.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "server/limits.hpp"

namespace trestle::server::net {

namespace {

// Even an empty message is work: whoever sends four times as many as allowed has used up the second, and is read more slowly.
std::size_t frame_share(const Limits& limits) { return line_bytes_a_second / (4 * std::size_t{limits.messages_a_second}); }

}  // namespace

WebSocketLine::WebSocketLine(LineShared& shared, AddressCount::Holder slot)
    : shared_(shared), slot_(std::move(slot)), reader_(message_bytes_max) {}

void WebSocketLine::start(u64 number, std::string_view early) {
  number_ = number;
  heard(early);
}

void WebSocketLine::send(Send&& message) {
  if (over_ || closing_ != Closing::no) return;
  std::string head;  // short: lives in the string object itself
  append_frame_head(head, message.text.size());
  ++shared_.figures.frames_out;
  pending_.reserve(pending_.size() + head.size() + message.text.size());
  const bool urgent = urgent_ || !message.can_wait;
  push(head);
  push(message.text);
  urgent_ = urgent || pending_.size() > put_off_bytes_max;
}

void WebSocketLine::push(std::string_view frame) {
  queued_ += frame.size();
  pending_ += frame;
  urgent_ = true;
}

void WebSocketLine::hang(std::string_view reason) { close_with(CloseCode::going_away, reason); }

void WebSocketLine::close_with(CloseCode code, std::string_view reason) {
  if (over_ || closing_ != Closing::no) return;
  closing_ = Closing::asked;
  push(close_frame(code, reason));
}

void WebSocketLine::flush() {
  if (over_) return;
  if (queued_ > shared_.limits.line_queue_bytes) {  // it does not read what it is sent
    ++shared_.figures.dropped_slow;
    return lost();
  }
  if (writing_ || pending_.empty()) return;
  writing_ = true;
  urgent_ = false;
  ++shared_.figures.writes;
  write_out();
}

void WebSocketLine::wrote() {
  writing_ = false;
  if (over_) return;
  if (!pending_.empty()) return flush();
  if (closing_ == Closing::answered) lost();
}

void WebSocketLine::heard(std::string_view bytes) {
  if (over_) return;
  silent_s_ = 0;
  shared_.figures.bytes_in += bytes.size();
  bytes_this_second_ += bytes.size();
  if (!deaf_) hear_frames(bytes);
  if (urgent_) flush();
  if (over_) return;
  reading_paused_ = bytes_this_second_ > line_bytes_a_second;
  read_more(!reading_paused_);
}

void WebSocketLine::hear_frames(std::string_view bytes) {
  while (!bytes.empty() && !over_)
    if (!take(reader_.take(bytes))) return;
}

// Whether to go on reading.
bool WebSocketLine::take(FrameReader::Got got) {
  switch (got) {
    case FrameReader::Got::nothing:
    case FrameReader::Got::pong: return true;
    case FrameReader::Got::message:
      ++shared_.figures.frames_in;
      bytes_this_second_ += frame_share(shared_.limits);
      if (closing_ == Closing::no) shared_.board.said(number_, std::move(reader_.payload()));
      return true;
    case FrameReader::Got::ping:
      bytes_this_second_ += frame_share(shared_.limits);
      if (closing_ == Closing::no) push(pong_frame(reader_.payload()));
      return true;
    case FrameReader::Got::close:
      if (closing_ == Closing::no) close_with(CloseCode::normal, "");
      closing_ = Closing::answered;
      if (pending_.empty() && !writing_) lost();
      return false;
    case FrameReader::Got::error:
      ++shared_.figures.refused_frames;
      close_with(reader_.error(), "");
      deaf_ = true;
      return false;
  }
  return false;
}

void WebSocketLine::second() {
  if (over_) return;
  bytes_this_second_ = bytes_this_second_ > line_bytes_a_second ? bytes_this_second_ - line_bytes_a_second : 0;
  if (reading_paused_ && bytes_this_second_ <= line_bytes_a_second) {
    reading_paused_ = false;
    read_more(true);
  }
  if (closing_ != Closing::no && ++closing_s_ >= close_wait_s) return lost();
  ++silent_s_;
  if (silent_s_ >= drop_after_s) {
    ++shared_.figures.dropped_silent;
    return lost();
  }
  if (silent_s_ % ping_after_s == 0 && closing_ == Closing::no) {
    push(ping_frame());
    flush();
  }
}

void WebSocketLine::lost() {
  if (over_) return;
  over_ = true;
  shut();
  pending_.clear();
  queued_ = 0;
  slot_ = {};
  shared_.board.gone(number_);
}

namespace {

constexpr std::size_t turn_lines_max = 256;  // read in one turn: what they say is one round of the hub, and needs memory all at once
constexpr std::size_t heard_often = 1000;    // lines a second that have something to say: then there is a rest between two turns
constexpr auto rest_for = std::chrono::milliseconds(1);

}  // namespace

class PlainLine : public WebSocketLine {
 public:
  PlainLine(tcp::socket socket, LineShared& shared, AddressCount::Holder slot) : WebSocketLine(shared, std::move(slot)) {
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    file_ = socket.release(ignored);  // asio waits for it no more
  }
  ~PlainLine() override { close_file(); }
  PlainLine(const PlainLine&) = delete;

  void ready(u32 events) {
    if (!over_ && room_wanted_ && (events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) {
      room_wanted_ = false;
      arm();
      write_out();
    }
    if (!over_ && bytes_wanted_ && (events & ~static_cast<u32>(EPOLLOUT)) != 0) read_ready();
  }

 private:
  void arm() { shared_.poll.wait_for(std::static_pointer_cast<PlainLine>(shared_from_this()), file_, bytes_wanted_, room_wanted_); }

  void read_more(bool more) override {
    if (bytes_wanted_ == more) return;
    bytes_wanted_ = more;
    arm();
  }
  void read_ready() {
    const ssize_t n = ::recv(file_, shared_.scratch.data(), shared_.scratch.size(), 0);
    if (n > 0) return heard({shared_.scratch.data(), static_cast<std::size_t>(n)});
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) lost();
  }

  void write_out() override {
    std::string& bytes = pending();
    while (!bytes.empty()) {
      const ssize_t n = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno != EAGAIN) return lost();
      if (n < 0) return wait_for_room();
      shared_.figures.bytes_out += static_cast<std::size_t>(n);
      sent_bytes(static_cast<std::size_t>(n));
      bytes.erase(0, static_cast<std::size_t>(n));
    }
    std::string().swap(bytes);  // with its room: an idle line holds none
    wrote();
  }
  void wait_for_room() {
    room_wanted_ = true;
    arm();
  }

  void shut() override {
    shared_.poll.forget(file_);
    ::shutdown(file_, SHUT_RDWR);
    close_file();
  }
  void close_file() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }

  int file_ = -1;
  bool bytes_wanted_ = false, room_wanted_ = false;
};

LinePoll::LinePoll(asio::io_context& io)
    : epoll_(io, ::epoll_create1(EPOLL_CLOEXEC)), rest_(io), heard_(std::chrono::milliseconds(20), heard_often / 50) {
  wait();
}

void LinePoll::wait_for(const std::shared_ptr<PlainLine>& line, int file, bool bytes, bool room) {
  const auto at = static_cast<std::size_t>(file);
  if (lines_.size() <= at) lines_.resize(at + 1);
  epoll_event event{};
  event.events = (bytes ? u32{EPOLLIN} : 0u) | (room ? u32{EPOLLOUT} : 0u);
  event.data.fd = file;
  ::epoll_ctl(epoll_.native_handle(), lines_[at] == nullptr ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, file, &event);
  lines_[at] = line;
}

void LinePoll::forget(int file) {
  const auto at = static_cast<std::size_t>(file);
  if (lines_.size() <= at || lines_[at] == nullptr) return;
  ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_DEL, file, nullptr);
  lines_[at].reset();
}

void LinePoll::wait() {
  epoll_.async_wait(asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code error) {
    if (error) return;
    const std::size_t heard = turn();
    heard_.count(heard, std::chrono::steady_clock::now());
    heard_.is_often() && heard < turn_lines_max ? rest() : wait();
  });
}

void LinePoll::rest() {
  rest_.expires_after(rest_for);
  rest_.async_wait([this](boost::system::error_code error) {
    if (!error) wait();
  });
}

std::size_t LinePoll::turn() {
  std::array<epoll_event, turn_lines_max> events;
  const int count = ::epoll_wait(epoll_.native_handle(), events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    // A line that an earlier one of this turn has ended is gone; the copy keeps one that ends itself.
    if (const std::shared_ptr<PlainLine> line = lines_[static_cast<std::size_t>(event.data.fd)]) line->ready(event.events);
  }
  return static_cast<std::size_t>(std::max(count, 0));
}

namespace {

class TlsLine : public WebSocketLine {
 public:
  TlsLine(TlsStream stream, LineShared& shared, AddressCount::Holder slot)
      : WebSocketLine(shared, std::move(slot)), stream_(std::move(stream)) {}

 private:
  std::shared_ptr<TlsLine> self() { return std::static_pointer_cast<TlsLine>(shared_from_this()); }

  void read_more(bool more) override {
    if (!more) return;
    stream_.async_read_some(asio::buffer(in_), [self = self()](boost::system::error_code error, std::size_t n) {
      if (error) return self->lost();
      self->heard({self->in_.data(), n});
    });
  }
  void write_out() override {
    out_ = std::exchange(pending(), {});
    asio::async_write(stream_, asio::buffer(out_), [self = self()](boost::system::error_code error, std::size_t n) {
      if (self->over_) return;
      if (error) return self->lost();
      self->shared_.figures.bytes_out += n;
      self->sent_bytes(n);
      self->wrote();
    });
  }
  void shut() override {
    boost::system::error_code ignored;
    beast::get_lowest_layer(stream_).socket().shutdown(tcp::socket::shutdown_both, ignored);
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

  TlsStream stream_;
  std::array<char, 4096> in_{};
  std::string out_;
};

}  // namespace

std::shared_ptr<WebSocketLine> plain_line(tcp::socket socket, LineShared& shared, AddressCount::Holder slot) {
  return std::make_shared<PlainLine>(std::move(socket), shared, std::move(slot));
}

std::shared_ptr<WebSocketLine> tls_line(TlsStream stream, LineShared& shared, AddressCount::Holder slot) {
  return std::make_shared<TlsLine>(std::move(stream), shared, std::move(slot));
}

}  // namespace trestle::server::net
