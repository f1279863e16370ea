#include "pdrank/methods/posterior_draws.hpp"

#include <algorithm>

#include "pdrank/methods/by_part.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {
namespace {

constexpr double kFewestToJudge = 5;  // answers; who gave fewer is judged together with all such

// A few rounds of PD-Rank, roughly solved: the chains need no more than a good direction.
std::vector<double> rough_scores(const MethodInput& input, std::uint64_t seed, Observer* observer) {
  RoundsOptions rounds;
  rounds.gamma = 1e-2;
  rounds.inner.tolerance = 1e-3;
  rounds.rounds.max_rounds = 3;
  rounds.seed = seed;
  return run_by_part(input, observer,
                     [&](const ComparisonGraph& graph) {
                       MethodOutput output;
                       output.scores = solve_rounds(graph, rounds, observer).scores;
                       return output;
                     })
      .scores;
}

// Of the things that count, in the order of their names: thing k has which number. The others have the next one.
template <class Name>
std::vector<std::uint32_t> number_by_name(const std::vector<std::uint8_t>& counts, Name&& name) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < counts.size(); ++k)
    if (counts[k]) order.push_back(k);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
  std::vector<std::uint32_t> number(counts.size(), static_cast<std::uint32_t>(order.size()));
  for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
  return number;
}

// By annotator: whether there are enough answers to judge by.
std::vector<std::uint8_t> judged(const MethodInput& input) {
  std::vector<double> answers(input.data.annotators.size(), 0.0);
  for (std::size_t n = 0; n < input.data.size(); ++n)
    if (input.data.annotator(n) != kNoAnnotator && input.merged.edge_of[n] != kNoEdge)
      answers[input.data.annotator(n)] += input.data.weight(n);
  std::vector<std::uint8_t> result(answers.size());
  std::ranges::transform(answers, result.begin(), [](double count) { return count >= kFewestToJudge ? 1 : 0; });
  return result;
}

// The answers as the chains see them: items and annotators by name, so that the same answers in another order of rows
// give the same draws.
struct NamedAnswers {
  std::vector<std::uint32_t> node;    // of the graph -> of the answers
  std::vector<std::uint32_t> source;  // by annotator
  Answers answers;
};

// Those who are not judged on their own are the source `others`, which is there if anybody is of it. But a single
// source stays alone beside annotators who have no answers: two would be another model, in which either may be the
// stray.
Answers by_source(const MethodInput& input, const MergedComparisons& renamed, std::span<const std::uint32_t> source,
                  std::uint32_t others) {
  const std::vector<SourcedEdge> edges = merge_by_source(input.data, renamed, source, others);
  const bool answered = !edges.empty() && edges.back().source == others;
  const bool named = others != 1 && std::ranges::find(source, others) != source.end();
  const bool exists = others == 0 || answered || named;
  return Answers(edges, renamed.graph.node_count(), others + (exists ? 1 : 0));
}

NamedAnswers name_answers(const MethodInput& input) {
  const ComparisonGraph& graph = input.graph();
  const std::vector<std::uint8_t> all(graph.node_count(), 1), known = judged(input);
  const auto node = number_by_name(all, [&](std::uint32_t k) { return input.data.items.name(graph.item[k]); });
  const auto source = number_by_name(known, [&](std::uint32_t k) { return input.data.annotators.name(k); });
  MergedComparisons renamed = input.merged;
  for (std::vector<std::uint32_t>* ends : {&renamed.graph.winner, &renamed.graph.loser})
    for (std::uint32_t& end : *ends) end = node[end];
  if (!input.data.has_annotators()) return {node, source, Answers(renamed.graph)};
  const auto others = static_cast<std::uint32_t>(std::ranges::count(known, std::uint8_t{1}));
  return {node, source, by_source(input, renamed, source, others)};
}

std::vector<double> by_number(std::span<const double> values, std::span<const std::uint32_t> number) {
  std::vector<double> sorted(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) sorted[number[k]] = values[k];
  return sorted;
}

// The draws of thing k, which has a number.
ScoreDraws numbered(const ScoreDraws& draws, std::span<const std::uint32_t> number) {
  ScoreDraws result(number.size(), draws.count());
  for (std::size_t draw = 0; draw < draws.count(); ++draw)
    for (std::size_t k = 0; k < number.size(); ++k) result[draw][k] = draws[draw][number[k]];
  return result;
}

}  // namespace

PosteriorDraws draw_posterior(const MethodInput& input, const PosteriorOptions& options, Observer* observer) {
  const NamedAnswers named = name_answers(input);
  const std::vector<double> start = by_number(rough_scores(input, options.seed, observer), named.node);
  PosteriorDraws result{.posterior = sample_posterior(named.answers, start, options, observer),
                        .several = named.answers.source_count() > 1};
  result.posterior.positions = numbered(result.posterior.positions, named.node);
  if (!result.several) return result;
  std::vector<std::uint32_t> source = named.source;
  source.push_back(named.answers.source_count() - 1);  // where there are others, they are the last
  result.posterior.flips = numbered(result.posterior.flips, source);
  return result;
}

}  // namespace pdrank
