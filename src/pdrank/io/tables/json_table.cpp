#include "pdrank/io/tables/json_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

// Every row has a field for every key seen so far.
constexpr std::size_t kMaxKeys = 4096;

}  // namespace

// Receives the parser's events and keeps the values of the outermost object.
class JsonTable::Handler {
 public:
  explicit Handler(JsonTable& table) : table_(table) {}

  std::size_t error_column() const { return error_column_; }

  bool null() { return keep(""); }
  bool boolean(bool value) { return keep(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) { return keep(fmt::format_int(value).str()); }
  bool number_unsigned(std::uint64_t value) { return keep(fmt::format_int(value).str()); }
  bool number_float(double, const std::string& spelling) { return keep(spelling); }
  bool string(const std::string& value) { return keep(value); }
  bool binary(const std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(); }
  bool start_array(std::size_t) { return open(); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(const std::string& name) {
    if (depth_ == 1) column_ = table_.column_of(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    error_column_ = std::max<std::size_t>(position, 1);
    return false;
  }

 private:
  bool open() {
    if (depth_ == 1) table_.note_nested(column_);
    ++depth_;
    return true;
  }

  bool close() {
    --depth_;
    return true;
  }

  bool keep(const std::string& value) {
    if (depth_ != 1) return true;
    const bool has_nul = value.find('\0') != std::string::npos;
    table_.fields_[column_] = has_nul ? std::string_view(kNulByte) : table_.keep(value);
    return true;
  }

  JsonTable& table_;
  int depth_ = 0;
  std::size_t column_ = 0, error_column_ = 1;
};

JsonTable::JsonTable(const TableFormat& format, TableBlock& block) : LineTable(format, block) {
  fields_.resize(names().size());
  for (std::size_t k = 0; k < names().size(); ++k) columns_.emplace(names()[k], k);
}

bool JsonTable::next() {
  do {
    if (!lines_.next()) return false;
  } while (trimmed(lines_.text()).empty());
  parse();
  return true;
}

void JsonTable::parse() {
  const std::string_view text = lines_.text();
  check_bytes(kinds_of(text));
  if (!trimmed(text).starts_with('{')) throw RowError("bad JSON", "bad JSON: the line is not an object");
  std::fill(fields_.begin(), fields_.end(), std::string_view());
  Handler handler(*this);
  if (nlohmann::json::sax_parse(text, &handler)) return;
  if (trimmed(text) == "{")
    throw RowError("bad JSON",
                   "bad JSON: an object goes over several lines, but a file has an object on every line, or is an "
                   "array of objects: [{..}, {..}]");
  throw RowError("bad JSON", fmt::format("bad JSON at column {}", handler.error_column()));
}

void JsonTable::note_nested(std::size_t column) {
  fields_[column] = kNested;
  std::vector<std::string>& nested = format_.nested;
  if (std::ranges::find(nested, names()[column]) == nested.end()) nested.push_back(names()[column]);
}

// A value is never longer than the JSON that says it: there is room.
std::string_view JsonTable::keep(const std::string& value) {
  made_ += value;
  return std::string_view(made_).substr(made_.size() - value.size());
}

std::size_t JsonTable::column_of(const std::string& name) {
  const auto [found, is_new] = columns_.try_emplace(name, names().size());
  if (is_new) {
    if (names().size() >= kMaxKeys)
      throw InputError(path(), line(), fmt::format("more than {} different keys are not supported", kMaxKeys));
    format_.names.push_back(name);
    fields_.emplace_back();
  }
  return found->second;
}

}  // namespace pdrank::io
