#include "pdrank/posterior/list_sums.hpp"

#include <cmath>
#include <numeric>

namespace pdrank {
namespace {

using Sums = ListSums::Sums;

// Scores lie within a few hundred log-odds of 0, far from where powers overflow.
double power(float score) { return std::exp(static_cast<double>(score)); }

std::size_t level_begin(const RankedList& list, std::size_t level) {
  return level == 0 ? 0 : list.level_end[level - 1];
}

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
  State state{std::vector<Sums>(levels_), std::vector<Sums>(levels_)};
  for (const Listed& listed : lists_) {
    for (std::size_t level = 0; level < listed.list->level_end.size(); ++level) add_up_level(listed, level, x, state);
    add_up_rest(listed, listed.list->level_end.size() - 1, state);
  }
  return state;
}

void ListSums::add_up_level(const Listed& listed, std::size_t level, const std::vector<Lanes>& x, State& state) const {
  Sums& own = state.own[listed.first + level];
  own.fill(0);
  for (std::size_t k = level_begin(*listed.list, level); k < listed.list->level_end[level]; ++k)
    for (std::size_t lane = 0; lane < kLanes; ++lane) own[lane] += power(x[listed.list->node[k]][lane]);
}

void ListSums::add_up_rest(const Listed& listed, std::size_t from, State& state) const {
  for (std::size_t level = from + 1; level-- > 0;) {
    Sums& rest = state.rest[listed.first + level];
    rest = level + 1 == listed.list->level_end.size() ? Sums{} : state.rest[listed.first + level + 1];
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

// Sums without the node are added up, not got by subtraction: it may be all there is in them.
void ListSums::add(std::uint32_t node, const State& state, const std::vector<Lanes>& x, const Lanes& then,
                   Sums& log_ratio) const {
  if (begin_[node] == begin_[node + std::size_t{1}]) return;
  Sums before, after;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    before[lane] = power(x[node][lane]);
    after[lane] = power(then[lane]);
  }
  for (std::size_t k = begin_[node]; k < begin_[node + std::size_t{1}]; ++k) {
    const auto& [list, first] = lists_[places_[k].list];
    const std::size_t own_level = places_[k].level;
    Sums below = own_level + 1 == list->level_end.size() ? Sums{} : state.rest[first + own_level + 1], gained{};
    for (std::size_t level = own_level + 1; level-- > 0;) {
      const std::size_t begin = level_begin(*list, level), tied = list->level_end[level] - begin;
      Sums others = state.own[first + level];
      if (level == own_level) {
        others.fill(0);
        for (std::size_t other = begin; other < list->level_end[level]; ++other)
          if (list->node[other] != node)
            for (std::size_t lane = 0; lane < kLanes; ++lane) others[lane] += power(x[list->node[other]][lane]);
      }
      for (std::size_t gone = 0; gone < tied; ++gone) {
        const double share = 1 - static_cast<double>(gone) / static_cast<double>(tied);
        const double of_node = level == own_level ? share : 1;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const double rest = below[lane] + share * others[lane];
          gained[lane] += std::log((rest + of_node * before[lane]) / (rest + of_node * after[lane]));
        }
      }
      for (std::size_t lane = 0; lane < kLanes; ++lane) below[lane] += others[lane];
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      log_ratio[lane] += list->times * (static_cast<double>(then[lane] - x[node][lane]) + gained[lane]);
  }
}

}  // namespace pdrank
