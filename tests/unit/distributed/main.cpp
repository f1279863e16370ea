// Every process runs the same tests; the first one tells how they go, the others only what failed. It fails for all if
// it fails for any.
#include <gtest/gtest.h>
#include <petscsys.h>

#include <cstdio>

#include "pdrank/distributed/team.hpp"

namespace {

class FailuresOnly final : public testing::EmptyTestEventListener {
 public:
  explicit FailuresOnly(std::size_t rank) : rank_(rank) {}

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed())
      std::fprintf(stderr, "process %zu: %s:%d: %s\n", rank_, result.file_name(), result.line_number(),
                   result.message());
  }

 private:
  std::size_t rank_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr) != 0) return 1;
  const pdrank::distributed::Team team(PETSC_COMM_WORLD);
  if (!team.leads()) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOnly(team.rank()));
  }
  const bool failed = team.any(RUN_ALL_TESTS() != 0);
  PetscFinalize();
  return failed ? 1 : 0;
}
