#include "pdrank/methods/fragility.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/quick_fit.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/removal.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kMostPairs = 12;    // whose influences are looked at
constexpr std::size_t kMostSearched = 3;  // of those, for which answers are sought
constexpr int kMostSteps = 12;            // of a search for one pair
constexpr int kMostChecks = 12;           // rankings by the method itself, until one has changed
constexpr int kMostSavings = 6;           // and then for fewer answers, unless there are
constexpr std::uint64_t kMany = 5000;     // more answers than this, of which a ranking takes its time
constexpr std::uint64_t kFew = 300;       // of so many answers small sets are tried one by one,
constexpr std::size_t kMostTries = 40;    // so many of them
constexpr double kMostOfAll = 0.5;        // of the answers are left out at most

// Two items, one above the other.
struct ItemPair {
  ItemId above = 0, below = 0;
};

class Search {
 public:
  Search(const Comparisons& data, const RankOptions& options, const FragilityQuestion& question,
         const RankResult& ranked, Observer* observer)
      : data_(data),
        options_(scores_alone(options, ranked.method)),
        question_(question),
        observer_(observer),
        quiet_(observer),
        units_(units_of(data)),
        rank_(ranks_of(ranked)),
        start_(quick_start(data, ranked, &quiet_)),
        quick_(data, start_) {
    for (const Unit& unit : units_) all_ += unit.copies;
  }

  // The fewest that were found; none: nothing was.
  std::optional<Removal> run() {
    try {
      search();
    } catch (const Stopped&) {
      stopped_ = true;
    }
    return best_;
  }

  bool stopped() const { return stopped_; }
  std::uint64_t all() const { return all_; }
  const std::vector<Unit>& units() const { return units_; }
  ItemPair exchanged() const { return exchanged_; }

 private:
  // By item; 0: not in the largest part.
  std::vector<std::uint32_t> ranks_of(const RankResult& ranked) const {
    std::vector<std::uint32_t> rank(data_.items.size(), 0);
    for (const Place& place : ranked.ranking)
      if (place.component == 1) rank[place.id] = place.rank;
    return rank;
  }

  Removal nothing() const { return Removal(units_.size(), 0); }

  std::vector<double> weights_without(const Removal& removal) const {
    std::vector<double> weight(data_.size());
    for (std::size_t u = 0; u < units_.size(); ++u)
      for (std::size_t n = units_[u].first; n < units_[u].first + units_[u].count; ++n) {
        const bool all = removal[u] >= units_[u].copies;
        weight[n] = all ? 0 : data_.weight(n) - units_[u].weight * static_cast<double>(removal[u]);
      }
    return weight;
  }

  // The gap of the pair without these answers, roughly.
  double gap_without(const Removal& removal, const ItemPair& pair) {
    quick_.fit(weights_without(removal), &quiet_);
    return quick_.scores()[pair.above] - quick_.scores()[pair.below];
  }

  bool is_best(const std::vector<std::uint32_t>& rank, ItemId item) const {
    return rank[item] > 0 && rank[item] <= question_.best;
  }

  ItemPair named_pair() const {
    const auto find = [&](const std::string& name) {
      const auto item = data_.items.find(name);
      if (item && rank_[*item] > 0) return *item;
      throw InvalidArgument("fragility", fmt::format("'{}'", name),
                            "there is no such item in the largest connected part of the data");
    };
    const ItemPair pair{find(question_.item), find(question_.other)};
    return rank_[pair.above] <= rank_[pair.below] ? pair : ItemPair{pair.below, pair.above};
  }

