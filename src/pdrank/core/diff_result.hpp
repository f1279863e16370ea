// What has changed between two rankings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank {

// A ranking as a file has it: what a comparison with another one needs.
struct StoredPlace {
  std::string item;
  std::uint32_t rank = 0, component = 1;
  std::optional<std::uint32_t> rank_low = {}, rank_high = {};
  double score = 0;
  std::optional<double> standard_error = {};
};
struct StoredRanking {
  std::string method, scale, anchor;
  std::vector<std::pair<std::string, std::string>> options = {};  // the others that were used, by name
  std::vector<StoredPlace> places = {};
};

// An item of either ranking.
struct ItemChange {
  std::string item;
  std::optional<std::uint32_t> rank, rank_before;
  std::optional<std::int64_t> moved;
  std::string change;
  std::optional<double> score, score_before, score_change, change_low, change_high, p_value;
};

template <>
struct Fields<ItemChange> {
  static constexpr std::tuple list{
      RecordField{"item", &ItemChange::item, "its name"},
      RecordField{"rank", &ItemChange::rank, "now; empty: it is gone"},
      RecordField{"rank_before", &ItemChange::rank_before, "in the older ranking; empty: it is new"},
      RecordField{"moved", &ItemChange::moved, "places up, among the items that both rankings have; below 0: down"},
      RecordField{"change", &ItemChange::change,
                  "up or down: its score has changed by more than noise; noise: it has not, as far as the answers "
                  "tell; new; gone; or empty where nothing is known about errors"},
      RecordField{"score", &ItemChange::score, "now"},
      RecordField{"score_before", &ItemChange::score_before, "in the older ranking"},
      RecordField{"score_change", &ItemChange::score_change,
                  "how far its score has gone up, once the scores of the items in both rankings are aligned"},
      RecordField{"change_low", &ItemChange::change_low,
                  "lower end of the interval of that change, with the "
                  "probability `level`"},
      RecordField{"change_high", &ItemChange::change_high, "upper end"},
      RecordField{"p_value", &ItemChange::p_value, "how often noise alone would change a score as much or more"},
  };
};

struct DiffResult {
  std::string method, method_before;
  double level = 0;
  std::uint64_t in_both = 0, compared = 0, added = 0, gone = 0, up = 0, down = 0;
  std::vector<ItemChange> items = {};  // by rank; those that are gone at the end, as they were
  std::vector<std::string> notes = {};
};

}  // namespace pdrank
