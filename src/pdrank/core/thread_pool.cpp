#include "pdrank/core/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "pdrank/core/platform.hpp"

namespace pdrank::parallel_detail {
namespace {

// Threads that wait for a job. One job at a time; a loop that is started meanwhile runs on its own thread alone.
//
// It is never destroyed: its threads sleep until the process ends. A forked process has none of them, nor perhaps a
// state to go on from, and begins anew in the same place.
class Pool {
 public:
  static Pool& instance() {
    static Pool* const pool = [] {
      platform::after_fork([] {
        ++forks_;
        new (&instance()) Pool;
      });
      return new Pool;
    }();
    return *pool;
  }

  // False if the pool is in use.
  bool run(Job& job, std::size_t helpers) {
    if (in_use_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{in_use_};
    const int forks = forks_;
    {
      const std::lock_guard lock(mutex_);
      start_threads(helpers);
      job_ = &job;
      places_ = helpers;
    }
    wake_.notify_all();
    job.work();
    if (forks_ != forks) throw std::runtime_error("the process was forked in the midst of a job that threads shared");
    std::unique_lock lock(mutex_);
    job_ = nullptr;  // who has not woken yet is not needed any more
    idle_.wait(lock, [this] { return working_ == 0; });
    return true;
  }

 private:
  struct Release {
    std::atomic_flag& flag;
    ~Release() { flag.clear(std::memory_order_release); }
  };

  // As many as the system gives: the job does not need them.
  void start_threads(std::size_t wanted) try {
    for (; threads_ < wanted; ++threads_)
      platform::start_thread([](void* pool) { static_cast<Pool*>(pool)->serve(); }, this);
  } catch (const std::system_error&) {
  }

  void serve() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return job_ != nullptr && places_ > 0; });
      Job& job = *job_;
      --places_;
      ++working_;
      lock.unlock();
      job.work();
      lock.lock();
      if (--working_ == 0) idle_.notify_one();
    }
  }

  inline static std::atomic<int> forks_ = 0;

  std::atomic_flag in_use_;  // set while a job runs; not a mutex, because the job's own thread asks for it too
  std::mutex mutex_;         // guards what follows
  std::condition_variable wake_, idle_;
  std::size_t threads_ = 0;
  Job* job_ = nullptr;
  std::size_t places_ = 0;   // helpers that may still join the job
  std::size_t working_ = 0;  // helpers at work on it
};

}  // namespace

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

bool run_in_pool(Job& job, std::size_t helpers) { return Pool::instance().run(job, helpers); }

}  // namespace pdrank::parallel_detail
