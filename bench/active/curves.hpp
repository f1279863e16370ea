// Every point of every play, for plot.py.
#pragma once

#include <cstdint>
#include <string>

#include "contest.hpp"

namespace pdrank::bench::active {

class Curves {
 public:
  void add(const Contest& contest, const Curve& curve);

  // strategy,method,world,items,seed,answers,tau,choosing_seconds,ranking_seconds
  std::string csv() const;

 private:
  std::string rows_;
};

}  // namespace pdrank::bench::active
