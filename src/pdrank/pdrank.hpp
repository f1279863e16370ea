// Everything a program needs:
//
//   const pdrank::Comparisons data = pdrank::read_comparisons("votes.csv");
//   const pdrank::RankResult result = pdrank::rank(data, {.method = "pdrank"});
//   for (const auto& place : result.ranking) std::cout << place.rank << ' ' << place.item << '\n';
#pragma once

#include "pdrank/active/next_pairs.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/write/write_next.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/methods/rank.hpp"
