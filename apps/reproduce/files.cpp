#include "reproduce/files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

void check(const std::error_code& error, const std::string& path) {
  if (error) throw InputError(path, 0, error.message());
}

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  check(error, path);
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool is_there(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return false;
  check(error, path);
  return true;
}

std::string contents(const std::string& path) {
  if (!is_there(path)) return {};
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw InputError(path, 0, "is not a regular file");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw InputError(path, 0, "cannot be read");
  return text;
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void shorten_file(const std::string& path, std::size_t bytes) {
  std::error_code error;
  fs::resize_file(path, bytes, error);
  check(error, path);
}

void remove_file(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  check(error, path);
}

std::string path_in(const std::string& folder, std::string_view name) { return (fs::path(folder) / name).string(); }

}  // namespace pdrank::reproduce
