// SQLite writes to a log beside the file and from time to time moves what is there into the file: a checkpoint. Left to
// itself it does so in the midst of a commit, and whoever waits for that waits for a good part of the file to be
// written. Here a thread of its own does it, beside the commits.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "pdrank/storage/sqlite_connection.hpp"

namespace pdrank::storage {

class SqliteCheckpointer {
 public:
  explicit SqliteCheckpointer(const std::string& path);
  ~SqliteCheckpointer();
  SqliteCheckpointer(const SqliteCheckpointer&) = delete;
  SqliteCheckpointer& operator=(const SqliteCheckpointer&) = delete;

  // To be called after a commit: the log has so many pages now.
  void see_log(int pages);
  // Returns when there is little to be moved; for those who write much, so that others need not wait for it.
  void wait();

 private:
  static constexpr int kWorthMoving = 1'000;  // pages of 4 KiB: to move few at a time would be many syncs

  void work();
  bool is_due() const { return pages_ - done_at_ >= kWorthMoving; }
  int wait_for_pages();  // 0: it is time to stop
  void checkpoint(int pages);

  SqliteConnection connection_;
  int pages_ = 0, done_at_ = 0;  // of the log: now, and when it was last looked at
  bool is_moving_ = false, is_closing_ = false;
  std::mutex mutex_;
  std::condition_variable changed_, moved_;
  std::thread thread_;
};

}  // namespace pdrank::storage
