#include "pdrank/io/write_next.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "pdrank/core/next_reading.hpp"
#include "pdrank/io/csv_line.hpp"
#include "pdrank/io/json_writer.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

using io::JsonWriter;

constexpr std::uint64_t kNextSchemaVersion = 1;

void write_pair(JsonWriter& json, const NextPair& pair) {
  json.begin_object();
  json.member("left", pair.left);
  json.member("right", pair.right);
  json.member("annotator", pair.annotator.empty() ? std::nullopt : std::optional(pair.annotator));
  json.member("probability_left", pair.probability_left);
  json.member("value", pair.value);
  json.member("reason", pair.reason);
  json.end_object();
}

void write_outlook(JsonWriter& json, const Outlook& outlook) {
  json.begin_object();
  json.member("level", outlook.level);
  json.member("settled_pairs", outlook.settled_pairs);
  json.member("expected_tau", outlook.expected_tau);
  json.member("expected_tau_after", outlook.expected_tau_after);
  json.member("leader", outlook.leader);
  json.member("top_tier", outlook.top_tier);
  json.member("answers_to_separate", outlook.answers_to_separate);
  json.end_object();
}

std::string percent(const std::optional<double>& probability) {
  return probability ? fmt::format("{:.0f} %", 100 * *probability) : std::string();
}

}  // namespace

void write_next_csv(const NextResult& result, Sink& sink) {
  sink.write("left,right,winner,annotator,probability_left,value,reason\n");
  io::CsvLine line;
  for (const NextPair& pair : result.pairs) {
    line.add(pair.left).add(pair.right).add("").add(pair.annotator);
    line.add(pair.probability_left.value_or(std::numeric_limits<double>::quiet_NaN()));
    line.add(pair.value).add(pair.reason);
    sink.write(line.end());
  }
}

void write_next_json(const NextResult& result, Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kNextSchemaVersion);
  json.member("strategy", result.strategy);
  json.member("measure", result.measure);
  json.member("seed", result.seed);
  json.member("items", result.items);
  json.member("comparisons", result.comparisons);
  json.member("components", result.components);
  json.member("forbidden", result.forbidden);
  json.key("pairs");
  json.begin_array();
  for (const NextPair& pair : result.pairs) write_pair(json, pair);
  json.end_array();
  json.key("outlook");
  if (result.outlook)
    write_outlook(json, *result.outlook);
  else
    json.null();
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_next_markdown(const NextResult& result, Sink& sink) {
  const bool annotators =
      std::ranges::any_of(result.pairs, [](const NextPair& pair) { return !pair.annotator.empty(); });
  sink.write(fmt::format("| left | right |{} left wins | value | why |\n", annotators ? " annotator |" : ""));
  sink.write(fmt::format("|:---|:---|{}---:|---:|:---|\n", annotators ? ":---|" : ""));
  for (const NextPair& pair : result.pairs) {
    const std::string who = annotators ? fmt::format(" {} |", io::markdown_text(pair.annotator)) : std::string();
    sink.write(fmt::format("| {} | {} |{} {} | {:.3g} | {} |\n", io::markdown_text(pair.left),
                           io::markdown_text(pair.right), who, percent(pair.probability_left), pair.value,
                           io::markdown_text(pair.reason)));
  }
  for (const std::string& sentence : outlook_sentences(result)) sink.write(fmt::format("\n{}\n", sentence));
}

}  // namespace pdrank
