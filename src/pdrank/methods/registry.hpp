// The ranking methods: name, what each needs and gives, and how to run it. `pdrank methods`, the help and the checks
// are made from this table; a new method is one file and one line in registry.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// What a method makes of a graph.
struct MethodOutput {
  std::vector<double> scores;       // by node; higher is better
  std::vector<double> edge_weight;  // by edge: confidence in its comparisons; empty if the method gives none
  Convergence convergence;
};

// What a method is given: the merged comparisons and the connected parts they fall into.
struct MethodInput {
  const ComparisonGraph& graph;
  const Components& weak;
  const Components& strong;
};

using MethodFunction = MethodOutput (*)(const MethodInput&, const RankOptions& resolved, Observer*);

struct MethodInfo {
  std::string_view name;
  std::string_view summary;  // one sentence
  std::string_view paper;
  std::string_view needs;
  std::string_view gives;
  std::string_view cost;  // how it grows
  MethodFunction run;
};

std::span<const MethodInfo> methods();

// By name; "auto" is the method that suits the data. InvalidArgument, with the known names, if there is none.
const MethodInfo& find_method(std::string_view name);

// The methods themselves, one a file.
MethodOutput run_pdrank(const MethodInput& input, const RankOptions& options, Observer* observer);

}  // namespace pdrank
