// What `rank` checks before the work, and what it writes and says after it, for a process that has the whole result.
#pragma once

#include <string>
#include <vector>

#include "exit_code.hpp"
#include "output_flags.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/report/report_page.hpp"

namespace pdrank::cli {

// InvalidArgument for options that do not go together, and for files that the method gives nothing for.
void check_rank(const RankOptions& options, const RankFiles& files);

// A page is the report, whichever option names it: `--output x.html` is `--report x.html`. InvalidArgument for two.
void take_page(OutputFlags& flags, RankFiles& files);

// Where those beside the ranking go; null: nowhere.
struct RankSinks {
  Sink *confidence, *annotators, *boards, *curves, *both_ways, *report;
};

// `command` is what was typed.
ReportSource source_of(const std::vector<std::string>& files, const std::string& command);

void write_rank_files(const RankResult& result, const Comparisons& data, const ReportSource& source,
                      const RankSinks& sinks);

void write_ranking(const RankResult& result, const Comparisons& data, const Top& top, Format format, Sink& sink);

// Says on stderr what nobody has been told yet: what the result's reader must know, and how the method ended.
void tell_end(const RankResult& result, const OutputFlags& flags, const RankFiles& files, bool uses_stdout);

// Says on stderr where a fit has not converged; the exit status.
ExitCode tell_convergence(const Convergence& fit);

inline ExitCode exit_code_of(const RankResult& result) { return result.converged() ? kDone : kNotConverged; }

}  // namespace pdrank::cli