  // Those next to the line that is to be crossed.
  std::vector<ItemPair> pairs_at_the_line() const {
    if (question_.is_pair()) return {named_pair()};
    std::vector<ItemId> inside, outside;
    for (ItemId item = 0; item < rank_.size(); ++item)
      if (rank_[item] > 0) (is_best(rank_, item) ? inside : outside).push_back(item);
    const auto closest = [&](std::vector<ItemId>& items, bool best, std::size_t most) {
      std::ranges::sort(items, [&](ItemId a, ItemId b) {
        if (rank_[a] != rank_[b]) return (rank_[a] < rank_[b]) == best;
        return data_.items.name(a) < data_.items.name(b);
      });
      items.resize(std::min(items.size(), most));
    };
    closest(inside, false, 3);
    closest(outside, true, kMostPairs / std::max<std::size_t>(inside.size(), 1));
    std::vector<ItemPair> pairs;
    for (const ItemId above : inside)
      for (const ItemId below : outside) pairs.push_back({above, below});
    return pairs;
  }

  // By unit, at the last fit: by how much one copy of it makes the gap of the pair larger, to first order.
  std::vector<double> influences(const ItemPair& pair) {
    const std::vector<double> of_answer = quick_.influences(pair.above, pair.below, &quiet_);
    std::vector<double> influence(units_.size(), 0.0);
    for (std::size_t u = 0; u < units_.size(); ++u)
      for (std::size_t n = units_[u].first; n < units_[u].first + units_[u].count; ++n)
        influence[u] += (units_[u].count == 1 ? units_[u].weight : data_.weight(n)) * of_answer[n];
    return influence;
  }

