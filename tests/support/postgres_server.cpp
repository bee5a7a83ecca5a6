#include "support/postgres_server.hpp"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/check.hpp"

namespace trestle::test {
namespace {

namespace fs = std::filesystem;

// The newest of those installed; empty = none.
std::string programs() {
  std::string found;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    const std::string bin = version.path().string() + "/bin";
    if (fs::exists(bin + "/initdb", error) && fs::exists(bin + "/postgres", error)) found = std::max(found, bin);
  }
  return found;
}

// Memory, where there is enough of it, unless the disk is what a test is about. The path of a socket must be short.
std::string place(bool durable) {
  constexpr std::uintmax_t bytes_enough = 1u << 30;
  std::error_code error;
  const fs::space_info shared = fs::space("/dev/shm", error);
  return !durable && !error && shared.available > bytes_enough ? "/dev/shm/" : "/tmp/";
}

// PostgreSQL refuses to run as root.
const passwd* other_user() {
  if (::geteuid() != 0) return nullptr;
  const passwd* user = ::getpwnam("postgres");
  if (user == nullptr) user = ::getpwnam("nobody");
  CHECK(user != nullptr);
  return user;
}

[[noreturn]] void become(const std::vector<std::string>& argv, const passwd* user, const std::string& log) {
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::dup2(out, 1);
  ::dup2(out, 2);
  for (int file = 3; file < 256; ++file) ::close(file);
  if (user != nullptr && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (::chdir("/") != 0) ::_exit(126);
  ::setenv("LC_ALL", "C", 1);
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  ::_exit(127);
}

pid_t launch(const std::vector<std::string>& argv, const std::string& log) {
  const passwd* user = other_user();
  const pid_t pid = ::fork();
  CHECK(pid >= 0);
  if (pid == 0) become(argv, user, log);
  return pid;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// Making a cluster takes seconds, copying one does not: the first is kept beside the others as a pattern for those to come.
void make_cluster(const std::string& directory) {
  const passwd* user = other_user();
  const uid_t owner = user != nullptr ? user->pw_uid : ::geteuid();
  const std::string pattern =
      "/tmp/trestle-pg-pattern-" + fs::path(programs()).parent_path().filename().string() + "-" + std::to_string(owner);
  struct stat about {};
  const bool known = ::lstat(pattern.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == owner;
  if (known && wait_for(launch({"/bin/cp", "-a", pattern, directory + "/data"}, directory + "/copy.log")) == 0) return;
  const std::string fresh = directory + "/data";
  std::error_code error;
  fs::remove_all(fresh, error);
  CHECK(wait_for(launch({programs() + "/initdb", "-D", fresh, "-U", "trestle", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync",
                         "--no-instructions"},
                        directory + "/initdb.log")) == 0);
  const std::string part = pattern + ".part" + std::to_string(::getpid());
  wait_for(launch({"/bin/cp", "-a", fresh, part}, directory + "/copy.log"));
  if (::rename(part.c_str(), pattern.c_str()) != 0) fs::remove_all(part, error);  // another test was faster
}

}  // namespace

bool PostgresServer::is_installed() { return !programs().empty(); }
bool PostgresServer::may_skip() { return !is_installed() && std::getenv("TRESTLE_CHECK") == nullptr; }

PostgresServer::PostgresServer(bool durable) : durable_(durable) {
  CHECK(is_installed());
  directory_ = place(durable) + "trestle-pg-XXXXXX";
  CHECK(::mkdtemp(directory_.data()) != nullptr);
  if (const passwd* user = other_user()) CHECK(::chown(directory_.c_str(), user->pw_uid, user->pw_gid) == 0);
  make_cluster(directory_);
  start();
}

PostgresServer::~PostgresServer() {
  stop_immediate();
  std::error_code error;
  fs::remove_all(directory_, error);
}

void PostgresServer::start() {
  const std::string sync = durable_ ? "on" : "off";
  pid_ = launch({programs() + "/postgres", "-D", directory_ + "/data", "-k", directory_, "-c", "listen_addresses=", "-c", "fsync=" + sync,
                 "-c", "full_page_writes=" + sync, "-c", "shared_buffers=64MB", "-c", "max_connections=100"},
                directory_ + "/server.log");
  for (int tries = 0; tries < 1500; ++tries) {
    if (is_ready()) return;
    CHECK(::waitpid(pid_, nullptr, WNOHANG) == 0);  // it ended: see its log
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(!"PostgreSQL does not answer");
}

bool PostgresServer::is_ready() const { return PQping(url().c_str()) == PQPING_OK; }

void PostgresServer::stop_immediate() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGQUIT);
  wait_for(pid_);
  pid_ = -1;
}

std::string PostgresServer::url(const std::string& database) const { return "postgresql://trestle@/" + database + "?host=" + directory_; }

std::string PostgresServer::new_database() {
  const std::string name = "test" + std::to_string(++databases_);
  PGconn* connection = PQconnectdb(url().c_str());
  PGresult* result = PQexec(connection, ("CREATE DATABASE " + name + " TEMPLATE template0").c_str());
  CHECK(PQresultStatus(result) == PGRES_COMMAND_OK);
  PQclear(result);
  PQfinish(connection);
  return url(name);
}

}  // namespace trestle::test
