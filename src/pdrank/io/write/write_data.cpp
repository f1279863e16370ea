#include "pdrank/io/write/write_data.hpp"

#include <fmt/format.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/csv_line.hpp"

namespace pdrank {

void write_comparisons_csv(const Comparisons& comparisons, Sink& sink, std::span<const ItemId> shown_first) {
  if (!shown_first.empty() && shown_first.size() != comparisons.size())
    throw InvalidArgument("shown_first", fmt::format("{} long", shown_first.size()),
                          fmt::format("it must have an item for each of the {} comparisons", comparisons.size()));
  bool has_weights = false, has_ties = false;
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    has_weights |= comparisons.weight(n) != 1;
    has_ties |= comparisons.tie(n);
  }
  io::CsvLine line;
  line.add("winner").add("loser");
  if (comparisons.has_annotators()) line.add("annotator");
  if (has_weights) line.add("weight");
  if (has_ties) line.add("tie");
  if (!shown_first.empty()) line.add("first");
  sink.write(line.end());
  for (std::size_t n = 0; n < comparisons.size(); ++n) {
    line.add(comparisons.items.name(comparisons.winner(n))).add(comparisons.items.name(comparisons.loser(n)));
    if (comparisons.has_annotators()) {
      const AnnotatorId annotator = comparisons.annotator(n);
      line.add(annotator == kNoAnnotator ? std::string_view() : comparisons.annotators.name(annotator));
    }
    if (has_weights) line.add(comparisons.weight(n));
    if (has_ties) line.add(comparisons.tie(n) ? 1 : 0);
    if (!shown_first.empty()) line.add(comparisons.items.name(shown_first[n]));
    sink.write(line.end());
  }
}

void write_scores_csv(const std::vector<ItemScore>& scores, Sink& sink) {
  io::CsvLine line;
  line.add("item").add("score");
  sink.write(line.end());
  for (const ItemScore& score : scores) {
    line.add(score.item).add(score.score);
    sink.write(line.end());
  }
}

}  // namespace pdrank
