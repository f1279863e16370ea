// Options by name, from a dict.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <variant>
#include <vector>

#include "pdrank/core/option_table.hpp"

namespace pdrank::python {

using OptionValues =
    nanobind::typed<nanobind::dict, nanobind::str, std::variant<int, double, std::string, std::vector<std::string>>>;

// As set_option takes it. TypeError for what is no text, no number and no list.
std::string text_of_value(nanobind::handle value);

// What the library refuses, it refuses itself.
template <class Struct>
Struct options_from(const OptionValues& values) {
  Struct options;
  for (const auto& [name, value] : values) set_option(options, nanobind::cast<std::string>(name), text_of_value(value));
  return options;
}

}  // namespace pdrank::python
