#include "core/embedded.hpp"

namespace trestle {
std::string_view embedded_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.path == path) return file.text;
  return {};
}
}  // namespace trestle
