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
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

namespace pdrank::schedule {

// Whether a thread of this program sleeps, or is gone.
inline bool sleeps(int id) {
  std::ifstream file("/proc/self/task/" + std::to_string(id) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_ends = line.rfind(')');
  return !file || (name_ends != std::string::npos && line.compare(name_ends, 3, ") S") == 0);
}

// A thread whose steps are ordered.
class Turns {
 public:
  bool is_ready() const { return state_ == State::waiting; }
  bool is_done() const { return state_ == State::done; }
  void go() {
    state_ = State::starting;
    granted_.release();
  }
  // Whether it is at a point, done, or waits for a lock.
  bool is_still() const {
    const State state = state_;
    return state == State::waiting || state == State::done || (state == State::running && sleeps(id_));
  }

  void begin() {
    id_ = static_cast<int>(::syscall(SYS_gettid));
    mine = this;
  }
  void wait() {
    state_ = State::waiting;
    granted_.acquire();
    state_ = State::running;
  }
  void end() { state_ = State::done; }

  static inline thread_local Turns* mine = nullptr;

 private:
  enum class State { starting, waiting, running, done };

  std::atomic<State> state_ = State::starting;
  std::atomic<int> id_ = 0;
  std::binary_semaphore granted_{0};
};

class Actor : public Turns {
 public:
  explicit Actor(const std::function<void()>& what)
      : thread_([this, what] {
          begin();
          wait();
          what();
          end();
        }) {}
  ~Actor() { thread_.join(); }
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

 private:
  std::thread thread_;  // the last, for it uses the others
};

// A thread that what is tested made by itself: it takes part from its first point to the end of run(), and outlives it.
class Guest {
 public:
  // Called by that thread.
  void point() {
    if (is_free_) return;
    if (Turns::mine != &turns_) turns_.begin();
    has_come_ = true;
    turns_.wait();
  }

  Turns* turns() { return has_come_ ? &turns_ : nullptr; }
  void set_free() {
    is_free_ = true;
    if (has_come_ && turns_.is_ready()) turns_.go();
  }

 private:
  Turns turns_;
  std::atomic<bool> has_come_ = false, is_free_ = false;
};

// Where another thread may go on. Of no effect outside of the threads of explore().
inline void point() {
  if (Turns::mine) Turns::mine->wait();
}

// All threads but this one, among them those that what is tested made.
inline bool all_others_sleep() {
  const std::string own = std::to_string(::syscall(SYS_gettid));
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    const std::string id = task.path().filename().string();
    if (id != own && !sleeps(std::stoi(id))) return false;
  }
  return true;
}

// One that still ran when another was looked at may have let that one go on: so all are looked at twice.
inline void settle(const std::vector<std::unique_ptr<Actor>>& actors, bool has_guest) {
  for (int times = 0; times < 2;) {
    const bool are_still = std::ranges::all_of(actors, [](const auto& actor) { return actor->is_still(); }) &&
                           (!has_guest || all_others_sleep());
    times = are_still ? times + 1 : 0;
    if (!are_still) std::this_thread::yield();
  }
}

struct Choice {
  std::size_t taken = 0, of = 0;
};

// One order: the choices of `path`, and behind them the first each time, which is added to it.
inline void run(const std::vector<std::function<void()>>& threads, std::vector<Choice>& path, Guest* guest = nullptr) {
  std::vector<std::unique_ptr<Actor>> actors;
  for (const auto& thread : threads) actors.push_back(std::make_unique<Actor>(thread));
  for (std::size_t depth = 0;; ++depth) {
    std::vector<Turns*> ready;
    std::size_t done = 0;
    settle(actors, guest != nullptr);
    for (const auto& actor : actors) {
      if (actor->is_ready()) ready.push_back(actor.get());
      if (actor->is_done()) ++done;
    }
    if (guest && guest->turns() && guest->turns()->is_ready()) ready.push_back(guest->turns());
    if (done == actors.size()) {
      if (guest) guest->set_free();
      return;
    }
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
