#include "pdrank/kemeny/local_search.hpp"

#include <algorithm>
#include <deque>

#include "pdrank/core/random.hpp"
#include "pdrank/kemeny/order_list.hpp"

namespace pdrank {
namespace {

constexpr int kMovesBetweenQuestions = 4096;  // to the observer
constexpr int kDraws = 64;                    // of an arc, until a contradicted one comes up
constexpr double kLeastGain = 1e-12;          // smaller ones, relative to the weight at an item, may be rounding
constexpr double kFreeArcs = 1e7;             // take less than a second

// The largest weight of the arcs at one item.
double most_weight_at_a_node(const MajorityGraph& graph) {
  std::vector<double> weight(graph.node_count(), 0.0);
  for (ArcId arc = 0; arc < graph.arc_count(); ++arc)
    weight[graph.from[arc]] += graph.weight[arc], weight[graph.to[arc]] += graph.weight[arc];
  return weight.empty() ? 0 : std::ranges::max(weight);
}

class Search {
 public:
  Search(const MajorityGraph& graph, std::span<const std::uint32_t> order, double effort, Observer* observer)
      : graph_(graph),
        list_(order),
        observer_(observer),
        least_gain_(kLeastGain * most_weight_at_a_node(graph)),
        most_arcs_(kFreeArcs + effort * static_cast<double>(graph.arc_count())),
        weight_(contradicted_weight(graph, places_in(order)) - graph.unavoidable),
        waiting_(graph.node_count(), 0),
        in_run_(graph.node_count(), 0) {}

  // Items, then longer and longer runs.
  void settle(std::size_t longest_run) {
    for (std::uint32_t node = list_.first(); node != OrderList::kNoNode; node = list_.next(node)) call(node);
    descend();
    for (std::size_t length = 2; length <= longest_run && length < graph_.node_count() && !is_at_end(); ++length) {
      for (std::uint32_t node = 0; node < graph_.node_count() && !is_at_end(); ++node) {
        if (!take_run(node, length)) continue;
        if (move_run()) descend();
        ask();
      }
    }
  }

  // Puts a contradicted arc right, lets the others follow, and takes all of it back if that made it worse.
  void kick(Random& random) {
    const ArcId arc = draw_contradicted(random);
    if (arc == kNoEdge) return;
    const double before = weight_;
    journal_.clear();
    is_kept_ = true;
    const std::uint32_t winner = graph_.from[arc], loser = graph_.to[arc];
    const bool move_winner = random.chance(0.5);
    held_ = move_winner ? winner : loser;
    run_.assign(1, held_);
    const double own = weight_beside(held_);
    call_affected(move_winner ? loser : winner);
    move_run_behind(move_winner ? list_.previous(loser) : winner);
    weight_ += weight_beside(held_) - own;
    descend();
    call(std::exchange(held_, OrderList::kNoNode));
    descend();
    is_kept_ = false;
    if (weight_ > before + least_gain_) take_back(before);
    ask();
  }

  bool is_above(double at_least) const { return weight_ > at_least + least_gain_; }
  bool is_at_end() const { return stopped_ || arcs_seen_ >= most_arcs_; }
  bool stopped() const { return stopped_; }
  double arcs_seen() const { return arcs_seen_; }
  std::vector<std::uint32_t> order() const { return list_.order(); }

 private:
  struct Pull {
    std::uint64_t label;
    double change;  // of the contradicted weight, if the run goes below it
    std::uint32_t node;
  };

  struct Undo {
    std::uint32_t node, behind;
  };

  void ask() {
    if (observer_ && ++asked_ % kMovesBetweenQuestions == 0) stopped_ |= observer_->stop_requested();
  }

  void call(std::uint32_t node) {
    if (waiting_[node] || node == held_) return;
    waiting_[node] = 1;
    queue_.push_back(node);
  }

  template <class Visit>
  void for_each_arc(std::uint32_t node, Visit&& visit) {
    arcs_seen_ += static_cast<double>(graph_.first_out[node + std::size_t{1}] - graph_.first_out[node] +
                                      graph_.arcs_to(node).size());
    for (ArcId arc = graph_.first_out[node]; arc < graph_.first_out[node + std::size_t{1}]; ++arc)
      visit(graph_.to[arc], graph_.weight[arc], true);
    for (const ArcId arc : graph_.arcs_to(node)) visit(graph_.from[arc], graph_.weight[arc], false);
  }

  // Before the run moves past another node, and as far as that: calls the items that may now have a better place. Not
  // those for which another place has become no cheaper than their own.
  void call_affected(std::uint32_t furthest) {
    const std::uint64_t own = list_.label(run_.front()), end = list_.label(furthest);
    for (const std::uint32_t node : run_)
      for_each_arc(node, [&](std::uint32_t other, double, bool is_win) {
        const std::uint64_t label = list_.label(other);
        const bool is_passed = end > own ? own < label && label <= end : end <= label && label < own;
        if (is_passed == (is_win == (end > own))) call(other);
      });
    if (run_.size() > 1)
      for (const std::uint32_t node : run_) call(node);
  }

  double weight_beside(std::uint32_t node) {
    double weight = 0;
    for_each_arc(node, [&](std::uint32_t other, double arc, bool is_win) {
      if (list_.is_above(other, node) == is_win) weight += arc;
    });
    return weight;
  }

