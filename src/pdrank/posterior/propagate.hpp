// Expectation propagation (Minka 2001): the law of all scores given the answers, as the normal law whose sites match
// the answers. In a round every pair's site is taken out of the field, the answers are put in its place, and the site
// becomes the one that gives the same mean and variance.
#pragma once

#include <memory>

#include "pdrank/core/observer.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/tilted.hpp"

namespace pdrank {

class Propagation {
 public:
  // `answers` by class of source; a reference is kept. Their rows may change between rounds, their pairs may not.
  Propagation(const Answers& answers, std::uint64_t seed);

  // Goes on from sites of the same answers.
  void restart(const Sites& sites) {
    if (&sites != &sites_) sites_ = sites;
    damping_ = kDamping;
  }

  // A field that turns out not to be right for the graph is replaced. After a round.
  void check_field();

  // The sites as they are if all scores are so many times as far apart.
  void stretch(double factor);
  // The sites as they are if every score goes so far: `times` what `way` has of its node.
  void shift(std::span<const double> way, double times);

  // One round. False if the field could not be solved even with cautious sites.
  bool round(const Model& model);
  // Rounds until means and deviations stand still to `tolerance` of their deviations, or `most` are over; true if they
  // do, or come close, and the field is as exact as it should be.
  bool run(const Model& model, double tolerance, int most, Observer* observer = nullptr);

  const Answers& answers() const { return answers_; }
  const Sites& sites() const { return sites_; }
  Field& field() { return *field_; }
  const Field& field() const { return *field_; }

  // Of the last round:
  double moved() const { return moved_; }    // root mean square of the change of means and deviations, in deviations
  double turned() const { return turned_; }  // answers of class 0 expected to be turned round
  double evidence() const { return evidence_; }  // log of the probability of the answers; NaN where it is not known
  // The belief about a node's score without what was believed before any answer.
  struct Cavity {
    double mean, variance;
  };
  const std::vector<Cavity>& cavities() const { return cavity_; }  // of nodes that do not hang on links
  // By the logarithm of the variance of linked scores: derivative of the log evidence, and what Newton's method divides
  // it by.
  struct LinkSlope {
    double slope = 0, scale = 0;
  };
  LinkSlope link_slope(double variance) const;
  std::span<const double> variances() const { return variance_; }
  // The belief about a pair's difference without its own answers.
  Cavity pair_cavity(std::size_t pair) const;

  int rounds() const { return rounds_; }
  PairAnswers answers_of(std::size_t pair, const Model& model) const {
    return answers_about(answers_, pair, model, laws_);
  }
  // Of the model of the last round, by circumstance; empty where there are none.
  const std::vector<MarginLaw>& laws() const { return laws_; }

 private:
  double field_evidence() const;
  double update_pairs(const Model& model);
  double update_nodes(const Model& model);
  bool solve_carefully();
  void sample_field();
  void hold_links(const Model& model);

  const Answers& answers_;
  std::uint64_t seed_;
  std::unique_ptr<Field> field_;
  Sites sites_;
  std::vector<MarginLaw> laws_;
  std::vector<double> last_mean_, variance_;
  std::vector<Cavity> cavity_;
  static constexpr double kDamping = 0.8;
  double damping_ = kDamping, moved_ = 0, turned_ = 0, evidence_ = 0;
  int rounds_ = 0;
};

}  // namespace pdrank
