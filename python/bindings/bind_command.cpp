// The command line, for `pdrank` and `python -m pdrank`.
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "bindings.hpp"
#include "command_line.hpp"

namespace pdrank::python {
namespace {

// Words as bytes: names of files need not be Unicode.
int run_command_line(const nb::typed<nb::list, nb::bytes>& words) {
  std::vector<std::string> texts;
  for (const nb::handle word : words) {
    const auto bytes = nb::cast<nb::bytes>(word);
    texts.emplace_back(bytes.c_str(), bytes.size());
  }
  const nb::gil_scoped_release unlocked;
  return cli::run_command_line(std::move(texts));
}

}  // namespace

void bind_command(nb::module_& module) {
  module.def("run_command_line", run_command_line, nb::arg("words"),
             "Runs the command line; the first word is the program's name. Gives back the exit status.");
}

}  // namespace pdrank::python
