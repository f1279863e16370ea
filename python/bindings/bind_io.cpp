// Files and tables in memory to Comparisons.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "bindings.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "pdrank/io/rows/read_result.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/tables/arrow_table.hpp"
#include "pdrank/io/tables/text_table.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "pdrank/io/write/sink.hpp"
#include "pdrank/io/write/write_diff.hpp"
#include "pdrank/metrics/diff.hpp"
#include "python_observer.hpp"

namespace pdrank::python {
namespace {

using Strings = std::vector<std::string>;

// Reads `source`, paths or a table.
template <class Source>
Comparisons read_from(Source& source, const std::string& columns, bool merge_names, bool skip_bad_rows,
                      bool refuse_ties, int threads, const Callback& observer, bool may_be_empty, const Strings& where,
                      const Strings& context, const std::string& delimiter = "", std::uint64_t skip_lines = 0) {
  const ReadOptions options{.columns = columns,
                            .delimiter = delimiter,
                            .skip_lines = skip_lines,
                            .where = where,
                            .context = context,
                            .merge_names = merge_names,
                            .skip_bad_rows = skip_bad_rows,
                            .refuse_ties = refuse_ties,
                            .may_be_empty = may_be_empty};
  return run_observed(observer, [&](Observer* watch) {
    const ThreadScope scope(threads);
    return read_comparisons(source, options, watch);
  });
}

Comparisons read(const std::vector<std::string>& paths, const std::string& columns, bool merge_names,
                 bool skip_bad_rows, bool refuse_ties, int threads, const Callback& observer, bool may_be_empty,
                 const Strings& where, const Strings& context, const std::string& delimiter, std::uint64_t skip_lines) {
  return read_from(paths, columns, merge_names, skip_bad_rows, refuse_ties, threads, observer, may_be_empty, where,
                   context, delimiter, skip_lines);
}

Comparisons from_stream(nb::object table, const std::string& columns, bool merge_names, bool skip_bad_rows,
                        bool refuse_ties, int threads, const Callback& observer, bool may_be_empty,
                        const Strings& where, const Strings& context, std::uint64_t row_count) {
  if (PyCapsule_CheckExact(table.ptr()) == 0) table = table.attr("__arrow_c_stream__")();
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(table.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  ArrowTable arrow(*stream, row_count);
  return read_from<DataTable>(arrow, columns, merge_names, skip_bad_rows, refuse_ties, threads, observer, may_be_empty,
                              where, context);
}

using Field = std::optional<nb::str>;

TextColumn text_column(const nb::sequence& fields) {
  TextColumn column;
  for (const nb::handle field : fields) {
    if (!field.is_none() && !nb::isinstance<nb::str>(field)) throw nb::type_error("a field must be a str or None");
    Py_ssize_t size = 0;
    const char* bytes = field.is_none() ? "" : PyUnicode_AsUTF8AndSize(field.ptr(), &size);
    if (bytes == nullptr) throw nb::python_error();
    column.add({bytes, static_cast<std::size_t>(size)});
  }
  return column;
}

Comparisons from_text(std::vector<std::string> names, const std::vector<nb::typed<nb::sequence, Field>>& fields,
                      const std::string& columns, bool merge_names, bool skip_bad_rows, bool refuse_ties, int threads,
                      const Callback& observer, bool may_be_empty, const Strings& where, const Strings& context) {
  std::vector<TextColumn> texts;
  for (const nb::sequence& column : fields) texts.push_back(text_column(column));
  TextTable table(std::move(names), std::move(texts));
  return read_from<DataTable>(table, columns, merge_names, skip_bad_rows, refuse_ties, threads, observer, may_be_empty,
                              where, context);
}

// Pairs of items among `items`.
std::vector<std::pair<std::string, std::string>> pairs_of(const std::string& path,
                                                          const std::vector<std::string>& items) {
  ItemIndex index;
  for (const std::string& item : items) index.intern(item);
  return read_pairs(path, index);
}

nb::typed<nb::tuple, Texts, Array<double>> scores_of(const std::string& path) {
  const std::vector<ItemScore> scores = read_scores(path);
  Texts items;
  for (const ItemScore& entry : scores) items.append(text(entry.item));
  return nb::make_tuple(items, column<double>(scores, [](const ItemScore& entry) { return entry.score; }));
}

// Names of columns that go together, one behind the other.
template <class Pairs>
Texts paired(const Pairs& pairs) {
  Texts names;
  for (const io::NamePair& pair : pairs) {
    names.append(text(pair.first));
    names.append(text(pair.second));
  }
  return names;
}

template <class Names>
Texts listed(const Names& names) {
  Texts list;
  for (const std::string_view name : names) list.append(text(name));
  return list;
}

nb::typed<nb::dict, nb::str, Texts> column_names() {
  Texts verdicts;
  for (const io::VerdictName& verdict : io::kVerdictNames) verdicts.append(text(verdict.name));
  nb::typed<nb::dict, nb::str, Texts> names;
  names["winner_loser"] = paired(io::kWinnerLoserNames);
  names["pair"] = paired(io::kPairNames);
  names["verdict"] = verdicts;
  names["ranking"] = listed(io::kRankingNames);
  for (const io::ExtraColumn& extra : io::kExtraColumns) names[text(extra.role)] = listed(extra.names);
  return names;
}

// Each of the two is a file, or the text of one.
std::string diff_of(const std::string& old_path, const std::string& old_text, const std::string& new_path,
                    const std::string& new_text, double level) {
  const auto stored = [](const std::string& path, const std::string& text) {
    return path.empty() ? parse_result(text, "the result") : read_result(path);
  };
  StringSink json;
  write_diff_json(diff(stored(old_path, old_text), stored(new_path, new_text), {.level = level}), json);
  return json.text;
}

}  // namespace

void bind_io(nb::module_& module) {
  const ReadOptions defaults;
  const auto columns = nb::arg("columns") = defaults.columns;
  const auto merge_names = nb::arg("merge_names") = defaults.merge_names;
  const auto skip_bad_rows = nb::arg("skip_bad_rows") = defaults.skip_bad_rows;
  const auto refuse_ties = nb::arg("refuse_ties") = defaults.refuse_ties;
  const auto threads = nb::arg("threads") = 0;
  const auto observer = nb::arg("observer") = nb::none();
  const auto may_be_empty = nb::arg("may_be_empty") = defaults.may_be_empty;
  const auto where = nb::arg("where") = defaults.where;
  const auto context = nb::arg("context") = defaults.context;
  module.def("read", &read, nb::arg("paths"), columns, merge_names, skip_bad_rows, refuse_ties, threads, observer,
             may_be_empty, where, context, nb::arg("delimiter") = defaults.delimiter,
             nb::arg("skip_lines") = defaults.skip_lines, "Reads files, one after the other.");
  module.def(
      "write_file",
      [](const std::string& path, const std::string& text) {
        OutputFile file(path);
        file.write(text);
        file.commit();
      },
      nb::arg("path"), nb::arg("text"),
      "Writes a file, packed as its ending says, that appears complete or not at all.");
  module.def("from_stream", &from_stream, nb::arg("table"), columns, merge_names, skip_bad_rows, refuse_ties, threads,
             observer, may_be_empty, where, context, nb::arg("row_count") = 0,
             "Reads an object with __arrow_c_stream__, or the capsule it gives.");
  module.def("from_text", &from_text, nb::arg("names"), nb::arg("fields"), columns, merge_names, skip_bad_rows,
             refuse_ties, threads, observer, may_be_empty, where, context,
             "Reads columns of texts; None is an empty field.");
  module.def(
      "ending_of", [](const std::string& path) { return ending_of(path).format; }, nb::arg("path"),
      "What the ending of a file's name says, without that of its packing.");
  module.def("column_names", &column_names, "The names by which columns are recognised, by what they mean.");
  module.def(
      "folded", [](const std::string& name) { return io::folded(name); }, nb::arg("name"),
      "A column's name as it is compared with those.");
  module.def("read_scores", &scores_of, nb::arg("path"),
             "The items and scores of a file with columns item,score or item,rank.");
  module.def("diff", &diff_of, nb::arg("old_path"), nb::arg("old_text"), nb::arg("new_path"), nb::arg("new_text"),
             nb::arg("level"), "What has changed between two results, as JSON.");
  module.def("read_items", &read_items, nb::arg("path"), "The items of a file with a column item, or of one column.");
  module.def("read_pairs", &pairs_of, nb::arg("path"), nb::arg("items"),
             "The pairs of a file with two columns of items, all of them among `items`.");
}

}  // namespace pdrank::python
