// pdrank diff: what has changed between two rankings.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/rows/read_result.hpp"
#include "pdrank/io/write/write_diff.hpp"
#include "pdrank/metrics/diff.hpp"
#include "result_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct DiffArguments {
  std::string before, after;
  OutputFlags flags;
  DiffOptions options;
  Top top;
};

std::string number(const std::optional<double>& value, bool sign = false) {
  if (!value) return {};
  return sign ? fmt::format("{:+.3g}", *value) : fmt::format("{:.4g}", *value);
}

std::string diff_text(const DiffResult& result, std::size_t top, std::size_t width) {
  Table table;
  table.add_column("rank", Table::Align::right);
  table.add_column("moved", Table::Align::right);
  table.add_column("item", Table::Align::left);
  for (const char* title : {"score", "before"}) table.add_column(title, Table::Align::right, Table::Fit::leaves);
  table.add_column("change", Table::Align::right);
  table.add_column("change range", Table::Align::right, Table::Fit::leaves);
  table.add_column("more than noise", Table::Align::left, Table::Fit::shortens);
  std::size_t shown = 0;
  for (const ItemChange& item : result.items) {
    if (top > 0 && shown == top) break;
    ++shown;
    table.add_row({item.rank ? fmt::format("{}", *item.rank) : std::string(), move_text(item), item.item,
                   number(item.score), number(item.score_before), number(item.score_change, true),
                   item.change_low
                       ? fmt::format("{} to {}", number(item.change_low, true), number(item.change_high, true))
                       : std::string(),
                   item.change == "up" || item.change == "down" ? item.change : std::string()});
  }
  std::string text = table.text(width);
  if (shown < result.items.size()) text += more_text(result.items.size() - shown, width);
  if (const std::string words = diff_in_words(result); !words.empty()) text += '\n' + paragraph(words, width);
  return text + notes_text(result.notes, width);
}

ExitCode run(const DiffArguments& arguments) {
  validate(arguments.options);
  OutputSet outputs;
  outputs.protect({arguments.before, arguments.after});
  Sink* file = outputs.open("output", arguments.flags.output, kResultEndings);
  const StoredRanking before = read_result(arguments.before), after = read_result(arguments.after);
  const DiffResult result = diff(before, after, arguments.options);
  const Writers<DiffResult> writers{write_diff_csv, write_diff_json, [&](const DiffResult& changes, Sink& sink) {
                                      write_diff_markdown(changes, arguments.top.in_markdown(), sink);
                                    }};
  deliver(arguments.flags, file, outputs, [&](Format format, Sink& sink) {
    writers.write(result, format, sink, [&] { return diff_text(result, arguments.top.on_screen(), terminal_width()); });
  });
  return kDone;
}

}  // namespace

Command add_diff(CLI::App& program) {
  CLI::App* app = program.add_subcommand("diff", "say what has changed since an older ranking");
  auto arguments = std::make_shared<DiffArguments>();
  app->add_option("old", arguments->before, "a result that `pdrank rank --output result.json` wrote")
      ->required()
      ->type_name("OLD");
  app->add_option("new", arguments->after, "a later one")->required()->type_name("NEW");
  add_output_flags(*app, arguments->flags,
                   "write the changes as CSV, or as the ending says: .json everything, .md a table");
  add_option_flags(*app, arguments->options);
  add_top_flag(*app, arguments->top);
  app->footer(
      "Examples:\n"
      "  pdrank rank votes.csv --output monday.json\n"
      "  pdrank diff monday.json tuesday.json\n"
      "  pdrank diff monday.json tuesday.json --format markdown\n"
      "\n"
      "Exit status: 0 done, 2 wrong usage, 3 bad data.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
