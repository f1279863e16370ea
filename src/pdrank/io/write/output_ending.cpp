#include "pdrank/io/write/output_ending.hpp"

namespace pdrank {
namespace {

// Takes the last ending from a file's name.
std::string take_ending(std::string_view& name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos || point == 0 || point + 1 == name.size()) return {};
  std::string ending(name.substr(point + 1));
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  name = name.substr(0, point);
  return ending;
}

}  // namespace

OutputEnding ending_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);  // npos + 1 = 0
  OutputEnding ending{.format = take_ending(name)};
  if (ending.format == "gz") ending.packing = Packing::gzip;
  if (ending.format == "zst") ending.packing = Packing::zstd;
  if (ending.packing != Packing::none) ending.format = take_ending(name);
  return ending;
}

}  // namespace pdrank
