#include "pdrank/posterior/list_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pdrank {
namespace {

constexpr float kLeastPower = 1e-37f, kMostScore = 80;

float power(float score) { return std::exp(std::clamp(score, -kMostScore, kMostScore)); }

std::size_t level_begin(const RankedList& list, std::size_t level) { return level == 0 ? 0 : list.level_end[level - 1]; }

// A product in every lane, whose logarithm is taken before it can leave the range of floats.
class LogProduct {
 public:
  LogProduct() { product_.fill(1.0f); }

  void multiply(const Lanes& factor) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) product_[lane] *= factor[lane];
    if (++held_ == 4) take();
  }
  const Lanes& log() {
    take();
    return log_;
  }

 private:
  void take() {
    for (std::size_t lane = 0; lane < kLanes; ++lane) log_[lane] += std::log(product_[lane]);
    product_.fill(1.0f);
    held_ = 0;
  }

  Lanes product_, log_ = {};
  int held_ = 0;
};

}  // namespace

ListSums::ListSums(const Answers& answers) : begin_(answers.nodes + std::size_t{1}, 0) {
  for (const RankedList& list : answers.lists)
    for (const std::uint32_t node : list.node) ++begin_[node + std::size_t{1}];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  places_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t n = 0; n < answers.lists.size(); ++n) {
    const RankedList& list = answers.lists[n];
    lists_.push_back({&list, levels_});
    for (std::uint32_t level = 0; level < list.level_end.size(); ++level)
      for (std::size_t k = level_begin(list, level); k < list.level_end[level]; ++k)
        places_[next[list.node[k]]++] = {n, level};
    levels_ += list.level_end.size();
  }
}

ListSums::State ListSums::sum(const std::vector<Lanes>& x) const {
  State state{std::vector<Lanes>(levels_), std::vector<Lanes>(levels_)};
  for (const Listed& listed : lists_) {
    for (std::size_t level = 0; level < listed.list->level_end.size(); ++level) add_up_level(listed, level, x, state);
    add_up_rest(listed, listed.list->level_end.size() - 1, state);
  }
  return state;
}

void ListSums::add_up_level(const Listed& listed, std::size_t level, const std::vector<Lanes>& x, State& state) const {
  Lanes& own = state.own[listed.first + level];
  own.fill(0.0f);
  for (std::size_t k = level_begin(*listed.list, level); k < listed.list->level_end[level]; ++k)
    for (std::size_t lane = 0; lane < kLanes; ++lane) own[lane] += power(x[listed.list->node[k]][lane]);
}

void ListSums::add_up_rest(const Listed& listed, std::size_t from, State& state) const {
  for (std::size_t level = from + 1; level-- > 0;) {
    Lanes& rest = state.rest[listed.first + level];
    rest = level + 1 == listed.list->level_end.size() ? Lanes{} : state.rest[listed.first + level + 1];
    for (std::size_t lane = 0; lane < kLanes; ++lane) rest[lane] += state.own[listed.first + level][lane];
  }
}

void ListSums::renew(std::uint32_t node, const std::vector<Lanes>& x, State& state) const {
  for (std::size_t k = begin_[node]; k < begin_[node + std::size_t{1}]; ++k) {
    const Listed& listed = lists_[places_[k].list];
    add_up_level(listed, places_[k].level, x, state);
    add_up_rest(listed, places_[k].level, state);
  }
}

void ListSums::add(std::uint32_t node, const State& state, const Lanes& now, const Lanes& then,
                   std::array<double, kLanes>& log_ratio) const {
  if (begin_[node] == begin_[node + std::size_t{1}]) return;
  Lanes more, factor;
  for (std::size_t lane = 0; lane < kLanes; ++lane) more[lane] = power(then[lane]) - power(now[lane]);
  for (std::size_t k = begin_[node]; k < begin_[node + std::size_t{1}]; ++k) {
    const auto& [list, first] = lists_[places_[k].list];
    LogProduct product;
    for (std::size_t level = 0; level <= places_[k].level; ++level) {
      const std::size_t tied = list->level_end[level] - level_begin(*list, level);
      const Lanes &own = state.own[first + level], &rest = state.rest[first + level];
      for (std::size_t gone = 0; gone < tied; ++gone) {
        const float left_out = static_cast<float>(gone) / static_cast<float>(tied);
        const float moved = level == places_[k].level ? 1 - left_out : 1.0f;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const float before = std::max(rest[lane] - left_out * own[lane], kLeastPower);
          factor[lane] = before / std::max(before + moved * more[lane], kLeastPower);
        }
        product.multiply(factor);
      }
    }
    const Lanes& found = product.log();
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      log_ratio[lane] += list->times * static_cast<double>(then[lane] - now[lane] + found[lane]);
  }
}

}  // namespace pdrank
