#include "pdrank/server/row_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "pdrank/io/text.hpp"

namespace pdrank::server {
namespace {

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool needs_quotes(std::string_view text, char delimiter) {
  return !text.empty() &&
         (io::is_blank(text.front()) || io::is_blank(text.back()) || text.find(delimiter) != std::string_view::npos ||
          text.find_first_of("\"\r\n") != std::string_view::npos);
}

}  // namespace

RowWriter::RowWriter(RowFormat format, std::vector<std::string> columns)
    : format_(format), columns_(std::move(columns)) {
  if (format_ == RowFormat::json) text_ += '[';
  if (is_json()) return;
  for (const std::string& column : columns_) add(column);
  end();
  rows_ = 0;
}

void RowWriter::begin_field() {
  if (is_json()) {
    if (field_ == 0 && format_ == RowFormat::json) text_ += rows_ == 0 ? "\n" : ",\n";
    text_ += field_ == 0 ? "{" : ", ";
    text_ += json_text(columns_[field_]) + ": ";
  } else if (field_ > 0) {
    text_ += format_ == RowFormat::csv ? ',' : '\t';
  }
  ++field_;
}

void RowWriter::write_text(std::string_view text) {
  if (is_json()) {
    text_ += json_text(text);
    return;
  }
  if (!needs_quotes(text, format_ == RowFormat::csv ? ',' : '\t')) {
    text_ += text;
    return;
  }
  text_ += '"';
  for (const char c : text) text_.append(c == '"' ? 2 : 1, c);
  text_ += '"';
}

RowWriter& RowWriter::add(std::string_view text) {
  begin_field();
  write_text(text);
  return *this;
}

RowWriter& RowWriter::add(double number) {
  if (std::isnan(number)) return add_empty();
  begin_field();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

RowWriter& RowWriter::add(std::int64_t number) {
  begin_field();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  return *this;
}

RowWriter& RowWriter::add_empty() {
  begin_field();
  if (is_json()) text_ += "null";
  return *this;
}

void RowWriter::end() {
  if (is_json()) text_ += '}';
  if (format_ != RowFormat::json) text_ += '\n';
  field_ = 0;
  ++rows_;
}

std::string RowWriter::finish() {
  if (format_ == RowFormat::json) text_ += "\n]\n";
  return std::move(text_);
}

}  // namespace pdrank::server
