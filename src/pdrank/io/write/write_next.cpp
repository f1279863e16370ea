#include "pdrank/io/write/write_next.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "pdrank/core/next_reading.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kNextSchemaVersion = 1;

std::string percent(const std::optional<double>& probability) {
  return probability ? fmt::format("{:.0f} %", 100 * *probability) : std::string();
}

}  // namespace

void write_next_csv(const NextResult& result, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  sink.write(line.header_of<NextPair>());
  for (const NextPair& pair : result.pairs) sink.write(line.line_of(pair));
}

void write_next_json(const NextResult& result, Sink& sink) {
  io::JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kNextSchemaVersion);
  json.member("strategy", result.strategy);
  json.member("measure", result.measure);
  json.member("seed", result.seed);
  json.member("items", result.items);
  json.member("comparisons", result.comparisons);
  json.member("components", result.components);
  json.member("forbidden", result.forbidden);
  json.member("pairs", result.pairs);
  json.member("outlook", result.outlook);
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
