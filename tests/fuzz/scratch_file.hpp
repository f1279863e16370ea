// A file by a real path, for what must have one, in memory where the system has such a place; gone with its object, and
// so is what is put beside it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"

namespace pdrank::fuzz {

class ScratchFile {
 public:
  ScratchFile() {
    namespace fs = std::filesystem;
    static int count = 0;
    const fs::path folder = fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
    path_ = folder / ("pdrank-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    remove();
  }
  ~ScratchFile() { remove(); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return path_.string(); }
  void set(std::string_view content) const {
    std::ofstream file(path_, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    require(file.good(), "a file can be written", path_.string());
  }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path() + ending, ignored);
  }

  std::filesystem::path path_;
};

}  // namespace pdrank::fuzz
