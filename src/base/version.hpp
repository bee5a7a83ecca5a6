// The program's version. CMakeLists.txt says the same; tests/cli compares them.
#pragma once

namespace trestle {
inline constexpr const char program_version[] = "0.1.0";
}
