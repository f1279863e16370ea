#include "pdrank/methods/score_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kSlices = 60;  // of time

struct TimeSpan {
  double first = 0, last = 0;
  bool known = false;
};

TimeSpan span_of(const Comparisons& data) {
  TimeSpan span;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const double time = data.time(n);
    if (std::isnan(time)) continue;
    span.first = span.known ? std::min(span.first, time) : time;
    span.last = span.known ? std::max(span.last, time) : time;
    span.known = true;
  }
  return span;
}

// visit(n, winner, loser) for every comparison that takes part, by items.
template <class Visit>
void for_each_used(const MergedComparisons& merged, std::span<const std::uint32_t> number, Visit&& visit) {
  for (std::size_t n = 0; n < merged.edge_of.size(); ++n)
    if (const EdgeId edge = merged.edge_of[n]; edge != kNoEdge)
      visit(n, number[merged.graph.winner[edge]], number[merged.graph.loser[edge]]);
}

}  // namespace

TimeUnit time_unit(const Comparisons& data) {
  constexpr double kSeconds = 1e8, kMilliseconds = 1e11, kMicroseconds = 1e14, kNanoseconds = 1e17, kDay = 86'400,
                   kYear = 365.25 * kDay;
  const TimeSpan span = span_of(data);
  const double largest = std::max(std::abs(span.first), std::abs(span.last));
  const double unit = largest > kNanoseconds    ? 1e9
                      : largest > kMicroseconds ? 1e6
                      : largest > kMilliseconds ? 1e3
                      : largest > kSeconds      ? 1
                                                : 0;
  return unit > 0 ? TimeUnit{kYear * unit, kDay * unit, true} : TimeUnit{};
}

void ScoreNodes::mark(std::uint32_t item, std::uint32_t slot, double answers) {
  std::vector<Slot>& slots = slots_[item];
  auto place = std::ranges::lower_bound(slots, slot, {}, &Slot::slot);
  if (place == slots.end() || place->slot != slot) place = slots.insert(place, {slot, 0});
  place->answers += answers;
}

ScoreNodes ScoreNodes::by_time(const Comparisons& data, const MergedComparisons& merged,
                               std::span<const std::uint32_t> number, double ahead) {
  const TimeSpan span = span_of(data);
  if (!span.known || span.first == span.last)
    throw InvalidArgument(
        "drift", "set",
        "the answers have no times, or all the same one; name their column with " + option_named("time"));
  ScoreNodes made(static_cast<std::uint32_t>(number.size()));
  made.is_chain_ = true;
  made.slots_.resize(made.items_);
  made.slot_of_.assign(data.size(), 0);
  made.span = (span.last - span.first) / time_unit(data).year;
  made.first_ = span.first, made.slice_ = (span.last - span.first) / kSlices;
  made.end_ = span.last + ahead * time_unit(data).year;
  const double slice = (span.last - span.first) / kSlices, length = 1.0 / kSlices;
  for_each_used(merged, number, [&](std::size_t n, std::uint32_t winner, std::uint32_t loser) {
    const double time = data.time(n);
    if (!std::isnan(time))
      made.slot_of_[n] = std::min(static_cast<std::uint32_t>((time - span.first) / slice), kSlices - 1);
    made.mark(winner, made.slot_of_[n], data.weight(n));
    made.mark(loser, made.slot_of_[n], data.weight(n));
  });
  for (std::uint32_t item = 0; item < made.items_; ++item) {
    made.mark(item, kSlices - 1, 0);
    if (ahead > 0) made.mark(item, kSlices, 0);
    std::vector<Slot>& slots = made.slots_[item];
    slots[0].node = item;
    for (std::size_t k = 1; k < slots.size(); ++k) {
      slots[k].node = made.nodes_++;
      const double apart = slots[k].slot == kSlices ? ahead / made.span
                                                    : length * static_cast<double>(slots[k].slot - slots[k - 1].slot);
      made.links_.push_back({slots[k - 1].node, slots[k].node, static_cast<float>(apart)});
    }
  }
  return made;
}

ScoreNodes ScoreNodes::by_value(const Comparisons& data, const MergedComparisons& merged,
                                std::span<const std::uint32_t> number, const ContextColumn& column) {
  ScoreNodes made(static_cast<std::uint32_t>(number.size()));
  made.slots_.resize(made.items_);
  std::vector<std::uint32_t> order(column.values.size()), slot(column.values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t id) { return column.values.name(id); });
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    slot[order[k]] = k;
    made.segments.push_back({.value = std::string(column.values.name(order[k]))});
  }
  made.slot_of_.assign(data.size(), 0);
  for_each_used(merged, number, [&](std::size_t n, std::uint32_t winner, std::uint32_t loser) {
    made.slot_of_[n] = slot[column.id[n]];
    made.segments[made.slot_of_[n]].answers += data.weight(n);
    made.mark(winner, made.slot_of_[n], data.weight(n));
    made.mark(loser, made.slot_of_[n], data.weight(n));
  });
  for (std::uint32_t item = 0; item < made.items_; ++item)
    for (Slot& one : made.slots_[item]) {
      one.node = made.nodes_++;
      made.links_.push_back({item, one.node, 1});
      made.segments[one.slot].item.push_back(item);
      made.segments[one.slot].node.push_back(one.node);
      made.segments[one.slot].comparisons.push_back(one.answers);
    }
  std::erase_if(made.segments, [](const Segment& segment) { return segment.item.empty(); });
  if (made.segments.size() < 2)
    throw InvalidArgument("by", column.name, "the column has only one value, so there is only one board: the ranking");
  return made;
}

std::uint32_t ScoreNodes::node(std::uint32_t item, std::size_t n) const {
  if (slots_.empty()) return item;
  return std::ranges::lower_bound(slots_[item], slot_of_[n], {}, &Slot::slot)->node;
}

std::vector<ScoreNodes::Moment> ScoreNodes::moments() const {
  std::vector<Moment> all;
  for (std::uint32_t item = 0; is_chain_ && item < items_; ++item)
    for (const Slot& slot : slots_[item]) {
      // A slice stands for its middle, the last one for the last answer.
      const double last = first_ + slice_ * kSlices;
      const double time = slot.slot == kSlices       ? end_
                          : slot.slot == kSlices - 1 ? last
                                                     : first_ + slice_ * (static_cast<double>(slot.slot) + 0.5);
      all.push_back({item, slot.node, slot.slot, time});
    }
  return all;
}

std::uint32_t ScoreNodes::main(std::uint32_t item) const { return is_chain_ ? slots_[item].back().node : item; }

}  // namespace pdrank
