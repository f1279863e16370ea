// Records described once: what each field is called in every file, table and language, where it is, and what it means.
// Writers, bindings and messages between processes go through these lists, so a new field is one line in one of them;
// scripts/generate writes the documents, the description of the API and the types of the pages from the same lists.
#pragma once

#include <functional>
#include <string_view>
#include <tuple>

namespace pdrank {

// `get` is a member of the record, or a function that makes the value from it.
template <class Get>
struct RecordField {
  std::string_view name;
  Get get;
  std::string_view meaning;
};

// Fields<Record>::list is a tuple of them, in the order they are shown.
template <class Record>
struct Fields;

template <class Record>
concept HasFields = requires {
  Fields<Record>::list;
};

// visit(field) for each field.
template <HasFields Record, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Fields<Record>::list);
}

// visit(name, value) for each field of one record.
template <HasFields Record, class Visit>
void for_each_value(const Record& record, Visit&& visit) {
  for_each_field<Record>([&](const auto& field) { visit(field.name, std::invoke(field.get, record)); });
}

}  // namespace pdrank
