// Why an item stands where it does, as files: CSV, JSON, Markdown.
#pragma once

#include "pdrank/core/explain_result.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// The rows that matter most; the fields of a row (core/explain_result) are the columns.
void write_explain_csv(const Explanation& explanation, Sink& sink);

// Everything, as one JSON object (schema_version 1). What is not known is null.
void write_explain_json(const Explanation& explanation, Sink& sink);

// The sentences, and a table of the rows.
void write_explain_markdown(const Explanation& explanation, Sink& sink);

}  // namespace pdrank
