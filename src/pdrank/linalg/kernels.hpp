// The arithmetic of one edge, a vector of edges at a time (Google Highway; the widest instructions of the machine are
// chosen at run time). y = margin a'x, w = weight, softplus(t) = log(1 + e^t), sigmoid(t) = 1 / (1 + e^-t).
//
// Each call works on one block of at most a few thousand edges; parallel.hpp cuts and joins the blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pdrank::kernels {

// force = w sigmoid(1 - y), curvature = w sigmoid'(1 - y); returns sum w softplus(1 - y).
double logistic(const double* margin, const double* weight, std::size_t count, double* force, double* curvature);

// omega = 1 / (softplus(1 - y) + epsilon); returns sum c log(softplus(1 - y) + epsilon), the data term of the
// objective.
double reweight(const double* margin, const double* edge_count, std::size_t count, double epsilon, double* omega);

// The proximal point u of w softplus(1 - .) at s solves u - s = w sigmoid(1 - u). Gives pull = u - s, which keeps its
// digits where u does not. For |s| up to 1e15 and w from 0 to 1e18.
void prox_pull(const double* s, const double* weight, std::size_t count, double* pull);

// A relaxed step of the dual variable v of w softplus(1 - .), with step size sigma, towards the margin y:
//   v += relaxation (prox_{sigma g*}(v + sigma y) - v),   prox = -w sigmoid(1 - u), sigma (u - y) - v = w sigmoid(1 -
//   u)
// The closer y is to u, which it is in the end, the shorter the search for u.
void dual_step(const double* margin, const double* weight, const double* sigma, double relaxation, std::size_t count,
               double* dual);

// Draws side by side: kPadding values of every node stand together.
inline constexpr std::size_t kPadding = 16;

// What a few whole answers say about a node and another, whose site has a weight.
struct NeighbourAnswers {
  std::uint32_t other;
  float weight;
  std::uint32_t source : 24, won : 4, lost : 4;

  static constexpr std::uint32_t kMostSources = 1u << 24;
  static constexpr int kMost = 4;  // answers
};
inline constexpr std::size_t kNeighboursAhead = 12;  // so many behind the last must be there; what is read then is
                                                     // asked for now

// sum += weight * value of the other node.
void add_neighbours(const NeighbourAnswers* answers, std::size_t count, const float* values, float* sum);

// How much likelier the answers are where a node is `then` than where it is `now`: adds won log(L(then - other) /
// L(now - other)), L(d) = f + (1 - 2 f) sigmoid(d), f = flip[source], and the same of L(-d) for those lost. Differences
// beyond 30 count as 30.
void add_log_ratio(const NeighbourAnswers* answers, std::size_t count, const float* flip, const float* values,
                   const float* now, const float* then, double* log_ratio);

// now = then where uniform <= e^log_ratio.
void accept(const double* log_ratio, const float* uniform, const float* then, float* now);

// The same of many answers about one other node, in double precision.
void flip_log_ratio(double flip, double won, double lost, const float* now, const float* then, const float* other,
                    double* log_ratio);

// The same of answers whose law has an offset, cuts or ties. With e = e^-(d + offset), what was answered has the
// probability P(e), and P(1 / e) were it turned round:
//
//   P(e) = inside / ((1 + e low) (1 + high / e)), or by Davidson's law 1 / (1 + e + tie sqrt(e)), and for a tie of that
//   law tie / (e^-1/2 + e^1/2 + tie)
//
// A single answer for the first multiplies `ratio`, of which one such factor is within e^+-60; others go to log_ratio.
struct AnswerLawRow {
  double flip = 0, won = 0, lost = 0, offset = 0, sign = 1;  // d = sign (score - other)
  double low = 1, high = 0, inside = 1;  // e^lower end, e^-upper end (0: open), 1 - e^(lower - upper)
  double tie = 0;                        // 0: not Davidson's law
  bool is_tie = false;

  bool is_single() const { return won + lost == 1 && (won == 1 || lost == 1); }
};
void law_ratio(const AnswerLawRow& row, const float* now, const float* then, const float* other, double* ratio,
               double* log_ratio);

// Normal beliefs about differences d, each times the likelihood f + (1 - 2 f) sigmoid(d) of one answer: logarithm of
// the integral, mean and variance, and the probability that the answer was turned round. By the trapezoidal rule with
// nodes at most kOneAnswerStep deviations, and kOneAnswerCoarsest in d, apart, up to kOneAnswerReach deviations to
// either side. `count` is a multiple of kPadding; |mean| + kOneAnswerReach deviations at most kOneAnswerFarthest.
inline constexpr double kOneAnswerReach = 5.6, kOneAnswerStep = 0.8, kOneAnswerFarthest = 300;
inline constexpr double kOneAnswerCoarsest = 1.4;  // the poles of the logistic law are pi away from the real axis
struct OneAnswerTilts {
  double *mean, *variance;  // of the beliefs, and of the products
  const double* flip;
  double *log_mass, *turned;
};
void tilt_one_answers(const OneAnswerTilts& tilts, std::size_t count);

// Rows of whole answers about one pair, at many differences at once: what is preferred with probability up[k] and
// down[k] were no answer turned round. The likelihood of all rows, and how many answers of the rows that count are
// expected to have been turned round. `count` is a multiple of kPadding.
struct FewRows {
  static constexpr std::size_t kMost = 8;
  struct Row {
    int won, lost;
    double flip;
    bool counts;
  };
  std::array<Row, kMost> row;
  std::size_t size = 0;
};
void few_answers(const FewRows& rows, const double* up, const double* down, std::size_t count, double* likelihood,
                 double* turned);

double dot(const double* a, const double* b, std::size_t count);

// A step of conjugate gradients: x += step p, r -= step q; returns sum r^2 inverse.
double advance(double step, const double* p, const double* q, const double* inverse, std::size_t count, double* x,
               double* r);

}  // namespace pdrank::kernels
