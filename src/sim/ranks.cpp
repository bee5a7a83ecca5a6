#include "sim/ranks.hpp"

#include <cstdlib>

#ifdef TRESTLE_WITH_MPI
// The C interface is all we use; the C++ one is long gone from the standard.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace trestle {

namespace {

// What launchers leave in the environment of a process of theirs. Open MPI's own variable, and that of the PMIx servers.
bool started_by_launcher() { return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMIX_RANK") != nullptr; }

}  // namespace

#ifdef TRESTLE_WITH_MPI

Result<Ranks> Ranks::join() {
  Ranks ranks;
  if (!started_by_launcher()) return ranks;  // starting MPI costs a good part of a second
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
  ranks.joined_ = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.me_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.count_);
  if (given < MPI_THREAD_FUNNELED) return fault("this MPI cannot be used by a program with threads");
  return ranks;
}

Ranks::~Ranks() {
  if (joined_) MPI_Finalize();
}

void Ranks::send(int to, const std::string& text) const {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

std::optional<RankMessage> Ranks::receive() const {
  if (!joined_) return std::nullopt;
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
  if (!there) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  RankMessage message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.text.data(), size, MPI_BYTE, message.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

#else

Result<Ranks> Ranks::join() {
  if (started_by_launcher()) return fault("started by mpirun, but this program was built without MPI; build it where CMake finds MPI");
  return Ranks();
}

Ranks::~Ranks() = default;
void Ranks::send(int, const std::string&) const {}
std::optional<RankMessage> Ranks::receive() const { return std::nullopt; }

#endif

}  // namespace trestle
