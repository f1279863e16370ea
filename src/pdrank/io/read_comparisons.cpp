#include "pdrank/io/read_comparisons.hpp"

#include "pdrank/core/errors.hpp"
#include "pdrank/io/comparison_reader.hpp"
#include "pdrank/io/table_file.hpp"

namespace pdrank {

Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer) {
  if (paths.empty()) throw InvalidArgument("paths", "empty", "at least one file is needed");
  io::ComparisonReader reader(options);
  for (const std::string& path : paths) {
    io::TableFile file(path, observer, options.block_bytes);
    reader.read(file);
  }
  return reader.finish();
}

Comparisons read_comparisons(const std::string& path, const ReadOptions& options, Observer* observer) {
  return read_comparisons(std::vector<std::string>{path}, options, observer);
}

}  // namespace pdrank
