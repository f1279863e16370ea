#include "pdrank/server/sandbox.hpp"

#ifdef __linux__

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace pdrank::server {
namespace {

constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;  // newer than some headers

// All that changes files, and to run one; what may be read is not looked at.
std::uint64_t accesses(long version) {
  std::uint64_t all = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                      LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  constexpr long kKnowsTruncate = 3;
  if (version >= kKnowsTruncate) all |= kTruncate;
  return all;
}

bool allow(int rules, const std::string& folder, std::uint64_t all) {
  landlock_path_beneath_attr rule{.allowed_access = all & ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE}, .parent_fd = -1};
  rule.parent_fd = ::open(folder.c_str(), O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return true;  // there is nothing to be written in
  const bool is_done = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  ::close(rule.parent_fd);
  return is_done;
}

bool restrict_files(std::span<const std::string> folders) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  const landlock_ruleset_attr asked{.handled_access_fs = accesses(version)};
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &asked, sizeof asked, 0));
  if (rules < 0) return false;
  bool is_done = true;
  for (const std::string& folder : folders) is_done = is_done && allow(rules, folder, asked.handled_access_fs);
  is_done = is_done && ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  ::close(rules);
  return is_done;
}

}  // namespace

Confined confine(std::span<const std::string> folders) {
  Confined confined;
  confined.gains_no_rights = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  confined.writes_only_there = confined.gains_no_rights && restrict_files(folders);
  return confined;
}

}  // namespace pdrank::server

#else

namespace pdrank::server {

Confined confine(std::span<const std::string>) { return {}; }

}  // namespace pdrank::server

#endif
