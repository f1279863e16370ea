// Arrow tables made by hand from fields as text: any format, nulls, slices, several batches. Counts what is alive.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/io/tables/arrow_abi.hpp"

namespace pdrank::test {

using Field = std::optional<std::string>;  // nothing: null

struct ArrowColumn {
  std::string name;
  std::string format;  // "u", "l", ..; "c/vu": places of 8 bits in a dictionary of views; others hold zeros
  std::vector<Field> fields;
};

// Structures that nobody has released yet.
struct ArrowCounts {
  int schemas = 0, arrays = 0, streams = 0;
  int most_arrays = 0;

  int alive() const { return schemas + arrays + streams; }
};

// How the rows lie in the buffers: behind so many others that are not part of the table.
struct ArrowSlice {
  std::size_t table = 0, column = 0;  // offset of the table, and of each column in addition
  bool count_nulls = true;            // or say -1
};

class ArrowBuilder {
 public:
  explicit ArrowBuilder(ArrowCounts& counts) : counts_(counts) {}

  ArrowSchema schema(const std::vector<ArrowColumn>& columns) const {
    ArrowSchema table = make_schema("+s", "");
    auto* node = static_cast<SchemaNode*>(table.private_data);
    for (const ArrowColumn& column : columns) {
      const auto [format, words] = split(column.format);
      node->children.push_back(make_schema(format, column.name));
      if (!words.empty()) {
        auto* child = static_cast<SchemaNode*>(node->children.back().private_data);
        child->dictionary = make_schema(words, "");
        node->children.back().dictionary = &child->dictionary;
      }
    }
    for (ArrowSchema& child : node->children) node->pointers.push_back(&child);
    table.n_children = static_cast<std::int64_t>(node->pointers.size());
    table.children = node->pointers.data();
    return table;
  }

  // The rows begin .. end - 1.
  ArrowArray batch(const std::vector<ArrowColumn>& columns, std::size_t begin, std::size_t end,
                   const ArrowSlice& slice = {}) const {
    ArrowArray table = make_array();
    auto* node = static_cast<ArrayNode*>(table.private_data);
    for (const ArrowColumn& column : columns) {
      std::vector<Field> fields(slice.table + slice.column, junk(column.format));
      fields.insert(fields.end(), column.fields.begin() + static_cast<std::ptrdiff_t>(begin),
                    column.fields.begin() + static_cast<std::ptrdiff_t>(end));
      fields.push_back(junk(column.format));
      ArrowArray child = make_column(column.format, fields);
      child.offset = static_cast<std::int64_t>(slice.column);
      child.length -= child.offset;
      if (!slice.count_nulls) child.null_count = -1;
      node->children.push_back(child);
    }
    for (ArrowArray& child : node->children) node->child_pointers.push_back(&child);
    node->pointers = {nullptr};
    table.length = static_cast<std::int64_t>(end - begin);
    table.offset = static_cast<std::int64_t>(slice.table);
    table.n_buffers = 1;
    table.buffers = node->pointers.data();
    table.n_children = static_cast<std::int64_t>(node->child_pointers.size());
    table.children = node->child_pointers.data();
    return table;
  }

  // Batches that end before the rows `cuts` and after the last row. Fails with `error` in place of batch `fails_at`.
  ArrowArrayStream stream(std::vector<ArrowColumn> columns, std::vector<std::size_t> cuts = {}, ArrowSlice slice = {},
                          std::size_t fails_at = SIZE_MAX, std::string error = "") const {
    cuts.push_back(columns.empty() ? 0 : columns[0].fields.size());
    auto* state = new StreamState{counts_, std::move(columns), std::move(cuts), slice, fails_at, std::move(error)};
    ++counts_.streams;
    return {get_schema, get_next, get_last_error, release_stream, state};
  }

 private:
  struct SchemaNode {
    ArrowCounts* counts;
    std::string format, name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
    ArrowSchema dictionary;
  };

  struct ArrayNode {
    ArrowCounts* counts;
    std::vector<std::string> buffers;
    std::vector<const void*> pointers;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> child_pointers;
    ArrowArray dictionary;
  };

  struct StreamState {
    ArrowCounts& counts;
    std::vector<ArrowColumn> columns;
    std::vector<std::size_t> cuts;
    ArrowSlice slice;
    std::size_t fails_at;
    std::string error;
    std::size_t batches = 0, begin = 0;
  };

