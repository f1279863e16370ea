#include "command_rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "ending.hpp"
#include "in_turn.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/distributed/rank_in_step.hpp"
#include "pdrank/distributed/rank_together.hpp"
#include "pdrank/distributed/shared_places.hpp"
#include "pdrank/io/write/output_ending.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "progress.hpp"
#include "rank_writing.hpp"
#include "result_text.hpp"
#include "shared_outputs.hpp"
#include "shell.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

using distributed::SharedResult;
using distributed::Team;

struct SharedArguments {
  distributed::TogetherOptions together;
  OutputFlags flags;
  RankFiles written;
  std::string split = "auto";
  std::string command;  // as typed
};

enum Output { kRanking, kConfidence, kAnnotators, kBoards, kCurves, kBothWays, kReport };  // in the order of the files

// More than this is written in parts, if nobody says otherwise.
constexpr std::uint64_t kLargeBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kBytesOfLine = 64;  // about

bool is_split(const std::string& split, std::uint64_t lines, const std::string& path) {
  if (path.empty() || OutputFile::is_stdout(path) || ending_of(path).format == "json") return false;
  return split == "always" || (split == "auto" && lines * kBytesOfLine > kLargeBytes);
}

// All that the first process shows on the screen: the first places, the least credible rows.
struct Shown {
  RankResult result;
  Comparisons rows;
};

// The first `top` places of all processes, for the first one.
std::vector<Place> top_places(const Team& team, const SharedResult& shared, std::size_t top) {
  const std::vector<Place>& here = shared.result.ranking;
  const std::uint64_t before = team.before(here.size());
  const std::uint64_t wanted = top == 0 ? shared.result.graph.items : top;
  const std::uint64_t mine = before >= wanted ? 0 : std::min<std::uint64_t>(here.size(), wanted - before);
  return distributed::gather_places(team, std::span(here).first(mine));
}

Shown shown_on_screen(const Team& team, const SharedResult& shared, std::size_t top) {
  Shown shown;
  std::vector<Place> places = top_places(team, shared, top);
  if (!team.leads()) return shown;
  shown.result = shared.result;
  shown.result.ranking = std::move(places);
  for (Place& place : shown.result.ranking) place.id = shown.rows.items.intern(place.item);
  Confidences& confidence = shown.result.confidence;
  std::vector<distributed::DoubtfulRow> rows = shared.doubtful;
  std::ranges::sort(rows, {}, &distributed::DoubtfulRow::row);
  constexpr std::uint64_t kMostRows = std::numeric_limits<std::uint32_t>::max();
  if (!rows.empty() && rows.back().row > kMostRows) rows.clear();  // the table cannot show them
  for (const distributed::DoubtfulRow& row : rows) {
    const ItemId winner = shown.rows.items.intern(row.winner), loser = shown.rows.items.intern(row.loser);
    const AnnotatorId annotator = shared.has_annotators ? shown.rows.annotators.intern(row.annotator) : kNoAnnotator;
    shown.rows.add({.winner = winner, .loser = loser, .annotator = annotator}, static_cast<std::uint32_t>(row.row));
    confidence.answer_of.push_back(static_cast<std::uint32_t>(confidence.standing.size()));
    confidence.standing.push_back(Standing::against);
    confidence.weight.push_back(row.weight);
  }
  return shown;
}

// The ranking, of which each process has a stretch.
void write_stretches(const Team& team, const SharedResult& shared, Format format, Sink* sink, const Top& top) {
  const RankResult& result = shared.result;
  switch (format) {
    case Format::table: {
      const Shown shown = shown_on_screen(team, shared, top.on_screen());
      if (sink) sink->write(result_text(shown.result, shown.rows, top.on_screen(), terminal_width()));
      return;
    }
    case Format::csv:
      return write_in_turn(team, sink, [&](Sink& to) {
        team.leads() ? write_ranking_csv(result, to) : write_ranking_csv_lines(result.ranking, to);
      });
    case Format::markdown:
      if (const std::size_t most = top.in_markdown(); most > 0) {
        const Shown shown = shown_on_screen(team, shared, most);
        if (sink) write_top_markdown(shown.result, most, *sink);
        return;
      }
      return write_in_turn(team, sink, [&](Sink& to) {
        team.leads() ? write_ranking_markdown(result, to) : write_ranking_markdown_lines(result.ranking, to);
      });
    case Format::json: {
      const auto places = [&](Sink& to) { write_more_json(result.ranking, to); };
      const auto reports = [&](Sink& to) { write_more_json(result.annotators, to); };
      if (sink)
        return write_joined_json(
            result, *sink, [&](Sink& to) { append_others(team, &to, places); },
            [&](Sink& to) { append_others(team, &to, reports); });
      append_others(team, nullptr, places);
      append_others(team, nullptr, reports);
    }
  }
}

