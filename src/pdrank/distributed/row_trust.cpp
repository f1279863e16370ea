#include "pdrank/distributed/row_trust.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/linalg/kernels.hpp"

namespace pdrank::distributed {

RowTrust::RowTrust(const Comparisons& rows, std::vector<ItemView> items, bool ties_count, std::optional<double> epsilon)
    : rows_(rows), items_(std::move(items)), ties_count_(ties_count), epsilon_(epsilon) {}

RowUse RowTrust::use(std::size_t n) const {
  if (rows_.tie(n) && !ties_count_) return RowUse::tie_dropped;
  return items_[rows_.winner(n)].ranked && items_[rows_.loser(n)].ranked ? RowUse::yes : RowUse::outside;
}

Standing RowTrust::standing(std::size_t n) const {
  if (use(n) != RowUse::yes) return Standing::unused;
  if (rows_.tie(n)) return Standing::with;
  const double ahead = margin(n);
  if (std::abs(ahead) <= items_[rows_.winner(n)].gap) return Standing::level;
  return ahead > 0 ? Standing::with : Standing::against;
}

// A tie is as credible as the less credible of the two orders it stands between.
Confidence RowTrust::operator[](std::size_t n) const {
  Confidence confidence{.standing = standing(n)};
  if (confidence.standing == Standing::unused) return confidence;
  const double ahead = margin(n);
  if (epsilon_) confidence.weight = rows_.tie(n) ? std::min(weight(ahead), weight(-ahead)) : weight(ahead);
  confidence.probability_correct = probability_of_weight(confidence.weight);
  return confidence;
}

double RowTrust::weight(double margin) const {
  constexpr double kOnce = 1;
  double omega;
  kernels::reweight(&margin, &kOnce, 1, *epsilon_, &omega);
  return omega;
}

}  // namespace pdrank::distributed
