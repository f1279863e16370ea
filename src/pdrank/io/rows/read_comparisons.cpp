#include "pdrank/io/rows/read_comparisons.hpp"

#include "pdrank/io/rows/comparison_reader.hpp"
#include "pdrank/io/rows/read_share.hpp"

namespace pdrank {

Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer) {
  return io::with_report(read_share(paths, plan_share(paths, 0, 1), {}, options, observer), options);
}

Comparisons read_comparisons(const std::string& path, const ReadOptions& options, Observer* observer) {
  return read_comparisons(std::vector<std::string>{path}, options, observer);
}

}  // namespace pdrank
