"""next_pairs: which pairs to ask about next, and when to stop; strategies: how they are chosen."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._checks import path_text, plain
from pdrank._column_names import PAIRS, WINNER_LOSER, folded
from pdrank._frames import Column, coded, default_library, named, to_frame
from pdrank._input import Columns, Data, Reading, Source, Texts, as_column, as_rows, listed, to_source
from pdrank._options import checked_options, thread_count
from pdrank._progress import Progress, observing
from pdrank._show import HTML_ROWS, TEXT_ROWS, html_page, number_text, shortened, text_table, wrapped
from pdrank._spelling import spell, spelled
from pdrank._written import Written

_NOBODY = 2**32 - 1


@dataclass(frozen=True)
class Outlook:
    """How much of the ranking is settled, and what more answers would do.

    Tau is Kendall's tau between the ranking and the unknown truth, as the posterior expects it.
    """

    level: float
    """The probability from which an order counts as settled and the top tier is told apart."""
    settled_pairs: float
    """The share of all pairs whose order has at least this probability."""
    expected_tau: float
    expected_tau_after: float
    """The expected tau once all pairs of the list have been answered."""
    leader: Any
    """The best item."""
    top_tier: int
    """How many items cannot be told apart from the leader, itself included."""
    answers_to_separate: int | None
    """About how many answers it takes to tell the leader from them; None if it is alone."""


class NextResult(Written):
    """Pairs to be asked about, and how much there is left to learn.

    Example:
        >>> import pdrank
        >>> asked = pdrank.next_pairs(items=["A", "B", "C"], count=2, seed=1)
        >>> len(asked.pairs)
        2
    """

    def __init__(self, core: _core.NextResult, library: str, integer_items: bool, integer_annotators: bool) -> None:
        super().__init__(core, library)
        self._sentences = core.reading
        self._integer_items = integer_items
        self._integer_annotators = integer_annotators

    @functools.cached_property
    def pairs(self) -> Any:
        """What to ask, the most telling first: ``left right annotator probability_left value reason``.

        `annotator` should answer; if it is missing, anyone may. `probability_left` is the probability of the answer
        "left"; it is missing without an outlook. `value` is what the answer is worth, in the strategy's `measure`.
        """
        return to_frame(self._columns(), self._library)

    @functools.cached_property
    def outlook(self) -> Outlook | None:
        """How much is settled; None if no outlook was asked for."""
        if self._all["outlook"] is None:
            return None
        (leader,) = named([self._all["outlook"]["leader"]], self._integer_items)
        return Outlook(**{**self._all["outlook"], "leader": plain(leader)})

    @property
    def reading(self) -> str:
        """The outlook in sentences; empty if there is none."""
        return " ".join(self._sentences)

    @property
    def strategy(self) -> str:
        """How the pairs were chosen."""
        return str(self._all["strategy"])

    @property
    def measure(self) -> str:
        """What `value` measures."""
        return str(self._all["measure"])

    def __repr__(self) -> str:
        lines = wrapped(self._closing(TEXT_ROWS))
        return "\n".join([self._headline(), text_table(*self._shown(TEXT_ROWS)), *lines])

    def _repr_html_(self) -> str:
        return html_page(self._headline(), *self._shown(HTML_ROWS), self._closing(HTML_ROWS))

    def _texts(self, name: str) -> list[Any]:
        return [pair[name] for pair in self._all["pairs"]]

    def _numbers(self, name: str) -> NDArray[np.float64]:
        return np.array(self._texts(name), dtype=np.float64)

    def _columns(self) -> dict[str, Column]:
        annotators = self._texts("annotator")
        known = list(dict.fromkeys(name for name in annotators if name is not None))
        codes = [_NOBODY if name is None else known.index(name) for name in annotators]
        return {
            "left": named(self._texts("left"), self._integer_items),
            "right": named(self._texts("right"), self._integer_items),
            "annotator": coded((np.array(codes, dtype=np.uint32), known), self._integer_annotators),
            "probability_left": self._numbers("probability_left"),
            "value": self._numbers("value"),
            "reason": self._texts("reason"),
        }

    def _headline(self) -> str:
        items, comparisons = self._all["items"], self._all["comparisons"]
        return f"Next pairs by {self.strategy}: {items:,} items, {comparisons:,} comparisons"

    def _shown(self, rows: int) -> tuple[list[str], list[list[str]]]:
        """Header and rows; columns that say nothing are left out."""
        pairs = self._all["pairs"][:rows]
        table: dict[str, list[str]] = {"left": [], "right": [], "annotator": []}
        for name, cells in table.items():
            cells.extend(shortened(pair[name] or "") for pair in pairs)
        for name in ("probability_left", "value"):
            table[name] = [number_text(pair[name]) for pair in pairs]
        table["reason"] = [pair["reason"] for pair in pairs]
        table = {name: cells for name, cells in table.items() if any(cells) or name in ("left", "right")}
        return list(table), [list(row) for row in zip(*table.values(), strict=True)]

    def _closing(self, rows: int) -> list[str]:
        pairs = len(self._all["pairs"])
        more = [f"The first {rows} of {pairs:,} pairs; .pairs has all."] if pairs > rows else []
        return [*more, *self._sentences, *(f"* {note}" for note in self.notes)]


def next_pairs(
    data: Data = None,
    count: int = 10,
    *,
    winners: Any = None,
    losers: Any = None,
    annotators: Any = None,
    weights: Any = None,
    tied: Any = None,
    columns: Columns = None,
    time: str | None = None,
    where: Texts = None,
    delimiter: str | None = None,
    skip_lines: int = 0,
    merge_names: bool = False,
    skip_bad_rows: bool = False,
    strategy: str = "posterior",
    items: Any = None,
    forbid: Any = None,
    annotator: Any = None,
    level: float = 0.9,
    outlook: bool = True,
    seed: int = 1,
    threads: int = 0,
    progress: Progress = False,
) -> NextResult:
    """Which pairs to ask about next, and how much there is left to learn.

    Args:
        data, winners, losers, annotators, weights, tied, columns, time, where, delimiter, skip_lines, merge_names,
            skip_bad_rows, progress: as for `pdrank.rank`.
        count: how many pairs.
        strategy: how they are chosen, a name from `pdrank.strategies`.
        items: items that take part even if they were never compared: names or whole numbers, or the path of a file
            with a column ``item`` or one name per line. With them there may be no data at all.
        forbid: pairs never to be asked about, in either order: rows of two items, a table or the path of a file with
            two columns of items, such as ``left`` and ``right``; comparisons, and the `pairs` of a result, are such
            tables.
        annotator: who will answer, where that is known.
        level: probability from which an order counts as settled.
        outlook: whether to say how much there is left to learn, which takes most of the time.
        seed: the same seed gives the same pairs.
        threads: 0 = one for each core. Does not change the result.

    Raises:
        InputError: a file or row cannot be used.
        ValueError: an option is out of its range, or a forbidden pair has an item that is not there.

    Example:
        >>> import pdrank
        >>> votes = pdrank.simulate(items=8, trials=2, seed=1)
        >>> asked = pdrank.next_pairs(votes.comparisons, 3, forbid=[("item-1", "item-2")])
        >>> len(asked.pairs), 0 < asked.outlook.expected_tau < 1
        (3, True)
    """
    options = checked_options("next", locals())
    options["strategy"] = strategy.replace("_", "-")
    options["annotator"] = spell(annotator)
    arrays = {"winner": winners, "loser": losers, "annotator": annotators, "weight": weights, "tie": tied}
    names, are_numbers = _item_names(items)
    reading = Reading(
        columns, merge_names, skip_bad_rows, False, thread_count(options), progress, may_be_empty=bool(names)
    )
    reading = replace(reading, where=listed(where), time=time, delimiter=delimiter, skip_lines=skip_lines)
    is_given = data is not None or any(values is not None for values in arrays.values())
    source = to_source(data, arrays, reading) if is_given or not names else None
    pairs = _forbidden(forbid, [*(source.comparisons.items if source else []), *names])
    with observing(progress) as observer:
        core = _core.next_pairs(source.comparisons if source else None, names, pairs, options, observer)
    return _result(core, source, are_numbers)


def _result(core: _core.NextResult, source: Source | None, are_numbers: bool) -> NextResult:
    """Items are numbers if those of the data are, or those that were named where there are no data."""
    if source is None:
        return NextResult(core, default_library(), are_numbers, False)
    integer_items = source.integer_items or (are_numbers and not len(source.comparisons))
    return NextResult(core, source.library, integer_items, source.integer_annotators)


def _is_path(value: Any) -> bool:
    return isinstance(value, str | bytes | os.PathLike)


def _item_names(items: Any) -> tuple[list[str], bool]:
    """The names, and whether they are whole numbers."""
    if items is None:
        return [], False
    if _is_path(items):
        return _core.read_items(path_text(items)), False
    column = as_column("items", items)
    return spelled(column), column.dtype.kind in "iu"


def _forbidden(forbid: Any, items: list[str]) -> list[tuple[str, str]]:
    if forbid is None:
        return []
    if _is_path(forbid):
        return _core.read_pairs(path_text(forbid), items)
    names = _column_names(forbid)
    if names is None:
        rows = as_rows(forbid)
        first, second = rows[:, 0], rows[:, 1]
    else:
        left, right = _two_of(names)
        first, second = as_column(left, forbid[left]), as_column(right, forbid[right])
    return list(zip(spelled(first), spelled(second), strict=True))


def _column_names(table: Any) -> list[str] | None:
    """None for what is no table."""
    if isinstance(table, Mapping):
        return list(table)
    if hasattr(table, "column_names"):  # pyarrow
        return list(table.column_names)
    return list(table.columns) if hasattr(table, "columns") else None


def _two_of(names: list[str]) -> tuple[str, str]:
    """The columns of the two items: by name, or the only two."""
    by_fold = {folded(str(name)): name for name in names}
    for left, right in [*WINNER_LOSER, *PAIRS]:
        if left in by_fold and right in by_fold:
            return by_fold[left], by_fold[right]
    if len(names) != 2:
        raise ValueError(
            f"forbid must have two columns of items, such as left and right, not {', '.join(map(str, names))}"
        )
    return names[0], names[1]


def strategies() -> list[dict[str, Any]]:
    """How pairs can be chosen: name, summary, paper, measure, names_annotators, cost.

    Example:
        >>> import pdrank
        >>> "random" in [strategy["name"] for strategy in pdrank.strategies()]
        True
    """
    return _core.strategies()
