#include "pdrank/distributed/parts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pdrank/data/parts.hpp"
#include "pdrank/distributed/team_sharing.hpp"
#include "pdrank/methods/by_part.hpp"

namespace pdrank::distributed {
namespace {

// The parts that are large enough to be shared, ascending.
std::vector<std::uint32_t> large_parts(const PartsInput& input) {
  const Team& team = input.team;
  const Ranges ranges(static_cast<std::uint32_t>(input.weak.count), team.size());
  std::vector<std::uint32_t> parts(input.shared.graph.edge_count());
  for (EdgeId e = 0; e < parts.size(); ++e) parts[e] = input.weak.of_node[input.shared.graph.winner[e]];
  std::ranges::sort(parts);
  std::vector<std::vector<Numbered<std::uint64_t>>> counts(team.size());
  for (auto begin = parts.begin(); begin != parts.end();) {
    const auto end = std::upper_bound(begin, parts.end(), *begin);
    counts[ranges.owner(*begin)].push_back({*begin, static_cast<std::uint64_t>(end - begin)});
    begin = end;
  }
  std::vector<std::uint64_t> edges(ranges.size(team.rank()), 0);
  for (const auto& [part, count] : team.exchange(counts).values) edges[part - ranges.first(team.rank())] += count;
  std::vector<std::uint32_t> large;
  for (std::uint32_t k = 0; k < edges.size(); ++k)
    if (edges[k] > 0 && edges[k] >= input.whole_below) large.push_back(ranges.first(team.rank()) + k);
  return team.gather(std::span<const std::uint32_t>(large)).values;
}

class Solving {
 public:
  explicit Solving(const PartsInput& input)
      : input_(input), run_part_(find_method(input.options.method).in_team->run_part) {
    output_.scores.assign(input.shared.own, 0.0);
    output_.convergence.status = Termination::converged;
  }

  PartOutput run() {
    large_ = large_parts(input_);
    for (const std::uint32_t part : large_) solve_shared(part);
    solve_small();
    return std::move(output_);
  }

 private:
  bool is_large(std::uint32_t part) const { return std::ranges::binary_search(large_, part); }

  void solve_shared(std::uint32_t part) {
    if (input_.weak.count == 1) return solve_shared(part, input_.shared);
    std::vector<std::uint8_t> keep(input_.weak.of_node.size());
    std::ranges::transform(input_.weak.of_node, keep.begin(), [&](std::uint32_t of_node) { return of_node == part; });
    solve_shared(part, restricted(input_.team, input_.shared, keep));
  }

  void solve_shared(std::uint32_t part, const SharedGraph& graph) {
    bool has_cycle = false;
    for (std::uint32_t node = 0; node < input_.shared.own; ++node)
      has_cycle |= input_.weak.of_node[node] == part && input_.strong.of_node[node] < input_.strong.several;
    const TeamSharing sharing(input_.team, graph, input_.team.any(has_cycle));
    const std::vector<std::uint64_t> keys = keys_of(graph, sharing);
    PartOutput found = run_part_({.graph = graph.graph,
                                  .options = input_.options,
                                  .keys = keys,
                                  .sharing = sharing,
                                  .journal = part == large_.front() ? input_.journal : nullptr,
                                  .observer = input_.observer});
    for (std::uint32_t node = 0, own = 0; node < graph.own; ++node, ++own) {
      while (input_.shared.graph.item[own] != graph.graph.item[node]) ++own;
      output_.scores[own] = found.scores[node];
    }
    found.convergence.traffic.bytes = input_.team.sum(found.convergence.traffic.bytes);
    join(found.convergence, output_.convergence);
    if (part == 0) output_.choice = found.choice;
    output_.gradient += found.gradient;
    output_.rest += found.rest;
  }

  // 64 bits go to the copies as two numbers.
  std::vector<std::uint64_t> keys_of(const SharedGraph& graph, const TeamSharing& sharing) const {
    std::vector<double> halves(2 * std::size_t{graph.graph.node_count()}, 0.0);
    const std::uint32_t first = input_.ranges.first(input_.team.rank());
    for (std::uint32_t node = 0; node < graph.own; ++node) {
      const std::uint64_t key = key_of(input_.names[graph.graph.item[node] - first]);
      halves[2 * std::size_t{node}] = static_cast<double>(key >> 32);
      halves[2 * std::size_t{node} + 1] = static_cast<double>(key & 0xffffffffu);
    }
    sharing.refresh(halves, 2);
    std::vector<std::uint64_t> keys(graph.graph.node_count());
    for (std::size_t node = 0; node < keys.size(); ++node)
      keys[node] =
          static_cast<std::uint64_t>(halves[2 * node]) << 32 | static_cast<std::uint64_t>(halves[2 * node + 1]);
    return keys;
  }

  struct NamedKey {
    std::uint32_t number;
    std::uint64_t key;
    auto operator<=>(const NamedKey&) const = default;
  };
  struct Edge {
    std::uint32_t winner, loser;
    double count;
    auto ends() const { return std::pair(winner, loser); }
  };

  // Small parts are dealt to the processes in turn, the largest of them to the first.
  std::size_t solver_of(std::uint32_t part) const { return part % input_.team.size(); }

