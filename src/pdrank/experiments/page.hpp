// index.html: the figures with the paper's claims, our numbers and the verdicts, in one file.
#pragma once

#include <string>

#include "pdrank/experiments/reproduce.hpp"

namespace pdrank::experiments {

// Pictures are taken from options.output and put into the page; those that are not there are left out.
std::string page(const Reproduction& all, const ReproduceOptions& options);

}  // namespace pdrank::experiments
