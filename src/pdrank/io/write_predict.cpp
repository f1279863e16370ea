#include "pdrank/io/write_predict.hpp"

#include <fmt/format.h>

#include <string>

#include "pdrank/io/csv_line.hpp"
#include "pdrank/io/json_writer.hpp"
#include "pdrank/io/text.hpp"

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
  json.end_object();
}

void write_pair(JsonWriter& json, const PairPrediction& pair) {
  json.begin_object();
  json.member("left", pair.left);
  json.member("right", pair.right);
  json.member("probability", pair.prediction.probability);
  json.member("low", pair.prediction.low);
  json.member("high", pair.prediction.high);
  json.key("guess");
  json.raw(pair.prediction.guess ? "true" : "false");
  json.end_object();
}

std::string cell(const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : std::string(); }

}  // namespace

void write_predict_csv(const PredictResult& result, Sink& sink) {
  sink.write("left,right,probability,low,high\n");
  io::CsvLine line;
  for (const PairPrediction& pair : result.pairs) {
    const Prediction& prediction = pair.prediction;
    line.add(pair.left).add(pair.right).add(prediction.probability);
    line.add(prediction.low.value_or(kNone)).add(prediction.high.value_or(kNone));
    sink.write(line.end());
  }
}

void write_predict_json(const PredictResult& result, Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kPredictSchemaVersion);
  json.member("method", result.method);
  write_law(json, result);
  json.member("level", result.level);
  json.member("seed", result.seed);
  json.member("status", to_string(result.convergence.status));
  json.key("pairs");
  json.begin_array();
  for (const PairPrediction& pair : result.pairs) write_pair(json, pair);
  json.end_array();
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_predict_markdown(const PredictResult& result, Sink& sink) {
  sink.write("| left | right | probability | low | high |\n|:---|:---|---:|---:|---:|\n");
  for (const PairPrediction& pair : result.pairs)
    sink.write(fmt::format("| {} | {} | {:.3f} | {} | {} |\n", io::markdown_text(pair.left),
                           io::markdown_text(pair.right), pair.prediction.probability, cell(pair.prediction.low),
                           cell(pair.prediction.high)));
  for (const std::string& note : result.notes) sink.write(fmt::format("\n{}\n", note));
}

}  // namespace pdrank
