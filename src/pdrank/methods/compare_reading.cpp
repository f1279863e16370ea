#include "pdrank/methods/compare_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <vector>

namespace pdrank {
namespace {

constexpr double kClear = 0.05;
constexpr double kNoticeable =
    1e-4;  // methods with the same scores up to rounding are not worse, whatever the test says

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? std::string() : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

// Methods are sorted by log loss: the first is the best.
std::string read_predictions(const CompareResult& result) {
  const MethodOnData& best = result.methods.front();
  if (best.log_loss >= std::numbers::ln2)
    return fmt::format("no method predicts held-out answers better than a coin (log loss {:.3f} at best)",
                       best.log_loss);
  std::vector<std::string> close, worse;
  for (const MethodOnData& line : result.methods) {
    if (!line.reason.empty() || line.method == best.method) continue;
    const bool clearly = line.p_value < kClear && line.log_loss > best.log_loss + kNoticeable;
    (clearly ? worse : close).push_back(line.method);
  }
  std::string text = fmt::format("held-out answers are best predicted by {} ({:.1f} % right, log loss {:.3f})",
                                 best.method, 100 * best.accuracy, best.log_loss);
  if (!close.empty()) text += fmt::format("; {} cannot be told from it", listed(close));
  if (!worse.empty()) text += fmt::format("; {} {} clearly worse", listed(worse), worse.size() == 1 ? "is" : "are");
  return text;
}

std::string read_truth(const CompareResult& result) {
  const auto best = std::ranges::max_element(
      result.methods, {}, [](const MethodOnData& line) { return std::isnan(line.tau) ? -2 : line.tau; });
  return fmt::format("closest to the truth comes {} (tau {:.3f})", best->method, best->tau);
}

std::string read_agreement(const CompareResult& result) {
  double lowest = 2, highest = -2;
  for (const MethodOnData& line : result.methods) {
    if (std::isnan(line.agreement)) continue;
    lowest = std::min(lowest, line.agreement);
    highest = std::max(highest, line.agreement);
  }
  if (highest < lowest) return "one method alone; nothing to compare it with";
  return fmt::format("the methods agree with each other with tau between {:.2f} and {:.2f} on average", lowest,
                     highest);
}

}  // namespace

std::string read_comparison(const CompareResult& result) {
  std::string text;
  if (result.truth_items > 0) text = read_truth(result);
  if (result.folds > 0) text += (text.empty() ? "" : "; ") + read_predictions(result);
  if (text.empty()) text = read_agreement(result);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + '.';
}

}  // namespace pdrank
