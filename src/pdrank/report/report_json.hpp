// What the report page is given: one JSON object, compact, so that 10^5 items make a few megabytes.
// web/src/report/model.ts is its reader.
//
// A table is a `count` of rows and columns. A column is an array, or one value where all rows have the same; `rank` and
// `tier` are given by their steps from row to row, the ends of a range by their distance from the rank, those of a
// score by theirs from the score. Numbers have six digits, or four where no more is told; the scores of
// the ranking have all.
#pragma once

#include "pdrank/report/report_page.hpp"

namespace pdrank {

void write_report_json(const RankResult& result, const Comparisons& data, const ReportSource& source, Sink& sink);

}  // namespace pdrank
