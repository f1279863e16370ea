// One run at a time in an output folder.
#pragma once

#include <string>

namespace pdrank::reproduce {

// Held until the end of its life, however that comes (flock on the folder itself: no file is left behind). InputError
// if somebody else has it. Where the file system has no such locks, all are let in.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_ = -1;
};

}  // namespace pdrank::reproduce
