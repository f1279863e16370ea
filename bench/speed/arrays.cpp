#include "arrays.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::speed {

std::vector<std::uint32_t> read_ids(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto bytes = static_cast<std::size_t>(std::max<std::streamoff>(0, file.tellg()));
  if (!file || bytes % sizeof(std::uint32_t) != 0) throw InputError(path, 0, "no file of 32-bit numbers");
  std::vector<std::uint32_t> ids(bytes / sizeof(std::uint32_t));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(ids.data()), static_cast<std::streamsize>(bytes)))
    throw InputError(path, 0, "cannot be read");
  return ids;
}

void write_numbers(const std::string& path, std::span<const double> numbers) {
  OutputFile file(path);
  file.write({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  file.commit();
}

}  // namespace pdrank::speed
