// Exceptions, and the options and the fields of results as the library describes them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>

#include "bindings.hpp"
#include "option_values.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/core/compare_result.hpp"
#include "pdrank/core/diff_result.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/explain_result.hpp"
#include "pdrank/core/next_result.hpp"
#include "pdrank/core/predict_result.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/simulate/simulate_text.hpp"

namespace pdrank::python {
namespace {

PyObject* input_error = nullptr;
PyObject* not_applicable = nullptr;

PyObject* add_exception(nb::module_& module, const char* name, const char* documentation) {
  const std::string full_name = fmt::format("pdrank._core.{}", name);
  PyObject* type = PyErr_NewExceptionWithDoc(full_name.c_str(), documentation, PyExc_ValueError, nullptr);
  if (type == nullptr) throw nb::python_error();
  module.attr(name) = nb::handle(type);
  return type;  // for good
}

void raise(const InputError& error) {
  nb::object raised = nb::handle(input_error)(text(error.what()));
  raised.attr("path") = text(error.path());
  raised.attr("line") = error.line() == 0 ? nb::none() : nb::object(nb::int_(error.line()));
  raised.attr("reason") = sentence(error.reason());
  PyErr_SetObject(input_error, raised.ptr());
}

void raise(const NotApplicable& error) {
  nb::object raised = nb::handle(not_applicable)(text(error.what()));
  raised.attr("reason") = sentence(error.reason());
  PyErr_SetObject(not_applicable, raised.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const InputError& error) {
    raise(error);
  } catch (const NotApplicable& error) {
    raise(error);
  } catch (const Stopped&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

template <class Value>
constexpr bool kIsWhole = std::is_integral_v<Value> && !std::is_same_v<Value, bool>;

template <class Value>
const char* type_name(const Value&) {
  if constexpr (std::is_same_v<Value, bool>) return "bool";
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) return "list";
  if constexpr (HasFields<Value>) return "record";
  return kIsWhole<Value> ? "int" : std::is_floating_point_v<Value> ? "float" : "str";
}

nb::object bound(double number) { return std::isinf(number) ? nb::none() : nb::object(nb::float_(number)); }

Record describe(const OptionInfo& option, const std::string& default_text) {
  Record described;
  described["name"] = text(option.name);
  described["type"] = std::visit([](const auto& value) { return type_name(value); }, option.type);
  described["symbol"] = text(option.symbol);
  described["help"] = sentence(option.help);
  described["choices"] = option.placeholder.empty() ? text_list(option.choices) : Texts();
  described["low"] = bound(option.range.low);
  described["high"] = bound(option.range.high);
  std::visit(
      [&]<class Value>(const Value&) {
        if constexpr (kIsWhole<Value>) {
          described["least"] = nb::int_(std::numeric_limits<Value>::min());
          described["most"] = nb::int_(std::numeric_limits<Value>::max());
        }
      },
      option.type);
  described["may_be_auto"] = option.may_be_auto;
  described["is_optional"] = option.is_optional;
  described["affects_result"] = option.affects_result;
  described["default"] = sentence(default_text);
  return described;
}

template <class Struct>
Records describe_all() {
  Records records;
  for (const OptionRecord<Struct>& record : Struct::table()) records.append(describe(record, default_text(record)));
  return records;
}

Records describe_options(const std::string& command) {
  if (command == "rank") return describe_all<RankOptions>();
  if (command == "next") return describe_all<NextOptions>();
  if (command == "compare") return describe_all<CompareOptions>();
  if (command == "read") return describe_all<ReadOptions>();
  if (command == "simulate") return describe_all<SimulateText>();
  throw nb::value_error("there is no such command");
}

template <class Value>
void describe_value(const Value& value, Record& described) {
  described["type"] = type_name(value);
}
template <class Value>
void describe_value(const std::optional<Value>&, Record& described) {
  describe_value(Value(), described);
  described["is_optional"] = true;
}
template <class Value>
void describe_value(const std::vector<Value>&, Record& described) {
  describe_value(Value(), described);
  described["is_list"] = true;
}

template <HasFields Entry>
Records describe_fields() {
  Records fields;
  for_each_field<Entry>([&](const auto& field) {
    Record described;
    described["name"] = text(field.name);
    described["meaning"] = text(field.meaning);
    described["is_optional"] = described["is_list"] = false;
    describe_value(std::decay_t<decltype(std::invoke(field.get, Entry()))>(), described);
    fields.append(described);
  });
  return fields;
}

Record describe_results() {
  Record described;
  described["Place"] = describe_fields<Place>();
  described["ConfidenceRow"] = describe_fields<ConfidenceRow>();
  described["AnnotatorReport"] = describe_fields<AnnotatorReport>();
  described["BoardPlace"] = describe_fields<BoardPlace>();
  described["CurvePoint"] = describe_fields<CurvePoint>();
  described["BothWays"] = describe_fields<BothWays>();
  described["Effect"] = describe_fields<Effect>();
  described["Reliability"] = describe_fields<Reliability>();
  described["ReliabilityPoint"] = describe_fields<ReliabilityPoint>();
  described["Agreement"] = describe_fields<Agreement>();
  described["AnnotatorPair"] = describe_fields<AnnotatorPair>();
  described["DataSummary"] = describe_fields<DataSummary>();
  described["GraphSummary"] = describe_fields<GraphSummary>();
  described["Convergence"] = describe_fields<Convergence>();
  described["Certificate"] = describe_fields<Certificate>();
  described["ItemChange"] = describe_fields<ItemChange>();
  described["Fragility"] = describe_fields<Fragility>();
  described["RemovedRow"] = describe_fields<RemovedRow>();
  described["MethodOnData"] = describe_fields<MethodOnData>();
  described["PairPrediction"] = describe_fields<PairPrediction>();
  described["ExplainedPlace"] = describe_fields<ExplainedPlace>();
  described["ExplainedNeighbour"] = describe_fields<ExplainedNeighbour>();
  described["ExplainedOpponent"] = describe_fields<ExplainedOpponent>();
  described["ExplainedAnnotator"] = describe_fields<ExplainedAnnotator>();
  described["ExplainedRow"] = describe_fields<ExplainedRow>();
  described["NextPair"] = describe_fields<NextPair>();
  described["Outlook"] = describe_fields<Outlook>();
  return described;
}

}  // namespace

std::string text_of_value(nb::handle value) {
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (PyBool_Check(value.ptr()) != 0) return value.is(Py_True) ? "true" : "false";
  if (PyIndex_Check(value.ptr()) != 0) return nb::cast<std::string>(nb::str(nb::steal(PyNumber_Index(value.ptr()))));
  if (nb::isinstance<nb::float_>(value)) return fmt::format("{}", nb::cast<double>(value));
  if (nb::isinstance<nb::list>(value)) {
    std::vector<std::string> texts;
    for (const nb::handle one : nb::cast<nb::list>(value)) texts.push_back(text_of_value(one));
    return fmt::format("{}", fmt::join(texts, ","));
  }
  throw nb::type_error("an option's value must be a str, a number or a list of str");
}

Texts name_list(const ItemIndex& index) {
  Texts names;
  for (std::uint32_t id = 0; id < index.size(); ++id) names.append(text(index.name(id)));
  return names;
}

void bind_core(nb::module_& module) {
  input_error = add_exception(module, "InputError", "A file or a row that cannot be used.");
  not_applicable = add_exception(module, "NotApplicable", "The data lack what the method needs.");
  nb::register_exception_translator(translate);
  module.def("option_records", &describe_options, nb::arg("command"),
             "The options of rank, read, next, compare or simulate, as the library describes them.");
  module.def("result_records", &describe_results,
             "The fields of each record of a result, as the library describes them.");
}

}  // namespace pdrank::python
