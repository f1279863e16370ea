#include "pdrank/io/write/write_compare.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {
namespace {

std::string cell(double value, int digits) { return std::isnan(value) ? "" : fmt::format("{:.{}f}", value, digits); }

}  // namespace

void write_compare_csv(const CompareResult& result, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  sink.write(line.header_of<MethodOnData>());
  for (const MethodOnData& method : result.methods) sink.write(line.line_of(method));
}

void write_compare_json(const CompareResult& result, Sink& sink) {
  io::JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", std::uint64_t{1});
  json.member("reading", result.reading);
  json.member("seed", result.seed);
  json.member("folds", result.folds);
  json.member("forward", result.forward);
  json.member("held_out", result.held_out);
  json.member("pair_distance", result.pair_distance);
  json.member("adaptive", result.adaptive);
  json.member("items", result.items);
  json.member("truth_items", result.truth_items);
  json.member("top", result.top);
  json.member("at_least", result.at_least);
  json.member("methods", result.methods);
  json.member("agreement", result.agreement);
  json.member("unfinished", result.unfinished);
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_compare_markdown(const CompareResult& result, Sink& sink) {
  const bool folds = result.folds > 0, truth = result.truth_items > 0;
  std::string head = "| method | seconds | agreement | contradicted |", rule = "|:---|---:|---:|---:|";
  if (folds) head += " accuracy | log loss | p | law |", rule += "---:|---:|---:|:---|";
  if (truth) head += fmt::format(" tau | Spearman | top {} |", result.top), rule += "---:|---:|---:|";
  sink.write(head + "\n" + rule + "\n");
  for (const MethodOnData& line : result.methods) {
    if (!line.reason.empty()) continue;
    std::string row = fmt::format("| {} | {} | {} | {} |", line.method, cell(line.seconds, 3), cell(line.agreement, 3),
                                  std::isnan(line.contradicted) ? "" : amount(line.contradicted));
    if (folds)
      row += fmt::format(" {} | {} | {} | {} |", cell(line.accuracy, 3), cell(line.log_loss, 3), cell(line.p_value, 3),
                         line.law);
    if (truth) row += fmt::format(" {} | {} | {} |", cell(line.tau, 3), cell(line.spearman, 3), cell(line.top_k, 2));
    sink.write(row + "\n");
  }
  for (const MethodOnData& line : result.methods)
    if (!line.reason.empty()) sink.write(fmt::format("\nNot applied: {}: {}.\n", line.method, plain(line.reason)));
  for (const std::string& name : result.unfinished) sink.write(fmt::format("\nStopped before {} was done.\n", name));
  sink.write(fmt::format("\n{}\n", plain(result.reading)));
}

}  // namespace pdrank
