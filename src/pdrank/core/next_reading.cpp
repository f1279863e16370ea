#include "pdrank/core/next_reading.hpp"

#include <fmt/format.h>

#include <cmath>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

std::string settled_sentence(const Outlook& outlook) {
  const double level = 100 * outlook.level;
  if (outlook.settled_pairs >= 1)
    return fmt::format(
        "Settled: every pair has an order that is at least {:g} % sure; more answers would only confirm it.", level);
  // Rounded down: 100 % would say that nothing is left.
  return fmt::format("Settled: {:.0f} % of all pairs have an order that is at least {:g} % sure.",
                     std::floor(100 * outlook.settled_pairs), level);
}

// Two digits: the draws scatter by about as much. Never -0.00.
std::string tau_text(double tau) { return fmt::format("{:.2f}", std::round(100 * tau) / 100 + 0.0); }

std::string tau_sentence(const Outlook& outlook, std::uint64_t pairs) {
  const std::string now = fmt::format("Expected Kendall tau with the truth: {} now", tau_text(outlook.expected_tau));
  if (pairs == 0) return now + '.';
  return fmt::format("{}, {} after {}.", now, tau_text(outlook.expected_tau_after),
                     pairs == 1 ? std::string("this answer") : fmt::format("these {} answers", grouped(pairs)));
}

std::string answers_needed(std::uint64_t answers) {
  return answers >= Outlook::kMostAnswers
             ? fmt::format("more than {}", plural(Outlook::kMostAnswers, "answer", "answers"))
             : fmt::format("about {}", plural(answers, "answer", "answers"));
}

std::string top_sentence(const Outlook& outlook) {
  const std::string leader = shortened(outlook.leader);
  if (outlook.top_tier <= 1)
    return fmt::format("Top: '{}' is at least {:g} % sure to stand above each of the others.", leader,
                       100 * outlook.level);
  const std::uint64_t others = outlook.top_tier - 1;
  const std::string open =
      fmt::format("Top: '{}' and {} cannot be told apart", leader, plural(others, "other", "others"));
  if (!outlook.answers_to_separate) return open + '.';
  return fmt::format("{}; it would take {} about '{}' against {}.", open, answers_needed(*outlook.answers_to_separate),
                     leader, others == 1 ? "the other" : "each of them");
}

}  // namespace

std::vector<std::string> outlook_sentences(const NextResult& result) {
  if (!result.outlook) return {};
  const Outlook& outlook = *result.outlook;
  std::vector<std::string> sentences = {settled_sentence(outlook), tau_sentence(outlook, result.pairs.size())};
  if (result.comparisons > 0) sentences.push_back(top_sentence(outlook));
  return sentences;
}

}  // namespace pdrank
