#include "pdrank/io/tables/arrow_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

namespace pdrank::io {
namespace {

constexpr ByteKinds kAnyKinds = {.nul = true, .quote = true, .non_ascii = true};
constexpr std::size_t kLongestNumber = 24;  // -2.2250738585072014e-308
constexpr std::size_t kLongestTime = 40;    // -292277022657-01-27 08:29:52.123456789

// Buffers need not be aligned.
template <class T>
T load(const void* buffer, std::size_t k) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + k * sizeof(T), sizeof(T));
  return value;
}

bool bit(const void* buffer, std::size_t k) {
  return (static_cast<const std::uint8_t*>(buffer)[k / 8] >> k % 8 & 1) != 0;
}

std::string_view make_integer(std::string& made, auto value) {
  const fmt::format_int digits(value);
  made.append(digits.data(), digits.size());
  return std::string_view(made).substr(made.size() - digits.size());
}

// Whole numbers as integers: columns of integers with gaps come as floats, and names are not to depend on that.
template <class Float>
std::string_view make_float(std::string& made, Float value) {
  constexpr double kWhole = 9007199254740992;  // from 2^53 on not every integer is a float of 64 bits
  if (std::isnan(value)) return {};
  if (std::trunc(value) == value && std::fabs(value) < kWhole)
    return make_integer(made, static_cast<std::int64_t>(value));
  const std::size_t before = made.size();
  fmt::format_to(std::back_inserter(made), "{}", value);
  return std::string_view(made).substr(before);
}

// IEEE 754, binary16: 1 bit of sign, 5 of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits;

  explicit operator float() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value =
        std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction + 1024), std::max(exponent, 1) - 25);
    if (exponent == 31) value = fraction == 0 ? INFINITY : NAN;
    return bits >> 15 == 0 ? value : -value;
  }
};

// Rows of an array, some of which may be null.
class ArrowRows {
 public:
  ArrowRows(const ArrowArray& array, std::size_t first)
      : first_(static_cast<std::size_t>(array.offset) + first),
        valid_(array.null_count != 0 && array.n_buffers > 0 ? array.buffers[0] : nullptr) {}

  // Where a row is in the buffers.
  std::size_t place(std::size_t row) const { return first_ + row; }
  bool may_lack_some() const { return valid_ != nullptr; }
  bool has(std::size_t row) const { return valid_ == nullptr || bit(valid_, place(row)); }

 private:
  std::size_t first_;
  const void* valid_;  // null: all of them
};

class NullColumn : public TableColumn {
 public:
  std::string_view text(std::size_t, std::string&) const override { return {}; }
};

// Text between offsets.
template <class Offset>
class OffsetColumn : public TableColumn {
 public:
  OffsetColumn(const ArrowArray& array, std::size_t first)
      : rows_(array, first), offsets_(array.buffers[1]), bytes_(static_cast<const char*>(array.buffers[2])) {}

  std::string_view text(std::size_t row, std::string&) const override {
    return rows_.has(row) ? between(row, row + 1) : std::string_view();
  }
  ByteKinds kinds(std::size_t begin, std::size_t end) const override { return scan_bytes(between(begin, end)); }

 private:
  std::string_view between(std::size_t begin, std::size_t end) const {
    const auto from = load<Offset>(offsets_, rows_.place(begin)), to = load<Offset>(offsets_, rows_.place(end));
    return {bytes_ + from, static_cast<std::size_t>(to - from)};
  }

  ArrowRows rows_;
  const void* offsets_;
  const char* bytes_;
};

// Text by views of 16 bytes: its length, and either itself or its first 4 bytes, its buffer and its place there.
class ViewColumn : public TableColumn {
 public:
  ViewColumn(const ArrowArray& array, std::size_t first) : rows_(array, first), buffers_(array.buffers) {}

  std::string_view text(std::size_t row, std::string&) const override {
    if (!rows_.has(row)) return {};
    const char* view = static_cast<const char*>(buffers_[1]) + 16 * rows_.place(row);
    const auto length = static_cast<std::size_t>(load<std::int32_t>(view, 0));
    if (length <= 12) return {view + 4, length};
    const auto buffer = static_cast<std::size_t>(load<std::int32_t>(view, 2));
    return {static_cast<const char*>(buffers_[2 + buffer]) + load<std::int32_t>(view, 3), length};
  }
  ByteKinds kinds(std::size_t, std::size_t) const override { return kAnyKinds; }

