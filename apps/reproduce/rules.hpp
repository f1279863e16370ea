// The rules of the figures that show a study, for one of PD-Rank's settings; each is written in its figure's file and
// in words in the figure's `rule`.
#pragma once

#include "reproduce/study_result.hpp"

namespace pdrank::reproduce {

Judged judge_noise_n(const StudyRuns& runs, std::size_t line);
Judged judge_noise_delta(const StudyRuns& runs, std::size_t line);
Judged judge_bt(const StudyRuns& runs, std::size_t line);
Judged judge_large(const StudyRuns& runs, std::size_t line);
Judged judge_metrics(const StudyRuns& noise_n, const StudyRuns& bt, const StudyRuns& large, std::size_t line);

}  // namespace pdrank::reproduce
