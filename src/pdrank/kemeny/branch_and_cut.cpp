#include "pdrank/kemeny/branch_and_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "pdrank/data/components.hpp"
#include "pdrank/kemeny/cover_program.hpp"
#include "pdrank/kemeny/cycle_cuts.hpp"
#include "pdrank/kemeny/local_search.hpp"

namespace pdrank {
namespace {

constexpr double kTolerance = 1e-5;               // by which a cycle must be short to be added
constexpr double kWhole = 1e-4;                   // as near to 0 or 1 is whole
constexpr double kRounding = 1e-7;                // of bounds, relative
constexpr int kIterationsBetweenQuestions = 500;  // to the observer

// Arcs that are kept without a cycle among them.
class KeptArcs {
 public:
  explicit KeptArcs(const MajorityGraph& graph)
      : graph_(graph), kept_(graph.arc_count(), 0), seen_(graph.node_count(), 0) {}

  void keep(ArcId arc) { kept_[arc] = 1; }

  // Unless that closes a cycle.
  void keep_if_possible(ArcId arc) { kept_[arc] = !leads_to(graph_.to[arc], graph_.from[arc]); }

  // An order that keeps them all; if they have a cycle, of the items on it the one that fewest are above comes first.
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> above(graph_.node_count(), 0), order;
    for (ArcId arc = 0; arc < graph_.arc_count(); ++arc) above[graph_.to[arc]] += kept_[arc];
    using Next = std::pair<std::uint32_t, std::uint32_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) queue.emplace(above[node], node);
    std::vector<std::uint8_t> placed(graph_.node_count(), 0);
    while (!queue.empty()) {
      const std::uint32_t node = queue.top().second;
      queue.pop();
      if (std::exchange(placed[node], 1)) continue;
      order.push_back(node);
      for (ArcId arc = graph_.first_out[node]; arc < graph_.first_out[node + std::size_t{1}]; ++arc)
        if (kept_[arc] && !placed[graph_.to[arc]]) queue.emplace(--above[graph_.to[arc]], graph_.to[arc]);
    }
    return order;
  }

 private:
  bool leads_to(std::uint32_t start, std::uint32_t end) {
    ++search_;
    seen_[start] = search_;
    for (stack_.assign(1, start); !stack_.empty();) {
      const std::uint32_t node = stack_.back();
      stack_.pop_back();
      if (node == end) return true;
      for (ArcId arc = graph_.first_out[node]; arc < graph_.first_out[node + std::size_t{1}]; ++arc)
        if (kept_[arc] && std::exchange(seen_[graph_.to[arc]], search_) != search_) stack_.push_back(graph_.to[arc]);
    }
    return false;
  }

  const MajorityGraph& graph_;
  std::vector<std::uint8_t> kept_;
  std::vector<std::uint32_t> seen_, stack_;  // seen_: the search that was there last
  std::uint32_t search_ = 0;
};

// An order that keeps what y keeps as far as it can: arcs are kept from the least y on, unless they close a cycle.
std::vector<std::uint32_t> rounded_order(const MajorityGraph& graph, std::span<const double> y) {
  KeptArcs kept(graph);
  std::vector<ArcId> open;
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc)
    if (y[arc] < kWhole)
      kept.keep(arc);
    else
      open.push_back(arc);
  std::ranges::stable_sort(open, {}, [&](ArcId arc) { return y[arc] / graph.weight[arc]; });
  for (const ArcId arc : open) kept.keep_if_possible(arc);
  return kept.order();
}

// Arcs that a branch decides: kept (false) or contradicted (true).
using Decisions = std::vector<std::pair<ArcId, bool>>;

struct Branch {
  double bound = 0;
  std::uint64_t number = 0;
  Decisions decisions = {};

  bool operator<(const Branch& other) const {  // the queue's top is the lowest bound, of equal ones the newest
    return bound != other.bound ? bound > other.bound : number < other.number;
  }
};

