// Comparisons with some more, or some less. Items, annotators and columns of the context are matched by name; time goes
// with the rows.
#pragma once

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// The comparisons of both, as if `more` had been read behind `data`: row numbers count on, reports are added up.
Comparisons extended(const Comparisons& data, const Comparisons& more);

// What is left of `data` when every comparison of `rows` is taken away once: of those with the same items, annotator,
// weight, outcome and share (a tie has no order) the last. As if the others had been read alone: row numbers close up,
// items and annotators without a comparison are gone. Ids in order of first appearance stay so, others keep their
// order. Throws InvalidArgument that names the first comparison of `rows` that is not there, or not so often.
Comparisons without(const Comparisons& data, const Comparisons& rows);

}  // namespace pdrank
