#include "rank_writing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/write/output_ending.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/automatic.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
void check_rank(const RankOptions& options, const RankFiles& files) {
  validate(options);
  const MethodInfo& method = method_for(options);
  check_method(options);
  if (!files.confidence.empty() && !method.gives_weights && !method.gives_draws && options.bootstrap.value_or(0) == 0)
    throw InvalidArgument(
        "confidence", files.confidence,
        fmt::format("method {} gives none without --bootstrap; `pdrank methods` says which do", method.name));
  if (!files.boards.empty() && !options.by)
    throw InvalidArgument("boards", files.boards, fmt::format("there are none without {}", option_named("by")));
  if (!files.curves.empty() && !options.drift)
    throw InvalidArgument("curves", files.curves, fmt::format("there are none without {}", option_named("drift")));
  if (!files.report.empty()) check_report_template();
}

void take_page(OutputFlags& flags, RankFiles& files) {
  const std::string ending = ending_of(flags.output).format;
  if (std::ranges::find(kPageEndings, ending) == kPageEndings.end()) return;
  if (!files.report.empty())
    throw InvalidArgument("output", flags.output,
                          fmt::format("there is one page, which goes to {} already", files.report));
  files.report = std::exchange(flags.output, {});
}

ReportSource source_of(const std::vector<std::string>& files, const std::string& command) {
  const std::string& front = files.front();
  const std::string first = front == "-" ? "stdin" : std::filesystem::path(front).filename().string();
  const std::size_t others = files.size() - 1;
  return {.title = others == 0 ? first : fmt::format("{} and {}", first, plural(others, "other", "others")),
          .command = command,
          .files = files,
          .version = std::string(version())};
}

void write_rank_files(const RankResult& result, const Comparisons& data, const ReportSource& source,
                      const RankSinks& sinks) {
  if (sinks.confidence) write_confidence_csv(result, data, *sinks.confidence);
  if (sinks.annotators) write_annotators_csv(result, *sinks.annotators);
  if (sinks.boards) write_boards_csv(result, *sinks.boards);
  if (sinks.curves) write_curves_csv(result, *sinks.curves);
  if (sinks.both_ways) write_both_ways_csv(data, *sinks.both_ways);
  if (sinks.report) write_report(result, data, source, *sinks.report);
}

void write_ranking(const RankResult& result, const Comparisons& data, const Top& top, Format format, Sink& sink) {
  const auto markdown = [&](const RankResult& whole, Sink& to) {
    top.in_markdown() == 0 ? write_ranking_markdown(whole, to) : write_top_markdown(whole, top.in_markdown(), to);
  };
  const Writers<RankResult> writers{write_ranking_csv, write_result_json, markdown};
  writers.write(result, format, sink, [&] { return result_text(result, data, top.on_screen(), terminal_width()); });
}

void tell_end(const RankResult& result, const OutputFlags& flags, const RankFiles& files, bool uses_stdout) {
  if (!flags.tells_notes(uses_stdout)) fmt::print(stderr, "{}", warnings_text(result, terminal_width()));
  if (!files.annotators.empty() && result.data.annotators == 0 && !flags.quiet)
    fmt::print(stderr, "pdrank: the data name no annotators: --annotators wrote a header and nothing else\n");
  tell_convergence(result.convergence);
}

ExitCode tell_convergence(const Convergence& fit) {
  if (fit.status == Termination::converged) return kDone;
  fmt::print(stderr, "pdrank: not converged: {}\n", with_flags(fit.message));
  return kNotConverged;
}

}  // namespace pdrank::cli
