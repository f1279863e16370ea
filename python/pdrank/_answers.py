"""The input of estimators: X and y."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdrank._input import Reading, Source, as_rows, library_of, to_source

_MEANING = "1 (the first item won), 0 (the second) or 0.5 (a tie)"


def read_answers(X: Any, y: Any, sample_weight: Any, refuse_ties: bool, threads: int) -> Source:
    """Comparisons: X alone, or pairs of items of which y says who won."""
    reading = Reading(refuse_ties=refuse_ties, threads=threads)
    if y is None:
        if sample_weight is not None:
            raise TypeError("sample_weight goes with y; without y, give the comparisons a column weight")
        return to_source(X, {}, reading)
    first, second, *annotators = pairs_of(X)
    outcome = _outcomes(y, len(first))
    won = outcome != 0
    arrays = {
        "winner": np.where(won, first, second),
        "loser": np.where(won, second, first),
        "annotator": annotators[0] if annotators else None,
        "weight": sample_weight,
        "tie": outcome == 0.5 if (outcome == 0.5).any() else None,
    }
    return to_source(None, arrays, reading, library_of(X))


def pairs_of(X: Any) -> list[NDArray[Any]]:
    """The columns of X: the first items, the second ones, and annotators if there are three."""
    return list(as_rows(X).T)


def _outcomes(y: Any, rows: int) -> NDArray[np.float64]:
    try:
        outcome = np.asarray(y, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"y must be numbers: {_MEANING}") from None
    if outcome.shape != (rows,):
        raise ValueError(f"X has {rows} rows, but y has {' x '.join(map(str, outcome.shape))}")
    wrong = np.flatnonzero(~np.isin(outcome, (0, 0.5, 1)))
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(f"y is {outcome[row]:g} in row {row + 1}, but must be {_MEANING}")
    return outcome
