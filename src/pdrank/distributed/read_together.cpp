#include "pdrank/distributed/read_together.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/io/rows/read_share.hpp"

namespace pdrank::distributed {
namespace {

// Interns the names of all processes, in their order. Gives back own id -> id.
std::vector<std::uint32_t> gather_names(const Team& team, const ItemIndex& own, ItemIndex& all) {
  TextPack pack;
  for (std::uint32_t id = 0; id < own.size(); ++id) pack.add(own.name(id));
  const Received<char> packs = team.gather(std::span<const char>(pack.bytes()));
  std::vector<std::uint32_t> number;
  number.reserve(own.size());
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    for_each_text(packs.from(rank), [&](std::string_view name) {
      const std::uint32_t id = all.intern(name);
      if (rank == team.rank()) number.push_back(id);
    });
  return number;
}

template <class T>
std::vector<T> gather_column(const Team& team, std::vector<T> own) {
  return team.gather(std::span<const T>(own)).values;
}

// An optional column; where some process has it, the others have the default in every row.
template <class T>
std::vector<T> gather_column(const Team& team, std::span<const T> own, T default_value, std::size_t rows) {
  if (!team.any(!own.empty())) return {};
  return gather_column(team,
                       own.empty() ? std::vector<T>(rows, default_value) : std::vector<T>(own.begin(), own.end()));
}

std::vector<std::uint32_t> renumbered(std::span<const std::uint32_t> ids, std::span<const std::uint32_t> number) {
  std::vector<std::uint32_t> made;
  made.reserve(ids.size());
  for (const std::uint32_t id : ids) made.push_back(id < number.size() ? number[id] : id);  // or kNoAnnotator
  return made;
}

std::vector<std::uint32_t> row_numbers(const OwnRows& own) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(own.rows.size());
  for (std::size_t n = 0; n < own.rows.size(); ++n)
    numbers.push_back(static_cast<std::uint32_t>(own.before + own.rows.row(n)));
  return numbers;
}

void check_row_numbers(const ReadReport& report) {
  constexpr std::uint64_t kMaxRows = std::numeric_limits<std::uint32_t>::max();
  if (report.rows > kMaxRows)
    throw InvalidArgument("files", fmt::format("of {} data rows", report.rows),
                          fmt::format("more than {} are not supported where every process has all of them", kMaxRows));
}

}  // namespace

OwnRows read_own_rows(const Team& team, const std::vector<std::string>& files, const ReadOptions& options,
                      Observer& observer) {
  if (options.merge_names)
    throw InvalidArgument("merge_names", "true",
                          "processes that share the reading do not merge names; `pdrank rank`, without MPI, does");
  const auto of = static_cast<std::uint32_t>(team.size()), number = static_cast<std::uint32_t>(team.rank());
  std::vector<FilePiece> pieces;
  ShareScan scan;
  ShareRead share;
  agree(team, [&] {
    pieces = plan_share(files, number, of);
    scan = scan_share(files, pieces, options, &observer);
  });
  const std::vector<ShareScan> scans = team.gather(scan);
  agree(team, [&] { share = read_share(files, pieces, std::span(scans).first(number), options, &observer); });
  OwnRows own;
  ReadOutcome all;
  std::size_t rank = 0;
  for (const std::string& bytes : team.gather(packed(share.outcome))) {
    if (rank++ == team.rank()) own.before = all.report.rows;
    add(all, unpacked(bytes));
  }
  own.rows = std::move(share.data);
  for (const std::string& note : notes_on_files(files)) add_note(all.report, note);
  own.report = finish_report(std::move(all), options);
  return own;
}

Comparisons gather_rows(const Team& team, OwnRows own) {
  check_row_numbers(own.report);
  Comparisons data;
  const std::vector<std::uint32_t> item = gather_names(team, own.rows.items, data.items),
                                   annotator = gather_names(team, own.rows.annotators, data.annotators);
  const auto columns = std::make_shared<RowColumns<Values>>();
  const ComparisonColumns from = own.rows.columns();
  columns->winner = gather_column(team, renumbered(from.winner, item));
  columns->loser = gather_column(team, renumbered(from.loser, item));
  columns->row = gather_column(team, row_numbers(own));
  const std::vector<AnnotatorId> annotators = renumbered(from.annotator, annotator);
  ComparisonColumns optional = from;
  optional.annotator = annotators;
  for_each_optional([&](const char*, auto default_value, auto& to,
                        const auto& column) { to = gather_column(team, column, default_value, own.rows.size()); },
                    *columns, optional);
  for (std::size_t k = 0; k < own.rows.context.size(); ++k) {
    const ContextColumn& context = own.rows.context[k];
    data.add_context(context.name);
    const std::vector<std::uint32_t> value = gather_names(team, context.values, data.context[k].values);
    columns->context.push_back(gather_column(team, renumbered(context.id, value)));
  }
  data.borrow(view(*columns), columns);
  data.report = std::move(own.report);
  return data;
}

}  // namespace pdrank::distributed
