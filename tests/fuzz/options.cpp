// Options as texts, for every struct that has a table of them: one that is taken is written as it is read, and passes
// its own check.
#include "fuzz/target.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/core/option_table.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/methods/explain.hpp"
#include "pdrank/methods/grades.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::fuzz {
namespace {

template <class Options>
void try_options(Choices& input) {
  const OptionTable<Options> table = Options::table();
  Options options;
  for (std::size_t count = input.between(1, 4); count > 0; --count) {
    const OptionRecord<Options>& record = table[input.below(table.size())];
    const std::string text = input.text(30);
    const std::string refused = said([&] {
      set_option(options, record.name, text);
      return std::string();
    });
    if (!refused.empty()) continue;
    const std::string kept = option_text(options, record);
    if (kept.ends_with(',')) continue;  // an empty name at the end of a list is none when it is read again
    Options again;
    set_option(again, record.name, kept);
    require(option_text(again, record) == kept, "an option is read as it is written", kept);
  }
  validate(options);
}

}  // namespace

PDRANK_FUZZ(options) {
  const std::size_t kind = input.below(6);
  if (kind == 0) return try_options<RankOptions>(input);
  if (kind == 1) return try_options<CompareOptions>(input);
  if (kind == 2) return try_options<NextOptions>(input);
  if (kind == 3) return try_options<ReadOptions>(input);
  if (kind == 4) return try_options<ExplainOptions>(input);
  const std::string text(input.rest());
  said([&] { return split_method(text).method; });
  said([&] { return std::string(find_method(text).name); });
  said([&] {
    parse_boundaries({text});
    return std::string();
  });
}

}  // namespace pdrank::fuzz
