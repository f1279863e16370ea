// index.html: the figures with the paper's claims, our numbers and the verdicts, in one file.
#pragma once

#include <string>

#include "reproduce/reproduce.hpp"

namespace pdrank::reproduce {

// Pictures are taken from options.output and put into the page; those that are not there are left out.
std::string page(const Reproduction& all, const ReproduceOptions& options);

}  // namespace pdrank::reproduce
