// pdrank next: which pairs to ask about, and how much there is left to learn.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "listing.hpp"
#include "next_text.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/read_report.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "pdrank/io/write/write_next.hpp"
#include "progress.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct NextArguments {
  std::vector<std::string> files;
  std::string items, forbid;
  ReadOptions read;
  NextOptions options;
  OutputFlags flags;
  bool strategies = false;

  // All that is read.
  std::vector<std::string> inputs() const {
    std::vector<std::string> all = files;
    for (const std::string& path : {items, forbid})
      if (!path.empty()) all.push_back(path);
    return all;
  }
};

std::string to_go_on(const NextArguments& arguments) {
  const bool written = !arguments.flags.output.empty() && arguments.flags.written() == Format::csv;
  if (!written)
    return "To go on, write the pairs with --output next.csv, fill in the column winner (left, right or tie), and give "
           "that file along with the others: pdrank next FILE... next.csv.";
  std::string command = "pdrank next";
  if (!arguments.items.empty()) command += " --items " + arguments.items;
  for (const std::string& file : arguments.files) command += ' ' + file;
  return fmt::format(
      "The pairs are in {0}. To go on, fill in its column winner (left, right or tie), and give that file along with "
      "the others: {1} {0}",
      arguments.flags.output, command);
}

const Writers<NextResult> kNextWriters{write_next_csv, write_next_json, write_next_markdown};

void write(const NextArguments& arguments, const NextResult& result, Format format, Sink& sink) {
  kNextWriters.write(result, format, sink, [&] { return next_text(result, to_go_on(arguments), terminal_width()); });
}

std::vector<ListEntry> strategy_entries() {
  std::vector<ListEntry> list;
  for (const StrategyInfo& strategy : strategies())
    list.push_back({.name = strategy.name,
                    .summary = strategy.summary,
                    .facts = {{"paper", std::string(strategy.paper)},
                              {"value", std::string(strategy.measure)},
                              {"gives", strategy.names_annotators ? "who should answer" : ""},
                              {"cost", std::string(strategy.cost)}}});
  return list;
}

std::string strategies_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const StrategyInfo& strategy : strategies())
    list.push_back({{"name", strategy.name},
                    {"summary", strategy.summary},
                    {"paper", strategy.paper},
                    {"measure", strategy.measure},
                    {"names_annotators", strategy.names_annotators},
                    {"cost", strategy.cost}});
  return list.dump(2) + "\n";
}

// docs/STRATEGIES.md
std::string strategies_markdown() {
  return "# Strategies\n\nMade by `pdrank next --strategies --format markdown`. Pairs that connect what was never "
         "compared "
         "come first, whatever the strategy.\n" +
         list_markdown(strategy_entries());
}

ExitCode list_strategies(const OutputFlags& flags) {
  if (flags.printed() == Format::csv)
    throw InvalidArgument("format", "csv", "the list of strategies is a table, json or markdown");
  print([&](Sink& sink) {
    sink.write(flags.printed() == Format::json       ? strategies_json()
               : flags.printed() == Format::markdown ? strategies_markdown()
                                                     : list_text(strategy_entries(), terminal_width()));
  });
  return kDone;
}

void check_inputs(const NextArguments& arguments) {
  if (std::ranges::count(arguments.inputs(), "-") > 1)
    throw InvalidArgument("files", "'-'", "stdin can be read only once");
}

// The comparisons, with the items of --items among theirs.
Comparisons read_data(const NextArguments& arguments, Observer* observer) {
  std::vector<std::string> items;
  if (!arguments.items.empty()) items = read_items(arguments.items);
  ReadOptions read = arguments.read;
  read.may_be_empty = !items.empty();
  Comparisons data = arguments.files.empty() ? Comparisons() : read_comparisons(arguments.files, read, observer);
  for (const std::string& item : items) data.items.intern(item);
  return data;
}

NextResult find_next(const NextArguments& arguments, Observer* observer) {
  const Comparisons data = read_data(arguments, observer);
  if (data.items.size() < 2)
    throw InputError(arguments.inputs().front(), 0, "there is only one item, but a pair has two");
  NextOptions options = arguments.options;
  if (!arguments.forbid.empty()) options.forbidden = read_pairs(arguments.forbid, data.items);
  NextResult result = next_pairs(data, options, observer);
  if (std::string skipped = skipped_sentence(data.report); !skipped.empty()) result.notes.push_back(std::move(skipped));
  return result;
}

ExitCode run(const NextArguments& arguments) {
  const OutputFlags& flags = arguments.flags;
  if (arguments.strategies) return list_strategies(flags);
  check(arguments.options);
  check_inputs(arguments);
  OutputSet outputs;
  outputs.protect(arguments.inputs());
  Sink* file = outputs.open("output", flags.output, kResultEndings);
  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(flags.quiet);
  const NextResult result = find_next(arguments, &progress);
  progress.clear();

  deliver(flags, file, outputs, [&](Format format, Sink& sink) { write(arguments, result, format, sink); });
  if (!flags.tells_notes(outputs.uses_stdout())) fmt::print(stderr, "{}", notes_text(result.notes, terminal_width()));
  return result.stopped ? kNotConverged : kDone;
}

}  // namespace

Command add_next(CLI::App& program) {
  CLI::App* app = program.add_subcommand("next", "say which pairs to ask about next, and when to stop");
  auto arguments = std::make_shared<NextArguments>();
  add_read_flags(*app, arguments->files, arguments->read);
  add_option_flags(*app, arguments->options);
  app->add_flag("--strategies", arguments->strategies, "list the strategies, and nothing else");
  add_file_flag(*app, "--forbid", arguments->forbid,
                "pairs never to be asked about, in two columns of item names, such as left,right, or any file of "
                "comparisons");
  add_file_flag(
      *app, "--items", arguments->items,
      "items that take part even if they were never compared: one name per line, or a column named item. With it, "
      "FILE may be empty or left out");
  add_output_flags(*app, arguments->flags,
                   "write the pairs as CSV, or as the ending says: .json everything, .md a table");
  app->footer(
      "Examples:\n"
      "  pdrank next votes.csv\n"
      "  pdrank next votes.csv --count 50 --output next.csv\n"
      "  pdrank next votes.csv answers.csv --annotator Ann --forbid next.csv\n"
      "  pdrank next --items items.txt --count 20 --format csv\n"
      "  pdrank next --strategies\n"
      "\n"
      "What --output writes is a file of comparisons once its column winner is filled\n"
      "in (left, right or tie).\n"
      "\n"
      "Exit status: 0 done, 1 stopped while looking ahead, 2 wrong usage, 3 bad data.");
  return {app, [app, arguments] {
            const bool needs_none = arguments->strategies || !arguments->items.empty();
            if (!needs_none)
              take_stdin(*app, arguments->files, "; or there are no answers yet, and --items names the items");
            return run(*arguments);
          }};
}

}  // namespace pdrank::cli