class Solver {
 public:
  Solver(const MajorityGraph& graph, std::span<const std::uint32_t> order, double at_least,
         const BranchAndCutOptions& options, Observer* observer)
      : graph_(graph), options_(options), observer_(observer), program_(make_cover_program(graph.weight)) {
    result_.order.assign(order.begin(), order.end());
    place_ = places_in(order);
    result_.weight = contradicted_weight(graph, place_) - graph.unavoidable;
    result_.at_least = at_least;
    unit_ = weight_unit(graph.weight);
  }

  BranchAndCutResult run() {
    open_.push({.bound = result_.at_least});
    dive();
    while (!open_.empty() && !is_at_end()) {
      raise_bound(open_.top().bound);
      if (is_proven(open_.top().bound)) break;  // all others are no lower
      explore(take_lowest());
    }
    if (!is_at_end() || open_.empty()) result_.at_least = result_.weight;
    settle_arcs();
    return std::move(result_);
  }

 private:
  bool is_at_end() const {
    return result_.stopped || result_.spoiled || result_.rounds >= options_.most_rounds ||
           result_.iterations >= options_.most_iterations;
  }

  // A bound means the next weight that an order can have.
  double rounded_up(double bound) const {
    const double slack = kRounding * result_.weight;
    return unit_ > 0 ? unit_ * std::ceil((bound - slack) / unit_) : bound;
  }

  bool is_proven(double bound) const {
    return rounded_up(bound) >= result_.weight - (unit_ > 0 ? unit_ / 2 : kRounding * result_.weight);
  }

  void raise_bound(double bound) {
    result_.at_least = std::max(result_.at_least, std::min(rounded_up(bound), result_.weight));
  }

  Branch take_lowest() {
    Branch branch = open_.top();
    open_.pop();
    return branch;
  }

  // Straight down, always where the arc is contradicted: the orders found on the way are good ones. From then on it is
  // always the branch with the lowest bound, so that the bound of all of them rises.
  void dive() {
    next_ = take_lowest();
    while (next_ && !is_at_end()) {
      is_diving_ = true;
      explore(*std::exchange(next_, std::nullopt));
    }
    is_diving_ = false;
    if (next_) open_.push(std::move(*next_));
  }

  // Solves, cuts and solves again until the branch is decided, cannot be better, or must be divided.
  void explore(const Branch& branch) {
    decide(branch.decisions, true);
    double bound = branch.bound;
    while (true) {
      const bool solved = solve_program();
      ++result_.rounds;
      bound = std::max(bound, program_->bound());
      if (branch.decisions.empty()) look_at_root(bound);
      if (is_proven(bound)) break;
      if (observer_) observer_->on_progress({"proving", static_cast<std::uint64_t>(result_.rounds), 0, gap(bound)});
      if (is_at_end() || !solved) {
        open_.push({bound, ++branches_, branch.decisions});
        break;
      }
      const std::vector<Cycle> cycles = uncovered_cycles(graph_, place_, program_->values(), kTolerance);
      if (cycles.empty() || result_.rounds % kRoundsBetweenOrders == 0) try_rounded();
      if (is_proven(bound)) break;
      if (cycles.empty()) {
        divide(branch, bound);
        break;
      }
      program_->drop_idle();
      program_->add(cycles);
    }
    decide(branch.decisions, false);
  }

  // False if the iterations came to an end, or the observer did.
  bool solve_program() {
    while (!is_at_end()) {
      const int left = options_.most_iterations - result_.iterations;
      const bool solved = program_->solve(std::min(kIterationsBetweenQuestions, left));
      result_.iterations += std::max(1, program_->iterations());
      if (observer_ && observer_->stop_requested()) result_.stopped = true;
      if (solved) return true;
    }
    return false;
  }

  double gap(double bound) const { return result_.weight > 0 ? (result_.weight - bound) / result_.weight : 0; }

  void decide(const Decisions& decisions, bool set) {
    for (const auto& [arc, contradicted] : decisions)
      program_->set_bounds(arc, set && contradicted ? 1 : 0, set && !contradicted ? 0 : 1);
  }

