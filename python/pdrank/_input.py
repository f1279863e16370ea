"""Whatever a caller has to the engine's Comparisons, and what to remember of it: the library of its tables, and whether
items and annotators are numbers."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._checks import path_text, refuse_masked
from pdrank._files import read_table, table_kind
from pdrank._frames import default_library
from pdrank._progress import Progress, ProgressFunction, observing
from pdrank._spelling import spelled

#: A path or several; a table of pandas, polars or pyarrow, or anything else with ``__arrow_c_stream__``; a dict of
#: columns; rows of (winner, loser) or (winner, loser, annotator); Comparisons.
Data: TypeAlias = Any
#: ``"winner=a,loser=b"``, or the same as a mapping from role to column.
Columns: TypeAlias = str | Mapping[str, str | int | None] | None

#: One text, or several.
Texts: TypeAlias = str | Iterable[str] | None

_ROLES = ("winner", "loser", "annotator", "weight", "tie")
_PLAIN = {"winner": "iu", "loser": "iu", "weight": "iuf", "tie": "biu"}  # kinds of arrays that are what they say
_LARGEST_NUMBER = 2**63 - 1


@dataclass(frozen=True)
class Source:
    """Comparisons, and what makes the output look like the input."""

    comparisons: _core.Comparisons
    library: str
    integer_items: bool = False
    integer_annotators: bool = False


@dataclass(frozen=True)
class Reading:
    """How rows are to be read, whatever they come in."""

    columns: Columns = None
    merge_names: bool = False
    skip_bad_rows: bool = False
    refuse_ties: bool = False
    threads: int = 0
    progress: Progress = False
    copies: bool = False  # arrays, which their owner may change
    may_be_empty: bool = False  # no rows are no error
    where: Sequence[str] = ()  # conditions that rows must meet, such as "language=English"
    context: Sequence[str] = ()  # columns to keep beside the comparisons
    time: str | None = None  # the column that says when answers were given
    delimiter: str | None = None  # of files
    skip_lines: int = 0  # of files

    def spec(self) -> str:
        """`columns` as the command line spells it."""
        if self.columns is None or isinstance(self.columns, str):
            spec = self.columns or ""
        else:
            spec = ",".join(f"{role}={'' if name is None else name}" for role, name in self.columns.items())
        return spec if self.time is None else ",".join(part for part in (spec, f"time={self.time}") if part)

    def looks_at_rows(self) -> bool:
        """Whether rows must be read one by one, by the names of their columns."""
        return (
            self.columns is not None
            or self.merge_names
            or self.skip_bad_rows
            or bool(self.where or self.context or self.time)
        )

    def arguments(
        self, observer: ProgressFunction | None
    ) -> tuple[str, bool, bool, bool, int, ProgressFunction | None, bool, list[str], list[str]]:
        """As the engine's readers take them."""
        flags = self.merge_names, self.skip_bad_rows, self.refuse_ties, self.threads
        return self.spec(), *flags, observer, self.may_be_empty, list(self.where), list(self.context)


def listed(texts: Texts) -> list[str]:
    """One text, several or none, as a list."""
    return [texts] if isinstance(texts, str) else list(texts or ())


def to_source(data: Data, arrays: Mapping[str, Any], reading: Reading, library: str | None = None) -> Source:
    """`data`, or else `arrays` by role (winner, loser, annotator, weight, tie), as Comparisons.

    The output's `library` is that of the data or the winners, unless it is named.
    """
    arrays = {role: values for role, values in arrays.items() if values is not None}
    if not _are_paths(data) and (reading.delimiter is not None or reading.skip_lines):
        raise TypeError("delimiter and skip_lines are about files, but the data are none")
    if data is not None and arrays:
        raise TypeError("give either data, or winners and losers, not both")
    if data is not None:
        return _from_data(data, reading)
    if not {"winner", "loser"} <= arrays.keys():
        raise TypeError("no comparisons: give data, or winners and losers")
    return _from_arrays(arrays, reading, library or library_of(arrays["winner"]))


def _from_data(data: Data, reading: Reading) -> Source:
    if isinstance(data, Source):
        return data
    if isinstance(data, _core.Comparisons):
        if reading.looks_at_rows():
            raise TypeError(
                "Comparisons have been read already: columns, where, merge_names and skip_bad_rows go to "
                "read_comparisons"
            )
        return Source(data, default_library())
    if _are_paths(data):
        return _from_files([data] if _is_path(data) else data, reading)
    if isinstance(data, Mapping):
        return _from_mapping(data, reading, "dict")
    if isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        return _from_mapping(_columns_of(data), reading, default_library())
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):  # a lazy table of polars
        data = data.collect()
    refuse_one_column(data)
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "reset_index"):
        return _from_table(data, reading)
    return _from_rows(data, reading)


