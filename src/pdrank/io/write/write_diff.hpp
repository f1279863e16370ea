// What has changed between two rankings, as files: CSV, JSON, a Markdown table.
#pragma once

#include <cstddef>
#include <string>

#include "pdrank/core/diff_result.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// The fields of an item (core/diff_result) are the columns.
void write_diff_csv(const DiffResult& result, Sink& sink);

// Everything, as one JSON object (schema_version 1). What is not known is null.
void write_diff_json(const DiffResult& result, Sink& sink);

// The table for people, of the first `top` items (0 = all), with what it means, and the notes.
void write_diff_markdown(const DiffResult& result, std::size_t top, Sink& sink);

// "2 of 30 compared items have changed by more than noise: 1 up, 1 down. 3 new, 1 gone." Empty where there is nothing
// to say.
std::string diff_in_words(const DiffResult& result);

// "+2", "-1", "=", "new", "gone"; empty where it is not known.
std::string move_text(const ItemChange& item);

}  // namespace pdrank