 private:
  ArrowRows rows_;
  const void* const* buffers_;
};

// Values of a fixed size, which Spelling::text() spells.
template <class Spelling>
class ValueColumn : public TableColumn {
 public:
  ValueColumn(const ArrowArray& array, std::size_t first) : rows_(array, first), values_(array.buffers[1]) {}

  std::string_view text(std::size_t row, std::string& made) const override {
    return rows_.has(row) ? Spelling::text(values_, rows_.place(row), made) : std::string_view();
  }
  std::size_t most_made() const override { return Spelling::kLongest; }

 private:
  ArrowRows rows_;
  const void* values_;
};

template <class Integer>
struct IntegerSpelling {
  static constexpr std::size_t kLongest = kLongestNumber;
  static std::string_view text(const void* values, std::size_t k, std::string& made) {
    return make_integer(made, load<Integer>(values, k));
  }
};

// Stored is the type in the buffer, Float that of the numbers.
template <class Stored, class Float = Stored>
struct FloatSpelling {
  static constexpr std::size_t kLongest = kLongestNumber;
  static std::string_view text(const void* values, std::size_t k, std::string& made) {
    return make_float(made, static_cast<Float>(load<Stored>(values, k)));
  }
};

struct BooleanSpelling {
  static constexpr std::size_t kLongest = 0;
  static std::string_view text(const void* values, std::size_t k, std::string&) {
    return bit(values, k) ? "true" : "false";
  }
};