  static std::pair<std::string, std::string> split(const std::string& format) {
    const std::size_t slash = format.find('/');
    return {format.substr(0, slash), slash == std::string::npos ? "" : format.substr(slash + 1)};
  }

  ArrowSchema make_schema(const std::string& format, const std::string& name) const {
    auto* node = new SchemaNode{&counts_, format, name, {}, {}, {}};
    ++counts_.schemas;
    ArrowSchema schema{};
    schema.format = node->format.c_str();
    schema.name = name.empty() ? nullptr : node->name.c_str();
    schema.flags = ARROW_FLAG_NULLABLE;
    schema.release = release_schema;
    schema.private_data = node;
    return schema;
  }

  ArrowArray make_array() const {
    ++counts_.arrays;
    counts_.most_arrays = std::max(counts_.most_arrays, counts_.arrays);
    ArrowArray array{};
    array.release = release_array;
    array.private_data = new ArrayNode{&counts_, {}, {}, {}, {}, {}};
    return array;
  }

  static bool is_text(const std::string& format) { return format == "u" || format == "U" || format == "vu"; }

  // A value for rows that nobody should look at.
  static Field junk(const std::string& format) {
    const std::string last = split(format).second.empty() ? format : split(format).second;
    if (last == "b") return "true";
    return is_text(last) ? "\xff junk that is not part of the table" : "77";
  }

  template <class T>
  static void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  static void put_bit(std::string& bytes, std::size_t k, bool value) {
    if (k % 8 == 0) bytes.push_back('\0');
    if (value) bytes.back() = static_cast<char>(bytes.back() | 1 << k % 8);
  }

  ArrowArray make_column(const std::string& format, std::vector<Field> fields) const {
    const auto [places, words] = split(format);
    ArrowArray array = make_array();
    auto* node = static_cast<ArrayNode*>(array.private_data);
    if (!words.empty()) {
      node->dictionary = make_dictionary(words, fields);
      array.dictionary = &node->dictionary;
    }
    array.length = static_cast<std::int64_t>(fields.size());
    std::string valid;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      put_bit(valid, k, fields[k].has_value());
      array.null_count += !fields[k];
    }
    if (format != "n") node->buffers.push_back(std::move(valid));
    if (format == "n") array.null_count = array.length;
    if (is_text(places))
      add_text(places, fields, node->buffers);
    else if (format != "n")
      add_values(places, fields, node->buffers);
    // One byte in front of every buffer: they need not be aligned.
    for (std::string& buffer : node->buffers) buffer.insert(0, 1, '\0');
    for (const std::string& buffer : node->buffers) node->pointers.push_back(buffer.data() + 1);
    if (format != "n" && array.null_count == 0) node->pointers[0] = nullptr;
    array.n_buffers = static_cast<std::int64_t>(node->pointers.size());
    array.buffers = node->pointers.data();
    return array;
  }

  // Turns fields into their places in the dictionary, which begins with a word that none of them is.
  ArrowArray make_dictionary(const std::string& format, std::vector<Field>& fields) const {
    std::vector<Field> words = {junk(format)};
    for (Field& field : fields) {
      if (!field) continue;
      std::size_t place = 1;
      while (place < words.size() && words[place] != field) ++place;
      if (place == words.size()) words.push_back(field);
      field = std::to_string(place);
    }
    return make_column(format, words);
  }

  static void add_text(const std::string& format, const std::vector<Field>& fields, std::vector<std::string>& buffers) {
    std::string places, bytes, more_bytes;
    const auto put_offset = [&] {
      if (format == "u")
        put(places, static_cast<std::int32_t>(bytes.size()));
      else
        put(places, static_cast<std::int64_t>(bytes.size()));
    };
    for (const Field& field : fields) {
      const std::string text = field.value_or("\xfe under a null");
      if (format == "vu") {
        put_view(text, places, bytes.size() <= more_bytes.size() ? bytes : more_bytes,
                 bytes.size() > more_bytes.size());
        continue;
      }
      put_offset();
      bytes += text;
    }
    if (format != "vu") put_offset();
    buffers.push_back(places);
    buffers.push_back(bytes);
    if (format != "vu") return;
    std::string sizes;
    put(sizes, static_cast<std::int64_t>(bytes.size()));
    put(sizes, static_cast<std::int64_t>(more_bytes.size()));
    buffers.push_back(more_bytes);
    buffers.push_back(sizes);
  }

