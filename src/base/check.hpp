// CHECK stops the program on a programmer's error; it is never used for bad input, which is a value.
// DCHECK is the same in builds with TRESTLE_DCHECK (dev, fuzz, tests) and free elsewhere.
#pragma once

namespace trestle {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define CHECK(condition) ((condition) ? void(0) : ::trestle::check_failed(#condition, __FILE__, __LINE__))
#ifdef TRESTLE_DCHECK
#define DCHECK(condition) CHECK(condition)
#else
#define DCHECK(condition) void(0)
#endif
