#include "pdrank/methods/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/kemeny/least_contradicted.hpp"
#include "pdrank/kemeny/packing.hpp"

namespace pdrank {
namespace {

constexpr double kEffort = 5;  // arcs that the walk looks at, for each arc

// Answers that took part, by weight.
struct AnswerWeights {
  double strict = 0, ties = 0;
  double undecided = 0;  // of the strict ones: about items that share a place
  void operator+=(const AnswerWeights& other) {
    strict += other.strict;
    ties += other.ties;
    undecided += other.undecided;
  }
};

AnswerWeights weigh_answers(const MethodInput& input, const std::vector<Place>& ranking) {
  const Comparisons& data = input.data;
  std::vector<std::uint32_t> rank(data.items.size(), 0);  // within its component, out of which no answer leads
  for (const Place& place : ranking) rank[place.id] = place.rank;
  return parallel_sum<AnswerWeights>(data.size(), [&](std::size_t begin, std::size_t end) {
    AnswerWeights weights;
    for (std::size_t n = begin; n < end; ++n) {
      if (input.merged.edge_of[n] == kNoEdge) continue;
      (data.tie(n) ? weights.ties : weights.strict) += data.weight(n);
      if (!data.tie(n) && rank[data.winner(n)] == rank[data.loser(n)]) weights.undecided += data.weight(n);
    }
    return weights;
  });
}

// Nodes by their place in the ranking, whatever the order of the rows.
std::vector<std::uint32_t> places_by_node(const MethodInput& input, const std::vector<Place>& ranking) {
  std::vector<std::uint32_t> of_item(input.data.items.size(), 0), place(input.graph().node_count());
  for (std::uint32_t k = 0; k < ranking.size(); ++k) of_item[ranking[k].id] = k;
  for (std::uint32_t node = 0; node < place.size(); ++node) place[node] = of_item[input.graph().item[node]];
  return place;
}

}  // namespace

Certificate certify(const MethodInput& input, const std::vector<Place>& ranking, std::optional<double> own_bound,
                    const RankOptions& options, Observer* observer) {
  const MajorityGraph graph = majorities(input.graph(), places_by_node(input, ranking));
  std::vector<std::uint32_t> rank(ranking.size());
  for (std::size_t k = 0; k < rank.size(); ++k) rank[k] = ranking[k].rank;
  const AnswerWeights weights = weigh_answers(input, ranking);
  const double halves = weights.ties / 2;  // of ties, which the graph counts against every order
  Certificate certificate{.answers = weights.strict,
                          .contradicted = contradicted_weight(graph, rank) - halves,
                          .undecided = weights.undecided};
  if (own_bound) {
    certificate.at_least = *own_bound - halves;
    certificate.best_found = certificate.contradicted;
  } else if (options.certify) {
    std::vector<std::vector<std::uint32_t>> starts(1, std::vector<std::uint32_t>(rank.size()));
    std::iota(starts[0].begin(), starts[0].end(), 0u);
    LeastContradictedOptions proof{.seed = options.seed};
    if (options.max_rounds) proof.most_rounds = *options.max_rounds;
    if (options.max_iterations) proof.most_iterations = *options.max_iterations;
    const LeastContradicted found = find_least_contradicted(graph, starts, proof, observer);
    certificate.at_least = found.at_least - halves;
    certificate.best_found = found.weight - halves;
  } else {
    certificate.at_least = graph.unavoidable + pack_cycles(graph, rank, kEffort, observer) - halves;
  }
  certificate.at_least = std::clamp(certificate.at_least, 0.0, certificate.contradicted);
  return certificate;
}

std::string certificate_text(const Certificate& certificate) {
  const std::string all = amount(certificate.answers);
  const auto is_less = [&](double a, double b) { return a < b - 1e-9 * certificate.answers; };
  const std::string shared =
      certificate.undecided > 0
          ? fmt::format(", with half of the {} about items that share a place", amount(certificate.undecided))
          : "";
  const std::string first =
      fmt::format("The ranking contradicts {} of {} answers{}", amount(certificate.contradicted), all, shared);
  if (!is_less(certificate.at_least, certificate.contradicted)) return first + ", and no order contradicts fewer.";
  if (!certificate.best_found || !is_less(*certificate.best_found, certificate.contradicted))
    return fmt::format("{}; no order contradicts fewer than {}.", first, amount(certificate.at_least));
  return fmt::format("{}; the best order found contradicts {} ({} kemeny shows it), and no order fewer{}.", first,
                     amount(*certificate.best_found), option_named("method"),
                     is_less(certificate.at_least, *certificate.best_found)
                         ? fmt::format(" than {}", amount(certificate.at_least))
                         : "");
}

}  // namespace pdrank
