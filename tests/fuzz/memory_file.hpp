// A file that is in memory alone, under a path that readers can open.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "fuzz/target.hpp"

namespace pdrank::fuzz {

class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(file_)) {
    require(file_ >= 0, "a file in memory can be made");
  }
  explicit MemoryFile(std::string_view content) : MemoryFile() { set(content); }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void set(std::string_view content) const {
    require(::ftruncate(file_, 0) == 0, "a file in memory can be emptied");
    require(::pwrite(file_, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()),
            "a file in memory can be written");
  }
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
};

}  // namespace pdrank::fuzz
