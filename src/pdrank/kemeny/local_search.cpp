#include "pdrank/kemeny/local_search.hpp"

#include <algorithm>
#include <deque>

#include "pdrank/core/random.hpp"
#include "pdrank/kemeny/order_list.hpp"

namespace pdrank {
namespace {

constexpr int kMovesBetweenQuestions = 4096;  // to the observer
constexpr int kDraws = 64;                    // of an arc, until a contradicted one comes up
constexpr double kLeastGain = 1e-9;           // smaller ones may be rounding

class Search {
 public:
  Search(const MajorityGraph& graph, std::span<const std::uint32_t> order, Observer* observer)
      : graph_(graph),
        list_(order),
        observer_(observer),
        weight_(contradicted_weight(graph, places_in(order)) - graph.unavoidable),
        waiting_(graph.node_count(), 0),
        in_run_(graph.node_count(), 0) {}

  // Items, then longer and longer runs.
  void settle(std::size_t longest_run) {
    for (std::uint32_t node = list_.first(); node != OrderList::kNone; node = list_.next(node)) call(node);
    descend();
    for (std::size_t length = 2; length <= longest_run && length < graph_.node_count() && !stopped_; ++length) {
      for (std::uint32_t node = 0; node < graph_.node_count() && !stopped_; ++node) {
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
    move_run_behind(move_winner ? list_.previous(loser) : winner);
    weight_ += weight_beside(held_) - own;
    call_neighbours(held_);
    descend();
    call(std::exchange(held_, OrderList::kNone));
    descend();
    is_kept_ = false;
    if (weight_ > before + kLeastGain) take_back(before);
    ask();
  }

  double weight() const { return weight_; }
  bool stopped() const { return stopped_; }
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
  void for_each_arc(std::uint32_t node, Visit&& visit) const {
    for (ArcId arc = graph_.first_out[node]; arc < graph_.first_out[node + std::size_t{1}]; ++arc)
      visit(graph_.to[arc], graph_.weight[arc], true);
    for (const ArcId arc : graph_.arcs_to(node)) visit(graph_.from[arc], graph_.weight[arc], false);
  }

  void call_neighbours(std::uint32_t node) {
    for_each_arc(node, [&](std::uint32_t other, double, bool) { call(other); });
  }

  double weight_beside(std::uint32_t node) const {
    double weight = 0;
    for_each_arc(node, [&](std::uint32_t other, double arc, bool is_win) {
      if (list_.is_above(other, node) == is_win) weight += arc;
    });
    return weight;
  }

  void descend() {
    while (!queue_.empty() && !stopped_) {
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
    for (; run_.size() < length && node != OrderList::kNone; node = list_.next(node)) run_.push_back(node);
    return run_.size() == length;
  }

  // To where it contradicts least; of several places the first one from where it is. Whether it moved.
  bool move_run() {
    find_pulls();
    if (pulls_.empty()) return false;
    const auto own = static_cast<std::size_t>(
        std::ranges::lower_bound(pulls_, list_.label(run_.front()), {}, &Pull::label) - pulls_.begin());
    double best = -kLeastGain, change = 0;
    std::size_t place = own;
    for (std::size_t k = own; k < pulls_.size(); ++k)
      if (change += pulls_[k].change; change < best) best = change, place = k + 1;
    change = 0;
    for (std::size_t k = own; k-- > 0;)
      if (change -= pulls_[k].change; change < best) best = change, place = k;
    if (place == own) return false;
    weight_ += best;
    move_run_behind(place > own ? pulls_[place - 1].node : list_.previous(pulls_[place].node));
    for (const std::uint32_t node : run_) call_neighbours(node);
    return true;
  }

  // What the other items say about where the run should be, from the top down.
  void find_pulls() {
    for (const std::uint32_t node : run_) in_run_[node] = 1;
    pulls_.clear();
    for (const std::uint32_t node : run_)
      for_each_arc(node, [&](std::uint32_t other, double weight, bool is_win) {
        if (!in_run_[other]) pulls_.push_back({list_.label(other), is_win ? weight : -weight, other});
      });
    for (const std::uint32_t node : run_) in_run_[node] = 0;
    std::ranges::sort(pulls_, [](const Pull& a, const Pull& b) { return a.label < b.label; });
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
  double weight_;
  std::deque<std::uint32_t> queue_;  // nodes that may want to move
  std::vector<std::uint8_t> waiting_, in_run_;
  std::uint32_t held_ = OrderList::kNone;  // does not move for now
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
  Search search(graph, order, observer);
  search.settle(static_cast<std::size_t>(options.longest_run));
  Random random(options.seed);
  const auto kicks = static_cast<std::uint64_t>(options.kicks_per_node * graph.node_count());
  for (std::uint64_t kick = 0; kick < kicks && search.weight() > at_least + kLeastGain && !search.stopped(); ++kick)
    search.kick(random);
  LocalSearchResult result{.order = search.order(), .weight = 0, .stopped = search.stopped()};
  result.weight = contradicted_weight(graph, places_in(result.order)) - graph.unavoidable;
  return result;
}

}  // namespace pdrank
