#include "reproduce/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"

namespace pdrank::reproduce {

Figure loss_figure();
Figure weights_figure();
Figure noise_n_figure();
Figure noise_delta_figure();
Figure bt_figure();
Figure large_figure();
Figure metrics_figure();
Figure outlier_figure();
Figure stopping_figure();
Figure omega_figure();
Figure optimum_figure();
Figure vqa_figure();
Figure iqa_figure();

std::span<const Figure> figures() {
  static const std::vector<Figure> table = {
      loss_figure(),         //
      weights_figure(),      //
      noise_n_figure(),      //
      noise_delta_figure(),  //
      bt_figure(),           //
      large_figure(),        //
      metrics_figure(),      //
      outlier_figure(),      //
      stopping_figure(),     //
      omega_figure(),        //
      optimum_figure(),      //
      vqa_figure(),          //
      iqa_figure(),          //
  };
  return table;
}

std::vector<std::string> figure_ids() {
  std::vector<std::string> ids;
  for (const Figure& figure : figures()) ids.emplace_back(figure.id);
  return ids;
}

const Figure& paper_figure(std::string_view id) {
  const auto found = std::ranges::find(figures(), id, &Figure::id);
  if (found != figures().end()) return *found;
  throw InvalidArgument("id", fmt::format("'{}'", id),
                        fmt::format("it must be one of {}", fmt::join(figure_ids(), ", ")));
}

}  // namespace pdrank::reproduce
