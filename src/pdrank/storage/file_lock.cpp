#include "pdrank/storage/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "pdrank/storage/store.hpp"

namespace pdrank::storage {

FileLock::FileLock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  if (file_ < 0) throw StoreError(fmt::format("{}: {}", path, std::generic_category().message(errno)));
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  ::close(file_);
  throw StoreError(error == EWOULDBLOCK ? fmt::format("{}: another server is using this store", path)
                                        : fmt::format("{}: {}", path, std::generic_category().message(error)));
}

FileLock::~FileLock() { ::close(file_); }

}  // namespace pdrank::storage
