// Student's paired t-test, two-sided: is one method better than another on the same n folds, seeds or data sets?
//
//   d = a - b,   t = mean(d) / sqrt(s^2 (1/n + c)),   s^2 = sum of (d - mean)^2 / (n - 1),   n - 1 degrees of freedom
//
// c = 0 where the n results are independent. Folds of one data set share most of their training rows; then
// c = overlap / (1 - overlap), test rows over training rows: C. Nadeau, Y. Bengio, "Inference for the generalization
// error", Machine Learning 52 (2003).
#pragma once

#include <span>

namespace pdrank {

struct PairedTTest {
  double mean_difference = 0;     // of a - b
  double t = 0;                   // +-infinity if all differences are equal, NaN if all are 0
  double degrees_of_freedom = 0;  // n - 1
  double p_value = 1;             // in [0, 1]; 0 if t is infinite, NaN if it is NaN, as scipy.stats.ttest_rel says
};

// `overlap` in [0, 1): the share of the rows that a fold tests on; 0 = independent results. InvalidArgument for lists
// of different length, fewer than 2 entries, NaN, a difference that is not finite, an overlap outside [0, 1).
PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b, double overlap = 0);

}  // namespace pdrank
