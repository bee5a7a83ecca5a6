#include "external/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "base/text.hpp"

extern char** environ;

namespace trestle {

namespace {

using namespace std::chrono_literals;
constexpr auto patience_at_the_end = 300ms;  // for a child whose input is closed
constexpr auto between_looks = 5ms;
constexpr std::size_t errors_kept = 4096, errors_told = 200;

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~Pipe() {
    for (const int end : {read, write})
      if (end >= 0) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

int keep(int& end) {
  ::fcntl(end, F_SETFL, O_NONBLOCK);
  return std::exchange(end, -1);
}

// A write to a child that is gone must be an error, not a signal to us.
ssize_t write_quietly(int file, const char* data, std::size_t size) {
  sigset_t broken, before, waiting;
  ::sigemptyset(&broken);
  ::sigaddset(&broken, SIGPIPE);
  ::sigpending(&waiting);
  ::pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t n = ::write(file, data, size);
  const int error = errno;
  if (n < 0 && error == EPIPE && ::sigismember(&waiting, SIGPIPE) == 0) {
    const timespec at_once{};
    ::sigtimedwait(&broken, nullptr, &at_once);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return n;
}

int spawn(pid_t& pid, const std::vector<std::string>& argv, int in, int out, int err) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t how;
  ::posix_spawnattr_init(&how);
  sigset_t none, usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&usual, number);
  ::posix_spawnattr_setsigmask(&how, &none);
  ::posix_spawnattr_setsigdefault(&how, &usual);
  ::posix_spawnattr_setpgroup(&how, 0);
  ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&pid, words[0], &files, &how, words.data(), environ);
  ::posix_spawnattr_destroy(&how);
  ::posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& argv) {
  Pipe to, from, errors;
  if (to.read < 0 || from.read < 0 || errors.read < 0) return fault("cannot be started: " + std::string(std::strerror(errno)));
  std::unique_ptr<Process> process(new Process);
  if (const int error = spawn(process->pid_, argv, to.read, from.write, errors.write); error != 0) {
    process->pid_ = -1;
    return fault("cannot be started: " + std::string(std::strerror(error)));
  }
  process->in_ = keep(to.write);
  process->out_ = keep(from.read);
  process->err_ = keep(errors.read);
  return process;
}

Process::~Process() {
  if (in_ >= 0) ::close(in_);
  if (pid_ > 0) {
    const auto until = Clock::now() + patience_at_the_end;
    while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
      if (Clock::now() >= until) {
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        break;
      }
      std::this_thread::sleep_for(between_looks);
    }
    ::kill(-pid_, SIGKILL);  // whatever it started and left behind
  }
  for (const int file : {out_, err_})
    if (file >= 0) ::close(file);
}

void Process::read_errors() {
  char block[1024];
  ssize_t n = 0;
  while ((n = ::read(err_, block, sizeof block)) > 0) {
    errors_.append(block, static_cast<std::size_t>(n));
    if (errors_.size() > errors_kept) errors_.erase(0, errors_.size() - errors_kept);
  }
  if (n == 0) {
    ::close(err_);
    err_ = -1;
  }
}

bool Process::wait(bool to_write, Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  if (left <= 0) return false;
  pollfd files[] = {{to_write ? in_ : -1, POLLOUT, 0}, {to_write ? -1 : out_, POLLIN, 0}, {err_, POLLIN, 0}};
  const int ready = ::poll(files, 3, static_cast<int>(std::min<long long>(left, 60'000)));
  if (ready > 0 && files[2].revents != 0) read_errors();
  return true;
}

Status Process::send(std::string line, Clock::time_point deadline) {
  line += '\n';
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = write_quietly(in_, line.data() + done, line.size() - done);
    if (n > 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EAGAIN && errno != EINTR)
      return ended();
    else if (!wait(true, deadline))
      return fault("does not read what it is told");
  }
  return ok();
}

Result<std::string> Process::receive(std::size_t bytes_max, Clock::time_point deadline) {
  while (true) {
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return line;
    }
    if (heard_.size() > bytes_max) return fault("answers with a line of more than " + std::to_string(bytes_max) + " bytes");
    char block[4096];
    const ssize_t n = ::read(out_, block, sizeof block);
    if (n > 0) {
      heard_.append(block, static_cast<std::size_t>(n));
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      return ended();
    } else if (!wait(false, deadline)) {
      return fault("does not answer in time");
    }
  }
}

// How it ended, and the last it had to say.
Fault Process::ended() {
  int status = 0;
  pid_t gone = 0;
  const auto until = Clock::now() + patience_at_the_end;
  while ((gone = ::waitpid(pid_, &status, WNOHANG)) == 0 && Clock::now() < until) std::this_thread::sleep_for(between_looks);
  if (err_ >= 0) read_errors();
  std::string how = "closes its output";
  if (gone == pid_) {
    ::kill(-pid_, SIGKILL);
    pid_ = -1;
    how = WIFEXITED(status) ? "ends with status " + std::to_string(WEXITSTATUS(status))
                            : "is ended by signal " + std::to_string(WTERMSIG(status));
  }
  const auto lines = text::lines(errors_);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string_view words = text::trim(*line);
    if (words.empty()) continue;
    how += " (";
    for (const char c : words.substr(0, errors_told)) how += static_cast<u8>(c) < 0x20 || static_cast<u8>(c) > 0x7e ? '?' : c;
    return fault(how + ")");
  }
  return fault(how);
}

}  // namespace trestle
