#include "pdrank/storage/connection_pool.hpp"

#include <utility>

namespace pdrank::storage {

ConnectionPool::Lease::Lease(ConnectionPool& pool, std::unique_ptr<Connection> connection)
    : pool_(pool), connection_(std::move(connection)) {}

ConnectionPool::Lease::~Lease() { pool_.give_back(std::move(connection_)); }

ConnectionPool::Lease ConnectionPool::take() {
  std::unique_ptr<Connection> connection = wait_for_turn();
  if (connection) return {*this, std::move(connection)};
  try {
    return {*this, make_()};
  } catch (...) {
    give_back(nullptr);
    throw;
  }
}

std::size_t ConnectionPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return next_ticket_ - now_served_;
}

std::unique_ptr<Connection> ConnectionPool::wait_for_turn() {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_ticket_++;
  changed_.wait(lock, [&] { return now_served_ == ticket && in_use_ < most_; });
  ++now_served_;
  ++in_use_;
  changed_.notify_all();
  while (!idle_.empty()) {
    std::unique_ptr<Connection> connection = std::move(idle_.back());
    idle_.pop_back();
    if (connection->is_usable()) return connection;
  }
  return nullptr;
}

void ConnectionPool::give_back(std::unique_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  --in_use_;
  if (connection && connection->is_usable()) idle_.push_back(std::move(connection));
  changed_.notify_all();
}

}  // namespace pdrank::storage
