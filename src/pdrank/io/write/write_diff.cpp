#include "pdrank/io/write/write_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/json_writer.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kDiffSchemaVersion = 1;

template <class Value>
std::string cell(const std::optional<Value>& value, fmt::format_string<const Value&> format) {
  return value ? fmt::format(format, *value) : std::string();
}

}  // namespace

void write_diff_csv(const DiffResult& result, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  sink.write(line.header_of<ItemChange>());
  for (const ItemChange& item : result.items) sink.write(line.line_of(item));
}

void write_diff_json(const DiffResult& result, Sink& sink) {
  io::JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kDiffSchemaVersion);
  json.member("method", result.method);
  json.member("method_before", result.method_before);
  json.member("level", result.level);
  json.member("in_both", result.in_both);
  json.member("compared", result.compared);
  json.member("new", result.added);
  json.member("gone", result.gone);
  json.member("up", result.up);
  json.member("down", result.down);
  json.member("items", result.items);
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_diff_markdown(const DiffResult& result, std::size_t top, Sink& sink) {
  sink.write("| rank | moved | item | score | change | more than noise |\n|---:|---:|:---|---:|---:|:---|\n");
  const std::size_t shown = top == 0 ? result.items.size() : std::min(top, result.items.size());
  for (const ItemChange& item : std::span(result.items).first(shown))
    sink.write(fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(item.rank, "{}"), move_text(item),
                           io::markdown_text(item.item), cell(item.score, "{:.5g}"), cell(item.score_change, "{:+.3g}"),
                           item.change == "up" || item.change == "down" ? "**" + item.change + "**" : ""));
  if (shown < result.items.size()) sink.write(fmt::format("\n... and {} more\n", grouped(result.items.size() - shown)));
  if (const std::string words = diff_in_words(result); !words.empty()) sink.write(fmt::format("\n{}\n", words));
  for (const std::string& note : result.notes) sink.write(fmt::format("\n{}\n", plain(note)));
}

std::string diff_in_words(const DiffResult& result) {
  const bool tested = std::ranges::any_of(
      result.items, [](const ItemChange& item) { return item.rank && item.rank_before && !item.change.empty(); });
  std::string text;
  if (tested)
    text = fmt::format(
        "{} of {} changed by more than noise{}.", grouped(result.up + result.down),
        plural(result.compared, "compared item has", "compared items have"),
        result.up + result.down > 0 ? fmt::format(": {} up, {} down", grouped(result.up), grouped(result.down)) : "");
  if (result.added + result.gone > 0)
    text += fmt::format("{}{} new, {} gone.", tested ? " " : "", grouped(result.added), grouped(result.gone));
  return text;
}

std::string move_text(const ItemChange& item) {
  if (item.change == "new" || item.change == "gone") return item.change;
  if (!item.moved) return {};
  return *item.moved == 0 ? "=" : fmt::format("{:+}", *item.moved);
}

}  // namespace pdrank
