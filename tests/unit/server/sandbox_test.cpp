#include "pdrank/server/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace pdrank::server {
namespace {

namespace fs = std::filesystem;

bool can_write(const fs::path& path) { return std::ofstream(path, std::ios::app).put('x').flush().good(); }

// In a process of its own: there is no way back.
TEST(Sandbox, NothingIsWrittenElsewhereAndNoProgramIsRun) {
  const fs::path inside = fs::path(testing::TempDir()) / "pdrank-sandbox-inside", outside = inside.string() + "-not";
  for (const fs::path& folder : {inside, outside}) fs::create_directory(folder);
  constexpr int kNotKnown = 7;
  const pid_t child = ::fork();
  if (child == 0) {
    const std::array folders = {inside.string(), std::string("/nowhere")};
    const Confined confined = confine(folders);
    if (!confined.writes_only_there) ::_exit(kNotKnown);
    const fs::path before = inside / "before", after = inside / "after";
    bool good = confined.gains_no_rights && can_write(before) && !can_write(outside / "file");
    fs::rename(before, after);
    good = good && fs::remove(after) && !can_write(outside / "file");
    ::execl("/bin/false", "false", nullptr);
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  for (const fs::path& folder : {inside, outside}) fs::remove_all(folder);
  if (WEXITSTATUS(status) == kNotKnown) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace pdrank::server