  // The most influential units, in the order of their rows where they are equal.
  std::vector<std::size_t> by_influence(std::span<const double> influence) const {
    std::vector<std::size_t> order(units_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t u) { return influence[u]; });
    return order;
  }

  // `removal` and as many more as it takes to close the gap, by first order, and to be `least` in all.
  Removal enough(std::span<const double> influence, double gap, Removal removal, std::uint64_t least) const {
    const auto most = static_cast<std::uint64_t>(kMostOfAll * static_cast<double>(all_));
    std::uint64_t count = size_of(removal);
    for (const std::size_t u : by_influence(influence)) {
      if (!(influence[u] > 0)) break;
      if (!(gap >= 0 || count < least) || count >= most) break;
      const double to_close = gap >= 0 ? std::floor(gap / influence[u]) + 1 : 0;
      const double wanted = std::max(to_close, static_cast<double>(least) - static_cast<double>(count));
      const std::uint64_t room = std::min(units_[u].copies - removal[u], most - count);
      const std::uint64_t more = wanted < static_cast<double>(room) ? static_cast<std::uint64_t>(wanted) : room;
      removal[u] += more, count += more, gap -= influence[u] * static_cast<double>(more);
    }
    return removal;
  }

  // The `count` most influential answers.
  Removal most_influential(std::span<const double> influence, std::uint64_t count) const {
    Removal removal = nothing();
    for (const std::size_t u : by_influence(influence)) {
      removal[u] = std::min(units_[u].copies, count);
      count -= removal[u];
      if (count == 0) break;
    }
    return removal;
  }

  // `removal` and more, `least` in all, until the gap of the pair is closed by the quick scores, `ahead` added to it.
  // None if half of the answers do not close it.
  std::optional<Removal> grow(const ItemPair& pair, double ahead, Removal removal, std::uint64_t least) {
    double gap = gap_without(removal, pair) + ahead;
    for (int step = 0; step < kMostSteps; ++step) {
      const std::uint64_t size = size_of(removal);
      removal = enough(influences(pair), gap, std::move(removal), least);
      if (size_of(removal) == size) return std::nullopt;
      gap = gap_without(removal, pair) + ahead;
      if (gap < 0) return removal;
    }
    return std::nullopt;
  }

  // From there, the most influential answers at that point, fewer and fewer, for as long as the gap stays closed.
  Removal shrink(const ItemPair& pair, double ahead, Removal removal) {
    double gap = gap_without(removal, pair) + ahead;
    for (int step = 0; step < kMostSteps && size_of(removal) > 1; ++step) {
      const std::vector<double> influence = influences(pair);
      double closed = gap;
      for (std::size_t u = 0; u < units_.size(); ++u) closed += influence[u] * static_cast<double>(removal[u]);
      const std::uint64_t wanted = std::min(size_of(enough(influence, closed, nothing(), 1)), size_of(removal) - 1);
      Removal fewer = most_influential(influence, wanted);
      double there = gap_without(fewer, pair) + ahead;
      if (!(there < 0) && wanted + 1 < size_of(removal)) {
        fewer = most_influential(influence, (wanted + size_of(removal)) / 2);  // half of the way back
        there = gap_without(fewer, pair) + ahead;
      }
      if (!(there < 0)) break;
      removal = std::move(fewer), gap = there;
    }
    return removal;
  }

  // Ranks what is left by the method itself: whether that is a change, which is kept if no smaller one is known. `lead`
  // becomes the score of the pair's upper item less that of the lower one, if the scores are log-odds.
  bool is_change(const Removal& removal, const ItemPair& pair, std::optional<double>& lead) {
    if (observer_) observer_->on_progress({"auditing", ++checks_, 0});
    const Comparisons rest = reweighted(data_, weights_without(removal));
    if (rest.empty()) return false;
    std::vector<std::uint32_t> now;
    try {
      const RankResult ranked = rank(rest, options_, &quiet_);
      if (ranked.convergence.status == Termination::stopped) throw Stopped();
      now = ranks_of(ranked);
      const std::vector<double> score = scores_by_item(ranked, data_.items.size());
      if (ranked.law) lead = score[pair.above] - score[pair.below];
    } catch (const NotApplicable&) {  // the method cannot rank what is left
      return false;
    } catch (const InvalidArgument&) {  // such as a control that is the same in all of it
      return false;
    }
    const std::optional<ItemPair> changed = change_between(now);
    if (!changed) return false;
    if (!best_ || size_of(removal) < size_of(*best_)) best_ = removal, exchanged_ = *changed;
    return true;
  }

  // Who has lost the place that is asked about, and who has it now. All of them are still ranked.
  std::optional<ItemPair> change_between(const std::vector<std::uint32_t>& now) const {
    if (question_.is_pair()) {
      const ItemPair pair = named_pair();
      const bool both = now[pair.above] > 0 && now[pair.below] > 0;
      return both && now[pair.below] < now[pair.above] ? std::optional(pair) : std::nullopt;
    }
    std::optional<ItemId> lost, taken;
    for (ItemId item = 0; item < now.size(); ++item) {
      if (is_best(rank_, item) && now[item] > question_.best && !lost) lost = item;
      if (is_best(now, item) && !is_best(rank_, item) && !taken) taken = item;
    }
    return lost && taken ? std::optional(ItemPair{*lost, *taken}) : std::nullopt;
  }

  // By how much the method has the pair further apart than the quick scores do.
  double ahead_of_quick(const ItemPair& pair) {
    return start_.score[pair.above] - start_.score[pair.below] - gap_without(nothing(), pair);
  }

  void search() {
    struct Candidate {
      std::uint64_t estimate;
      ItemPair pair;
      double ahead;
    };
    std::vector<Candidate> candidates;
    for (const ItemPair& pair : pairs_at_the_line()) {
      const double ahead = ahead_of_quick(pair), gap = start_.score[pair.above] - start_.score[pair.below];
      candidates.push_back({size_of(enough(influences(pair), gap, nothing(), 1)), pair, ahead});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::estimate);
    if (candidates.size() > kMostSearched) candidates.resize(kMostSearched);
    std::optional<Removal> likeliest;
    ItemPair pair;
    for (const Candidate& candidate : candidates)
      if (const auto grown = grow(candidate.pair, candidate.ahead, nothing(), 1)) {
        Removal found = shrink(candidate.pair, candidate.ahead, *grown);
        if (!likeliest || size_of(found) < size_of(*likeliest)) likeliest = std::move(found), pair = candidate.pair;
      }
    if (likeliest) check(pair, *std::move(likeliest));
    if (all_ <= kFew) try_small_sets();
  }

  // More and more until the method itself says otherwise, then between what is too few and what is enough.
  void check(const ItemPair& pair, Removal removal) {
    std::uint64_t too_few = 0;
    std::optional<double> lead;
    for (int checks = 0; !is_change(removal, pair, lead); ++checks) {
      if (checks == kMostChecks) return;
      too_few = size_of(removal);
      const double ahead = lead ? *lead - gap_without(removal, pair) : ahead_of_quick(pair);
      std::optional<Removal> more =
          grow(pair, ahead, std::move(removal), too_few + std::max<std::uint64_t>(1, too_few / 3));
      if (!more) return;
      removal = *std::move(more);
    }
    for (int saving = 0; saving < (all_ <= kMany ? kMostSavings : 1); ++saving) {
      const std::uint64_t size = size_of(removal), fewer = too_few == 0 ? size - 1 : (too_few + size) / 2;
      if (fewer <= too_few) return;
      gap_without(removal, pair);
      Removal next = most_influential(influences(pair), fewer);
      if (is_change(next, pair, lead))
        removal = std::move(next);
      else
        too_few = fewer;
    }
  }

  // Of few answers: whether small sets of the likeliest do it, or smaller ones than are known.
  void try_small_sets() {
    for (std::uint64_t wanted = 1; wanted < (best_ ? std::min<std::uint64_t>(size_of(*best_), 4) : 3); ++wanted) {
      const std::vector<std::size_t> likely = likeliest(wanted == 1 ? kMostTries : wanted == 2 ? 9 : 7, wanted);
      std::vector<std::size_t> chosen;
      std::size_t tries = 0;
      if (try_sets(likely, 0, wanted, chosen, tries)) return;
    }
  }

  bool try_sets(std::span<const std::size_t> likely, std::size_t from, std::uint64_t wanted,
                std::vector<std::size_t>& chosen, std::size_t& tries) {
    if (chosen.size() == wanted) {
      if (tries++ >= kMostTries) return false;
      Removal removal = nothing();
      for (const std::size_t u : chosen) ++removal[u];
      std::optional<double> lead;
      return is_change(removal, exchanged_, lead);
    }
    for (std::size_t k = from; k < likely.size(); ++k) {
      chosen.push_back(likely[k]);
      if (try_sets(likely, k + 1, wanted, chosen, tries)) return true;
      chosen.pop_back();
    }
    return false;
  }

  // The most influential units for any of the pairs at the line: at most `most`, and of units that say the same no more
  // than are of use.
  std::vector<std::size_t> likeliest(std::size_t most, std::uint64_t wanted) {
    std::vector<double> share(units_.size(), 0.0);  // of the gap that the unit closes, at best
    quick_.fit(weights_without(nothing()), &quiet_);
    for (const ItemPair& pair : pairs_at_the_line()) {
      const std::vector<double> influence = influences(pair);
      const double width = std::max(start_.score[pair.above] - start_.score[pair.below], 1e-9);
      for (std::size_t u = 0; u < share.size(); ++u) share[u] = std::max(share[u], influence[u] / width);
    }
    std::vector<std::size_t> chosen;
    std::vector<std::pair<double, std::uint64_t>> seen;
    for (const std::size_t u : by_influence(share)) {
      if (chosen.size() >= most || !(share[u] > 0)) break;
      const auto same = std::ranges::find(seen, share[u], &std::pair<double, std::uint64_t>::first);
      if (same != seen.end() && same->second >= wanted) continue;
      if (same != seen.end())
        ++same->second;
      else
        seen.emplace_back(share[u], 1);
      for (std::uint64_t copy = 0; copy < std::min(units_[u].copies, wanted); ++copy) chosen.push_back(u);
    }
    return chosen;
  }

  const Comparisons& data_;
  RankOptions options_;
  const FragilityQuestion& question_;
  Observer* observer_;
  OnlyStops quiet_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> rank_;  // by item, of the ranking that is asked about
  QuickFit::Start start_;
  QuickFit quick_;
  std::uint64_t all_ = 0;
  std::optional<Removal> best_;
  ItemPair exchanged_;
  std::uint64_t checks_ = 0;
  bool stopped_ = false;
};

