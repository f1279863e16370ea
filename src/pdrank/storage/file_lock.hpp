// A lock that one program at a time can hold, for as long as it lives.
#pragma once

#include <string>

namespace pdrank::storage {

class FileLock {
 public:
  // Of the file `path`, made if it is not there. StoreError if another holds it.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace pdrank::storage
