#include "pdrank/io/rows/read_comparisons.hpp"

#include <utility>

#include "pdrank/io/rows/read_outcome.hpp"
#include "pdrank/io/rows/read_share.hpp"

namespace pdrank {

OptionTable<ReadOptions> ReadOptions::table() {
  static const std::vector<OptionRecord<ReadOptions>> all = {
      option_of<&ReadOptions::columns>(
          "columns", "what the columns mean, if they are not recognised, such as winner=a,loser=b,annotator=judge",
          {.placeholder = "SPEC"}),
      option_of<&ReadOptions::time>("time", "the column that says when answers were given: dates, or numbers",
                                    {.placeholder = "COLUMN"}),
      option_of<&ReadOptions::delimiter>(
          "delimiter", "the character between the fields of a line, such as : or tab, if it is not recognised",
          {.placeholder = "CHAR"}),
      option_of<&ReadOptions::skip_lines>(
          "skip_lines", "how many lines to skip above the names of the columns, if these are not recognised",
          {.placeholder = "N"}),
      option_of<&ReadOptions::where>("where",
                                     "use only rows with COLUMN=VALUE; !=, <, >, <= and >= work too. If you give "
                                     "several, a row must meet all of them",
                                     {.placeholder = "COLUMN=VALUE", .is_repeated = true}),
      option_of<&ReadOptions::merge_names>("merge_names",
                                           "treat names that differ only in case, blanks or Unicode form as one name"),
      option_of<&ReadOptions::skip_bad_rows>("skip_bad_rows",
                                             "leave out rows that cannot be used, and count them, instead of failing"),
  };
  return all;
}

Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer) {
  ShareRead all = read_share(paths, plan_share(paths, 0, 1), {}, options, observer);
  return finish_rows(std::move(all.data), std::move(all.outcome), paths, options);
}

Comparisons read_comparisons(const std::string& path, const ReadOptions& options, Observer* observer) {
  return read_comparisons(std::vector<std::string>{path}, options, observer);
}

}  // namespace pdrank
