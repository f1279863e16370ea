// A result as files: ranking.csv, confidence.csv, annotators.csv, JSON, a Markdown table. Numbers are written in the
// shortest form that reads back the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// The fields of the records (core/result) are the columns, in their order.
void write_ranking_csv(const RankResult& result, Sink& sink);

// One line a comparison, empty fields where it took no part. `comparisons` are those the result was made from; throws
// InvalidArgument if their number does not agree.
void write_confidence_csv(const RankResult& result, const Comparisons& comparisons, Sink& sink);

void write_annotators_csv(const RankResult& result, Sink& sink);
void write_boards_csv(const RankResult& result, Sink& sink);
void write_curves_csv(const RankResult& result, Sink& sink);
void write_both_ways_csv(const Comparisons& data, Sink& sink);

// The lines of places alone.
void write_ranking_csv_lines(std::span<const Place> places, Sink& sink);
void write_ranking_markdown_lines(std::span<const Place> places, Sink& sink);
void write_annotators_csv_lines(std::span<const AnnotatorReport> reports, Sink& sink);
// The header, and the lines of comparisons whose confidence is told by the caller; `rows_before` is added to row
// numbers.
void write_confidence_csv_header(Sink& sink);
void write_confidence_csv_lines(const Comparisons& comparisons, std::uint64_t rows_before,
                                const std::function<Confidence(std::size_t)>& confidence, Sink& sink);

// Everything but the confidences, as one JSON object (schema_version 2). Numbers that JSON does not have are null.
void write_result_json(const RankResult& result, Sink& sink);

// The same where the result has only the first places and annotators: the others are written by who has them, into the
// same sink, by write_more_json.
using WriteMore = std::function<void(Sink&)>;
void write_joined_json(const RankResult& result, Sink& sink, const WriteMore& more_places,
                       const WriteMore& more_annotators);
void write_more_json(std::span<const Place> places, Sink& sink);
void write_more_json(std::span<const AnnotatorReport> reports, Sink& sink);

// The same without the ranking and the annotators, which are large where the data are.
void write_summary_json(const RankResult& result, Sink& sink);

// The ranking as a table for people.
void write_ranking_markdown(const RankResult& result, Sink& sink);
// Its first places, and how many there are more.
void write_top_markdown(const RankResult& result, std::size_t top, Sink& sink);

}  // namespace pdrank
