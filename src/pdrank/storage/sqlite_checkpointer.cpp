#include "pdrank/storage/sqlite_checkpointer.hpp"

namespace pdrank::storage {
namespace {

constexpr int kLongLog = 4'000;  // pages, all of which are read after a crash

}  // namespace

SqliteCheckpointer::SqliteCheckpointer(const std::string& path) : connection_(path), thread_([this] { work(); }) {}

SqliteCheckpointer::~SqliteCheckpointer() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void SqliteCheckpointer::see_log(int pages) {
  const std::lock_guard lock(mutex_);
  pages_ = pages;
  if (pages_ < done_at_) done_at_ = 0;  // all had been moved, and the log began anew
  if (is_due()) changed_.notify_one();
}

void SqliteCheckpointer::wait() {
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [this] { return !is_moving_ && !is_due(); });
}

void SqliteCheckpointer::work() {
  for (int pages = wait_for_pages(); pages > 0; pages = wait_for_pages()) checkpoint(pages);
}

int SqliteCheckpointer::wait_for_pages() {
  std::unique_lock lock(mutex_);
  is_moving_ = false;
  moved_.notify_all();
  changed_.wait(lock, [this] { return is_closing_ || is_due(); });
  is_moving_ = !is_closing_;
  done_at_ = pages_;
  return is_closing_ ? 0 : pages_;
}

// Commits go on during the first, so that the log never ends and would only grow; the second holds them up, for what
// was added during the first alone.
void SqliteCheckpointer::checkpoint(int pages) {
  try {
    connection_.run_script("PRAGMA wal_checkpoint(PASSIVE)");
    if (pages >= kLongLog) connection_.run_script("PRAGMA wal_checkpoint(RESTART)");
  } catch (const StoreError&) {
    // Nothing is lost: it is all in the log still. Who commits will meet the same trouble, and say so.
  }
}

}  // namespace pdrank::storage