void write_files(const Team& team, const SharedResult& shared, const SharedArguments& arguments,
                 SharedOutputs& outputs) {
  const RankResult& result = shared.result;
  SharedOutputs::File &ranking = outputs[kRanking], &confidence = outputs[kConfidence];
  ranking.split = is_split(arguments.split, result.graph.items, ranking.path);
  confidence.split = is_split(arguments.split, result.data.comparisons, confidence.path);
  outputs.begin();
  outputs.write(confidence, [&](Sink& sink, bool first) {
    if (first) write_confidence_csv_header(sink);
    write_confidence_csv_lines(
        *shared.rows, shared.rows_before, [&](std::size_t n) { return (*shared.trust)[n]; }, sink);
  });
  outputs.write(outputs[kAnnotators], [&](Sink& sink, bool first) {
    first ? write_annotators_csv(result, sink) : write_annotators_csv_lines(result.annotators, sink);
  });
  const Format format = arguments.flags.written();
  if (ranking.split && format == Format::csv)
    outputs.write(ranking, [&](Sink& sink, bool first) {
      first ? write_ranking_csv(result, sink) : write_ranking_csv_lines(result.ranking, sink);
    });
  else if (ranking.split)
    outputs.write(ranking, [&](Sink& sink, bool first) {
      first ? write_ranking_markdown(result, sink) : write_ranking_markdown_lines(result.ranking, sink);
    });
  else if (!ranking.path.empty())
    write_carefully(team, ranking.sink,
                    [&](Sink* sink) { write_stretches(team, shared, format, sink, arguments.written.top); });
  outputs.commit();
}

// Whether the processes divide the data. A page is made by one that has all of them.
bool divides(const SharedArguments& arguments) {
  return distributed::can_divide(arguments.together.rank) && arguments.written.report.empty() &&
         arguments.written.both_ways.empty();
}

void check_arguments(const SharedArguments& arguments) {
  check_rank(arguments.together.rank, arguments.written);
  distributed::check_together(arguments.together);
  if (divides(arguments)) return;
  constexpr const char* kWhole = "that is for processes that divide the data; here each has all of them";
  if (!arguments.together.checkpoint.empty())
    throw InvalidArgument("checkpoint", fmt::format("'{}'", arguments.together.checkpoint), kWhole);
  if (arguments.together.partition != distributed::PartitionBy::order)
    throw InvalidArgument("partition", std::string(name_of(arguments.together.partition)), kWhole);
  if (arguments.split == "always") throw InvalidArgument("split", arguments.split, kWhole);
}

std::string last_word(const SharedArguments& arguments) {
  return fmt::format("pdrank: a process died or the job was ended; nothing was written{}\n",
                     arguments.together.checkpoint.empty() ? "" : ", --resume goes on from the last round");
}

// Each process has a stretch of the result.
ExitCode rank_divided(const Team& team, const SharedArguments& arguments, TerminalProgress& progress,
                      SharedOutputs& outputs) {
  const SharedResult shared = distributed::rank_together(team, arguments.together, progress);
  progress.clear();
  write_files(team, shared, arguments, outputs);
  const OutputFlags& flags = arguments.flags;
  if (flags.prints(outputs.uses_stdout())) {
    std::optional<OutputFile> screen;
    if (team.leads()) screen.emplace("-");
    write_carefully(team, screen ? &*screen : nullptr,
                    [&](Sink* sink) { write_stretches(team, shared, flags.printed(), sink, arguments.written.top); });
    distributed::agree(team, [&] {
      if (screen) screen->commit();
    });
  }
  if (shared.checkpoint) shared.checkpoint->remove();
  if (team.leads()) tell_end(shared.result, flags, arguments.written, outputs.uses_stdout());
  return exit_code_of(shared.result);
}

