#include "pdrank/io/write/write_predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "pdrank/core/option_name.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {
namespace {

using io::JsonWriter;

constexpr std::uint64_t kPredictSchemaVersion = 1;

void write_law(JsonWriter& json, const PredictResult& result) {
  json.key("law");
  json.begin_object();
  json.member("kind", result.own_law ? "own" : "one slope");
  json.member("flip", result.law.flip);
  json.member("slope", result.law.slope);
  json.member("order", result.law.order);
  json.member("ties", result.law.cut > 0 ? "rao-kupper" : result.law.davidson > 0 ? "davidson" : "half");
  json.member("tie_size", std::max(result.law.cut, result.law.davidson));
  json.end_object();
}

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : std::string(); }

}  // namespace

void write_predict_csv(const PredictResult& result, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  sink.write(line.header_of<PairPrediction>());
  for (const PairPrediction& pair : result.pairs) sink.write(line.line_of(pair));
}

void write_predict_json(const PredictResult& result, Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kPredictSchemaVersion);
  json.member("method", result.method);
  write_law(json, result);
  json.member("level", result.level);
  json.member("seed", result.seed);
  json.member("status", result.convergence.status);
  json.member("pairs", result.pairs);
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_predict_markdown(const PredictResult& result, Sink& sink) {
  const bool ties = result.law.has_ties();
  sink.write(fmt::format("| left | right | probability | low | high |{}\n|:---|:---|---:|---:|---:|{}\n",
                         ties ? " tie |" : "", ties ? "---:|" : ""));
  for (const PairPrediction& pair : result.pairs)
    sink.write(fmt::format("| {} | {} | {:.3f} | {} | {} |{}\n", io::markdown_text(pair.left),
                           io::markdown_text(pair.right), pair.probability, cell(pair.low), cell(pair.high),
                           ties ? fmt::format(" {} |", cell(pair.tie)) : ""));
  for (const std::string& note : result.notes) sink.write(fmt::format("\n{}\n", plain(note)));
}

}  // namespace pdrank
