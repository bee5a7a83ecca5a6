// The files of the web page, read into memory when the server starts: a target is looked up in a table, never in the file system.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace trestle::server::net {

inline constexpr std::size_t page_bytes_max = 64u << 20;  // of all files together
inline constexpr std::size_t page_files_max = 4096;

class Page {
 public:
  struct File {
    std::string_view type;
    std::string plain, brotli, gzip;  // compressed: empty where it was not prepared
    std::string tag;                  // ETag of the plain form, in quotes; the others have a letter more
    bool immutable = false;           // its name holds a hash of its content
  };

  // Faults: no such directory, no index.html in it, not readable, too large.
  static Result<Page> read(const std::string& folder);

  // The file for a path such as "/assets/a.js". A path that names no file (its last piece has no dot) is a place within the page and
  // gets index.html, made to find its files from there. Null: nothing of that name.
  const File* find(std::string_view path) const;
  std::size_t files() const { return files_.size(); }

 private:
  std::map<std::string, File, std::less<>> files_;
  File inner_;  // index.html for places below the root
};

}  // namespace trestle::server::net
