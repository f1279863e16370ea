#include "pdrank/methods/compare_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <vector>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

constexpr double kClear = 0.05;
constexpr double kSameTau = 1e-9;
constexpr double kNoticeable = 1e-3;  // of log loss: less is no reason to prefer a method, whatever the test says

// Methods are sorted by log loss: the first is the best.
std::string read_predictions(const CompareResult& result) {
  const MethodOnData& best = result.methods.front();
  if (best.log_loss >= std::numbers::ln2)
    return fmt::format("no method predicts held-out answers better than a coin (log loss {:.3f} at best)",
                       best.log_loss);
  // A method is called worse only if those below it in the table are worse as well: with few folds, one that differs a
  // little but always the same way has a smaller p than one that differs much.
  std::vector<std::string> close, worse;
  bool all_worse = true;
  for (auto line = result.methods.rbegin(); line != result.methods.rend() - 1; ++line) {
    if (!line->reason.empty()) continue;
    all_worse = all_worse && line->p_value < kClear && line->log_loss > best.log_loss + kNoticeable;
    std::vector<std::string>& group = all_worse ? worse : close;
    group.insert(group.begin(), line->method);
  }
  std::string text = fmt::format("the best predictor of held-out answers is {} ({:.1f} % right, log loss {:.3f})",
                                 best.method, 100 * best.accuracy, best.log_loss);
  if (!close.empty())
    text += fmt::format("; the data do not show that {} {} worse", listed(close), close.size() == 1 ? "is" : "are");
  if (!worse.empty()) text += fmt::format("; {} {} clearly worse", listed(worse), worse.size() == 1 ? "is" : "are");
  return text;
}

std::string read_truth(const CompareResult& result) {
  double best = -2;
  for (const MethodOnData& line : result.methods) best = std::fmax(best, line.tau);
  std::vector<std::string> closest;
  for (const MethodOnData& line : result.methods)
    if (line.tau > best - kSameTau) closest.push_back(line.method);
  const bool one = closest.size() == 1;
  return fmt::format("the {} of {} {} closest to the truth (tau {:.3f})", one ? "ranking" : "rankings", listed(closest),
                     one ? "is" : "are", best);
}

std::string read_agreement(const CompareResult& result) {
  double lowest = 2, highest = -2;
  for (const MethodOnData& line : result.methods) {
    if (std::isnan(line.agreement)) continue;
    lowest = std::min(lowest, line.agreement);
    highest = std::max(highest, line.agreement);
  }
  if (highest < lowest) return "there is only one method, so there is nothing to compare it with";
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