std::string rows_text(const Fragility& fragility) {
  constexpr std::size_t kMostRows = 10;
  std::vector<std::string> rows;
  for (const RemovedRow& removed : fragility.removed)
    rows.push_back(removed.answers > 1 ? fmt::format("{} ({} answers)", removed.row, grouped(removed.answers))
                                       : fmt::format("{}", removed.row));
  return fmt::format("{} {}", rows.size() == 1 ? "row" : "rows", first_few(rows, rows.size(), kMostRows));
}

std::string change_text(const FragilityQuestion& question, const Fragility& fragility) {
  if (question.is_pair()) return fmt::format("{} is above {}", fragility.after, fragility.before);
  if (question.best == 1) return fmt::format("{} is first instead of {}", fragility.after, fragility.before);
  return fmt::format("{} is among the best {} instead of {}", fragility.after, question.best, fragility.before);
}

}  // namespace

FragilityQuestion parse_fragility(const std::vector<std::string>& texts) {
  if (texts.size() == 2 && !texts[0].empty() && !texts[1].empty() && texts[0] != texts[1])
    return {.best = 1, .item = texts[0], .other = texts[1]};
  if (texts.size() == 1 && texts[0] == "first") return {};
  const auto best = texts.size() == 1 ? parse_number<std::uint32_t>(texts[0]) : std::nullopt;
  if (!best || *best == 0)
    throw InvalidArgument("fragility", fmt::format("'{}'", fmt::join(texts, ",")),
                          "it must read first, a number such as 5, or the names of two items");
  return {.best = *best, .item = {}, .other = {}};
}

