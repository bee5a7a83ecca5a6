// A WebSocket line after the handshake. An idle one holds no buffer: plain lines wait for bytes, read them into one scratch buffer that
// all share, and write everything a round says with one call. TLS lines go through OpenSSL with buffers of their own.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/net/frames.hpp"
#include "server/net/often.hpp"
#include "server/net/switchboard.hpp"

namespace trestle::server::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
using tcp = asio::ip::tcp;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

inline constexpr u32 ping_after_s = 20;                         // of silence
inline constexpr u32 drop_after_s = 60;                         // of silence: nobody is there
inline constexpr u32 close_wait_s = 5;                          // for the other side's goodbye
inline constexpr std::size_t line_bytes_a_second = 256u << 10;  // from one client; more is read a second later
inline constexpr std::size_t scratch_bytes = 64u << 10;
inline constexpr std::size_t put_off_bytes_max = 1024;  // of one line: more is worth a write, and not worth its room

// Counts how many connections an address has; the count falls when the holder goes away.
class AddressCount {
 public:
  class Holder {
   public:
    Holder() = default;
    Holder(AddressCount& of, std::string address) : of_(&of), address_(std::move(address)) { ++of_->counts_[address_]; }
    Holder(Holder&& other) noexcept : of_(std::exchange(other.of_, nullptr)), address_(std::move(other.address_)) {}
    Holder& operator=(Holder&& other) noexcept {
      release();
      of_ = std::exchange(other.of_, nullptr);
      address_ = std::move(other.address_);
      return *this;
    }
    ~Holder() { release(); }
    u32 count() const { return of_ == nullptr ? 0 : of_->counts_.at(address_); }

   private:
    void release() {
      if (of_ == nullptr) return;
      const auto found = of_->counts_.find(address_);
      if (--found->second == 0) of_->counts_.erase(found);
      of_ = nullptr;
    }
    AddressCount* of_ = nullptr;
    std::string address_;
  };

 private:
  std::unordered_map<std::string, u32> counts_;
};

struct LineFigures {
  u64 bytes_in = 0, bytes_out = 0, frames_in = 0, frames_out = 0, writes = 0, dropped_slow = 0, dropped_silent = 0, refused_frames = 0;
};

class PlainLine;

// Where plain lines wait for bytes: an epoll of their own that asio sees as one descriptor. A wait of asio costs a system call each
// time; here a line is armed once, and all that is ready is read in one turn, so that it is one round of the hub. Where much is said there
// is a short rest between two turns: what comes meanwhile costs one round, one batch of the store and one waking of each thread.
class LinePoll {
 public:
  explicit LinePoll(asio::io_context& io);
  void wait_for(const std::shared_ptr<PlainLine>& line, int file, bool bytes, bool room);
  void forget(int file);

 private:
  void wait();
  void rest();
  std::size_t turn();
  asio::posix::stream_descriptor epoll_;
  asio::steady_timer rest_;
  Often heard_;
  std::vector<std::shared_ptr<PlainLine>> lines_;  // by the number of the file
};

struct LineShared {
  Switchboard& board;
  const Limits& limits;
  LinePoll& poll;
  LineFigures figures;
  std::string scratch = std::string(scratch_bytes, '\0');
};

class WebSocketLine : public Client, public std::enable_shared_from_this<WebSocketLine> {
 public:
  WebSocketLine(LineShared& shared, AddressCount::Holder slot);

  // `early`: bytes that came with the handshake.
  void start(u64 number, std::string_view early);

  void send(Send&& message) override;
  void hang(std::string_view reason) override;
  void flush() override;
  bool is_urgent() const override { return urgent_; }
  void second() override;
  std::size_t queued_bytes() const override { return queued_; }

 protected:
  virtual void read_more(bool) = 0;    // or not now; calls heard() or lost()
  virtual void write_out() = 0;        // takes from pending(); calls wrote() and lost()
  virtual void shut() = 0;             // at once
  void heard(std::string_view bytes);  // reads on
  void wrote();                        // everything taken is out
  void lost();                         // the other side is gone, or drops dead
  std::string& pending() { return pending_; }
  void sent_bytes(std::size_t n) { queued_ -= n; }

  LineShared& shared_;
  bool over_ = false;

 private:
  enum class Closing : u8 { no, asked, answered };  // we said close and wait for theirs; both are said
  void hear_frames(std::string_view bytes);
  bool take(FrameReader::Got got);
  void close_with(CloseCode code, std::string_view reason);
  void push(std::string_view frame);

  AddressCount::Holder slot_;
  FrameReader reader_;
  u64 number_ = 0;
  std::string pending_;  // frames, one after the other
  std::size_t queued_ = 0;
  std::size_t bytes_this_second_ = 0;
  u32 silent_s_ = 0, closing_s_ = 0;
  Closing closing_ = Closing::no;
  bool urgent_ = false;  // something in pending_ is
  bool writing_ = false, reading_paused_ = false;
  bool deaf_ = false;  // after a bad frame: what follows cannot be understood
};

std::shared_ptr<WebSocketLine> plain_line(tcp::socket socket, LineShared& shared, AddressCount::Holder slot);
std::shared_ptr<WebSocketLine> tls_line(TlsStream stream, LineShared& shared, AddressCount::Holder slot);

}  // namespace trestle::server::net
