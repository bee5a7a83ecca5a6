#include "server_process.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "wire.hpp"

namespace trestle::bench {
namespace {
constexpr int skipped = 77;  // the exit status that ctest takes for it
}

double ServerProcess::start(u16 port) {
  const auto begun = Clock::now();
  std::vector<std::string> words{program_, "serve", "--no-page", "--port", std::to_string(port)};
  words.insert(words.end(), store_.begin(), store_.end());
  for (const char* limit : {"lines_an_address=1000000", "lines_max=1000000", "messages_a_second=100000000", "tables_a_user=1000000",
                            "guests_an_address_an_hour=100000000"}) {
    words.emplace_back("--limit");
    words.emplace_back(limit);
  }
  int ends[2];
  if (::pipe(ends) != 0) give_up("no pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(ends[1], 1);
    for (int file = 3; file < 64; ++file) ::close(file);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  out_ = ends[0];
  std::string line;
  char c = 0;
  while (::read(out_, &c, 1) == 1 && c != '\n') line += c;
  const std::size_t colon = line.rfind(':');
  if (colon == std::string::npos) {
    reap();
    give_up("the server does not start: " + program_);
  }
  port_ = static_cast<u16>(std::strtoul(line.c_str() + colon + 1, nullptr, 10));
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

void ServerProcess::reap() {
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
  ::close(out_);
}

void ServerProcess::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  reap();
}

void ServerProcess::stop() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGTERM);
  reap();
}

Storage::Storage(Kind kind, const std::string& database) {
  if (!database.empty()) {
    arguments_ = {"--database", database};
  } else if (kind == Kind::own_postgres) {
    if (!test::PostgresServer::is_installed()) {
      std::fprintf(stderr, "PostgreSQL is not installed\n");
      std::exit(test::PostgresServer::may_skip() ? skipped : 1);
    }
    postgres_ = std::make_unique<test::PostgresServer>(true);
    arguments_ = {"--database", postgres_->url()};
  } else if (kind == Kind::memory) {
    arguments_ = {"--memory"};
  } else {
    std::string pattern = (std::filesystem::temp_directory_path() / "trestle-bench-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    arguments_ = {"--data", folder_};
  }
}

Storage::~Storage() {
  std::error_code error;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, error);
}

}  // namespace trestle::bench
