// Records on their way to another process, field by field.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank::distributed {

class Packer {
 public:
  explicit Packer(std::vector<char>& bytes) : bytes_(bytes) {}

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void add(Number number) { append(&number, sizeof number); }
  void add(const std::string& text) {
    add(static_cast<std::uint32_t>(text.size()));
    append(text.data(), text.size());
  }
  template <class Value>
  void add(const std::optional<Value>& maybe) {
    add(maybe.has_value());
    if (maybe) add(*maybe);
  }
  template <class Value>
  void add(const std::vector<Value>& values) {
    add(static_cast<std::uint32_t>(values.size()));
    for (const Value& value : values) add(value);
  }
  template <class First, class Second>
  void add(const std::pair<First, Second>& both) {
    add(both.first);
    add(both.second);
  }
  template <HasFields Record>
  void add(const Record& record) {
    for_each_value(record, [&](std::string_view, const auto& value) { add(value); });
  }

 private:
  void append(const void* from, std::size_t size) {
    const auto* first = static_cast<const char*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<char>& bytes_;
};

// In the same order. The fields of records must be members.
class Unpacker {
 public:
  explicit Unpacker(std::span<const char> bytes) : left_(bytes) {}

  bool done() const { return left_.empty(); }

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void take(Number& number) { copy(&number, sizeof number); }
  void take(std::string& text) {
    text.resize(size());
    copy(text.data(), text.size());
  }
  template <class Value>
  void take(std::optional<Value>& maybe) {
    bool there = false;
    take(there);
    if (there) take(maybe.emplace());
  }
  template <class Value>
  void take(std::vector<Value>& values) {
    values.resize(size());
    for (Value& value : values) take(value);
  }
  template <class First, class Second>
  void take(std::pair<First, Second>& both) {
    take(both.first);
    take(both.second);
  }
  template <HasFields Record>
  void take(Record& record) {
    for_each_field<Record>([&](const auto& field) { take(record.*field.get); });
  }

 private:
  std::uint32_t size() {
    std::uint32_t size = 0;
    take(size);
    return size;
  }
  void copy(void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
  }

  std::span<const char> left_;
};

}  // namespace pdrank::distributed
