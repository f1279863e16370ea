"""compare: all methods on the same data; methods: which there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._evaluate import scores_by_name
from pdrank._frames import Column, to_frame
from pdrank._input import Columns, Data, Reading, Texts, listed, to_source
from pdrank._options import checked_options, thread_count
from pdrank._progress import Progress, observing
from pdrank._show import html_page, number_text, text_table, wrapped
from pdrank._written import Written

_NUMBERS = (
    "seconds",
    "agreement",
    "accuracy",
    "log_loss",
    "p_value",
    "calibration_error",
    "unpredicted",
    "tau",
    "spearman",
    "top_k",
)
#: what a person is shown, with how many digits
_DIGITS = {
    "seconds": 3,
    "agreement": 3,
    "accuracy": 3,
    "log_loss": 4,
    "p_value": 3,
    "tau": 3,
    "spearman": 3,
    "top_k": 2,
}


class CompareResult(Written):
    """Methods on the same data, side by side, best first.

    Example:
        >>> import pdrank
        >>> votes = pdrank.simulate(items=10, trials=4, noise="bt:4", seed=1)
        >>> compared = pdrank.compare(votes.comparisons, truth=votes.truth, methods=["borda", "elo"], folds=0)
        >>> sorted(compared.table["method"])
        ['borda', 'elo']
    """

    def __init__(self, core: _core.CompareResult, library: str) -> None:
        super().__init__(core, library)
        self._reading = core.reading

    @property
    def table(self) -> Any:
        """One line for each method, the best first: by log loss, or by tau if there are no folds.

        ``method status seconds agreement accuracy log_loss p_value calibration_error unpredicted tau spearman top_k
        reason law``; `reason` says why a method does not apply to the data, `law` whether held-out answers are
        predicted by the method's own probabilities (``own``) or by a slope that is fitted to its scores (``one
        slope``).
        """
        return to_frame(self._columns(), self._library)

    @property
    def agreement(self) -> Any:
        """Kendall's tau-b of every two methods; a column ``method``, and one for each of them."""
        names = self._names()
        square = np.array(self._all["agreement"], dtype=np.float64).reshape(len(names), len(names))
        columns: dict[str, Column] = {"method": names}
        return to_frame({**columns, **{name: square[:, k].copy() for k, name in enumerate(names)}}, self._library)

    @property
    def methods(self) -> list[dict[str, Any]]:
        """The same line by line, with the log loss of every fold; None where there is no number."""
        return [dict(line) for line in self._all["methods"]]

    @property
    def reading(self) -> str:
        """A sentence that sums up the table."""
        return self._reading

    @property
    def folds(self) -> int:
        """Parts of the data that were held out in turn; 0 = none."""
        return int(self._all["folds"])

    @property
    def held_out(self) -> float:
        """Answers that were predicted, over all folds, by weight."""
        return float(self._all["held_out"])

    @property
    def adaptive(self) -> bool:
        """Whether pairs seem to have been chosen by what was known about the items; `notes` then says more."""
        return bool(self._all["adaptive"])

    def __repr__(self) -> str:
        return "\n".join([text_table(*self._shown()), *wrapped(self._closing())])

    def _repr_html_(self) -> str:
        return html_page("", *self._shown(), self._closing())

    def _closing(self) -> list[str]:
        not_applied: dict[str, list[str]] = {}
        for line in self._all["methods"]:
            if line["reason"]:
                not_applied.setdefault(line["reason"], []).append(line["method"])
        told = [f"Not applied: {', '.join(names)}: {reason}" for reason, names in not_applied.items()]
        return [*(f"* {note}" for note in [*self.notes, *told]), self.reading]

    def _names(self) -> list[str]:
        return [line["method"] for line in self._all["methods"]]

    def _columns(self) -> dict[str, Column]:
        lines = self._all["methods"]
        numbers = {name: np.array([line[name] for line in lines], dtype=np.float64) for name in _NUMBERS}
        return {
            "method": self._names(),
            "status": _texts(lines, "status"),
            **numbers,
            "reason": _texts(lines, "reason"),
            "law": _texts(lines, "law"),
        }

    def _shown(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows of the methods that ran; columns without a number are left out."""
        ran = [line for line in self._all["methods"] if not line["reason"]]
        names = [name for name in _DIGITS if any(line[name] is not None for line in ran)]
        rows = [[line["method"], *(number_text(line[name], _DIGITS[name]) for name in names)] for line in ran]
        return ["method", *names], rows


def _texts(lines: list[dict[str, Any]], name: str) -> list[str]:
    return [line[name] for line in lines]


def compare(
    data: Data = None,
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
    truth: Any = None,
    methods: str | Iterable[str] | None = None,
    folds: int | None = None,
    forward: bool = False,
    top: int = 10,
    ties: Literal["auto", "half", "drop", "error", "rao-kupper", "davidson"] = "auto",
    component: Literal["all", "largest", "strong"] = "all",
    seed: int = 1,
    threads: int = 0,
    progress: Progress = False,
) -> CompareResult:
    """Run all methods on the same data, side by side.

    Args:
        data, winners, losers, annotators, weights, tied, columns, time, where, delimiter, skip_lines, merge_names,
            skip_bad_rows, progress: as for `pdrank.rank`.
        truth: true scores, in any form that `pdrank.evaluate` takes.
        methods: which; each with options of its own after a colon: ``["elo", "pdrank", "pdrank:gamma=0.01"]``. All if
            not given.
        folds: parts of the data that are held out in turn and predicted from the rest; 0 = none. If not given 10, or as
            many as small data allow.
        forward: the folds are blocks of later rows, each predicted from the rows before it.
        top: the K of the top-K overlap with the truth.
        ties, component, seed, threads: as for `pdrank.rank`.

    Example:
        >>> import pdrank
        >>> votes = pdrank.simulate(items=10, trials=10, noise="bt:4", seed=1)
        >>> compared = pdrank.compare(votes.comparisons, truth=votes.truth, methods="bradley-terry,borda", folds=5)
        >>> compared.methods[0]["log_loss"] < 0.6931
        True
    """
    options = checked_options("compare", locals())
    if methods is not None:
        options["methods"] = methods.split(",") if isinstance(methods, str) else list(methods)
    arrays = {"winner": winners, "loser": losers, "annotator": annotators, "weight": weights, "tie": tied}
    known = None if truth is None else scores_by_name(truth)
    reading = Reading(columns, merge_names, skip_bad_rows, ties == "error", thread_count(options), progress)
    reading = replace(reading, where=listed(where), time=time, delimiter=delimiter, skip_lines=skip_lines)
    source = to_source(data, arrays, reading)
    by_item = None if known is None else _by_item(known, source.comparisons.items)
    with observing(progress) as observer:
        core = _core.compare(source.comparisons, by_item, options, observer)
    return CompareResult(core, source.library)


def _by_item(scores: dict[str, float], items: list[str]) -> NDArray[np.float64]:
    return np.array([scores.get(name, np.nan) for name in items], dtype=np.float64)


def methods() -> list[dict[str, Any]]:
    """The ranking methods: name, summary, paper, needs, gives, cost, options.

    Example:
        >>> import pdrank
        >>> "bradley-terry" in [method["name"] for method in pdrank.methods()]
        True
    """
    return _core.methods()
