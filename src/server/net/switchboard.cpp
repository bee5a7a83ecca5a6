#include "server/net/switchboard.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

namespace trestle::server::net {

namespace asio = boost::asio;

namespace {

constexpr std::size_t round_kept_max = 1024;                  // things that lists of a round keep room for
constexpr std::size_t writes_many = 64;                       // in one round: then what can wait does
constexpr std::size_t writes_often = 6400;                    // a second: then too
constexpr auto put_off_for = std::chrono::milliseconds(250);  // hardly anybody notices
constexpr auto beat = std::chrono::milliseconds(5);           // so often what was put off long enough goes out

template <class T>
void clear_round(std::vector<T>& list) {
  list.clear();
  if (list.capacity() > round_kept_max) std::vector<T>().swap(list);
}

}  // namespace

Millis system_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Switchboard::Switchboard(asio::io_context& io, HubConfig config, Randomness& randomness, Log& log)
    : io_(io),
      hub_(std::move(config), randomness),
      log_(log),
      beat_(io),
      writes_(std::chrono::milliseconds(100), writes_often / 10),
      timer_(io) {}

u64 Switchboard::open(std::shared_ptr<Client> client, Caller caller) {
  const u64 number = ++last_number_;
  lines_.emplace(number, std::move(client));
  input(Opened{{{}, number}, std::move(caller.token), std::move(caller.address), caller.http, caller.admin});
  return number;
}

void Switchboard::gone(u64 number) {
  if (lines_.erase(number) != 0) input(Gone{{{}, number}});
}

void Switchboard::input(Input in) {
  inputs_.push_back(std::move(in));
  schedule();
}

void Switchboard::deliver(std::vector<Input> inputs) {
  const std::lock_guard lock(mutex_);
  if (delivered_.empty())
    delivered_ = std::move(inputs);
  else
    std::move(inputs.begin(), inputs.end(), std::back_inserter(delivered_));
  if (posted_) return;
  posted_ = true;
  asio::post(io_, [this] { schedule(); });
}

void Switchboard::schedule() {
  if (scheduled_) return;
  scheduled_ = true;
  asio::post(io_, [this] { round(); });
}

void Switchboard::take_delivered() {
  const std::lock_guard lock(mutex_);
  posted_ = false;
  std::swap(taken_, delivered_);
}

void Switchboard::round() {
  scheduled_ = false;
  take_delivered();
  const Millis now = system_now();
  for (std::vector<Input>* inputs : {&taken_, &inputs_}) {
    for (Input& in : *inputs) {
      if (std::holds_alternative<Stored>(in)) --keeping_;
      hub_.step(std::move(in), now, outputs_);
    }
    clear_round(*inputs);
  }
  for (Output& out : outputs_) hand_out(out);
  keeping_ += keeps_.size();
  staff_->keep(keeps_);
  write_out();
  clear_round(outputs_);
  clear_round(to_flush_);
  arm();
}

void Switchboard::write_out() {
  const auto now = std::chrono::steady_clock::now();
  writes_.count(to_flush_.size(), now);
  const bool many = writes_.is_often() || to_flush_.size() > writes_many;
  for (const auto& client : to_flush_) {
    if (!many || client->is_urgent()) {
      client->put_off_until = {};
      client->flush();
    } else if (client->put_off_until == Often::Clock::time_point{}) {
      client->put_off_until = now + put_off_for;
      put_off_.emplace_back(client->put_off_until, client);
    }
  }
  if (!put_off_.empty() && !std::exchange(beating_, true)) wait_for_beat();
}

void Switchboard::wait_for_beat() {
  beat_.expires_after(beat);
  beat_.async_wait([this](boost::system::error_code error) {
    if (!error) write_put_off();
  });
}

void Switchboard::write_put_off() {
  const auto now = std::chrono::steady_clock::now();
  while (!put_off_.empty() && put_off_.front().first <= now) {
    const auto [until, client] = std::move(put_off_.front());
    put_off_.pop_front();
    if (client->put_off_until != until) continue;
    client->put_off_until = {};
    client->flush();
  }
  beating_ = !put_off_.empty();
  if (beating_) wait_for_beat();
}

void Switchboard::hand_out(Output& output) {
  const auto to_line = [&](const Line& line, auto say) {
    const auto found = lines_.find(line.number);
    if (found == lines_.end()) return;
    say(*found->second);
    if (to_flush_.empty() || to_flush_.back() != found->second) to_flush_.push_back(found->second);
  };
  if (auto* send = std::get_if<Send>(&output)) {
    to_line(send->line, [&](Client& client) { client.send(std::move(*send)); });
  } else if (auto* hang = std::get_if<Hang>(&output)) {
    to_line(hang->line, [&](Client& client) { client.hang(hang->reason); });
  } else if (auto* kept = std::get_if<Keep>(&output)) {
    keeps_.push_back(std::move(*kept));
  } else if (auto* note = std::get_if<Note>(&output)) {
    log_.write(note->level, note->event, note->json);
  } else {
    staff_->work(std::move(output));
  }
}

// One timer for all clocks. It is only moved to an earlier time; when it fires too early, it is set again.
void Switchboard::arm() {
  const auto wake = hub_.next_wake();
  if (!wake || (armed_ && *armed_ <= *wake)) return;
  armed_ = *wake;
  timer_.expires_after(std::chrono::milliseconds(std::clamp<Millis>(*wake - system_now(), 1, 60'000)));
  timer_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    armed_.reset();
    input(Tick{});
  });
}

std::size_t Switchboard::queued_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [number, client] : lines_) bytes += client->queued_bytes();
  return bytes;
}

void Switchboard::second() {
  std::vector<std::shared_ptr<Client>> all;
  all.reserve(lines_.size());
  for (const auto& [number, client] : lines_) all.push_back(client);
  for (const auto& client : all) client->second();
}

}  // namespace trestle::server::net
