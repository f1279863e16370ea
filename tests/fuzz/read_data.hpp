// What was read, as text.
#pragma once

#include <fmt/format.h>

#include <string>

#include "pdrank/data/comparisons.hpp"

namespace pdrank::fuzz {

inline std::string rows_of(const Comparisons& data) {
  std::string all;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const std::string_view by = data.annotator(n) == kNoAnnotator ? "" : data.annotators.name(data.annotator(n));
    all += fmt::format("{} {} {} {} @{} *{} ~{} ^{} {} {}", data.row(n), data.items.name(data.winner(n)),
                       static_cast<int>(data.outcome(n)), data.items.name(data.loser(n)), by, data.weight(n),
                       data.share(n), data.grade(n), data.time(n), static_cast<int>(data.first(n)));
    for (const ContextColumn& column : data.context) all += fmt::format(" {}:{}", column.name, column[n]);
    all += '\n';
  }
  return all;
}

// Notes too.
inline std::string everything_of(const Comparisons& data) {
  std::string all = rows_of(data);
  for (ItemId item = 0; item < data.items.size(); ++item) all += fmt::format("item {}\n", data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) all += fmt::format("by {}\n", data.annotators.name(id));
  all += fmt::format("rows {}, left out {}\n", data.report.rows, data.report.left_out);
  for (const auto& [reason, rows] : data.report.skipped) all += fmt::format("skipped {} {}\n", reason, rows);
  for (const std::string& error : data.report.first_skipped) all += error + "\n";
  for (const std::string& note : data.report.notes) all += note + "\n";
  return all;
}

}  // namespace pdrank::fuzz
