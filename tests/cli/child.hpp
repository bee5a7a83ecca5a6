// The program as a child of a test: through pipes, or at a terminal of its own (a pty), with deadlines everywhere.
#pragma once
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/scratch.hpp"

namespace trestle::test {

using Arguments = std::vector<std::string>;

class Child {
 public:
  struct Screen {
    unsigned short columns = 80, rows = 24;
  };
  static constexpr int patience_s = 120;  // the machine may be busy

  Child(const Arguments& arguments, const Arguments& environment, const Screen* screen = nullptr) {
    if (screen != nullptr) {
      winsize size{screen->rows, screen->columns, 0, 0};
      int master = -1;
      pid_ = ::forkpty(&master, nullptr, nullptr, &size);
      if (pid_ == 0) become(arguments, environment);
      in_ = master;
      out_ = master;
    } else {
      int to[2], from[2];
      if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) std::abort();
      pid_ = ::fork();
      if (pid_ == 0) {
        ::dup2(to[0], STDIN_FILENO);
        ::dup2(from[1], STDOUT_FILENO);
        ::dup2(from[1], STDERR_FILENO);
        become(arguments, environment);
      }
      ::close(to[0]);
      ::close(from[1]);
      in_ = to[1];
      out_ = from[0];
    }
    ::signal(SIGPIPE, SIG_IGN);
    ::fcntl(out_, F_SETFL, O_NONBLOCK);
  }
  ~Child() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    close_input();
    if (out_ >= 0) ::close(out_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Writes all of it, reading what comes meanwhile so that neither side waits for the other.
  void type(const std::string& text) {
    std::size_t done = 0;
    const auto end = deadline();
    while (done < text.size() && Clock::now() < end) {
      pollfd fds[] = {{in_, POLLOUT, 0}, {out_, POLLIN, 0}};
      ::poll(fds, 2, 100);
      read_some();
      if ((fds[0].revents & POLLOUT) != 0) {
        const ssize_t n = ::write(in_, text.data() + done, std::min<std::size_t>(text.size() - done, 512));
        if (n < 0 && errno != EAGAIN && errno != EINTR) return;
        if (n > 0) done += static_cast<std::size_t>(n);
      } else if ((fds[0].revents & (POLLERR | POLLHUP)) != 0) {
        return;
      }
    }
  }
  void close_input() {
    if (in_ >= 0 && in_ != out_) ::close(in_);
    in_ = -1;
  }
  // Waits until `text` was printed after what was waited for before.
  bool sees(const std::string& text) {
    const auto end = deadline();
    while (true) {
      const std::size_t at = output_.find(text, seen_);
      if (at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      if (Clock::now() >= end || !wait_for_more()) return output_.find(text, seen_) != std::string::npos;
    }
  }
  void resize(unsigned short columns, unsigned short rows) {
    winsize size{rows, columns, 0, 0};
    ::ioctl(out_, TIOCSWINSZ, &size);
  }
  void send(int number) { ::kill(pid_, number); }
  pid_t pid() const { return pid_; }

  // Reads to the end; the exit status, or minus the signal that ended it.
  int finish() {
    close_input_if_pipe();
    const auto end = deadline();
    while (Clock::now() < end && wait_for_more()) {
    }
    int status = 0;
    while (Clock::now() < end) {
      const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
      if (ended == pid_) {
        read_some();
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
      }
      ::usleep(2000);
    }
    return -999;
  }
  const std::string& output() const { return output_; }
  std::string output_after_seen() const { return output_.substr(seen_); }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::time_point deadline() { return Clock::now() + std::chrono::seconds(patience_s); }
  void close_input_if_pipe() {
    if (in_ != out_) close_input();
  }
  // False: nothing more will come.
  bool wait_for_more() {
    pollfd fd{out_, POLLIN, 0};
    ::poll(&fd, 1, 200);
    return read_some();
  }
  bool read_some() {
    char bytes[8192];
    while (true) {
      const ssize_t n = ::read(out_, bytes, sizeof bytes);
      if (n > 0) {
        output_.append(bytes, static_cast<std::size_t>(n));
        continue;
      }
      if (n == 0) return false;
      return errno == EAGAIN || errno == EINTR;  // EIO: the pty has closed
    }
  }
  [[noreturn]] static void become(const Arguments& arguments, const Arguments& environment) {
    std::vector<char*> argv, envp;
    argv.push_back(const_cast<char*>(TRESTLE_PROGRAM));
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    for (const std::string& e : environment) envp.push_back(const_cast<char*>(e.c_str()));
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    ::execve(TRESTLE_PROGRAM, argv.data(), envp.data());
    ::_exit(127);
  }

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1;
  std::string output_;
  std::size_t seen_ = 0;
};

}  // namespace trestle::test
