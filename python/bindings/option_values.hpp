// Options by name, from a dict.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <string>
#include <variant>

#include "pdrank/core/options.hpp"

namespace pdrank::python {

using OptionValues = nanobind::typed<nanobind::dict, nanobind::str, std::variant<int, double, std::string>>;

// TypeError for a value that is no text and no number; what the library refuses, it refuses itself.
RankOptions rank_options(const OptionValues& values);

}  // namespace pdrank::python
