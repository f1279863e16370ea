// Grades from boundaries on the scale (docs/MATH.md, section 15).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// Where a grade ends: at a score, below a share of the items from the top, or with an item.
struct ShareFromTop {
  double value;
};
struct LastItem {
  std::string name;
};
struct GradeBoundary {
  std::string grade;
  std::variant<double, ShareFromTop, LastItem> at;
};

// Grades from the best on, and the last one, which has no boundary.
struct GradeScale {
  std::vector<GradeBoundary> boundaries;
  std::string last;
};

// The option `boundaries`. InvalidArgument for texts that are none: the last must be a grade alone, the others
// GRADE=1.5, GRADE=20% or GRADE=@item, boundaries of one kind from the top down, and no grade twice.
GradeScale parse_boundaries(const std::vector<std::string>& texts);

// A sentence about the grades that no item has; empty where there are none.
std::string grades_without_items(const std::vector<std::string>& texts, const std::vector<Place>& ranking);

// Grades of the places in the largest component, and their probabilities, from the draws, or else from standard errors,
// where there are any. InvalidArgument for an item that is not there.
// Scores of boundaries are points of `scale`.
void add_grades(const GradeScale& grades, const ScoreScale& scale, const MethodInput& input, const MethodOutput& output,
                std::vector<Place>& ranking);

}  // namespace pdrank
