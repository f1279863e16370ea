// Values one behind the other: its own, or a caller's that are read where they are. The first change copies a caller's.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pdrank {

template <class T>
class Column {
 public:
  Column() = default;
  // Reads `values` in place; `owner` keeps them alive.
  Column(std::span<const T> values, std::shared_ptr<const void> owner) : values_(values), owner_(std::move(owner)) {}
  Column(Column&& other) noexcept { swap(other); }
  Column& operator=(Column&& other) noexcept {
    Column moved(std::move(other));
    swap(moved);
    return *this;
  }

  T operator[](std::size_t n) const { return values_[n]; }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  bool is_borrowed() const { return owner_ != nullptr; }
  std::span<const T> values() const { return values_; }
  std::size_t capacity() const { return owner_ ? values_.size() : own_.capacity(); }

  // change(own) may do what it likes to the std::vector of the values.
  template <class Change>
  void change(Change&& change) {
    if (owner_) own_.assign(values_.begin(), values_.end());
    owner_.reset();
    const Refresh at_the_end{*this};
    change(own_);
  }

 private:
  // Also where a change throws: the vector may have moved before.
  struct Refresh {
    Column& column;
    ~Refresh() { column.values_ = column.own_; }
  };

  void swap(Column& other) noexcept {
    own_.swap(other.own_);
    std::swap(values_, other.values_);
    owner_.swap(other.owner_);
  }

  std::vector<T> own_;
  std::span<const T> values_;          // in own_, or the owner's
  std::shared_ptr<const void> owner_;  // null: own_ has them
};

}  // namespace pdrank