def _columns_of(rows: Sequence[Mapping[Any, Any]]) -> dict[Any, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _is_path(value: Any) -> bool:
    return isinstance(value, str | bytes | os.PathLike)


def _are_paths(data: Any) -> bool:
    return _is_path(data) or (isinstance(data, list | tuple) and bool(data) and all(map(_is_path, data)))


def refuse_one_column(data: Any) -> None:
    """A Series knows how to become a table; tables do not."""
    if hasattr(data, "to_frame"):
        told = f"data is one column, a {type(data).__name__}, but comparisons have two"
        raise TypeError(f"{told}: give a table, or winners and losers")


def library_of(value: Any) -> str:
    """The library that made a table or a column; the default one for lists and arrays."""
    library = type(value).__module__.partition(".")[0]
    return library if library in ("pandas", "polars", "pyarrow") else default_library()


def _from_files(paths: Iterable[Any], reading: Reading) -> Source:
    names = [path_text(path) for path in paths]
    for name in names:
        if kind := table_kind(name):
            return _from_table_file(name, kind, names, reading)
    with observing(reading.progress) as observer:
        comparisons = _core.read(names, *reading.arguments(observer), reading.delimiter or "", reading.skip_lines)
    return Source(comparisons, default_library())


def _from_table_file(name: str, kind: str, names: list[str], reading: Reading) -> Source:
    """A file that libraries of tables read, and the engine does not."""
    if len(names) > 1:
        raise ValueError(f"{name} is no text: read it as a table, join it with the others, and give that table")
    if reading.delimiter is not None or reading.skip_lines:
        raise TypeError(f"delimiter and skip_lines are about text, but {name} is none")
    table = read_table(name, kind)
    if isinstance(table, Mapping):
        return _from_mapping(table, reading, default_library())
    return replace(_from_table(table, reading), library=default_library())


def _from_table(table: Any, reading: Reading) -> Source:
    library = library_of(table)
    if library == "pandas":
        table = _with_items(table) if _has_wins(table) else _with_named_columns(table.reset_index(drop=True))
    try:
        stream = table.__arrow_c_stream__()
    except Exception:  # pandas without pyarrow, or a column of mixed types
        if library != "pandas":
            raise
        return _from_mapping({name: table[name] for name in table.columns}, reading, library)
    with observing(reading.progress, counts_rows=True) as observer:
        rows = len(table) if hasattr(table, "__len__") else 0
        comparisons = _core.from_stream(stream, *reading.arguments(observer), rows)
    return Source(comparisons, library, *_numbers_in(comparisons, lambda row: _table_row(table, row)))


def _has_wins(table: Any) -> bool:
    """Whether a table of pandas has the same items in rows and columns."""
    return len(table) > 1 and list(table.index) == list(table.columns) and table.index.dtype.kind not in "iu"


def _with_items(table: Any) -> Any:
    """A table of wins with the items of its rows in a column, as files have it."""
    named = table.set_axis([str(name) for name in table.columns], axis="columns")
    named.insert(0, "", [str(name) for name in table.index])
    return named.reset_index(drop=True)


def _with_named_columns(table: Any) -> Any:
    """A table of pandas that was made without column names has winners, losers, and annotators if it has a third."""
    if list(table.columns) in ([0, 1], [0, 1, 2]):
        return table.set_axis(list(_ROLES[: len(table.columns)]), axis="columns")
    return table.set_axis([str(name) for name in table.columns], axis="columns")


def _table_row(table: Any, row: int) -> list[Any]:
    if hasattr(table, "iloc"):
        return [table[name].iloc[row] for name in table.columns]
    if hasattr(table, "row"):
        return list(table.row(row))
    if hasattr(table, "slice"):
        return [value for column in table.slice(row, 1).to_pydict().values() for value in column]
    return []  # a stream that is read once


def _from_mapping(table: Mapping[Any, Any], reading: Reading, library: str) -> Source:
    columns = {str(name): as_column(str(name), values) for name, values in table.items()}
    if {"winner", "loser"} <= columns.keys() <= set(_ROLES) and reading.columns is None:
        return _from_columns(columns, reading, library)
    _check_lengths(columns)
    comparisons = _from_text(columns, reading)
    numbers = _numbers_in(comparisons, lambda row: [values[row] for values in columns.values()])
    return Source(comparisons, library, *numbers)


def _from_rows(rows: Any, reading: Reading) -> Source:
    _refuse_wins(rows)
    table = as_rows(rows)
    if table.dtype.kind == "f":
        raise ValueError("rows must hold items, by name or by whole number, but the data are an array of floats")
    if table.shape[1] == 3 and len(table) and all(row[2] in (row[0], row[1]) for row in table):
        raise ValueError(
            "the third value of every row is one of its two items, but rows are winner, loser and annotator; "
            "to say who won, give a table with columns left, right and winner"
        )
    columns = {role: as_column(role, table[:, k]) for k, role in enumerate(_ROLES[: table.shape[1]])}
    return _from_columns(columns, reading, default_library())


def _refuse_wins(rows: Any) -> None:
    """A square of numbers in which no item has won against itself is a table of wins, but does not name the items."""
    try:
        is_square = len(rows) > 2 and len(rows) == len(rows[0])
    except (TypeError, KeyError, IndexError):
        return
    if not is_square or any(isinstance(row, str | bytes | Mapping) for row in rows):
        return
    numbers = [value for row in rows for value in row]
    if not all(_is_whole(value) or isinstance(value, float | np.floating) for value in numbers):
        return
    if len(numbers) == len(rows) ** 2 and not any(value > 0 for value in numbers[:: len(rows) + 1]):
        raise ValueError(
            f"the data are {len(rows)} x {len(rows)} numbers with nothing on the diagonal; if these are counts of "
            "wins, name the items: pandas.DataFrame(wins, index=items, columns=items), or a dict of columns with the "
            'items under ""'
        )


def as_rows(rows: Any) -> NDArray[Any]:
    """Rows of two or three values, as an array of as many columns."""
    refuse_masked("data", rows)
    table = rows if isinstance(rows, np.ndarray) else _as_table(rows)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise ValueError(
            "rows must be pairs of winner and loser, or all of them winner, loser and annotator, "
            f"but the data have the shape {' x '.join(map(str, table.shape))}"
        )
    return table


def _as_table(rows: Any) -> NDArray[Any]:
    wanted = "data must be a path, a table, a dict of columns, or rows of winner and loser"
    try:
        listed = [() if isinstance(row, str | bytes | Mapping) else tuple(row) for row in rows]
    except TypeError:
        raise TypeError(f"{wanted}, not {type(rows).__name__}") from None
    if () in listed:
        raise TypeError(f"row {listed.index(()) + 1} is no pair, but {wanted}")
    widths = [len(row) for row in listed]
    for number, width in enumerate(widths, start=1):
        if width not in (2, 3) or width != widths[0]:
            raise ValueError(f"row {number} has {width} values, but {wanted}, with an annotator in all rows or in none")
    table = np.empty((len(listed), widths[0] if listed else 2), dtype=object)
    table[:] = listed if listed else table
    return table


def _from_arrays(arrays: Mapping[str, Any], reading: Reading, library: str) -> Source:
    return _from_columns({role: as_column(role, values) for role, values in arrays.items()}, reading, library)


def _from_columns(columns: Mapping[str, NDArray[Any]], reading: Reading, library: str) -> Source:
    """Columns by role; numbers go to the engine as they are, without being copied if they are 32 bits long."""
    _check_lengths(columns)
    items, annotators = _is_integer(columns["winner"], columns["loser"]), _is_integer(columns.get("annotator"))
    comparisons = (
        _from_ids(columns, reading.copies) if items and _are_ids(columns, reading) else _from_text(columns, reading)
    )
    return Source(comparisons, library, items, annotators)


def _from_ids(columns: Mapping[str, NDArray[Any]], copies: bool) -> _core.Comparisons:
    if copies:
        columns = {role: values.copy() for role, values in columns.items()}
    winner, loser = _as_ids(columns["winner"]), _as_ids(columns["loser"])
    annotator, annotator_names = _numbered(columns["annotator"]) if "annotator" in columns else (None, None)
    weight = np.ascontiguousarray(columns["weight"], dtype=np.float64) if "weight" in columns else None
    tie = np.ascontiguousarray(columns["tie"], dtype=bool) if "tie" in columns else None
    try:
        return _core.from_ids(winner, loser, None, annotator, annotator_names, weight, tie)
    except ValueError:
        _check_pairs(winner, loser)
        raise


def _as_ids(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers of 32 bits stay as they are if they are below 2^31, which the engine counts to."""
    is_wide = values.dtype == np.uint32 and int(values.max()) >= 2**31
    return np.ascontiguousarray(values, dtype=np.int64 if is_wide else values.dtype)


def _check_pairs(winner: NDArray[Any], loser: NDArray[Any]) -> None:
    """Says which row it is, as the readers of tables do."""
    same = np.flatnonzero(winner == loser)
    if len(same):
        row, reason = int(same[0]) + 1, f"winner and loser are the same item '{winner[same[0]]}'"
        error = _core.InputError(f"table:{row}: {reason}")
        error.path, error.line, error.reason = "table", row, reason
        raise error from None


def _from_text(columns: Mapping[str, NDArray[Any]], reading: Reading) -> _core.Comparisons:
    texts = [spelled(values) for values in columns.values()]
    with observing(reading.progress, counts_rows=True) as observer:
        return _core.from_text(list(columns), texts, *reading.arguments(observer))


def as_column(name: str, values: Any) -> NDArray[Any]:
    """One-dimensional; whole numbers, and truth values, as such, even if they come as objects."""
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list or an array, not the text {values!r}")
    refuse_masked(name, values)
    column = np.asarray(values) if hasattr(values, "__array__") else _as_objects(values)
    if column.ndim != 1:
        raise ValueError(f"{name} has {column.ndim} dimensions, but must be a list")
    if column.dtype == object and len(column):
        if all(map(_is_whole, column)):
            with contextlib.suppress(OverflowError):
                return column.astype(np.int64)
        if all(isinstance(value, bool | np.bool_) for value in column):
            return column.astype(bool)
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def _as_objects(values: Iterable[Any]) -> NDArray[Any]:
    listed = list(values)
    return np.fromiter(listed, dtype=object, count=len(listed))


def _check_lengths(columns: Mapping[str, NDArray[Any]]) -> None:
    if len({len(values) for values in columns.values()}) > 1:
        told = ", ".join(f"{name} has {len(values)} rows" for name, values in columns.items())
        raise ValueError(f"the columns must be equally long, but {told}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_integer(*columns: NDArray[Any] | None) -> bool:
    return all(values is not None and values.dtype.kind in "iu" for values in columns)


def _are_ids(columns: Mapping[str, NDArray[Any]], reading: Reading) -> bool:
    """Whether the engine can take the columns as they are; it reads the others as text, row by row."""
    checks_rows = reading.looks_at_rows() or (reading.refuse_ties and "tie" in columns)
    has_gaps = "annotator" in columns and "" in spelled(columns["annotator"])
    are_plain = all(columns[role].dtype.kind in kinds for role, kinds in _PLAIN.items() if role in columns)
    are_counts = all(_are_counts(columns[role]) for role in ("winner", "loser"))
    return are_plain and are_counts and not checks_rows and not has_gaps


def _are_counts(values: NDArray[Any]) -> bool:
    return len(values) > 0 and int(values.min()) >= 0 and int(values.max()) <= _LARGEST_NUMBER


def _numbered(values: NDArray[Any]) -> tuple[NDArray[np.uint32], list[str]]:
    """The number of each row's name, and the names in order of appearance."""
    number_of: dict[str, int] = {}
    numbers = [number_of.setdefault(name, len(number_of)) for name in spelled(values)]
    return np.array(numbers, dtype=np.uint32), list(number_of)


def _numbers_in(comparisons: _core.Comparisons, values_of_row: Callable[[int], list[Any]]) -> tuple[bool, bool]:
    """Whether items, and annotators, are whole numbers in the table: by the first row that was used."""
    if not len(comparisons):
        return False, False
    values = values_of_row(int(comparisons.rows[0]) - 1)
    numbers = {str(value) for value in values if _is_whole(value)}
    words = {value for value in values if isinstance(value, str)}

    def are_numbers(names: list[str]) -> bool:
        return numbers.issuperset(names) and words.isdisjoint(names)

    names = comparisons.items
    items = are_numbers([names[comparisons.winner[0]], names[comparisons.loser[0]]])
    first = comparisons.annotators[:1] if comparisons.annotator is not None else []
    return items, bool(first) and are_numbers(first)
