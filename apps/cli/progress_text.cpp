#include "progress_text.hpp"

#include <fmt/format.h>

namespace pdrank::cli {
namespace {

std::string time_left(double seconds) {
  if (seconds <= 0) return "";
  return seconds < 100 ? fmt::format(", {:.0f} s left", seconds) : fmt::format(", {:.0f} min left", seconds / 60);
}

}  // namespace

std::string progress_text(const Progress& progress) {
  if (progress.stage == "ranking")
    return fmt::format("round {}, weights changed by {:.2g}", progress.done, progress.change);
  if (progress.stage == "fitting")
    return fmt::format("round {}, scores moved by {:.2g} deviations", progress.done, progress.change);
  if (progress.stage == "proving")
    return fmt::format("round {} of cuts, {:.2g} % left to prove", progress.done, 100 * progress.change);
  if (progress.stage == "auditing") return fmt::format("ranking without some answers, {} times so far", progress.done);
  if (progress.stage == "bootstrapping") return fmt::format("resample {} of {}", progress.done, progress.total);
  if (progress.stage == "choosing") return fmt::format("choosing gamma: try {} of {}", progress.done, progress.total);
  if (progress.stage == "comparing") return fmt::format("run {} of {}", progress.done, progress.total);
  if (progress.stage != "reading")
    return progress.total == 0 ? fmt::format("{} {}", progress.stage, progress.done)
                               : fmt::format("{} {} of {}{}", progress.stage, progress.done, progress.total,
                                             time_left(progress.seconds_left));
  const double megabytes = static_cast<double>(progress.done) / 1e6;
  if (progress.total == 0) return fmt::format("{} {:.0f} MB", progress.stage, megabytes);
  return fmt::format("{} {:.0f} MB, {:.0f} %", progress.stage, megabytes,
                     100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total));
}

}  // namespace pdrank::cli
