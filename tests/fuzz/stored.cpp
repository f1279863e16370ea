// Results read back: what `pdrank diff` is given. Two that can be read are compared, and what comes of that is written.
#include <nlohmann/json.hpp>

#include "fuzz/target.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/io/rows/read_result.hpp"
#include "pdrank/io/write/write_diff.hpp"
#include "pdrank/metrics/diff.hpp"

namespace pdrank::fuzz {

PDRANK_FUZZ(stored) {
  static const StoredRanking usual{.method = "posterior",
                                   .scale = "",
                                   .anchor = "",
                                   .places = {{.item = "a", .rank = 1, .score = 1.5, .standard_error = 0.2},
                                              {.item = "b", .rank = 2, .score = 0.5, .standard_error = 0.3},
                                              {.item = "c", .rank = 3, .score = -2, .standard_error = 0.1}}};
  const bool comes_first = input.once_in(2);
  const std::string_view text = input.rest();
  said([&] {
    const StoredRanking stored = parse_result(text, "result.json");
    const DiffResult changes = comes_first ? diff(stored, usual) : diff(usual, stored);
    StringSink csv, json, markdown;
    write_diff_csv(changes, csv);
    write_diff_json(changes, json);
    write_diff_markdown(changes, 10, markdown);
    require(nlohmann::json::accept(json.text), "what has changed is written as JSON", json.text);
    require(csv.text.find("nan") == std::string::npos, "no change is a NaN", csv.text);
    return std::string();
  });
}

}  // namespace pdrank::fuzz
