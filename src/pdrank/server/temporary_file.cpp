#include "pdrank/server/temporary_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace pdrank::server {

TemporaryFile::TemporaryFile(const std::string& ending) {
  folder_ = (std::filesystem::temp_directory_path() / "pdrank-XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder can be made at " + folder_);
  path_ = folder_ + "/file" + ending;
}

TemporaryFile::TemporaryFile(std::string_view bytes, const std::string& ending) : TemporaryFile(ending) {
  std::ofstream file(path_, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("the disk of the temporary folder is full");
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace pdrank::server