std::string_view make_date(std::string& made, std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  const std::size_t before = made.size();
  fmt::format_to(std::back_inserter(made), "{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return std::string_view(made).substr(before);
}

// Days since 1970.
struct DateSpelling {
  static constexpr std::size_t kLongest = kLongestTime;
  static std::string_view text(const void* values, std::size_t k, std::string& made) {
    return make_date(made, std::chrono::sys_days(std::chrono::days(load<std::int32_t>(values, k))));
  }
};

// Units since 1970, in UTC.
template <class Unit>
struct MomentSpelling {
  static constexpr std::size_t kLongest = kLongestTime;
  static std::string_view text(const void* values, std::size_t k, std::string& made) {
    const std::size_t before = made.size();
    const std::chrono::sys_time<Unit> moment(Unit(load<std::int64_t>(values, k)));
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::hh_mm_ss clock(moment - day);
    make_date(made, day);
    fmt::format_to(std::back_inserter(made), " {:02}:{:02}:{:02}", clock.hours().count(), clock.minutes().count(),
                   clock.seconds().count());
    if (clock.subseconds().count() != 0)
      fmt::format_to(std::back_inserter(made), ".{:0{}}", clock.subseconds().count(), clock.fractional_width);
    return std::string_view(made).substr(before);
  }
};

// Null for a format that is no date or time of a day.
std::unique_ptr<TableColumn> time_column(std::string_view format, const ArrowArray& array, std::size_t first) {
  const auto make = [&]<class Spelling>(Spelling) -> std::unique_ptr<TableColumn> {
    return std::make_unique<ValueColumn<Spelling>>(array, first);
  };
  if (format == "tdD") return make(DateSpelling{});
  if (format == "tdm" || format.starts_with("tsm:")) return make(MomentSpelling<std::chrono::milliseconds>{});
  if (format.starts_with("tss:")) return make(MomentSpelling<std::chrono::seconds>{});
  if (format.starts_with("tsu:")) return make(MomentSpelling<std::chrono::microseconds>{});
  if (format.starts_with("tsn:")) return make(MomentSpelling<std::chrono::nanoseconds>{});
  return nullptr;
}

template <class Integer>
using IntegerColumn = ValueColumn<IntegerSpelling<Integer>>;

template <class Index>
class DictionaryColumn : public TableColumn {
 public:
  DictionaryColumn(const ArrowArray& array, std::size_t first, std::unique_ptr<TableColumn> words)
      : rows_(array, first), places_(array.buffers[1]), words_(std::move(words)) {
    // One that is longer than the column, with words for other batches, is not worth being looked through.
    const auto count = static_cast<std::size_t>(array.dictionary->length);
    if (count > 0) kinds_ = count <= static_cast<std::size_t>(array.length) ? words_->kinds(0, count) : kAnyKinds;
  }

  std::string_view text(std::size_t row, std::string& made) const override {
    if (!rows_.has(row)) return {};
    return words_->text(static_cast<std::size_t>(load<Index>(places_, rows_.place(row))), made);
  }
  std::size_t most_made() const override { return words_->most_made(); }
  ByteKinds kinds(std::size_t, std::size_t) const override { return kinds_; }

 private:
  ArrowRows rows_;
  const void* places_;
  std::unique_ptr<TableColumn> words_;
  ByteKinds kinds_;
};

// Makes the column of class Of<Integer> that the format of an integer type asks for; null for other formats.
template <template <class> class Of, class... Arguments>
std::unique_ptr<TableColumn> integer_column(std::string_view format, Arguments&&... arguments) {
  const auto make_of = [&]<class Integer>(Integer) -> std::unique_ptr<TableColumn> {
    return std::make_unique<Of<Integer>>(std::forward<Arguments>(arguments)...);
  };
  if (format == "c") return make_of(std::int8_t{});
  if (format == "C") return make_of(std::uint8_t{});
  if (format == "s") return make_of(std::int16_t{});
  if (format == "S") return make_of(std::uint16_t{});
  if (format == "i") return make_of(std::int32_t{});
  if (format == "I") return make_of(std::uint32_t{});
  if (format == "l") return make_of(std::int64_t{});
  if (format == "L") return make_of(std::uint64_t{});
  return nullptr;
}

std::unique_ptr<TableColumn> plain_column(std::string_view format, const ArrowArray& array, std::size_t first) {
  if (format == "u") return std::make_unique<OffsetColumn<std::int32_t>>(array, first);
  if (format == "U") return std::make_unique<OffsetColumn<std::int64_t>>(array, first);
  if (format == "vu") return std::make_unique<ViewColumn>(array, first);
  if (format == "e") return std::make_unique<ValueColumn<FloatSpelling<Half, float>>>(array, first);
  if (format == "f") return std::make_unique<ValueColumn<FloatSpelling<float>>>(array, first);
  if (format == "g") return std::make_unique<ValueColumn<FloatSpelling<double>>>(array, first);
  if (format == "b") return std::make_unique<ValueColumn<BooleanSpelling>>(array, first);
  if (format == "n") return std::make_unique<NullColumn>();
  if (format.starts_with('t')) return time_column(format, array, first);
  return integer_column<IntegerColumn>(format, array, first);
}

}  // namespace

std::unique_ptr<TableColumn> arrow_column(const ArrowSchema& schema, const ArrowArray& array, std::size_t first) {
  if (schema.dictionary == nullptr) return plain_column(schema.format, array, first);
  std::unique_ptr<TableColumn> words = arrow_column(*schema.dictionary, *array.dictionary, 0);
  if (words == nullptr) return nullptr;
  return integer_column<DictionaryColumn>(schema.format, array, first, std::move(words));
}

std::string arrow_type(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr) return "dictionary of " + arrow_type(*schema.dictionary);
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kBeginnings = {{
      {"td", "date"},    {"tt", "time"},  {"ts", "timestamp"}, {"tD", "duration"},        {"ti", "interval"},
      {"d:", "decimal"}, {"z", "binary"}, {"Z", "binary"},     {"vz", "binary"},          {"w:", "binary"},
      {"+l", "list"},    {"+L", "list"},  {"+vl", "list"},     {"+vL", "list"},           {"+w:", "list"},
      {"+s", "struct"},  {"+m", "map"},   {"+u", "union"},     {"+r", "run-end encoded"},
  }};
  const std::string_view format = schema.format;
  for (const auto& [beginning, type] : kBeginnings)
    if (format.starts_with(beginning)) return std::string(type);
  return fmt::format("'{}'", format);
}

bool has_null_rows(const ArrowArray& array) {
  const ArrowRows rows(array, 0);
  for (std::size_t row = 0; rows.may_lack_some() && row < static_cast<std::size_t>(array.length); ++row)
    if (!rows.has(row)) return true;
  return false;
}

}  // namespace pdrank::io
