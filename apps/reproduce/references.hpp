// The real data that can be replayed: every pair of a reference's 16 items was compared many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pdrank/active/play.hpp"

namespace pdrank::reproduce {

struct Reference {
  std::string name;  // "vqa/ref01"
  std::size_t comparisons = 0;
  std::uint64_t fingerprint = 0;  // of names and answers, row by row
  std::unique_ptr<Oracle> oracle;
};

// The files refNN.csv of a folder, in order of name; empty if there are none. InputError, with the file's name, if one
// cannot be read, has fewer than two items or a pair without an answer.
std::vector<Reference> read_references(const std::string& folder, const std::string& set);

}  // namespace pdrank::reproduce
