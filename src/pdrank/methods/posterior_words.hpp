// What a fit of the posterior has found out, in sentences.
#pragma once

#include <string>

namespace pdrank {

struct NamedAnswers;
struct Posterior;

// What was learned about the answers as a whole: mistakes, how much gaps matter, the shape of the scores.
std::string learned_in_words(const Posterior& posterior, const NamedAnswers& named);
// How the fit ended.
std::string ending_in_words(const Posterior& posterior);

}  // namespace pdrank
