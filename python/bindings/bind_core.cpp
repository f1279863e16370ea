// Exceptions, and the options as the library describes them.
#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <optional>
#include <type_traits>

#include "bindings.hpp"
#include "option_values.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/methods/registry.hpp"

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
  nb::object raised = nb::handle(input_error)(text(python_spelling(error.what())));
  raised.attr("path") = text(error.path());
  raised.attr("line") = error.line() == 0 ? nb::none() : nb::object(nb::int_(error.line()));
  raised.attr("reason") = text(python_spelling(error.reason()));
  PyErr_SetObject(input_error, raised.ptr());
}

void raise(const NotApplicable& error) {
  nb::object raised = nb::handle(not_applicable)(text(python_spelling(error.what())));
  raised.attr("reason") = text(python_spelling(error.reason()));
  PyErr_SetObject(not_applicable, raised.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, python_spelling(error.what()).c_str());
  } catch (const InputError& error) {
    raise(error);
  } catch (const NotApplicable& error) {
    raise(error);
  } catch (const Stopped&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

const char* type_name(const OptionRecord& record) {
  return std::visit(
      [](auto member) {
        using Value = typename ValueOf<std::decay_t<decltype(std::declval<RankOptions>().*member)>>::type;
        if constexpr (std::is_same_v<Value, std::string>)
          return "str";
        else
          return std::is_integral_v<Value> ? "int" : "float";
      },
      record.field);
}

Record describe(const OptionRecord& record) {
  const bool has_range = record.low < record.high;
  Record described;
  described["name"] = text(record.name);
  described["type"] = type_name(record);
  described["symbol"] = text(record.symbol);
  described["help"] = text(record.help);
  described["choices"] = text_list(option_choices(record));
  described["low"] = has_range ? nb::object(nb::float_(record.low)) : nb::none();
  described["high"] = has_range ? nb::object(nb::float_(record.high)) : nb::none();
  described["may_be_auto"] = record.may_be_auto;
  described["affects_result"] = record.affects_result;
  described["default"] = text(default_text(record));
  return described;
}

std::string text_of_value(nb::handle value) {
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (PyBool_Check(value.ptr()) == 0) {
    if (PyIndex_Check(value.ptr()) != 0) return nb::cast<std::string>(nb::str(nb::steal(PyNumber_Index(value.ptr()))));
    if (nb::isinstance<nb::float_>(value)) return fmt::format("{}", nb::cast<double>(value));
  }
  throw nb::type_error("an option's value must be a str, an int or a float");
}

}  // namespace

namespace {

// Whether the text is a parameter of the package's functions.
bool is_parameter(std::string_view name) {
  constexpr std::string_view kBesideOptions[] = {"columns", "skip_bad_rows", "methods", "folds", "top", "truth"};
  return std::ranges::find(kBesideOptions, name) != std::end(kBesideOptions) ||
         std::ranges::find(rank_option_records(), name, &OptionRecord::name) != rank_option_records().end();
}

// The flag that a text begins with, as a parameter; empty if it begins with none. Other texts with dashes, such as
// names of files and items, stay as they are.
std::string leading_parameter(std::string_view text) {
  if (!text.starts_with("--")) return {};
  std::string name(text.substr(2, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", 2) - 2));
  std::ranges::replace(name, '-', '_');
  return is_parameter(name) ? name : std::string();
}

}  // namespace

std::string python_spelling(std::string_view message) {
  std::string spelled;
  for (std::size_t k = 0; k < message.size();) {
    const bool begins_word = k == 0 || message[k - 1] == ' ' || message[k - 1] == '(' || message[k - 1] == '`';
    const std::string parameter = begins_word ? leading_parameter(message.substr(k)) : std::string();
    spelled += parameter.empty() ? message.substr(k, 1) : std::string_view(parameter);
    k += parameter.empty() ? 1 : parameter.size() + 2;
  }
  return spelled;
}

Texts sentence_list(const std::vector<std::string>& sentences) {
  Texts spelled;
  for (const std::string& sentence : sentences) spelled.append(text(python_spelling(sentence)));
  return spelled;
}

Texts name_list(const ItemIndex& index) {
  Texts names;
  for (std::uint32_t id = 0; id < index.size(); ++id) names.append(text(index.name(id)));
  return names;
}

RankOptions rank_options(const OptionValues& values) {
  RankOptions options;
  for (const auto& [name, value] : values) set_option(options, nb::cast<std::string>(name), text_of_value(value));
  return options;
}

void bind_core(nb::module_& module) {
  input_error = add_exception(module, "InputError", "A file or a row that cannot be used.");
  not_applicable = add_exception(module, "NotApplicable", "The data lack what the method needs.");
  nb::register_exception_translator(translate);
  module.def(
      "option_records",
      [] {
        Records records;
        for (const OptionRecord& record : rank_option_records()) records.append(describe(record));
        return records;
      },
      "The options of rank, as the library describes them.");
}

}  // namespace pdrank::python
