#include "pdrank/io/write/write_data.hpp"

#include <string_view>

#include "pdrank/io/write/csv_line.hpp"

namespace pdrank {

namespace {

std::string_view first_item(const Comparisons& comparisons, std::size_t n) {
  const Side side = comparisons.first(n);
  if (side == Side::unknown) return {};
  return comparisons.items.name(side == Side::winner ? comparisons.winner(n) : comparisons.loser(n));
}

}  // namespace

void write_comparisons_csv(const Comparisons& comparisons, Sink& sink) {
  bool has_weights = false, has_ties = false;
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    has_weights |= comparisons.weight(n) != 1;
    has_ties |= comparisons.tie(n);
  }
  const ComparisonColumns columns = comparisons.columns();
  const bool has_sides = !columns.first.empty(), has_shares = !columns.share.empty();
  const bool has_grades = !columns.grade.empty();
  io::CsvLine line(sink.delimiter());
  line.add("winner").add("loser");
  if (comparisons.has_annotators()) line.add("annotator");
  if (has_weights) line.add("weight");
  if (has_ties) line.add("tie");
  if (has_sides) line.add("first");
  if (has_shares) line.add("winner_share");
  if (has_grades) line.add("winner_grade");
  sink.write(line.end());
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    line.add(comparisons.items.name(comparisons.winner(n))).add(comparisons.items.name(comparisons.loser(n)));
    if (comparisons.has_annotators()) {
      const AnnotatorId annotator = comparisons.annotator(n);
      line.add(annotator == kNoAnnotator ? std::string_view() : comparisons.annotators.name(annotator));
    }
    if (has_weights) line.add(comparisons.weight(n));
    if (has_ties) line.add(comparisons.tie(n) ? 1 : 0);
    if (has_sides) line.add(first_item(comparisons, n));
    if (has_shares) line.add(comparisons.share(n));
    if (has_grades) line.add(comparisons.grade(n));
    sink.write(line.end());
  }
}

void write_scores_csv(const std::vector<ItemScore>& scores, Sink& sink) {
  io::CsvLine line(sink.delimiter());
  line.add("item").add("score");
  sink.write(line.end());
  for (const ItemScore& score : scores) {
    line.add(score.item).add(score.score);
    sink.write(line.end());
  }
}

}  // namespace pdrank
