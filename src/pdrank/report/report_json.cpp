#include "pdrank/report/report_json.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/certificate.hpp"
#include "pdrank/report/answer_calibration.hpp"
#include "pdrank/report/checks.hpp"
#include "pdrank/report/columns.hpp"
#include "pdrank/report/conclusion.hpp"
#include "pdrank/report/encounters.hpp"
#include "pdrank/report/least_credible.hpp"
#include "pdrank/report/score_meaning.hpp"
#include "pdrank/report/win_matrix.hpp"

namespace pdrank {
namespace {

using io::JsonWriter;

constexpr std::size_t kDoubtfulShown = 200;
constexpr std::size_t kAnswersOfPair = 50, kAnswersOfGroups = 10;  // named behind a cell of the matrix
constexpr std::size_t kEncountersKept = 20'000;                    // of all items together
constexpr std::uint32_t kCurvesDrawn = 60;                         // of the first places
constexpr std::array<std::string_view, 4> kFlags = {"unbeaten", "winless", "bridge", "few"};  // bit by bit

double flag_bits(const Place& place) {
  unsigned bits = 0;
  for (std::size_t flag = 0; flag < kFlags.size(); ++flag)
    if (std::ranges::find(place.flags, kFlags[flag]) != place.flags.end()) bits |= 1u << flag;
  return bits;
}

// The ends of where a score is: the method's own, or else by its standard error.
double score_low(const Place& place) {
  return place.score_low.value_or(place.score - kNormal90 * place.standard_error.value_or(kNone));
}
double score_high(const Place& place) {
  return place.score_high.value_or(place.score + kNormal90 * place.standard_error.value_or(kNone));
}

class ReportWriter {
 public:
  ReportWriter(const RankResult& result, const Comparisons& data, Sink& sink)
      : result_(result), data_(data), json_(sink) {
    place_of_.resize(data.items.size());
    for (std::uint32_t place = 0; place < result.ranking.size(); ++place) place_of_[result.ranking[place].id] = place;
  }

  void write(const ReportSource& source) {
    json_.begin_object();
    write_source(source);
    write_judgement();
    write_counts();
    write_ranking();
    json_.member("score_meaning", score_meaning(result_));
    write_grades();
    json_.member("reliability", result_.reliability);
    json_.member("agreement", result_.agreement);
    write_calibration();
    write_certificate();
    write_fragility();
    json_.member("effects", result_.effects);
    write_curves();
    write_boards();
    write_annotators();
    write_encounters();
    write_answers("doubtful", least_credible(result_, data_, kDoubtfulShown));
    write_matrices();
    write_convergence();
    json_.end_object();
  }

 private:
  void begin_table(std::size_t rows) {
    json_.begin_object();
    json_.member("count", std::uint64_t{rows});
  }

  void write_source(const ReportSource& source) {
    json_.member("title", source.title);
    json_.member("command", source.command);
    json_.member("files", source.files);
    json_.member("version", source.version);
    json_.member("method", result_.method);
    json_.member("chosen_because", result_.chosen_because);
    json_.member("seed", std::to_string(result_.seed));  // 64 bits are more than a number of the page has
    json_.key("options");
    json_.begin_object();
    for (const auto& [name, value] : result_.options) json_.member(name, value);
    json_.end_object();
  }

  void write_judgement() {
    const std::vector<Check> checks = check_trust(result_);
    const Conclusion conclusion = conclude(result_, checks);
    json_.member("headline", conclusion.headline);
    json_.member("sentences", conclusion.sentences);
    json_.key("checks");
    json_.begin_array();
    for (const Check& check : checks) {
      json_.begin_object();
      json_.member("name", check.name);
      json_.member("grade", check.grade);
      json_.member("title", check.title);
      json_.member("text", check.text);
      json_.end_object();
    }
    json_.end_array();
    json_.member("notes", other_notes());
    json_.member("first_skipped", result_.data.first_skipped);
  }

  // Without those that are shown with the effects, and without what the check on noise says.
  std::vector<std::string> other_notes() const {
    std::vector<std::string> notes = result_.notes;
    const std::string noise = noise_sentence(result_);
    for (std::string& note : notes)
      if (!noise.empty() && note.starts_with(noise + ' ')) note.erase(0, noise.size() + 1);
    std::erase_if(notes, [&](const std::string& note) {
      return std::ranges::find(result_.effects, note, &Effect::meaning) != result_.effects.end();
    });
    return notes;
  }

