#include "reproduce/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"

namespace pdrank::reproduce {

FolderLock::FolderLock(const std::string& folder) : folder_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_ < 0) throw InputError(folder, 0, std::generic_category().message(errno));
  if (flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(folder_);
  throw InputError(
      folder, 0,
      fmt::format("another run is at work in it; wait for it, or choose another {}", option_named("output")));
}

FolderLock::~FolderLock() { close(folder_); }

}  // namespace pdrank::reproduce
