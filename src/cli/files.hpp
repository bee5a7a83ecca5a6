// Whole files in and out, with faults that say what went wrong. The only reading and writing of files besides editions.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace trestle::cli {

// Faults: cannot be opened, is a directory, longer than `bytes_max`.
Result<std::string> read_file(const std::string& path, std::size_t bytes_max);
// Written beside and then renamed, so that a failure leaves the old file whole.
Status write_file(const std::string& path, std::string_view text);

// "dir" of "dir/file"; "." without one.
std::string directory_of(const std::string& path);
// Prints "trestle: <fault>" to stderr.
void complain(const Fault& fault);
void complain(std::string_view reason);

}  // namespace trestle::cli
