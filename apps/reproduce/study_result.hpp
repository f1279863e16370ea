// What figures that show a study have in common: its tables, its panels, and a verdict for each of PD-Rank's settings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reproduce/judge.hpp"
#include "reproduce/study.hpp"

namespace pdrank::reproduce {

// <id>.csv: mean and deviation of tau, Spearman's rho and top-K, by panel, x and line; <id>-trials.csv: every trial;
// <id>-t-tests.csv: PD-Rank against the others; <id>-times.csv: seconds, the only file with times.
std::vector<NumbersFile> study_tables(const StudyRuns& runs);

// The means of all lines against x, of times the medians; NaN where a line does not apply.
Panel trend_panel(const StudyRuns& runs, std::size_t panel, Metric metric, const Axis& x, const Axis& y);

// The same for PD-Rank and the three rivals that do best over the panel, with a standard deviation shaded.
Panel band_panel(const StudyRuns& runs, std::size_t panel, Metric metric, const Axis& x, const Axis& y);

// Both of all panels, for tau.
Chart trend_chart(const StudyRuns& runs, const std::string& file, const std::string& title, const Axis& x);

// Of standard trials, and of tau.
Axis trials_axis();
Axis tau_axis();

// Paired t-tests of a line against the others: t in the cell, green where the line is better, vermilion where it is
// worse, grey where p > 0.05 (paper, "BTModel"). The caption says so.
std::string t_test_caption();
Panel t_test_panel(const StudyRuns& runs, std::size_t panel, Metric metric, std::size_t line, const std::string& x);

// The verdict is that on the paper's settings; those on the other two are among the findings.
void judge_lines(const std::function<Judged(std::size_t line)>& rule, FigureResult& result);

}  // namespace pdrank::reproduce
