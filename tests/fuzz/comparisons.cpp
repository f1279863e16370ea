// Files of comparisons of any bytes: CSV, TSV, JSON Lines, arrays, rankings, compressed. Whatever the blocks and
// threads, the same is read or refused.
#include <fmt/format.h>

#include <array>

#include "fuzz/memory_file.hpp"
#include "fuzz/read_data.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::fuzz {
namespace {

ReadOptions some_options(Choices& input) {
  static constexpr std::array kColumns = {"",
                                          "",
                                          "",
                                          "winner=1,loser=2",
                                          "left=a,right=b,label=c",
                                          "ranking=1",
                                          "judge=1,item=2,rank=3",
                                          "winner=2,loser=1,weight=3",
                                          "weight="};
  static constexpr std::array kDelimiters = {"", "", "", "tab", ";", "|", ","};
  ReadOptions options;
  options.columns = input.pick(kColumns);
  options.delimiter = input.pick(kDelimiters);
  options.skip_lines = input.once_in(8) ? 1 : 0;
  options.skip_bad_rows = input.once_in(2);
  options.merge_names = input.once_in(4);
  options.refuse_ties = input.once_in(8);
  if (input.once_in(8)) options.time = "time";
  if (input.once_in(8)) options.where = {"language=English"};
  if (input.once_in(8)) options.context = {"language"};
  options.max_comparisons = 20'000;
  return options;
}

}  // namespace

PDRANK_FUZZ(comparisons) {
  static const MemoryFile file;
  ReadOptions options = some_options(input);
  const std::size_t block_bytes = input.between(1, 200), threads = input.between(1, 8);
  file.set(input.rest());
  const auto read = [&] { return everything_of(read_comparisons(file.path(), options)); };
  const ThreadScope one(1);
  const std::string whole = said(read);
  const ThreadScope some(threads > 6 ? 3 : 1);
  options.block_bytes = block_bytes;
  const std::string in_blocks = said(read);
  require(whole == in_blocks, "blocks and threads do not change what is read", whole + "---\n" + in_blocks);
}

}  // namespace pdrank::fuzz
