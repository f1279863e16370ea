// Keeps what is derived from the votes fresh, in threads of its own that requests never wait for: one that follows the
// votes closely (the posterior, with the noise and the spread that it has learned from nearly the same votes), and one
// that takes its time (what `pdrank rank` says, annotators included; and the stock of pairs).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/server/live_project.hpp"

namespace pdrank::server {

// The steps, for whoever has the thread.

// Ranks quickly and publishes it.
void rank_quickly(LiveProject& project, Observer* observer = nullptr);
// Ranks as `pdrank rank` does and publishes it, unless the observer stops it.
void rank_thoroughly(LiveProject& project, int threads, Observer* observer = nullptr);
// Chooses pairs and publishes them. `seed` decides between equals.
void fill_stock(LiveProject& project, int threads, std::uint64_t seed, Observer* observer = nullptr);
// Whether the thorough ranking is of fewer votes than there are.
bool wants_ranking(const LiveProject& project);
// Whether the stock is used up or no longer what the votes ask for.
bool wants_stock(const LiveProject& project);

struct WorkerOptions {
  std::function<std::vector<std::shared_ptr<LiveProject>>()> projects;
  std::function<void(const std::string&)> on_trouble;  // a sentence; called from the worker's threads
  bool shared_store = false;  // others may write to it: it is asked for news, not only when something has come in here
  int threads = 1;            // of a thorough ranking
};

class Worker {
 public:
  explicit Worker(WorkerOptions options);
  ~Worker();  // stops at the next opportunity

  // Something has changed.
  void wake();

 private:
  class StopWatcher : public Observer {
   public:
    explicit StopWatcher(const std::atomic<bool>& stopping) : stopping_(stopping) {}
    bool stop_requested() override { return stopping_; }

   private:
    const std::atomic<bool>& stopping_;
  };

  // What is done in a thread of its own for every project that wants it.
  struct Chore {
    std::function<bool(const LiveProject&)> is_wanted;
    std::function<void(LiveProject&)> run;
    int rest_over_work;  // a project rests so many times as long as it took, if it took long
  };

  void follow();
  void follow(LiveProject& project);
  void toil(const Chore& chore);
  bool wait(std::uint64_t& seen, std::chrono::milliseconds least, std::chrono::milliseconds most);
  std::vector<std::shared_ptr<LiveProject>> projects();
  void guarded(const std::function<void()>& step);

  const WorkerOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_, ending_;
  std::uint64_t calls_ = 0;  // of wake()
  std::atomic<bool> stopping_ = false;
  StopWatcher watcher_{stopping_};
  std::thread follower_, ranker_, stocker_;
};

}  // namespace pdrank::server
