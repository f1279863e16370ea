// How far to trust each comparison that a process has read, from the scores of its two items.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/summary.hpp"

namespace pdrank::distributed {

// What is known of an item of the rows.
struct ItemView {
  double score = 0, gap = 0;
  std::uint32_t component = 0;
  bool ranked = false;  // false: --component left it out
};

class RowTrust {
 public:
  // `items` by item of the rows; `epsilon` if the method has weights.
  RowTrust(const Comparisons& rows, std::vector<ItemView> items, bool ties_count, std::optional<double> epsilon);

  RowUse use(std::size_t n) const;
  bool has_weights() const { return epsilon_.has_value(); }
  // How far the ranking has the winner above the loser: the lower, the less credible.
  double margin(std::size_t n) const { return items_[rows_.winner(n)].score - items_[rows_.loser(n)].score; }
  Standing standing(std::size_t n) const;
  Confidence operator[](std::size_t n) const;

 private:
  double weight(double margin) const;

  const Comparisons& rows_;
  std::vector<ItemView> items_;
  bool ties_count_;
  std::optional<double> epsilon_;
};

}  // namespace pdrank::distributed
