// The real data sets of a folder: which files hold comparisons, and where their truth is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank::bench::accuracy {

struct DataSet {
  std::string name;  // "readinglevel", "vqa/ref01"
  std::string path;
  std::string truth_path;            // empty: none
  bool named_by_true_order = false;  // the items' names are numbers, and the lowest is the best
};

// In order of name; empty if there is no such folder. Of a file of whole rankings that is there as pairs too, the
// pairs, which stay together if the file says from which ranking they come. The truth of a file `x.rankings.csv` is
// `x.truth.csv`, that of a folder `truth.csv`.
std::vector<DataSet> find_data_sets(const std::string& folder);

struct LoadedSet {
  Comparisons data;
  std::vector<double> truth;           // by item, NaN where it is not known; empty if there is none
  std::uint64_t comparisons_read = 0;  // before the limit
};

// The first `most` comparisons of the file, in its order. InputError if the files cannot be read.
LoadedSet load(const DataSet& set, std::size_t most);

}  // namespace pdrank::bench::accuracy
