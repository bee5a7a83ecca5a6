#include "cli/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace trestle::cli {

namespace {

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

Fault file_fault(const std::string& path, const char* what, int error) {
  return Fault{path, 0, std::string(what) + ": " + std::strerror(error)};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t bytes_max) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return Fault{path, 0, "is a directory, not a file"};
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return file_fault(path, "cannot be read", errno);
  std::string text;
  char block[1 << 16];
  while (const std::size_t n = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, n);
    if (text.size() > bytes_max) return Fault{path, 0, "is longer than " + std::to_string(bytes_max) + " bytes"};
  }
  if (std::ferror(file.get())) return file_fault(path, "cannot be read", errno);
  return text;
}

Status write_file(const std::string& path, std::string_view text) {
  const std::string beside = path + ".new";
  {
    File file(std::fopen(beside.c_str(), "wb"));
    if (!file) return file_fault(path, "cannot be written", errno);
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0)
      return file_fault(path, "cannot be written", errno);
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) return file_fault(path, "cannot be written", errno);
  return ok();
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

void complain(std::string_view reason) { std::fprintf(stderr, "trestle: %.*s\n", static_cast<int>(reason.size()), reason.data()); }
void complain(const Fault& fault) { complain(fault.text()); }

}  // namespace trestle::cli
