#include "reproduce/rhythm.hpp"

namespace pdrank::reproduce {
namespace {

constexpr std::uint64_t kMostOneByOne = 30;  // for the time's sake

}  // namespace

std::vector<std::uint64_t> even_grid(std::uint64_t budget, std::uint64_t count) {
  std::vector<std::uint64_t> grid;
  for (std::uint64_t k = 1; k <= count; ++k)
    if (const std::uint64_t answers = budget * k / count; answers > (grid.empty() ? 0 : grid.back()))
      grid.push_back(answers);
  return grid;
}

PlayOptions rhythm_of(std::string_view strategy, std::uint32_t items) {
  PlayOptions options;
  if (strategy == "posterior" && items > kMostOneByOne) options.one_in = kOneIn;
  if (strategy == "hybrid-mst") options.after_trial = items - 1;
  return options;
}

}  // namespace pdrank::reproduce
