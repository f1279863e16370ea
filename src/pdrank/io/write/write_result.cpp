// The CSV files and the Markdown table of write_result.hpp; the JSON is in write_json.cpp.
#include "pdrank/io/write/write_result.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/both_ways.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/csv_line.hpp"

namespace pdrank {
namespace {

std::string_view annotator_name(const Comparisons& comparisons, std::size_t n) {
  const AnnotatorId id = comparisons.annotator(n);
  return id == kNoAnnotator ? std::string_view() : comparisons.annotators.name(id);
}

std::string score_range(const Place& place) {
  return place.score_low ? fmt::format("{:.5g} to {:.5g}", *place.score_low, *place.score_high) : std::string();
}

bool has_grades(std::span<const Place> places) {
  return std::ranges::any_of(places, [](const Place& place) { return !place.grade.empty(); });
}

template <class Record>
void write_lines(std::span<const Record> records, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  for (const Record& record : records) sink.write(line.line_of(record));
}

void write_markdown_header(const RankResult& result, Sink& sink) {
  const bool grades = has_grades(result.ranking);
  sink.write(
      fmt::format("| rank | item | score | rank range | comparisons | wins | losses | ties | component | score "
                  "range | tier |{}\n",
                  grades ? " grade |" : ""));
  sink.write(fmt::format("|---:|:---|---:|:---:|---:|---:|---:|---:|---:|:---:|---:|{}\n", grades ? ":---|" : ""));
}

}  // namespace

void write_ranking_csv(const RankResult& result, Sink& sink) {
  sink.write(io::CsvLine(sink.delimiter()).header_of<Place>());
  write_ranking_csv_lines(result.ranking, sink);
}

void write_ranking_csv_lines(std::span<const Place> places, Sink& sink) { write_lines(places, sink); }

void write_confidence_csv(const RankResult& result, const Comparisons& comparisons, Sink& sink) {
  if (result.confidence.size() != comparisons.size())
    throw InvalidArgument("comparisons", fmt::format("{} long", comparisons.size()),
                          fmt::format("the result has {} confidences", result.confidence.size()));
  write_confidence_csv_header(sink);
  write_confidence_csv_lines(
      comparisons, 0, [&](std::size_t n) { return result.confidence[n]; }, sink);
}

void write_confidence_csv_header(Sink& sink) { sink.write(io::CsvLine(sink.delimiter()).header_of<ConfidenceRow>()); }

void write_confidence_csv_lines(const Comparisons& comparisons, std::uint64_t rows_before,
                                const std::function<Confidence(std::size_t)>& confidence, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    const Confidence of_row = confidence(n);
    sink.write(line.line_of(ConfidenceRow{.row = rows_before + comparisons.row(n),
                                          .winner = comparisons.items.name(comparisons.winner(n)),
                                          .loser = comparisons.items.name(comparisons.loser(n)),
                                          .annotator = annotator_name(comparisons, n),
                                          .weight = of_row.weight,
                                          .probability_correct = of_row.probability_correct}));
  }
}

void write_annotators_csv(const RankResult& result, Sink& sink) {
  sink.write(io::CsvLine(sink.delimiter()).header_of<AnnotatorReport>());
  write_annotators_csv_lines(result.annotators, sink);
}

void write_annotators_csv_lines(std::span<const AnnotatorReport> reports, Sink& sink) { write_lines(reports, sink); }

void write_boards_csv(const RankResult& result, Sink& sink) {
  sink.write(io::CsvLine(sink.delimiter()).header_of<BoardPlace>());
  write_lines(std::span<const BoardPlace>(result.boards), sink);
}

void write_curves_csv(const RankResult& result, Sink& sink) {
  sink.write(io::CsvLine(sink.delimiter()).header_of<CurvePoint>());
  write_lines(std::span<const CurvePoint>(result.curves), sink);
}

void write_both_ways_csv(const Comparisons& data, Sink& sink) {
  sink.write(io::CsvLine(sink.delimiter()).header_of<BothWays>());
  write_lines(std::span<const BothWays>(pairs_both_ways(data)), sink);
}

void write_ranking_markdown(const RankResult& result, Sink& sink) {
  write_markdown_header(result, sink);
  write_ranking_markdown_lines(result.ranking, sink);
}

void write_top_markdown(const RankResult& result, std::size_t top, Sink& sink) {
  const std::size_t shown = std::min(top, result.ranking.size());
  write_markdown_header(result, sink);
  write_ranking_markdown_lines(std::span(result.ranking).first(shown), sink);
  if (shown < result.graph.items) sink.write(fmt::format("\n... and {} more\n", grouped(result.graph.items - shown)));
}

void write_ranking_markdown_lines(std::span<const Place> places, Sink& sink) {
  const bool grades = has_grades(places);
  for (const Place& place : places)
    sink.write(fmt::format("| {} | {} | {:.5g} | {} | {} | {} | {} | {} | {} | {} | {} |{}\n", place.rank,
                           io::markdown_text(place.item), place.score, rank_range(place), place.comparisons, place.wins,
                           place.losses, place.ties, place.component, score_range(place),
                           place.tier ? fmt::format("{}", *place.tier) : std::string(),
                           grades ? fmt::format(" {} |", io::markdown_text(place.grade)) : std::string()));
}

}  // namespace pdrank
