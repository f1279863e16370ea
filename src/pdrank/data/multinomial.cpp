#include "pdrank/data/multinomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace pdrank {
namespace {

// body(place, d 16^k) for the hexadecimal digits d of `number`, but zeros; the place of digit k is 16 k + d.
template <class Body>
void for_each_digit(std::uint32_t number, Body&& body) {
  for (std::uint32_t shift = 0; shift < 32 && number >> shift != 0; shift += 4)
    if (const std::uint32_t digit = number >> shift & 15; digit != 0) body(4 * shift + digit, digit << shift);
}

}  // namespace

AliasTable::AliasTable(std::span<const double> weights) {
  slots_.resize(std::bit_ceil(weights.size()));
  shift_ = std::countr_zero(slots_.size());
  const double scale = static_cast<double>(slots_.size()) / std::accumulate(weights.begin(), weights.end(), 0.0);
  const double whole = std::ldexp(1.0, 64 - shift_);
  std::vector<double> left(slots_.size(), 0.0);  // weight to be placed, of 1 a slot
  std::ranges::transform(weights, left.begin(), [&](double weight) { return weight * scale; });
  std::vector<std::uint32_t> light, heavy;
  for (std::uint32_t k = 0; k < left.size(); ++k) (left[k] < 1 ? light : heavy).push_back(k);
  while (!light.empty() && !heavy.empty()) {
    const std::uint32_t filled = light.back(), giver = heavy.back();
    light.pop_back();
    slots_[filled] = {static_cast<std::uint64_t>(left[filled] * whole), giver};
    left[giver] -= 1 - left[filled];
    if (left[giver] < 1) heavy.pop_back(), light.push_back(giver);
  }
  for (const auto* rest : {&light, &heavy})  // but for rounding, their own number fills them
    for (const std::uint32_t k : *rest) slots_[k] = {0, k};
}

// By its ratios from the mode on, which are products and quotients, the same on every machine.
Multinomial::Poisson::Poisson(double mean) {
  constexpr double kNegligible = 0x1.0p-60;
  const double mode = std::floor(mean);
  std::vector<double> weight;
  for (double k = mode, w = 1; w > kNegligible; w *= k-- / mean) weight.push_back(w);
  first = static_cast<std::uint32_t>(mode) + 1 - static_cast<std::uint32_t>(weight.size());
  std::ranges::reverse(weight);
  for (double k = mode + 1, w = mean / k; w > kNegligible; w *= mean / ++k) weight.push_back(w);
  above_first = AliasTable(weight);
}

Multinomial::Multinomial(std::span<const std::uint32_t> rows, std::uint64_t draws)
    : draws_(draws), end_(rows.begin(), rows.end()), digit_(8 * 16) {
  std::partial_sum(end_.begin(), end_.end(), end_.begin());
  const std::uint32_t row_count = end_.empty() ? 0 : end_.back();
  const auto count = static_cast<double>(draws);
  rate_ = row_count == 0 ? 0 : std::max(0.0, count - 2 * std::sqrt(count)) / row_count;
  for (const std::uint32_t cell : rows)
    for_each_digit(cell, [&](std::size_t place, std::uint32_t digit_rows) {
      if (rate_ > 0 && digit_[place].is_empty()) digit_[place] = Poisson(rate_ * digit_rows);
    });
  shift_ = rows.empty() ? 0 : static_cast<int>(std::bit_width(row_count / rows.size()));
  for (std::uint64_t row = 0, cell = 0; row < row_count; row += std::uint64_t{1} << shift_) {
    while (end_[cell] <= row) ++cell;
    at_.push_back(static_cast<std::uint32_t>(cell));
  }
}

// Their sum.
std::uint64_t Multinomial::draw_poisson(Random& random, std::span<std::uint32_t> times) const {
  std::uint64_t sum = 0;
  std::uint32_t begin = 0;
  for (std::size_t cell = 0; cell < times.size(); ++cell) {
    times[cell] = 0;
    for_each_digit(end_[cell] - begin,
                   [&](std::size_t place, std::uint32_t) { times[cell] += digit_[place].draw(random); });
    begin = end_[cell];
    sum += times[cell];
  }
  return sum;
}

std::uint32_t Multinomial::cell_of(std::uint32_t row) const {
  std::uint32_t cell = at_[row >> shift_];
  while (end_[cell] <= row) ++cell;
  return cell;
}

void Multinomial::draw(Random& random, std::span<std::uint32_t> times) const {
  std::uint64_t drawn = 0;
  if (rate_ > 0) do
      drawn = draw_poisson(random, times);
    while (drawn > draws_);
  else
    std::ranges::fill(times, 0u);
  for (; drawn < draws_; ++drawn) ++times[cell_of(static_cast<std::uint32_t>(random.below(end_.back())))];
}

}  // namespace pdrank
