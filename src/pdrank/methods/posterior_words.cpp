#include "pdrank/methods/posterior_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/methods/result_notes.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {
namespace {

constexpr double kSurely = 0.95;  // that what is said of the shape is so

}  // namespace

std::string learned_in_words(const Posterior& posterior, const NamedAnswers& named) {
  const double often = 1 / (1 + std::exp(-spread(posterior.model.shape)));
  std::string text;
  if (named.answers.rows() > 0)
    text =
        noise_in_words(posterior.usual_flip, posterior.flip_low, posterior.flip_high, !posterior.sources.empty()) + ' ';
  text += "Mistakes aside, the better of two items that are a typical distance apart ";
  text += often > 0.995 ? "nearly always wins." : fmt::format("wins {:.0f} % of the time.", 100 * often);
  if (posterior.model.shape.size() > 1 && posterior.several_parts > kSurely) {
    std::vector<std::string> groups;
    for (const ShapePart& part : posterior.model.shape)
      groups.push_back(fmt::format("{:.0f} % around {:+.1f}", 100 * part.share, part.mean));
    text += fmt::format(" The scores do not follow one bell curve: {}.", fmt::join(groups, ", "));
  }
  return text;
}

std::string ending_in_words(const Posterior& posterior) {
  switch (posterior.status) {
    case Termination::converged:
      return fmt::format("fitted in {} rounds", posterior.rounds);
    case Termination::stopped:
      return fmt::format("stopped on request after {} rounds", posterior.rounds);
    default:
      return fmt::format("the fit had not settled after {} rounds; ranges may be too narrow or too wide",
                         posterior.rounds);
  }
}

}  // namespace pdrank
