// All orders in which several threads can take their steps, one after the other. A step goes from one point() to the
// next. A thread that waits for a lock is passed over until it has it. Nothing but the steps may decide what threads
// do, so that the same order comes to the same.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

namespace pdrank::schedule {

class Actor {
 public:
  explicit Actor(const std::function<void()>& what)
      : thread_([this, what] {
          id_ = static_cast<int>(::syscall(SYS_gettid));
          mine = this;
          wait();
          what();
          state_ = State::done;
        }) {}
  ~Actor() { thread_.join(); }
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  bool is_ready() const { return state_ == State::waiting; }
  bool is_done() const { return state_ == State::done; }
  void go() {
    state_ = State::starting;
    granted_.release();
  }
  // Whether it is at a point, done, or waits for a lock.
  bool is_still() const {
    const State state = state_;
    return state == State::waiting || state == State::done || (state == State::running && sleeps());
  }

  void wait() {
    state_ = State::waiting;
    granted_.acquire();
    state_ = State::running;
  }

  static inline thread_local Actor* mine = nullptr;

 private:
  enum class State { starting, waiting, running, done };

  bool sleeps() const {
    std::ifstream file("/proc/self/task/" + std::to_string(id_) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name_ends = line.rfind(')');
    return name_ends != std::string::npos && line.compare(name_ends, 3, ") S") == 0;
  }

  std::atomic<State> state_ = State::starting;
  std::atomic<int> id_ = 0;
  std::binary_semaphore granted_{0};
  std::thread thread_;  // the last, for it uses the others
};

// Where another thread may go on. Of no effect outside of the threads of explore().
inline void point() {
  if (Actor::mine) Actor::mine->wait();
}

// One that still ran when another was looked at may have let that one go on: so all are looked at twice.
inline void settle(const std::vector<std::unique_ptr<Actor>>& actors) {
  for (int times = 0; times < 2;) {
    const bool are_still = std::ranges::all_of(actors, [](const auto& actor) { return actor->is_still(); });
    times = are_still ? times + 1 : 0;
    if (!are_still) std::this_thread::yield();
  }
}

struct Choice {
  std::size_t taken = 0, of = 0;
};

// One order: the choices of `path`, and behind them the first each time, which is added to it.
inline void run(const std::vector<std::function<void()>>& threads, std::vector<Choice>& path) {
  std::vector<std::unique_ptr<Actor>> actors;
  for (const auto& thread : threads) actors.push_back(std::make_unique<Actor>(thread));
  for (std::size_t depth = 0;; ++depth) {
    std::vector<Actor*> ready;
    std::size_t done = 0;
    settle(actors);
    for (const auto& actor : actors) {
      if (actor->is_ready()) ready.push_back(actor.get());
      if (actor->is_done()) ++done;
    }
    if (done == actors.size()) return;
    if (ready.empty()) {
      std::fputs("all threads wait for each other\n", stderr);
      std::abort();  // they would not end
    }
    if (depth == path.size()) path.push_back({0, ready.size()});
    path[depth].of = ready.size();
    ready.at(path[depth].taken)->go();
  }
}

// Calls try_one(path), which is to call run(.., path) and to look at what came of it, for every order there is; how
// many those were.
template <class Try>
std::size_t explore(const Try& try_one) {
  std::vector<Choice> path;
  for (std::size_t orders = 1;; ++orders) {
    try_one(path);
    while (!path.empty() && path.back().taken + 1 == path.back().of) path.pop_back();
    if (path.empty()) return orders;
    ++path.back().taken;
  }
}

}  // namespace pdrank::schedule
