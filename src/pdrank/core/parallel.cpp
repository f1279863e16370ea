#include "pdrank/core/parallel.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "pdrank/core/platform.hpp"
#include "pdrank/core/work_sharing.hpp"

namespace pdrank {
namespace {

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

thread_local int thread_limit = core_count();

struct Job {
  void (*call)(void*, std::size_t);
  void* context;
  std::size_t count;
  std::atomic<std::size_t> next = 0;
  std::atomic_flag failed = {};
  std::exception_ptr error = nullptr;  // of whoever failed first; read when all are done

  void work() noexcept {
    try {
      for (std::size_t k; (k = next.fetch_add(1, std::memory_order_relaxed)) < count;) call(context, k);
    } catch (...) {
      if (!failed.test_and_set()) error = std::current_exception();
      next = count;
    }
  }
};

// Threads that wait for a job. One job at a time; a loop that is started meanwhile runs on its own thread alone.
//
// It is never destroyed: its threads sleep until the process ends. A forked process has none of them, nor perhaps a
// state to go on from, and begins with a pool of its own.
class Pool {
 public:
  static Pool& instance() { return *current(); }

  // False if the pool is in use.
  bool run(Job& job, std::size_t helpers) {
    if (in_use_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{in_use_};
    {
      const std::lock_guard lock(mutex_);
      for (; threads_ < helpers; ++threads_)
        platform::start_thread([](void* pool) { static_cast<Pool*>(pool)->serve(); }, this);
      job_ = &job;
      places_ = helpers;
    }
    wake_.notify_all();
    job.work();
    std::unique_lock lock(mutex_);
    job_ = nullptr;  // who has not woken yet is not needed any more
    idle_.wait(lock, [this] { return working_ == 0; });
    return true;
  }

 private:
  static Pool*& current() {
    static Pool* pool = [] {
      platform::after_fork([] { current() = new Pool; });
      return new Pool;
    }();
    return pool;
  }

  struct Release {
    std::atomic_flag& flag;
    ~Release() { flag.clear(std::memory_order_release); }
  };

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

  std::atomic_flag in_use_;  // set while a job runs; not a mutex, because the job's own thread asks for it too
  std::mutex mutex_;         // guards what follows
  std::condition_variable wake_, idle_;
  std::size_t threads_ = 0;
  Job* job_ = nullptr;
  std::size_t places_ = 0;   // helpers that may still join the job
  std::size_t working_ = 0;  // helpers at work on it
};

}  // namespace

namespace parallel_detail {

void run(std::size_t count, void (*call)(void*, std::size_t), void* context) {
  Job job{call, context, count};
  const WorkScope alone(nullptr);
  const std::size_t helpers = std::min(static_cast<std::size_t>(thread_limit), count);
  if (helpers < 2 || !Pool::instance().run(job, helpers - 1)) job.work();
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace parallel_detail

ThreadScope::ThreadScope(int threads) : before_(thread_limit) { thread_limit = threads > 0 ? threads : core_count(); }

ThreadScope::~ThreadScope() { thread_limit = before_; }

}  // namespace pdrank
