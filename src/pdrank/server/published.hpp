// A value that one thread replaces as a whole and others read without waiting for its making.
#pragma once

#include <memory>
#include <mutex>

namespace pdrank::server {

template <class T>
class Published {
 public:
  std::shared_ptr<const T> get() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  void set(std::shared_ptr<const T> value) {
    const std::lock_guard lock(mutex_);
    value_.swap(value);  // what was there goes when the lock is open again
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> value_;  // null before the first
};

}  // namespace pdrank::server
