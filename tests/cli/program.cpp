#include "cli/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace trestle::test {

namespace {

namespace fs = std::filesystem;

std::string program_path() {
  if (const char* named = std::getenv("TRESTLE_PROGRAM")) return named;
  return (fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "trestle").string();
}

// Below stdio, whose buffers the child shares with the test until it execs.
void redirect(const std::string& path, int flags, int to) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, to) < 0) _exit(127);
}

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, const std::string& input) {
  const Scratch scratch;
  scratch.write("in", input);
  const std::string program = program_path();
  EXPECT_TRUE(fs::exists(program)) << program << " is not built";
  const pid_t child = fork();
  if (child == 0) {
    redirect(scratch.file("in"), O_RDONLY, STDIN_FILENO);
    redirect(scratch.file("out"), O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(scratch.file("err"), O_WRONLY | O_CREAT, STDERR_FILENO);
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int how = 0;
  waitpid(child, &how, 0);
  return {WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how), scratch.read("out"), scratch.read("err")};
}

}  // namespace trestle::test