  void write_counts() {
    json_.key("counts");
    json_.begin_object();
    json_.member("rows", result_.data.rows);
    json_.member("comparisons", result_.data.comparisons);
    json_.member("items", result_.data.items);
    json_.member("annotators", result_.data.annotators);
    json_.member("ties", result_.data.ties);
    json_.member("pairs", result_.graph.pairs);
    json_.member("share_of_pairs_seen", result_.graph.share_of_pairs_seen);
    json_.member("with", result_.confidence.count(Standing::with));
    json_.member("level", result_.confidence.count(Standing::level));
    json_.member("against", result_.confidence.count(Standing::against));
    json_.end_object();
    json_.key("parts");
    begin_table(result_.graph.component_sizes.size());
    write_numbers(json_, "items", result_.graph.component_sizes.size(),
                  [&](std::size_t part) { return result_.graph.component_sizes[part]; });
    json_.end_object();
  }

  void write_ranking() {
    const std::vector<Place>& places = result_.ranking;
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, places.size(), [&](std::size_t k) { return number_of(places[k]); });
    };
    const auto steps = [&](const char* name, auto&& number_of) {
      write_steps(json_, name, places.size(), [&](std::size_t k) { return number_of(places[k]); });
    };
    const auto rounded = [&](const char* name, auto&& number_of) {
      write_numbers(
          json_, name, places.size(), [&](std::size_t k) { return number_of(places[k]); }, kFewDigits);
    };
    json_.key("ranking");
    begin_table(places.size());
    write_names(json_, "item", places.size(), [&](std::size_t k) { return std::string_view(places[k].item); });
    steps("rank", [](const Place& place) { return place.rank; });
    numbers("part", [](const Place& place) { return place.component; });
    // The page rounds it as the table of the program does: rounding twice would give another last digit.
    write_numbers(
        json_, "score", places.size(), [&](std::size_t k) { return places[k].score; }, kAllDigits);
    numbers("wins", [](const Place& place) { return place.wins; });
    numbers("losses", [](const Place& place) { return place.losses; });
    numbers("ties", [](const Place& place) { return place.ties; });
    numbers("flags", flag_bits);
    if (result_.has_ranges()) {
      numbers("up", [](const Place& place) { return place.rank - *place.rank_low; });
      numbers("down", [](const Place& place) { return *place.rank_high - place.rank; });
      steps("tier", [](const Place& place) { return place.tier.value_or(0); });
    }
    const auto any_has = [&](auto&& field) {
      return std::ranges::any_of(places, [&](const Place& place) { return (place.*field).has_value(); });
    };
    if (any_has(&Place::score_low) || any_has(&Place::standard_error)) {
      rounded("below", [](const Place& place) { return place.score - score_low(place); });
      rounded("above", [](const Place& place) { return score_high(place) - place.score; });
    }
    if (any_has(&Place::standard_error))
      rounded("standard_error", [](const Place& place) { return place.standard_error.value_or(kNone); });
    if (any_has(&Place::infit)) {
      rounded("infit", [](const Place& place) { return place.infit.value_or(kNone); });
      rounded("outfit", [](const Place& place) { return place.outfit.value_or(kNone); });
    }
    if (!places.empty() && places.front().rank_without)  // all have it, or none
      numbers("rank_without", [](const Place& place) { return place.rank_without.value_or(0); });
    json_.end_object();
  }

