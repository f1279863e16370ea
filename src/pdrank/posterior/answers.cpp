#include "pdrank/posterior/answers.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

// Sorted by pair and source. Rows are dealt to their first node, and every node's rows are sorted alone.
std::vector<AnswerRow> sorted_rows(std::vector<AnswerRow> rows, std::uint32_t nodes) {
  std::vector<std::uint64_t> place(nodes + std::size_t{1}, 0);
  for (const AnswerRow& row : rows) ++place[row.first + std::size_t{1}];
  for (std::size_t node = 0; node < nodes; ++node) place[node + 1] += place[node];
  std::vector<AnswerRow> sorted(rows.size());
  std::vector<std::uint64_t> next(place.begin(), place.end() - 1);
  for (const AnswerRow& row : rows) sorted[next[row.first]++] = row;
  rows = {};
  constexpr std::size_t kTogether = 4096;  // nodes
  parallel_for((nodes + kTogether - 1) / kTogether, [&](std::size_t block) {
    for (std::size_t node = block * kTogether; node < std::min<std::size_t>(nodes, (block + 1) * kTogether); ++node)
      std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(place[node]),
                sorted.begin() + static_cast<std::ptrdiff_t>(place[node + 1]),
                [](const AnswerRow& a, const AnswerRow& b) {
                  return std::tie(a.second, a.source, a.circumstance, a.won, a.lost, a.tied) <
                         std::tie(b.second, b.source, b.circumstance, b.won, b.lost, b.tied);
                });
  });
  return sorted;
}

}  // namespace

Answers make_answers(std::vector<AnswerRow> rows, std::uint32_t nodes, std::uint32_t sources,
                     std::shared_ptr<const Circumstances> circumstances) {
  Answers answers;
  answers.circumstances = std::move(circumstances);
  answers.nodes = nodes;
  answers.sources = answers.named = sources;
  const bool ties = std::ranges::any_of(rows, [](const AnswerRow& row) { return row.tied > 0; });
  rows = sorted_rows(std::move(rows), nodes);
  answers.source.reserve(rows.size());
  answers.won.reserve(rows.size());
  answers.lost.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size();) {
    const AnswerRow head = rows[k];
    answers.first.push_back(head.first);
    answers.second.push_back(head.second);
    answers.begin.push_back(static_cast<std::uint32_t>(answers.source.size()));
    double tied = 0;
    while (k < rows.size() && rows[k].first == head.first && rows[k].second == head.second) {
      const std::uint32_t source = rows[k].source, circumstance = rows[k].circumstance;
      double won = 0, lost = 0;
      for (; k < rows.size() && rows[k].first == head.first && rows[k].second == head.second &&
             rows[k].source == source && rows[k].circumstance == circumstance;
           ++k) {
        won += static_cast<double>(rows[k].won);
        lost += static_cast<double>(rows[k].lost);
        tied += static_cast<double>(rows[k].tied);
      }
      if (won + lost == 0) continue;
      answers.source.push_back(source);
      answers.won.push_back(static_cast<float>(won));
      answers.lost.push_back(static_cast<float>(lost));
      if (answers.circumstances) answers.circumstance.push_back(circumstance);
    }
    if (ties) answers.tied.push_back(static_cast<float>(tied));
  }
  answers.begin.push_back(static_cast<std::uint32_t>(answers.source.size()));
  return answers;
}

Answers make_linked_answers(std::vector<AnswerRow> rows, std::span<const NodeLink> links, std::uint32_t nodes,
                            std::uint32_t rooted, std::uint32_t sources,
                            std::shared_ptr<const Circumstances> circumstances) {
  for (const NodeLink& link : links) rows.push_back({link.first, link.second, 0, 0, 0, 0});
  Answers answers = make_answers(std::move(rows), nodes, sources, std::move(circumstances));
  std::map<std::pair<std::uint32_t, std::uint32_t>, float> length;
  for (const NodeLink& link : links) length[{link.first, link.second}] = link.length;
  answers.link.assign(answers.pairs(), 0.0f);
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    if (const auto found = length.find({answers.first[pair], answers.second[pair]}); found != length.end())
      answers.link[pair] = found->second;
  answers.rooted = rooted;
  return answers;
}

Answers by_class(const Answers& answers, std::span<const std::uint32_t> class_of_source, std::uint32_t classes) {
  Answers grouped;
  grouped.nodes = answers.nodes;
  grouped.sources = grouped.named = classes;
  grouped.first = answers.first;
  grouped.second = answers.second;
  grouped.tied = answers.tied;
  grouped.circumstances = answers.circumstances;
  grouped.link = answers.link;
  grouped.rooted = answers.rooted;
  grouped.begin.reserve(answers.begin.size());
  struct Sum {
    std::uint64_t key;  // class, then circumstance
    double won, lost;
  };
  std::vector<Sum> sums;
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    grouped.begin.push_back(static_cast<std::uint32_t>(grouped.source.size()));
    sums.clear();
    for (std::uint32_t row = answers.begin[pair]; row < answers.begin[pair + 1]; ++row)
      sums.push_back({std::uint64_t{class_of_source[answers.source[row]]} << 32 | answers.circumstance_of(row),
                      static_cast<double>(answers.won[row]), static_cast<double>(answers.lost[row])});
    std::ranges::stable_sort(sums, {}, &Sum::key);
    for (std::size_t k = 0; k < sums.size();) {
      Sum all = sums[k];
      while (++k < sums.size() && sums[k].key == all.key) all.won += sums[k].won, all.lost += sums[k].lost;
      grouped.source.push_back(static_cast<std::uint32_t>(all.key >> 32));
      grouped.won.push_back(static_cast<float>(all.won));
      grouped.lost.push_back(static_cast<float>(all.lost));
      if (answers.circumstances) grouped.circumstance.push_back(static_cast<std::uint32_t>(all.key));
    }
  }
  grouped.begin.push_back(static_cast<std::uint32_t>(grouped.source.size()));
  return grouped;
}

PairsOfNodes::PairsOfNodes(const Answers& answers)
    : first_begin(answers.nodes + std::size_t{1}, 0),
      second_begin(answers.nodes + std::size_t{1}, 0),
      second_pair(answers.pairs()) {
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    ++first_begin[answers.first[pair] + std::size_t{1}];
    ++second_begin[answers.second[pair] + std::size_t{1}];
  }
  std::partial_sum(first_begin.begin(), first_begin.end(), first_begin.begin());
  std::partial_sum(second_begin.begin(), second_begin.end(), second_begin.begin());
  std::vector<std::uint32_t> next(second_begin.begin(), second_begin.end() - 1);
  for (std::uint32_t pair = 0; pair < answers.pairs(); ++pair) second_pair[next[answers.second[pair]]++] = pair;
}

double count_clusters(const Answers& answers) {
  if (!answers.circumstances || answers.circumstances->clusters == 0) return 0;
  std::vector<bool> seen(answers.circumstances->clusters, false);
  for (std::size_t row = 0; row < answers.rows(); ++row)
    seen[answers.circumstances->cluster[answers.circumstance_of(row)]] = true;
  return static_cast<double>(std::ranges::count(seen, true));
}

}  // namespace pdrank
