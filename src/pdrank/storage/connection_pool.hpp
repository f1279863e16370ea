// Connections to a database, made when they are needed and kept for the next who needs one.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

class ConnectionPool {
 public:
  using Make = std::function<std::unique_ptr<Connection>()>;

  // A connection for as long as this lives.
  class Lease {
   public:
    Lease(ConnectionPool& pool, std::unique_ptr<Connection> connection);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Connection& operator*() const { return *connection_; }

   private:
    ConnectionPool& pool_;
    std::unique_ptr<Connection> connection_;
  };

  // At most `most` at a time.
  ConnectionPool(Make make, std::size_t most) : make_(std::move(make)), most_(most) {}

  // Waits while all are in use; who came first goes first.
  Lease take();
  std::size_t waiting() const;  // how many do

 private:
  std::unique_ptr<Connection> wait_for_turn();  // one that was kept, or none: then it is time to make one
  void give_back(std::unique_ptr<Connection> connection);

  Make make_;
  std::size_t most_, in_use_ = 0;
  std::uint64_t next_ticket_ = 0, now_served_ = 0;
  std::vector<std::unique_ptr<Connection>> idle_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace pdrank::storage