Fragility find_fragility(const Comparisons& data, const RankOptions& options, const RankResult& ranked,
                         Observer* observer, Convergence& convergence) {
  const FragilityQuestion question = parse_fragility(*options.fragility);
  Fragility found{.question = question.is_pair()   ? fmt::format("{},{}", question.item, question.other)
                              : question.best == 1 ? "first"
                                                   : fmt::format("{}", question.best),
                  .answers = {},
                  .of = 0,
                  .before = {},
                  .after = {},
                  .removed = {},
                  .meaning = {}};
  if (!question.is_pair() && question.best >= ranked.graph.largest_component)
    throw InvalidArgument("fragility", found.question,
                          fmt::format("the largest connected part has {} items", ranked.graph.largest_component));
  Search search(data, options, question, ranked, observer);
  found.of = static_cast<double>(search.all());
  const bool rankings = std::ranges::any_of(search.units(), [](const Unit& unit) { return unit.count > 1; });
  const std::string_view what = rankings ? "rows" : "answers";
  const std::optional<Removal> removal = search.run();
  if (search.stopped()) {
    if (convergence.status == Termination::converged) convergence.status = Termination::stopped;
    convergence.message += "; the search for what would change it was stopped";
  }
  if (!removal) {
    found.meaning =
        search.stopped()
            ? "The search for answers that would change the ranking was stopped before it found any."
            : fmt::format("No {0} were found that would change it if they were left out, up to half of all {1}.", what,
                          amount(found.of));
    return found;
  }
  const ItemPair exchanged = search.exchanged();
  found.answers = size_of(*removal);
  found.before = data.items.name(exchanged.above);
  found.after = data.items.name(exchanged.below);
  for (std::size_t u = 0; u < removal->size(); ++u) {
    if ((*removal)[u] == 0) continue;
    const std::size_t n = search.units()[u].first;
    const AnnotatorId annotator = data.annotator(n);
    found.removed.push_back(
        {.row = data.row(n),
         .answers = (*removal)[u],
         .winner = std::string(data.items.name(data.winner(n))),
         .loser = std::string(data.items.name(data.loser(n))),
         .annotator = annotator == kNoAnnotator ? std::string() : std::string(data.annotators.name(annotator))});
  }
  found.meaning = fmt::format("Without {} of {} {} ({}), {}.", grouped(*found.answers), amount(found.of), what,
                              rows_text(found), change_text(question, found));
  if (*found.answers > 1)
    found.meaning += fmt::format(" Fewer may be enough; these are the fewest that were found{}.",
                                 search.stopped() ? " before it was stopped" : "");
  return found;
}

}  // namespace pdrank
