// A quick start for many items: expectation propagation in its factorised form, where a pair sends each of its two
// nodes a message of its own. A round is one pass over the pairs. On sparse random pairs that is nearly all there is to
// know; where messages come back by short ways (a chain, a band) it is too sure of itself. So it says only where the
// joint form begins: sites, noise and spread.
#pragma once

#include "pdrank/core/observer.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/learn.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

// Moves `model`, whose shape has one part, and sets the sites of the pairs. `answers` are those of class 0. Of whole
// rankings nothing is used.
void start_factorised(const Answers& said, const Beliefs& beliefs, double answers, Model& model, Sites& sites,
                      Observer* observer);

}  // namespace pdrank
