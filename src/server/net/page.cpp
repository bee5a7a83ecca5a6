#include "server/net/page.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/sha256.hpp"

namespace trestle::server::net {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".wasm", "application/wasm"},
    {".woff2", "font/woff2"},
    {".woff", "font/woff"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".map", "application/json"},
}};

std::string_view type_of(std::string_view name) {
  for (const auto& [end, type] : types)
    if (name.ends_with(end)) return type;
  return {};
}

std::string tag_of(std::string_view content) {
  static constexpr char digits[] = "0123456789abcdef";
  const Digest digest = sha256(content);
  std::string out = "\"";
  for (std::size_t i = 0; i < 8; ++i) {
    out += digits[digest[i] >> 4];
    out += digits[digest[i] & 15];
  }
  return out + "\"";
}

Result<std::string> content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  if (!in || !(content << in.rdbuf())) return Fault{path.string(), 0, "cannot be read"};
  return content.str();
}

// Every file below the folder, by its path from there.
Result<std::map<std::string, std::string>> contents(const fs::path& folder) {
  std::map<std::string, std::string> out;
  std::size_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error), end;
  for (; !error && files != end; files.increment(error)) {
    if (!files->is_regular_file(error) || files->file_size(error) == 0) continue;
    bytes += files->file_size(error);
    if (bytes > page_bytes_max || out.size() >= page_files_max) return Fault{folder.string(), 0, "is too large for a page"};
    auto content = content_of(files->path());
    if (!content) return content.fault();
    out[files->path().lexically_relative(folder).generic_string()] = std::move(*content);
  }
  if (error) return Fault{folder.string(), 0, "cannot be read: " + error.message()};
  return out;
}

}  // namespace

Result<Page> Page::read(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return Fault{folder, 0, "no such directory; --page names the one with the built page"};
  if (!fs::is_regular_file(fs::path(folder) / "index.html", error)) return Fault{folder, 0, "has no index.html; build the page first"};
  auto all = contents(folder);
  if (!all) return all.fault();
  Page page;
  const auto take = [&](const std::string& name) {
    const auto found = all->find(name);
    return found == all->end() ? std::string() : std::move(found->second);
  };
  for (auto& [name, content] : *all) {
    const std::string_view type = type_of(name);
    if (type.empty()) continue;
    File& file = page.files_["/" + name];
    file.type = type;
    file.tag = tag_of(content);
    file.plain = std::move(content);
    file.brotli = take(name + ".br");
    file.gzip = take(name + ".gz");
    file.immutable = name.starts_with("assets/");
  }
  const File& index = page.files_.at("/index.html");
  page.inner_.type = index.type;
  page.inner_.plain = index.plain;
  if (const auto head = page.inner_.plain.find("<head>"); head != std::string::npos)
    page.inner_.plain.insert(head + 6, "<base href=\"/\" />");
  page.inner_.tag = tag_of(page.inner_.plain);
  return page;
}

const Page::File* Page::find(std::string_view path) const {
  if (path == "/") path = "/index.html";
  if (const auto found = files_.find(path); found != files_.end()) return &found->second;
  const std::string_view last = path.substr(path.rfind('/') + 1);
  return last.find('.') == std::string_view::npos && !files_.empty() ? &inner_ : nullptr;
}

}  // namespace trestle::server::net
