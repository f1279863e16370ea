// pdrank._core: the library as the package's Python files use it.
#include "bindings.hpp"

NB_MODULE(_core, module) {
  module.attr("__version__") = PDRANK_VERSION;
  pdrank::python::bind_core(module);
  pdrank::python::bind_command(module);
  pdrank::python::bind_data(module);
  pdrank::python::bind_io(module);
  pdrank::python::bind_methods(module);
  pdrank::python::bind_active(module);
  pdrank::python::bind_metrics(module);
  pdrank::python::bind_simulate(module);
}
