// The circumstances of answers (posterior/circumstances.hpp), as the columns of the data have them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank {

// What of the answers the model is to see.
struct AnswerView {
  bool sides = true;                  // who stood first, where that is known
  bool tie_law = false;               // ties are answers of their own, not half a win each way
  bool drift = false;                 // scores change with time
  double ahead = 0;                   // with drift: the main scores are those of so much after the last answer
  const ContextColumn* by = nullptr;  // scores of their own for each of its values; null: none
  std::vector<std::string> controls = {};
  std::optional<std::string> cluster = {};  // none: answers are independent
  bool whole_rankings = true;               // the pairs of a ranking count less than separate answers
  bool half_ties = false;                   // a tie without a law is two answers that count half
};

// As the options say. InvalidArgument if they ask for what the data do not have.
AnswerView view_of(const Comparisons& data, const RankOptions& options);

// Something that is controlled for, in units of what is usual.
struct ControlScale {
  std::string name;
  double unit = 1;               // the middle one of the differences that are not 0
  double missing = 0;            // answers, by weight, for which it is not known; they count as not differing
  std::vector<float> lead = {};  // of the winner, by comparison, in that unit
};

// Numbers them.
class CircumstanceTable {
 public:
  CircumstanceTable(const Comparisons& data, const AnswerView& view);

  // Of comparison n; `winner_first`: the winner is the first of the pair.
  std::uint32_t number(std::size_t n, bool winner_first);

  const std::vector<double>& grades() const { return grades_; }
  const std::vector<ControlScale>& controls() const { return controls_; }

  // All of them, in an order that that of the comparisons has no part in; `rows` follow. Null where there is nothing
  // but circumstance 0.
  std::shared_ptr<const Circumstances> take(std::vector<AnswerRow>& rows);

 private:
  std::uint8_t strength_of(std::size_t n) const;

  const Comparisons& data_;
  bool has_sides_, tie_law_;
  std::vector<double> grades_;
  std::vector<ControlScale> controls_;
  std::vector<std::uint32_t> cluster_ = {};  // by comparison; empty: none
  Circumstances known_ = {};
  std::vector<float> features_ = {};  // of the one at hand
  std::unordered_map<std::string, std::uint32_t> numbers_ = {};
};

}  // namespace pdrank
