"""The input of estimators: X and y."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdrank._checks import refuse_masked
from pdrank._column_names import ANNOTATORS, KNOWN, PAIRS, TIES, WEIGHTS, WINNER_LOSER, folded
from pdrank._input import Reading, Source, as_column, as_rows, library_of, refuse_one_column, to_source

_MEANING = "1 (the first item won), 0 (the second) or 0.5 (a tie)"


@dataclass(frozen=True)
class Pairs:
    """Two items a row, and who was asked if that is known."""

    first: NDArray[Any]
    second: NDArray[Any]
    annotator: NDArray[Any] | None


def read_answers(X: Any, y: Any, sample_weight: Any, refuse_ties: bool, threads: int) -> Source:
    """Comparisons: X alone, or pairs of items of which y says who won."""
    reading = Reading(refuse_ties=refuse_ties, threads=threads, copies=True)
    if y is None:
        if sample_weight is not None:
            raise TypeError("sample_weight goes with y; without y, give the comparisons a column weight")
        return to_source(X, {}, reading)
    pairs = pairs_of(X, goes_with_y=True)
    outcome = _outcomes(y, len(pairs.first))
    first, second = _alike(pairs.first, pairs.second)
    arrays = {
        "winner": np.where(outcome != 0, first, second),
        "loser": np.where(outcome != 0, second, first),
        "annotator": pairs.annotator,
        "weight": _weights(sample_weight, len(first)),
        "tie": outcome == 0.5 if (outcome == 0.5).any() else None,
    }
    return to_source(None, _counted(arrays), reading, library_of(X))


def pairs_of(X: Any, goes_with_y: bool = False) -> Pairs:
    """The columns of X that hold the items: in tables by name if the names are known, else the first two."""
    if isinstance(X, Mapping) or hasattr(X, "collect_schema") or hasattr(X, "columns"):
        return _from_table(_named_columns(X), goes_with_y)
    refuse_one_column(X)
    columns = [as_column(f"column {k} of X", column) for k, column in enumerate(as_rows(X).T, start=1)]
    return Pairs(columns[0], columns[1], columns[2] if len(columns) > 2 else None)


def _named_columns(table: Any) -> list[tuple[str, Any]]:
    if isinstance(table, Mapping):
        return [(str(name), values) for name, values in table.items()]
    if hasattr(table, "iloc"):  # pandas
        return [(str(name), table.iloc[:, k]) for k, name in enumerate(table.columns)]
    if hasattr(table, "collect_schema") and hasattr(table, "collect"):  # a lazy table of polars
        table = table.collect()
    if hasattr(table, "get_columns"):  # polars
        return list(zip(table.columns, table.get_columns(), strict=True))
    return list(zip(table.schema.names, table.columns, strict=True))  # pyarrow


def _from_table(table: list[tuple[str, Any]], goes_with_y: bool) -> Pairs:
    names = [folded(name) for name, _ in table]
    first, second = _places_of_items(names)
    annotator = _place_of_annotator(names, first, second) if goes_with_y else None
    wanted = [first, second] if annotator is None else [first, second, annotator]
    columns = [as_column(*table[k]) for k in wanted]
    if len({len(column) for column in columns}) > 1:
        raise ValueError(
            f"the columns of X must be equally long, but have {', '.join(str(len(c)) for c in columns)} rows"
        )
    return Pairs(columns[0], columns[1], columns[2] if annotator is not None else None)


def _places_of_items(names: list[str]) -> tuple[int, int]:
    for pair in WINNER_LOSER + PAIRS:
        if names.count(pair[0]) > 1 or names.count(pair[1]) > 1:
            raise ValueError(f"X has two columns of the same name: {', '.join(names)}")
        if set(pair) <= set(names):
            return names.index(pair[0]), names.index(pair[1])
    if len(names) not in (2, 3) or not KNOWN.isdisjoint(names[:2]):
        raise ValueError(
            f"it is not clear which columns of X are the two items: {', '.join(names)}; "
            "call them left and right, or let them be the first of two or three with names of their own"
        )
    return 0, 1


def _place_of_annotator(names: list[str], first: int, second: int) -> int | None:
    """By name; else the third of three."""
    rest = [name for k, name in enumerate(names) if k not in (first, second)]
    if not {*WEIGHTS, *TIES}.isdisjoint(rest):
        raise ValueError("with y, weights are given as sample_weight and ties as y = 0.5, not as columns of X")
    known = [name for name in ANNOTATORS if name in rest]
    if known:
        return names.index(known[0])
    if len(rest) == 1 and rest[0] not in KNOWN:
        if names[first] in KNOWN:
            raise ValueError(f"it is not clear whether column {rest[0]} of X says who answered: call it annotator")
        return 2
    return None


def _alike(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Columns that can be mixed without a change of any value."""
    if first.dtype.kind == second.dtype.kind:
        return first, second
    return first.astype(object), second.astype(object)


def _outcomes(y: Any, rows: int) -> NDArray[np.float64]:
    outcome = _numbers("y", y, rows, f": {_MEANING}")
    wrong = np.flatnonzero(~np.isin(outcome, (0, 0.5, 1)))
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(f"y is {outcome[row]:g} in row {row + 1}, but must be {_MEANING}")
    return outcome


def _weights(sample_weight: Any, rows: int) -> NDArray[np.float64] | None:
    if sample_weight is None:
        return None
    weight = _numbers("sample_weight", sample_weight, rows)
    wrong = np.flatnonzero(~(weight >= 0))
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(f"sample_weight is {weight[row]:g} in row {row + 1}, but must be 0 or more")
    return weight


def _counted(arrays: dict[str, NDArray[Any] | None]) -> dict[str, NDArray[Any] | None]:
    """Without the rows that count nothing."""
    weight = arrays["weight"]
    if weight is None or (weight > 0).all():
        return arrays
    if not (weight > 0).any():
        raise ValueError("sample_weight is 0 in all rows")
    return {role: None if values is None else values[weight > 0] for role, values in arrays.items()}


def _numbers(name: str, values: Any, rows: int, meaning: str = "") -> NDArray[np.float64]:
    refuse_masked(name, values)
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers{meaning}") from None
    if numbers.shape != (rows,):
        raise ValueError(f"X has {rows} rows, but {name} has {' x '.join(map(str, numbers.shape))}")
    return numbers
