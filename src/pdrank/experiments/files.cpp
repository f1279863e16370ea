#include "pdrank/experiments/files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/output_file.hpp"

namespace pdrank::experiments {

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw InputError(path, 0, error.message());
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file ? std::string{std::istreambuf_iterator<char>(file), {}} : std::string();
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

std::string path_in(const std::string& folder, std::string_view name) {
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace pdrank::experiments
