#include "pdrank/distributed/shared_places.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "pdrank/core/result.hpp"
#include "pdrank/distributed/fetch.hpp"
#include "pdrank/distributed/pack.hpp"
#include "pdrank/distributed/sort.hpp"
#include "pdrank/methods/places.hpp"

namespace pdrank::distributed {
namespace {

constexpr std::uint64_t kFewPlaces = 100'000;

// What a place is sorted by: component by component, best first.
struct Key {
  std::uint32_t component, number;
  double score, gap;
  bool operator<(const Key& other) const {
    if (component != other.component) return component < other.component;
    return score != other.score ? score > other.score : number < other.number;
  }
};

// Whoever stands with the one before on one place is behind its head.
struct Head {
  std::uint32_t component = std::numeric_limits<std::uint32_t>::max(), rank = 0;
  std::uint64_t position = 0;  // in the component, of the next
  double score = 0;
  std::uint32_t process = 0;  // that has it

  bool covers(const Key& key) const { return key.component == component && score - key.score <= key.gap; }
  void move_to(const Key& key, std::uint32_t here) {
    if (key.component != component) position = 0;
    component = key.component;
    rank = static_cast<std::uint32_t>(position + 1);
    score = key.score;
    process = here;
  }
};

struct Ranked {
  std::uint32_t rank;
  std::uint32_t process;  // that has the head of its place, and will have it
};

// Process after process: where a head's place ends is known only from there.
std::vector<Ranked> give_ranks(const Team& team, std::span<const Key> keys) {
  Head head;
  if (!team.leads()) {
    const std::vector<std::byte> bytes = team.receive(team.rank() - 1);
    std::memcpy(&head, bytes.data(), sizeof head);
  }
  std::vector<Ranked> ranked;
  ranked.reserve(keys.size());
  for (const Key& key : keys) {
    if (!head.covers(key)) head.move_to(key, static_cast<std::uint32_t>(team.rank()));
    ++head.position;
    ranked.push_back({head.rank, head.process});
  }
  if (team.rank() + 1 < team.size()) team.send(std::as_bytes(std::span(&head, 1)), team.rank() + 1);
  return ranked;
}

void append(std::vector<char>& bytes, const Place& place) {
  Packer packer(bytes);
  packer.add(place.id);
  packer.add(place);
}

std::vector<Place> unpacked(std::span<const char> bytes) {
  std::vector<Place> places;
  for (Unpacker unpacker(bytes); !unpacker.done();) {
    Place& place = places.emplace_back();
    unpacker.take(place.id);
    unpacker.take(place);
  }
  return places;
}

// Those on one place stand in the order of their names.
void order_by_name(std::vector<Place>& places) {
  for (auto first = places.begin(); first != places.end();) {
    const auto last = std::find_if(first, places.end(), [&](const Place& place) {
      return place.component != first->component || place.rank != first->rank;
    });
    std::sort(first, last, [](const Place& a, const Place& b) { return a.item < b.item; });
    first = last;
  }
}

}  // namespace

std::vector<double> indistinct_gaps(const Team& team, const SharedGraph& shared, const SharedComponents& weak,
                                    std::span<const double> scores) {
  struct Extent {
    std::uint32_t component;
    double lowest, highest;
  };
  const Ranges ranges(static_cast<std::uint32_t>(weak.count), team.size());
  std::vector<std::uint32_t> order(shared.own);
  for (std::uint32_t node = 0; node < shared.own; ++node) order[node] = node;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) { return weak.of_node[node]; });
  std::vector<std::vector<Extent>> to(team.size());
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    const std::uint32_t component = weak.of_node[order[begin]];
    Extent extent{component, scores[order[begin]], scores[order[begin]]};
    for (end = begin; end < order.size() && weak.of_node[order[end]] == component; ++end) {
      extent.lowest = std::min(extent.lowest, scores[order[end]]);
      extent.highest = std::max(extent.highest, scores[order[end]]);
    }
    to[ranges.owner(component)].push_back(extent);
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> lowest(ranges.size(team.rank()), kInfinity), highest(lowest.size(), -kInfinity);
  for (const Extent& extent : team.exchange(to).values) {
    const std::uint32_t k = extent.component - ranges.first(team.rank());
    lowest[k] = std::min(lowest[k], extent.lowest);
    highest[k] = std::max(highest[k], extent.highest);
  }
  std::vector<double> gap(lowest.size());
  for (std::size_t k = 0; k < gap.size(); ++k) gap[k] = indistinct_gap(lowest[k], highest[k]);
  return fetch_repeated(team, ranges, std::span(weak.of_node).first(shared.own), std::span<const double>(gap));
}

std::vector<Place> gather_places(const Team& team, std::span<const Place> here) {
  std::vector<std::vector<char>> sent(team.size());
  for (const Place& place : here) append(sent[0], place);
  return unpacked(team.exchange(sent).values);
}

std::vector<Place> make_places(const PlacesInput& input, std::span<const double> gap) {
  const Team& team = input.team;
  const std::uint32_t first = input.ranges.first(team.rank());
  std::vector<Key> keys(input.shared.own);
  for (std::uint32_t node = 0; node < keys.size(); ++node)
    keys[node] = {input.weak.of_node[node], input.shared.graph.item[node], input.scores[node], gap[node]};
  keys = sorted_together(team, std::move(keys));
  const std::vector<Ranked> ranked = give_ranks(team, keys);

  // The owner has the name and the tally: it is told where to send them, and with which rank.
  struct Order {
    std::uint32_t number, component, rank, process;
    double score;
  };
  const bool few = team.sum(std::uint64_t{input.shared.own}) <= kFewPlaces;
  std::vector<std::vector<Order>> orders(team.size());
  for (std::size_t k = 0; k < keys.size(); ++k)
    orders[input.ranges.owner(keys[k].number)].push_back(
        {keys[k].number, keys[k].component, ranked[k].rank, few ? 0 : ranked[k].process, keys[k].score});
  keys = {};
  std::vector<std::uint32_t> node_of(input.ranges.size(team.rank()), 0);
  for (std::uint32_t node = 0; node < input.shared.own; ++node) node_of[input.shared.graph.item[node] - first] = node;
  std::vector<std::vector<char>> sent(team.size());
  for (const Order& order : team.exchange(orders).values) {
    const std::uint32_t node = node_of[order.number - first];
    const Tally& tally = input.tallies[node];
    Place place;
    place.rank = order.rank;
    place.id = order.number;
    place.item = input.names[order.number - first];
    place.score = order.score;
    place.wins = tally.wins;
    place.losses = tally.losses;
    place.ties = tally.ties;
    place.both_bad = tally.both_bad;
    place.comparisons = place.wins + place.losses + place.ties;
    place.component = order.component + 1;
    place.flags = flag_words(input.flags[node]);
    append(sent[order.process], place);
  }
  orders = {};
  std::vector<Place> places = unpacked(team.exchange(sent).values);
  std::ranges::sort(places, [](const Place& a, const Place& b) {
    if (a.component != b.component) return a.component < b.component;
    return a.rank < b.rank;
  });
  order_by_name(places);
  return places;
}

}  // namespace pdrank::distributed
