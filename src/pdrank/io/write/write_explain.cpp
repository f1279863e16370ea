#include "pdrank/io/write/write_explain.hpp"

#include <fmt/format.h>

#include "pdrank/core/option_name.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kExplainSchemaVersion = 1;

}  // namespace

void write_explain_csv(const Explanation& explanation, Sink& sink) {
  io::CsvLine line;
  sink.write(line.header_of<ExplainedRow>());
  for (const ExplainedRow& row : explanation.rows) sink.write(line.line_of(row));
}

void write_explain_json(const Explanation& explanation, Sink& sink) {
  io::JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kExplainSchemaVersion);
  json.member("method", explanation.method);
  json.member("level", explanation.level);
  json.member("item", explanation.item);
  json.member("other", explanation.other);
  json.member("lead", explanation.lead);
  json.member("above", explanation.above);
  json.member("neighbours", explanation.neighbours);
  json.member("opponents", explanation.opponents);
  json.member("annotators", explanation.annotators);
  json.member("rows", explanation.rows);
  json.member("meaning", explanation.meaning);
  json.member("notes", explanation.notes);
  json.end_object();
  sink.write("\n");
}

void write_explain_markdown(const Explanation& explanation, Sink& sink) {
  for (const std::string& sentence : explanation.meaning)
    sink.write(fmt::format("{}\n\n", io::markdown_text(sentence)));
  sink.write("| row | winner | loser | annotator | change without it |\n|---:|:---|:---|:---|---:|\n");
  for (const ExplainedRow& row : explanation.rows)
    sink.write(fmt::format("| {} | {} | {}{} | {} | {} |\n", row.row, io::markdown_text(row.winner),
                           io::markdown_text(row.loser), row.tie ? " (tie)" : "", io::markdown_text(row.annotator),
                           row.without ? fmt::format("{:+.3g}", *row.without) : ""));
  for (const std::string& note : explanation.notes) sink.write(fmt::format("\n{}\n", plain(note)));
}

}  // namespace pdrank
