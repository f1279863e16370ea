#include "reproduce/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/automatic.hpp"

namespace pdrank::reproduce {
namespace {

using Kind = Line::Kind;

constexpr std::array<Line, 12> kLines = {{
    {"pdrank-paper", "PD-Rank, paper's settings", "pdrank:preset=paper", Kind::own},
    {"pdrank-exact", "PD-Rank, rounds solved exactly", "pdrank:gamma=0.0001:inner-rule=kkt", Kind::own},
    {"pdrank-auto", "PD-Rank, gamma auto", "pdrank", Kind::own},
    {"posterior", "posterior", "posterior", Kind::product, false, true},
    {"auto", "auto", "auto", Kind::product},
    {"hodgerank", "HodgeRank", "hodgerank", Kind::rival, false, true},
    {"svm", "SVM", "svm", Kind::rival},
    {"borda", "Borda", "borda", Kind::rival},
    {"i-lsr", "I-LSR", "i-lsr", Kind::rival, true},
    {"rc", "RC", "rank-centrality", Kind::rival, true, true},
    {"asr", "ASR", "asr", Kind::rival, true},
    {"ms", "MS", "multistage", Kind::rival},
}};

}  // namespace

// A colour each; PD-Rank's lines are not dashed.
Style Line::style() const {
  const std::size_t index = line_index(id);
  switch (kind) {
    case Kind::own:
      return {.colour = index, .dash = 0, .width = 2.5};
    case Kind::product:
      return {.colour = index, .dash = wide ? 0u : 4u, .width = wide ? 3.2 : 1.5};
    case Kind::rival:
      break;
  }
  return {.colour = index, .dash = wide ? 0u : 1u, .width = wide ? 3.2 : 1.5};
}

std::span<const Line> lines() { return kLines; }

std::size_t line_index(std::string_view id) {
  const auto found = std::ranges::find(kLines, id, &Line::id);
  if (found == kLines.end()) throw InvalidArgument("line", std::string(id), "there is none of that name");
  return static_cast<std::size_t>(found - kLines.begin());
}

std::vector<std::size_t> lines_of(Line::Kind kind) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < kLines.size(); ++k)
    if (kLines[k].kind == kind) found.push_back(k);
  return found;
}

std::string method_list() {
  std::vector<std::string_view> methods;
  methods.reserve(kLines.size());
  for (const Line& line : kLines) methods.push_back(line.method);
  return fmt::format("{}", fmt::join(methods, " "));
}

RankOptions options_of(const Line& line, std::uint64_t seed) {
  return with_method({.seed = seed, .threads = 1, .standard_errors = false, .proofs = false}, line.method);
}

}  // namespace pdrank::reproduce