  // Board by board, best first; `places` says how many items each has. Items by their places in the ranking.
  void write_boards() {
    const std::vector<BoardPlace>& lines = result_.boards;
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, lines.size(), [&](std::size_t k) { return number_of(lines[k]); });
    };
    std::vector<std::string_view> values;
    std::vector<std::size_t> sizes;
    for (const BoardPlace& line : lines) {
      if (values.empty() || values.back() != line.value) values.emplace_back(line.value), sizes.push_back(0);
      ++sizes.back();
    }
    json_.key("boards");
    begin_table(values.size());
    write_names(json_, "value", values.size(), [&](std::size_t k) { return values[k]; });
    write_numbers(json_, "places", sizes.size(), [&](std::size_t k) { return sizes[k]; });
    json_.key("lines");
    begin_table(lines.size());
    numbers("item", [&](const BoardPlace& line) { return place_of_[line.id]; });
    write_steps(json_, "rank", lines.size(), [&](std::size_t k) { return lines[k].rank; });
    numbers("rank_low", [](const BoardPlace& line) { return line.rank_low; });
    numbers("rank_high", [](const BoardPlace& line) { return line.rank_high; });
    numbers("score", [](const BoardPlace& line) { return line.score; });
    numbers("score_low", [](const BoardPlace& line) { return line.score_low; });
    numbers("score_high", [](const BoardPlace& line) { return line.score_high; });
    numbers("differs", [](const BoardPlace& line) {
      return line.differs == "higher" ? 1 : line.differs.empty() ? 0 : -1;
    });
    json_.end_object();
    json_.end_object();
  }

  // Grades from the best on, and which of them each place has.
  void write_grades() {
    const std::vector<Place>& places = result_.ranking;
    std::vector<std::string> grades;
    std::vector<double> of_place;
    for (const Place& place : places) {
      const auto found = std::ranges::find(grades, place.grade);
      of_place.push_back(place.grade.empty() ? -1.0 : static_cast<double>(found - grades.begin()));
      if (!place.grade.empty() && found == grades.end()) grades.push_back(place.grade);
    }
    json_.member("grades", grades);
    if (grades.empty()) return;
    json_.key("graded");
    begin_table(places.size());
    write_numbers(json_, "grade", places.size(), [&](std::size_t k) { return of_place[k]; });
    write_numbers(
        json_, "probability", places.size(), [&](std::size_t k) { return places[k].grade_probability.value_or(kNone); },
        kFewDigits);
    json_.end_object();
  }

  void write_calibration() {
    const std::optional<Calibration> found = calibrate_answers(result_, data_);
    json_.key("calibration");
    if (!found) return json_.null();
    std::vector<CalibrationBin> bins;
    std::ranges::copy_if(found->bins, std::back_inserter(bins),
                         [](const CalibrationBin& bin) { return bin.weight > 0; });
    begin_table(bins.size());
    json_.member("expected_error", found->expected_error);
    write_numbers(json_, "answers", bins.size(), [&](std::size_t k) { return bins[k].weight; });
    write_numbers(json_, "predicted", bins.size(), [&](std::size_t k) { return bins[k].mean_probability; });
    write_numbers(json_, "came_true", bins.size(), [&](std::size_t k) { return bins[k].mean_outcome; });
    json_.end_object();
  }

  void write_certificate() {
    json_.key("certificate");
    if (!result_.certificate) return json_.null();
    json_.begin_object();
    json_.members(*result_.certificate);
    json_.member("meaning", certificate_text(*result_.certificate));
    json_.end_object();
  }

  void write_fragility() {
    json_.key("fragility");
    if (!result_.fragility) return json_.null();
    json_.value(*result_.fragility);
  }

  // Of the first places alone: a page cannot show thousands.
  void write_curves() {
    std::vector<const CurvePoint*> points;
    for (const CurvePoint& point : result_.curves)
      if (place_of_[point.id] < kCurvesDrawn) points.push_back(&point);
    std::ranges::stable_sort(points, {}, [&](const CurvePoint* point) { return place_of_[point->id]; });
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, points.size(), [&](std::size_t k) { return number_of(*points[k]); });
    };
    json_.key("curves");
    begin_table(points.size());
    numbers("item", [&](const CurvePoint& point) { return place_of_[point.id]; });
    write_names(json_, "time", points.size(), [&](std::size_t k) { return std::string_view(points[k]->time); });
    numbers("score", [](const CurvePoint& point) { return point.score; });
    numbers("low", [](const CurvePoint& point) { return point.score_low; });
    numbers("high", [](const CurvePoint& point) { return point.score_high; });
    json_.end_object();
  }

  void write_encounters() {
    const auto [list, by_annotator] = count_encounters(result_, data_, kEncountersKept);
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, list.size(), [&](std::size_t k) { return number_of(list[k]); });
    };
    json_.key("encounters");
    begin_table(list.size());
    json_.member("by_annotator", by_annotator);
    numbers("a", [](const Encounter& met) { return met.a; });
    numbers("b", [](const Encounter& met) { return met.b; });
    numbers("annotator", [](const Encounter& met) {
      return met.annotator == kNoAnnotator ? -1.0 : static_cast<double>(met.annotator);
    });
    numbers("a_wins", [](const Encounter& met) { return met.a_wins; });
    numbers("b_wins", [](const Encounter& met) { return met.b_wins; });
    numbers("ties", [](const Encounter& met) { return met.ties; });
    json_.end_object();
  }

  void write_annotators() {
    const std::vector<AnnotatorReport>& reports = result_.annotators;
    const auto numbers = [&](const char* name, double AnnotatorReport::*field) {
      write_numbers(json_, name, reports.size(), [&](std::size_t k) { return reports[k].*field; });
    };
    json_.key("annotators");
    begin_table(reports.size());
    write_names(json_, "name", reports.size(), [&](std::size_t k) { return std::string_view(reports[k].annotator); });
    numbers("comparisons", &AnnotatorReport::comparisons);
    numbers("reliability", &AnnotatorReport::reliability);
    numbers("low", &AnnotatorReport::reliability_low);
    numbers("high", &AnnotatorReport::reliability_high);
    numbers("infit", &AnnotatorReport::infit);
    numbers("outfit", &AnnotatorReport::outfit);
    numbers("agreement", &AnnotatorReport::agreement);
    write_column(json_, "flag", reports.size(), [&](std::size_t k) { return '"' + reports[k].flag + '"'; });
    json_.end_object();
  }

  // Comparisons by their numbers.
  void write_answers(const char* name_of_table, std::span<const std::size_t> answers) {
    json_.key(name_of_table);
    begin_table(answers.size());
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, answers.size(), [&](std::size_t k) { return number_of(answers[k]); });
    };
    numbers("row", [&](std::size_t n) { return data_.row(n); });
    numbers("winner", [&](std::size_t n) { return place_of_[data_.winner(n)]; });
    numbers("loser", [&](std::size_t n) { return place_of_[data_.loser(n)]; });
    numbers("tie", [&](std::size_t n) { return data_.tie(n); });
    numbers("annotator", [&](std::size_t n) {
      return data_.annotator(n) == kNoAnnotator ? -1.0 : static_cast<double>(data_.annotator(n));
    });
    numbers("times", [&](std::size_t n) { return data_.weight(n); });
    numbers("weight", [&](std::size_t n) { return result_.confidence[n].weight; });
    // Without draws, the probability is a reading of the weight, and says no more.
    numbers("probability",
            [&](std::size_t n) { return result_.has_ranges() ? result_.confidence[n].probability_correct : kNone; });
    json_.end_object();
  }

  void write_matrix(const WinMatrix& matrix, std::string_view kind) {
    const auto cells = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, matrix.cells.size(), [&](std::size_t k) { return number_of(matrix.cells[k]); });
    };
    json_.begin_object();
    json_.member("kind", kind);
    json_.key("groups");
    begin_table(matrix.groups.size());
    write_numbers(json_, "first", matrix.groups.size(), [&](std::size_t k) { return matrix.groups[k].first; });
    write_numbers(json_, "last", matrix.groups.size(), [&](std::size_t k) { return matrix.groups[k].last; });
    write_numbers(json_, "clustered", matrix.clustered.size(), [&](std::size_t k) { return matrix.clustered[k]; });
    json_.end_object();
    json_.key("cells");
    begin_table(matrix.cells.size());
    cells("a", [](const WinCell& cell) { return cell.a; });
    cells("b", [](const WinCell& cell) { return cell.b; });
    cells("a_wins", [](const WinCell& cell) { return cell.a_wins; });
    cells("b_wins", [](const WinCell& cell) { return cell.b_wins; });
    cells("ties", [](const WinCell& cell) { return cell.ties; });
    cells("comparisons", [](const WinCell& cell) { return cell.comparisons; });
    cells("shown", [](const WinCell& cell) { return cell.first.size(); });
    json_.end_object();
    std::vector<std::size_t> answers;
    for (const WinCell& cell : matrix.cells) answers.insert(answers.end(), cell.first.begin(), cell.first.end());
    write_answers("answers", answers);
    json_.end_object();
  }

  void write_matrices() {
    json_.key("matrices");
    json_.begin_array();
    if (result_.ranking.size() > kMatrixSize && result_.graph.largest_component > kMatrixSize)
      write_matrix(count_wins(result_, data_, band_places(result_, kMatrixSize), kAnswersOfGroups), "groups");
    write_matrix(count_wins(result_, data_, sample_places(result_, kMatrixSize), kAnswersOfPair),
                 result_.ranking.size() > kMatrixSize ? "sample" : "items");
    json_.end_array();
  }

  void write_convergence() {
    const Convergence& convergence = result_.convergence;
    const std::vector<RoundRecord>& trace = convergence.trace;
    const auto numbers = [&](const char* name, auto&& number_of) {
      write_numbers(json_, name, trace.size(), [&](std::size_t k) { return number_of(trace[k]); });
    };
    json_.key("convergence");
    json_.begin_object();
    json_.member("converged", std::uint64_t{result_.converged()});
    json_.member("message", convergence.message);
    json_.member("rounds", static_cast<double>(convergence.rounds));
    json_.member("iterations", static_cast<double>(convergence.iterations));
    json_.member("objective", convergence.objective);
    json_.member("kkt_residual", convergence.kkt_residual);
    json_.key("trace");
    begin_table(trace.size());
    numbers("round", [](const RoundRecord& record) { return record.round; });
    numbers("objective", [](const RoundRecord& record) { return record.objective; });
    numbers("score_change", [](const RoundRecord& record) { return record.score_change.value_or(kNone); });
    numbers("weight_change", [](const RoundRecord& record) { return record.weight_change.value_or(kNone); });
    json_.end_object();
    json_.end_object();
    json_.key("figures");
    json_.begin_object();
    for (const auto& [name, value] : result_.figures) json_.member(name, value);
    json_.end_object();
  }

  const RankResult& result_;
  const Comparisons& data_;
  JsonWriter json_;
  std::vector<std::uint32_t> place_of_;  // by item
};

}  // namespace

void write_report_json(const RankResult& result, const Comparisons& data, const ReportSource& source, Sink& sink) {
  if (result.confidence.size() != data.size())
    throw InvalidArgument("comparisons", std::to_string(data.size()), "must be those of the result");
  ReportWriter(result, data, sink).write(source);
}

}  // namespace pdrank