  void descend() {
    while (!queue_.empty() && !is_at_end()) {
      const std::uint32_t node = queue_.front();
      queue_.pop_front();
      waiting_[node] = 0;
      run_.assign(1, node);
      move_run();
      ask();
    }
  }

  // So many nodes from this one down. False at the end.
  bool take_run(std::uint32_t node, std::size_t length) {
    run_.clear();
    for (; run_.size() < length && node != OrderList::kNoNode; node = list_.next(node)) run_.push_back(node);
    return run_.size() == length;
  }

  // To where it contradicts least; of several places the first one from where it is. Whether it moved.
  bool move_run() {
    find_pulls();
    if (pulls_.empty()) return false;
    const auto own = static_cast<std::size_t>(
        std::ranges::lower_bound(pulls_, list_.label(run_.front()), {}, &Pull::label) - pulls_.begin());
    double best = -least_gain_, change = 0;
    std::size_t place = own;
    // Several of a run may have met the same item, which they pass together.
    for (std::size_t k = own; k < pulls_.size(); ++k) {
      change += pulls_[k].change;
      const bool is_last = k + 1 == pulls_.size() || pulls_[k + 1].label != pulls_[k].label;
      if (is_last && change < best) best = change, place = k + 1;
    }
    change = 0;
    for (std::size_t k = own; k-- > 0;) {
      change -= pulls_[k].change;
      const bool is_last = k == 0 || pulls_[k - 1].label != pulls_[k].label;
      if (is_last && change < best) best = change, place = k;
    }
    if (place == own) return false;
    weight_ += best;
    const std::uint32_t furthest = pulls_[place > own ? place - 1 : place].node;
    call_affected(furthest);
    move_run_behind(place > own ? furthest : list_.previous(furthest));
    return true;
  }

  // What the other items say about where the run should be, from the top down; only as far as there is an item on the
  // wrong side of it, for nothing is gained beyond.
  void find_pulls() {
    for (const std::uint32_t node : run_) in_run_[node] = 1;
    pulls_.clear();
    const std::uint64_t own = list_.label(run_.front());
    std::uint64_t top = own, bottom = own;
    for (const std::uint32_t node : run_)
      for_each_arc(node, [&](std::uint32_t other, double weight, bool is_win) {
        if (in_run_[other]) return;
        const std::uint64_t label = list_.label(other);
        pulls_.push_back({label, is_win ? weight : -weight, other});
        if (is_win == (label < own)) top = std::min(top, label), bottom = std::max(bottom, label);
      });
    for (const std::uint32_t node : run_) in_run_[node] = 0;
    std::erase_if(pulls_, [&](const Pull& pull) { return pull.label < top || pull.label > bottom; });
    std::ranges::sort(pulls_, {}, &Pull::label);
  }

  void move_run_behind(std::uint32_t other) {
    for (const std::uint32_t node : run_) {
      if (is_kept_) journal_.push_back({node, list_.previous(node)});
      list_.move_behind(node, other);
      other = node;
    }
  }

  void take_back(double weight) {
    for (; !journal_.empty(); journal_.pop_back()) list_.move_behind(journal_.back().node, journal_.back().behind);
    for (const std::uint32_t node : queue_) waiting_[node] = 0;
    queue_.clear();
    weight_ = weight;
  }

  ArcId draw_contradicted(Random& random) const {
    for (int draw = 0; draw < kDraws; ++draw)
      if (const auto arc = static_cast<ArcId>(random.below(graph_.arc_count()));
          list_.is_above(graph_.to[arc], graph_.from[arc]))
        return arc;
    return kNoEdge;
  }

  const MajorityGraph& graph_;
  OrderList list_;
  Observer* observer_;
  double least_gain_, most_arcs_, arcs_seen_ = 0, weight_;
  std::deque<std::uint32_t> queue_;  // nodes that may want to move
  std::vector<std::uint8_t> waiting_, in_run_;
  std::uint32_t held_ = OrderList::kNoNode;  // does not move for now
  std::vector<std::uint32_t> run_;
  std::vector<Pull> pulls_;
  std::vector<Undo> journal_;
  bool is_kept_ = false, stopped_ = false;
  int asked_ = 0;
};

}  // namespace

std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  return place;
}

LocalSearchResult search_locally(const MajorityGraph& graph, std::span<const std::uint32_t> order,
                                 const LocalSearchOptions& options, double at_least, Observer* observer) {
  Search search(graph, order, options.effort, observer);
  search.settle(static_cast<std::size_t>(options.longest_run));
  const bool settled = !search.is_at_end();
  Random random(options.seed);
  const auto kicks = static_cast<std::uint64_t>(options.kicks_per_node * graph.node_count());
  for (std::uint64_t kick = 0; kick < kicks && search.is_above(at_least) && !search.is_at_end(); ++kick)
    search.kick(random);
  LocalSearchResult result{
      .order = search.order(), .stopped = search.stopped(), .settled = settled, .arcs_seen = search.arcs_seen()};
  result.weight = contradicted_weight(graph, places_in(result.order)) - graph.unavoidable;
  return result;
}

}  // namespace pdrank
