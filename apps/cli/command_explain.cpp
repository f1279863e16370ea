// pdrank explain: why an item stands where it does, or above another one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/data/find_item.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/write/write_explain.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/explain.hpp"
#include "pdrank/methods/rank.hpp"
#include "progress.hpp"
#include "rank_writing.hpp"
#include "result_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct ExplainArguments {
  std::vector<std::string> words;  // files, the item, perhaps another one
  std::vector<std::string> files = {};
  std::string item = {}, other = {};
  ReadOptions read;
  RankOptions options;
  ExplainOptions explain;
  OutputFlags flags;
};

// How many of the rows go with so many lines of text, if the answer is to have at most ten lines; one at least. In a
// narrow terminal text takes more lines, and is scrolled.
std::size_t rows_that_fit(std::ptrdiff_t lines, std::size_t rows, std::size_t width) {
  constexpr std::ptrdiff_t kMost = 10, kHeader = 1;
  constexpr std::size_t kNarrow = 80;
  if (width < kNarrow) return rows;
  return std::min(rows, static_cast<std::size_t>(std::max<std::ptrdiff_t>(kMost - kHeader - lines, 1)));
}

// `all`: the rows that were asked for, whatever room they take.
std::string explain_text(const Explanation& explanation, bool all, std::size_t width) {
  std::string text;
  for (const std::string& sentence : explanation.meaning) text += paragraph(sentence, width);
  const std::string notes = notes_text(explanation.notes, width);
  if (explanation.rows.empty()) return text + notes;
  const std::ptrdiff_t lines = std::ranges::count(text, '\n') + std::ranges::count(notes, '\n');
  const std::size_t shown = all ? explanation.rows.size() : rows_that_fit(lines, explanation.rows.size(), width);
  const bool named =
      std::ranges::any_of(explanation.rows, [](const ExplainedRow& row) { return !row.annotator.empty(); });
  Table table;
  table.add_column("row", Table::Align::right);
  table.add_column("winner", Table::Align::left);
  table.add_column("loser", Table::Align::left);
  if (named) table.add_column("annotator", Table::Align::left, Table::Fit::leaves);
  table.add_column("change without it", Table::Align::right);
  for (const ExplainedRow& row : std::span(explanation.rows).first(shown)) {
    std::vector<std::string> cells = {fmt::format("{}", row.row), row.winner, row.loser + (row.tie ? " (tie)" : "")};
    if (named) cells.push_back(row.annotator);
    cells.push_back(row.without ? fmt::format("{:+.2g}", *row.without) : std::string("-"));
    table.add_row(std::move(cells));
  }
  return text + table.text(width) + notes;
}

const Writers<Explanation> kExplainWriters{write_explain_csv, write_explain_json, write_explain_markdown};

// The first word is a file, and so is every other one that there is a file of, but for the last.
void sort_words(ExplainArguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  std::size_t at = 1;
  while (at + 1 < words.size() && std::filesystem::exists(words[at])) ++at;
  if (words.size() - at > 2)
    throw InvalidArgument("file", pdrank::quoted(words[at]), "there is no such file, and only two items can be named");
  arguments.files.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
  arguments.item = words[at];
  if (at + 1 < words.size()) arguments.other = words[at + 1];
}

ExitCode run(ExplainArguments arguments) {
  sort_words(arguments);
  validate(arguments.options);
  validate(arguments.explain);
  check_method(arguments.options);
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    if (record.name == "fragility" && is_set(arguments.options, record))
      throw InvalidArgument("fragility", option_text(arguments.options, record),
                            "`pdrank explain` does not answer it; `pdrank rank` does");
  OutputSet outputs;
  outputs.protect(arguments.files);
  Sink* file = outputs.open("output", arguments.flags.output);
  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(arguments.flags.quiet);
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == TieRule::error;
  read.context = context_of(arguments.options);
  const Comparisons data = read_comparisons(arguments.files, read, &progress);
  find_item(data.items, arguments.item, "item");  // before the work
  if (!arguments.other.empty()) find_item(data.items, arguments.other, "other");
  RankOptions options = arguments.options;
  options.keep_draws = true;
  const RankResult ranked = rank(data, options, &progress);
  if (ranked.convergence.status == Termination::stopped) throw Stopped();
  const Explanation explanation =
      explain(data, options, ranked, arguments.item, arguments.other, arguments.explain, &progress);
  progress.clear();
  deliver(arguments.flags, file, outputs, [&](Format format, Sink& sink) {
    kExplainWriters.write(explanation, format, sink, [&] {
      return explain_text(explanation, arguments.explain.rows != ExplainOptions().rows, terminal_width());
    });
  });
  return tell_convergence(ranked.convergence);
}

}  // namespace

Command add_explain(CLI::App& program) {
  CLI::App* app = program.add_subcommand("explain", "say why an item stands where it does");
  auto arguments = std::make_shared<ExplainArguments>();
  app->add_option("words", arguments->words,
                  "one or more files of comparisons (- is stdin), the item, and, if you like, another item: why the "
                  "first stands above or below it. Capitals do not matter, and the beginning of a name is enough")
      ->required()
      ->expected(2, CLI::detail::expected_max_vector_size)
      ->type_name("FILE... ITEM [OTHER]");
  add_option_flags(*app, arguments->read);
  add_output_flags(*app, arguments->flags,
                   "write the rows that matter as CSV, or as the ending says: .json everything, .md a text");
  add_option_flags(*app, arguments->explain);
  add_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank explain votes.csv claude\n"
      "  pdrank explain votes.csv claude gpt-4\n"
      "  pdrank explain monday.csv tuesday.csv claude\n"
      "  pdrank explain votes.csv claude --rows 20 --format csv\n"
      "\n"
      "Columns: row,winner,loser,tie,annotator,weight,pull (on the score, or on the\n"
      "lead over the other item),without (its change if the row is left out).\n"
      "The other options are those of `pdrank rank`.\n"
      "\n"
      "Exit status: 0 done, 1 not converged (the explanation is given all the same)\n"
      "or the method does not fit the data, 2 wrong usage, 3 bad data.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
