// A file that is gone with the object.
#pragma once

#include <string>
#include <string_view>

namespace pdrank::server {

class TemporaryFile {
 public:
  // There is no such file yet: the name is in a folder of its own, which only this user can read.
  explicit TemporaryFile(const std::string& ending);
  // With these bytes. Throws std::runtime_error where there is no room.
  TemporaryFile(std::string_view bytes, const std::string& ending);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
};

}  // namespace pdrank::server