  void solve_small() {
    const Team& team = input_.team;
    const ComparisonGraph& graph = input_.shared.graph;
    std::vector<std::vector<Edge>> edges(team.size());
    std::vector<std::vector<NamedKey>> keys(team.size());
    for (EdgeId e = 0; e < graph.edge_count(); ++e) {
      const std::uint32_t part = input_.weak.of_node[graph.winner[e]];
      if (!is_large(part))
        edges[solver_of(part)].push_back({graph.item[graph.winner[e]], graph.item[graph.loser[e]], graph.count[e]});
    }
    const std::uint32_t first = input_.ranges.first(team.rank());
    for (std::uint32_t node = 0; node < input_.shared.own; ++node)
      if (const std::uint32_t part = input_.weak.of_node[node]; part < input_.weak.several && !is_large(part))
        keys[solver_of(part)].push_back({graph.item[node], key_of(input_.names[graph.item[node] - first])});
    std::vector<NamedKey> nodes = team.exchange(keys).values;
    std::vector<Edge> received = team.exchange(edges).values;
    send_back(nodes, solve_whole(nodes, received));
    join_small();
  }

  // Scores by node, of the parts that came here; nodes ascend.
  std::vector<double> solve_whole(std::vector<NamedKey>& nodes, std::vector<Edge>& edges) {
    std::ranges::sort(nodes);
    std::ranges::sort(edges, {}, &Edge::ends);
    const auto node_of = [&](std::uint32_t number) {
      return static_cast<std::uint32_t>(std::ranges::lower_bound(nodes, number, {}, &NamedKey::number) - nodes.begin());
    };
    ComparisonGraph graph;
    graph.first_edge.assign(nodes.size() + 1, 0);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) graph.item.push_back(node);
    for (const Edge& edge : edges) {
      graph.winner.push_back(node_of(edge.winner));
      graph.loser.push_back(node_of(edge.loser));
      graph.count.push_back(edge.count);
      ++graph.first_edge[graph.winner.back() + std::size_t{1}];
    }
    std::partial_sum(graph.first_edge.begin(), graph.first_edge.end(), graph.first_edge.begin());
    edges = {};
    small_.status = Termination::converged;
    std::vector<double> scores(nodes.size(), 0.0);
    if (nodes.empty()) return scores;
    for_each_part(graph, pdrank::weak_components(graph), [&](const GraphPart& part) {
      std::vector<std::uint64_t> keys;
      for (const std::uint32_t node : part.node) keys.push_back(nodes[node].key);
      PartOutput found =
          run_part_({.graph = part.graph, .options = input_.options, .keys = keys, .sharing = unshared()});
      part.put_nodes(found.scores, scores);
      join(found.convergence, small_);
      if (!small_choice_) small_choice_ = found.choice;
      ++small_parts_;
      small_gradient_ += found.gradient;
      small_rest_ += found.rest;
      return true;
    });
    return scores;
  }

  void send_back(std::span<const NamedKey> nodes, std::span<const double> scores) {
    struct Score {
      std::uint32_t number;
      double score;
    };
    const Team& team = input_.team;
    std::vector<std::vector<Score>> to(team.size());
    for (std::size_t k = 0; k < nodes.size(); ++k)
      to[input_.ranges.owner(nodes[k].number)].push_back({nodes[k].number, scores[k]});
    std::vector<double> by_number(input_.ranges.size(team.rank()), 0.0);
    const std::uint32_t first = input_.ranges.first(team.rank());
    std::vector<std::uint8_t> came(by_number.size(), 0);
    for (const Score& one : team.exchange(to).values) {
      by_number[one.number - first] = one.score;
      came[one.number - first] = 1;
    }
    for (std::uint32_t node = 0; node < input_.shared.own; ++node)
      if (const std::uint32_t k = input_.shared.graph.item[node] - first; came[k]) output_.scores[node] = by_number[k];
  }

  // How the small parts ended, of all processes; the largest of them was the first one's.
  void join_small() {
    struct Ending {
      std::uint64_t parts;
      Termination status;
      int rounds;
      long iterations;
      double objective, kkt_residual;
      EdgeTraffic traffic;
    };
    const Team& team = input_.team;
    output_.gradient += team.sum(small_gradient_);
    output_.rest += team.sum(small_rest_);
    const Ending ending{small_parts_,     small_.status,       small_.rounds, small_.iterations,
                        small_.objective, small_.kkt_residual, small_.traffic};
    std::vector<Ending> endings = team.gather(ending);
    for (const Ending& one : endings) {
      Convergence part;
      part.status = one.status;
      part.rounds = one.rounds;
      part.iterations = one.iterations;
      part.objective = one.objective;
      part.kkt_residual = one.kkt_residual;
      part.traffic = one.traffic;
      if (&one == &endings.front()) part.trace = small_.trace;
      if (one.parts > 0) join(part, output_.convergence);
    }
    if (!large_.empty() && large_.front() == 0) return;
    output_.choice = small_choice_;
    if (team.leads()) output_.convergence.trace = small_.trace;
  }

  const PartsInput& input_;
  PartOutput (*const run_part_)(const PartInput&);
  std::vector<std::uint32_t> large_;
  PartOutput output_;
  Convergence small_;  // of the parts that this process has whole
  std::uint64_t small_parts_ = 0;
  double small_gradient_ = 0, small_rest_ = 0;
  std::optional<GammaChoice> small_choice_;
};

}  // namespace

PartOutput solve_parts(const PartsInput& input) { return Solving(input).run(); }

}  // namespace pdrank::distributed