  void try_rounded() {
    const LocalSearchResult found =
        search_locally(graph_, rounded_order(graph_, program_->values()),
                       {.longest_run = 4, .kicks_per_node = 1, .seed = options_.seed}, result_.at_least, observer_);
    take_if_better(found.order);
  }

  void take_if_better(std::vector<std::uint32_t> order) {
    std::vector<std::uint32_t> place = places_in(order);
    const double weight = contradicted_weight(graph_, place) - graph_.unavoidable;
    if (weight >= result_.weight - kRounding * result_.weight) return;
    result_.order = std::move(order);
    result_.weight = weight;
    place_ = std::move(place);
  }

  // Both ways on the arc that is least decided. Without one the point is whole, and an order follows from it.
  void divide(const Branch& branch, double bound) {
    const std::span<const double> y = program_->values();
    std::optional<ArcId> middle;
    double most = 0;
    for (ArcId arc = 0; arc < graph_.arc_count(); ++arc) {
      const double open = std::min(y[arc], 1 - y[arc]);
      if (open > kWhole && open * graph_.weight[arc] > most) most = open * graph_.weight[arc], middle = arc;
    }
    if (!middle) return follow_whole(branch, bound);
    for (const bool contradicted : {true, false}) {
      Decisions decisions = branch.decisions;
      decisions.emplace_back(*middle, contradicted);
      if (contradicted && is_diving_)
        next_ = Branch{bound, ++branches_, std::move(decisions)};
      else if (contradicted || can_be_kept(decisions))
        open_.push({bound, ++branches_, std::move(decisions)});
    }
  }

  // Arcs that are kept have no cycle. Should rounding spoil the proof, the search ends without one.
  void follow_whole(const Branch& branch, double bound) {
    std::vector<double> whole(program_->values().begin(), program_->values().end());
    for (double& y : whole) y = std::round(y);
    take_if_better(rounded_order(graph_, whole));
    if (is_proven(bound)) return;
    open_.push({bound, ++branches_, branch.decisions});
    result_.spoiled = true;
  }

  // Whether the arcs that are to be kept have no cycle.
  bool can_be_kept(const Decisions& decisions) const {
    std::vector<std::uint32_t> from, to;
    for (const auto& [arc, contradicted] : decisions)
      if (!contradicted) from.push_back(graph_.from[arc]), to.push_back(graph_.to[arc]);
    return strong_components(graph_.node_count(), from, to).count() == graph_.node_count();
  }

  // The prices of the first program tell what it costs at least to go against its point in an arc.
  void look_at_root(double bound) {
    raise_bound(bound);
    root_bound_ = program_->bound();
    root_reduced_.assign(program_->reduced_weights().begin(), program_->reduced_weights().end());
  }

  void settle_arcs() {
    result_.settled.assign(graph_.arc_count(), 0);
    if (root_reduced_.empty()) return;
    const double room = result_.weight - root_bound_ + kRounding * result_.weight;
    for (ArcId arc = 0; arc < graph_.arc_count(); ++arc)
      if (std::abs(root_reduced_[arc]) > room) result_.settled[arc] = root_reduced_[arc] > 0 ? 1 : -1;
  }

  static constexpr int kRoundsBetweenOrders = 10;

  const MajorityGraph& graph_;
  const BranchAndCutOptions& options_;
  Observer* observer_;
  std::unique_ptr<CoverProgram> program_;
  std::priority_queue<Branch> open_;
  std::optional<Branch> next_;  // of the dive
  bool is_diving_ = false;
  std::uint64_t branches_ = 0;
  std::vector<std::uint32_t> place_;  // of each node in the best order
  double unit_ = 0, root_bound_ = 0;
  std::vector<double> root_reduced_;  // by arc
  BranchAndCutResult result_;
};

}  // namespace

BranchAndCutResult branch_and_cut(const MajorityGraph& graph, std::span<const std::uint32_t> order, double at_least,
                                  const BranchAndCutOptions& options, Observer* observer) {
  return Solver(graph, order, at_least, options, observer).run();
}

}  // namespace pdrank
