# For ./check and ./play: installs Debian packages that are missing, and says what for. To be sourced.

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "trestle: need root to install packages; run as root once: $*" >&2
    return 1
  fi
}

# Reads lines `file-or-command|packages|why`; a package is missing when its file or command is.
install_missing() {
  local probe packages why missing=()
  while IFS='|' read -r probe packages why; do
    [ -n "$probe" ] || continue
    if [[ "$probe" == /* ]]; then
      compgen -G "$probe" >/dev/null && continue
    else
      command -v "$probe" >/dev/null && continue
    fi
    echo "installing $packages: $why"
    # shellcheck disable=SC2206  # several packages, separated by blanks
    missing+=($packages)
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "trestle: this is not Debian; install by hand: ${missing[*]}" >&2
    return 1
  fi
  local log
  log=$(mktemp)
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >"$log" 2>&1 </dev/null &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null; then
    rm -f "$log"
  else
    tail -n 30 "$log" >&2
    echo "trestle: could not install: ${missing[*]} (whole output: $log)" >&2
    return 1
  fi
}

# What building the program needs.
build_packages() {
  cat <<'LIST'
g++|g++|the compiler of the release build
cmake|cmake|writes the build
ninja|ninja-build|runs the build
/usr/include/fmt/core.h|libfmt-dev|output on the command line
/usr/include/CLI/CLI.hpp|libcli11-dev|arguments of the command line
/usr/include/boost/json.hpp|libboost1.81-dev|JSON of the engine protocol, HTTP and WebSocket of the server
/usr/include/sodium.h|libsodium-dev|passwords and unguessable names of the server
/usr/include/jemalloc/jemalloc.h|libjemalloc-dev|memory of a server with many tables
/usr/include/openssl/ssl.h|libssl-dev|TLS of the server
/usr/include/sqlite3.h|libsqlite3-dev|what a server keeps, in a file
/usr/include/postgresql/libpq-fe.h|libpq-dev|what a server keeps, in PostgreSQL
LIST
}

# What the page in the browser needs besides.
page_packages() {
  cat <<'LIST'
em++|emscripten|the engine for the browser
node|nodejs|builds and serves the page
/usr/share/nodejs/acorn|node-acorn|emscripten's optimised links
npm|npm|the packages the page is built with
LIST
}

# What checking needs besides these.
check_packages() {
  cat <<'LIST'
/usr/lib/*/cmake/GTest/GTestConfig.cmake|libgtest-dev|tests
/usr/include/gmock/gmock.h|libgmock-dev|tests
/usr/include/rapidcheck.h|librapidcheck-dev|properties in tests
/usr/lib/postgresql/*/bin/initdb|postgresql|the tests start one of their own
/usr/sbin/nginx|nginx-light|the sample configuration of docs/server.md is tested
/usr/sbin/haproxy|haproxy|the same
/usr/bin/openssl|openssl|certificates for tests
clang++-14|clang-14|the second compiler, sanitizers
/usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a|libclang-rt-14-dev|sanitizers and libFuzzer
/usr/bin/llvm-symbolizer-14|llvm-14|readable sanitizer reports
clang-format-14|clang-format-14|the form of the code
/usr/bin/chromium|chromium|the page is tested in a real browser
python3|python3|the tools that guard the tree
/usr/include/*/mpi/mpi.h|libopenmpi-dev|simulations on many machines
mpirun|openmpi-bin|runs them here on several processes
LIST
}
