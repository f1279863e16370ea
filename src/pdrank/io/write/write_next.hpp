// Pairs to be asked about as files: CSV, JSON, a Markdown table.
#pragma once

#include "pdrank/core/next_result.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// The fields of a pair (core/next_result) are the columns. With `winner` filled in (left, right or tie) it is a file
// of comparisons.
void write_next_csv(const NextResult& result, Sink& sink);

// Everything, as one JSON object (schema_version 1). What is not known is null, a pair that anyone may answer has the
// annotator null.
void write_next_json(const NextResult& result, Sink& sink);

// The table for people, and what the outlook says.
void write_next_markdown(const NextResult& result, Sink& sink);

}  // namespace pdrank