  static void put_view(const std::string& text, std::string& views, std::string& bytes, std::int32_t buffer) {
    put(views, static_cast<std::int32_t>(text.size()));
    if (text.size() <= 12) {
      views += text + std::string(12 - text.size(), '\0');
      return;
    }
    views += text.substr(0, 4);
    put(views, buffer);
    put(views, static_cast<std::int32_t>(bytes.size()));
    bytes += text;
  }

  static void add_values(const std::string& format, const std::vector<Field>& fields,
                         std::vector<std::string>& buffers) {
    std::string values;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const std::string text = fields[k].value_or("99");
      if (format == "b")
        put_bit(values, k, text == "true");
      else
        put_number(format, text, values);
    }
    buffers.push_back(values);
  }

  static void put_number(const std::string& format, const std::string& text, std::string& values) {
    if (format == "c") return put(values, static_cast<std::int8_t>(std::stoi(text)));
    if (format == "C") return put(values, static_cast<std::uint8_t>(std::stoi(text)));
    if (format == "s") return put(values, static_cast<std::int16_t>(std::stoi(text)));
    if (format == "S") return put(values, static_cast<std::uint16_t>(std::stoi(text)));
    if (format == "i") return put(values, static_cast<std::int32_t>(std::stoi(text)));
    if (format == "I") return put(values, static_cast<std::uint32_t>(std::stoul(text)));
    if (format == "l") return put(values, static_cast<std::int64_t>(std::stoll(text)));
    if (format == "L") return put(values, static_cast<std::uint64_t>(std::stoull(text)));
    if (format == "e") return put(values, half(std::stod(text)));
    if (format == "f") return put(values, std::stof(text));
    if (format == "g") return put(values, std::stod(text));
    if (format == "tdD") return put(values, static_cast<std::int32_t>(std::stoi(text)));
    if (format.starts_with("ts")) return put(values, static_cast<std::int64_t>(std::stoll(text)));
    put(values, std::int64_t{0});
  }

  // Of a number that a float of 16 bits can be, zero, or infinite.
  static std::uint16_t half(double value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return 0x7e00;
    if (std::isinf(value)) return sign | 0x7c00;
    if (value == 0) return sign;
    int exponent = 0;
    const double mantissa = std::frexp(std::fabs(value), &exponent);
    if (exponent < -13) return static_cast<std::uint16_t>(sign | static_cast<int>(std::ldexp(std::fabs(value), 24)));
    return static_cast<std::uint16_t>(sign | (exponent + 14) << 10 | (static_cast<int>(mantissa * 2048) - 1024));
  }

  static void release_schema(ArrowSchema* schema) {
    auto* node = static_cast<SchemaNode*>(schema->private_data);
    for (ArrowSchema& child : node->children) child.release(&child);
    if (schema->dictionary != nullptr) schema->dictionary->release(schema->dictionary);
    --node->counts->schemas;
    delete node;
    schema->release = nullptr;
  }

  static void release_array(ArrowArray* array) {
    auto* node = static_cast<ArrayNode*>(array->private_data);
    for (ArrowArray& child : node->children) child.release(&child);
    if (array->dictionary != nullptr) array->dictionary->release(array->dictionary);
    for (std::string& buffer : node->buffers) std::memset(buffer.data(), 0xdd, buffer.size());
    --node->counts->arrays;
    delete node;
    array->release = nullptr;
  }

  static StreamState& state_of(ArrowArrayStream* stream) { return *static_cast<StreamState*>(stream->private_data); }

  static int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    *out = ArrowBuilder(state_of(stream).counts).schema(state_of(stream).columns);
    return 0;
  }

  static int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    StreamState& state = state_of(stream);
    *out = {};
    if (state.batches == state.fails_at) return EIO;
    if (state.batches > state.cuts.size()) throw std::logic_error("asked again behind the end");
    if (state.batches++ == state.cuts.size()) return 0;
    const std::size_t end = state.cuts[state.batches - 1];
    *out = ArrowBuilder(state.counts).batch(state.columns, state.begin, end, state.slice);
    state.begin = end;
    return 0;
  }

  static const char* get_last_error(ArrowArrayStream* stream) {
    return state_of(stream).error.empty() ? nullptr : state_of(stream).error.c_str();
  }

  static void release_stream(ArrowArrayStream* stream) {
    --state_of(stream).counts.streams;
    delete &state_of(stream);
    stream->release = nullptr;
  }

  ArrowCounts& counts_;
};

}  // namespace pdrank::test
