// The CSV files and the Markdown table of write_result.hpp; the JSON is in write_json.cpp.
#include "pdrank/io/write_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/csv_line.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

void add(io::CsvLine& line, const std::optional<std::uint32_t>& number) {
  if (number)
    line.add(*number);
  else
    line.add_empty();
}

std::string_view annotator_name(const Comparisons& comparisons, std::size_t n) {
  const AnnotatorId id = comparisons.annotator(n);
  return id == kNoAnnotator ? std::string_view() : comparisons.annotators.name(id);
}

std::string rank_range(const Place& place) {
  return place.rank_low && place.rank_high ? fmt::format("{}-{}", *place.rank_low, *place.rank_high) : "";
}

}  // namespace

void write_ranking_csv(const RankResult& result, Sink& sink) {
  sink.write("rank,item,score,rank_low,rank_high,comparisons,wins,losses,ties,component\n");
  write_ranking_csv_lines(result.ranking, sink);
}

void write_ranking_csv_lines(std::span<const Place> places, Sink& sink) {
  io::CsvLine line;
  for (const Place& place : places) {
    line.add(place.rank).add(place.item).add(place.score);
    add(line, place.rank_low);
    add(line, place.rank_high);
    line.add(place.comparisons).add(place.wins).add(place.losses).add(place.ties).add(place.component);
    sink.write(line.end());
  }
}

void write_confidence_csv(const RankResult& result, const Comparisons& comparisons, Sink& sink) {
  if (result.confidence.size() != comparisons.size())
    throw InvalidArgument("comparisons", fmt::format("{} long", comparisons.size()),
                          fmt::format("the result has {} confidences", result.confidence.size()));
  sink.write(kConfidenceHeader);
  write_confidence_csv_lines(
      comparisons, 0, [&](std::size_t n) { return result.confidence[n]; }, sink);
}

void write_confidence_csv_lines(const Comparisons& comparisons, std::uint64_t rows_before,
                                const std::function<Confidence(std::size_t)>& confidence, Sink& sink) {
  io::CsvLine line;
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    line.add(rows_before + comparisons.row(n));
    line.add(comparisons.items.name(comparisons.winner(n))).add(comparisons.items.name(comparisons.loser(n)));
    line.add(annotator_name(comparisons, n));
    const Confidence of_row = confidence(n);
    line.add(of_row.weight).add(of_row.probability_correct);
    sink.write(line.end());
  }
}

void write_annotators_csv(const RankResult& result, Sink& sink) {
  sink.write("annotator,comparisons,reliability,reliability_low,reliability_high,flag\n");
  write_annotators_csv_lines(result.annotators, sink);
}

void write_annotators_csv_lines(std::span<const AnnotatorReport> reports, Sink& sink) {
  io::CsvLine line;
  for (const AnnotatorReport& report : reports) {
    line.add(report.annotator).add(report.comparisons).add(report.reliability);
    line.add(report.reliability_low).add(report.reliability_high).add(report.flag);
    sink.write(line.end());
  }
}

void write_ranking_markdown(const RankResult& result, Sink& sink) {
  sink.write("| rank | item | score | rank range | comparisons | wins | losses | ties | component |\n");
  sink.write("|---:|:---|---:|:---:|---:|---:|---:|---:|---:|\n");
  write_ranking_markdown_lines(result.ranking, sink);
}

void write_ranking_markdown_lines(std::span<const Place> places, Sink& sink) {
  for (const Place& place : places)
    sink.write(fmt::format("| {} | {} | {:.5g} | {} | {} | {} | {} | {} | {} |\n", place.rank,
                           io::markdown_text(place.item), place.score, rank_range(place), place.comparisons, place.wins,
                           place.losses, place.ties, place.component));
}

}  // namespace pdrank