// Each process has the whole result, and the first one writes it.
ExitCode rank_whole(const Team& team, const SharedArguments& arguments, TerminalProgress& progress,
                    SharedOutputs& outputs) {
  const distributed::TogetherOptions& together = arguments.together;
  const distributed::WholeResult whole =
      distributed::rank_in_step(team, together.files, together.read, together.rank, progress);
  progress.clear();
  const OutputFlags& flags = arguments.flags;
  const auto write = [&](Format format, Sink& sink) {
    write_ranking(whole.result, whole.data, arguments.written.top, format, sink);
  };
  outputs.begin();
  distributed::agree(team, [&] {
    if (!team.leads()) return;
    write_rank_files(whole.result, whole.data, source_of(together.files, arguments.command),
                     {outputs[kConfidence].sink, outputs[kAnnotators].sink, outputs[kBoards].sink,
                      outputs[kCurves].sink, outputs[kBothWays].sink, outputs[kReport].sink});
    if (outputs[kRanking].sink) write(flags.written(), *outputs[kRanking].sink);
  });
  outputs.commit();
  distributed::agree(team, [&] {
    if (!team.leads()) return;
    if (flags.prints(outputs.uses_stdout())) print([&](Sink& sink) { write(flags.printed(), sink); });
    tell_end(whole.result, flags, arguments.written, outputs.uses_stdout());
  });
  return exit_code_of(whole.result);
}

ExitCode run(const Team& team, SharedArguments arguments) {
  take_page(arguments.flags, arguments.written);
  check_arguments(arguments);
  if (arguments.together.rank.threads == 0) arguments.together.rank.threads = 1;
  arguments.together.read.refuse_ties = arguments.together.rank.ties == TieRule::error;  // with file and line
  arguments.together.read.context = context_of(arguments.together.rank);
  end_cleanly(team.leads() ? last_word(arguments) : std::string());
  SharedOutputs outputs(team, arguments.together.files,
                        {{"output", arguments.flags.output},
                         {"confidence", arguments.written.confidence},
                         {"annotators", arguments.written.annotators},
                         {"boards", arguments.written.boards},
                         {"curves", arguments.written.curves},
                         {"both_ways", arguments.written.both_ways},
                         {"report", arguments.written.report}});
  TerminalProgress progress(arguments.flags.quiet || !team.leads(), TerminalProgress::Signals::left_alone);
  return (divides(arguments) ? rank_divided : rank_whole)(team, arguments, progress, outputs);
}

}  // namespace

SharedCommand add_shared_rank(CLI::App& program, const std::vector<std::string>& words) {
  CLI::App* app = program.add_subcommand("rank", "rank the items of one or more files of comparisons");
  auto arguments = std::make_shared<SharedArguments>();
  arguments->command = command_line(words);
  distributed::TogetherOptions& together = arguments->together;
  add_read_flags(*app, together.files, together.read)->required();
  add_output_flags(*app, arguments->flags,
                   "write the ranking as the ending says: .csv, .tsv, .md a table, .json the whole result, .html the "
                   "page of --report; .gz or .zst behind it compresses the file");
  add_rank_files(*app, arguments->written);
  limit_to(app->add_option("--split", arguments->split,
                           "write NAME-00000-of-00004.csv and so on, one file a process, that joined are NAME.csv: if "
                           "it is large, always, or never [auto]"),
           {"auto", "always", "never"});
  add_option_flags(*app, together);
  add_option_flags(*app, together.rank);
  app->footer(
      "Examples:\n"
      "  mpiexec -n 4 pdrank-mpi rank votes.csv --output ranking.csv\n"
      "  mpiexec -n 4 pdrank-mpi rank part-*.csv.zst --method bradley-terry\n"
      "  mpiexec -n 4 pdrank-mpi rank votes.csv --method pdrank --checkpoint run\n"
      "  mpiexec -n 4 pdrank-mpi rank votes.csv --method pdrank --checkpoint run --resume\n"
      "  mpiexec -n 4 pdrank-mpi rank votes.csv --method pdrank -pc_type gamg -ksp_monitor\n"
      "\n"
      "The processes divide the data with --method pdrank (by newton), bradley-terry or\n"
      "hodgerank, without --bootstrap and --report. Otherwise, the default method\n"
      "included, each has all of the data, and they share the work.\n"
      "\n"
      "Words with one dash, such as -ksp_monitor, and what follows them, are PETSc's\n"
      "own options. --threads are those of each process; 0 is one. Exit status as\n"
      "that of `pdrank rank`.");
  return {app, [arguments](const Team& team) { return run(team, *arguments); }};
}

}  // namespace pdrank::cli
