"""evaluate: how close a ranking is to the truth; and scores by item, from whatever has them."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._checks import path_text, whole_number
from pdrank._result import RankResult
from pdrank._show import html_table, text_table
from pdrank._spelling import spell


@dataclass(frozen=True)
class Evaluation:
    """How far two lists of scores agree, over the items that both have."""

    items: int
    only_in_ranking: int
    only_in_truth: int
    kendall_tau_a: float
    kendall_tau_b: float
    kendall_gamma: float
    spearman: float
    top_k: int
    top_k_overlap: float

    def to_dict(self) -> dict[str, float]:
        """The same by name, as ``pdrank evaluate --format json`` has it."""
        return dataclasses.asdict(self)

    def __repr__(self) -> str:
        return text_table(["measure", "value"], self._rows())

    def _repr_html_(self) -> str:
        return html_table(["measure", "value"], self._rows())

    def _rows(self) -> list[list[str]]:
        counts = [["items in both", f"{self.items:,}"]]
        if self.only_in_ranking:
            counts.append(["only in the ranking", f"{self.only_in_ranking:,}"])
        if self.only_in_truth:
            counts.append(["only in the truth", f"{self.only_in_truth:,}"])
        return [
            *counts,
            ["Kendall tau", f"{self.kendall_tau_a:.4f}"],
            ["Kendall tau-b (corrected for ties)", f"{self.kendall_tau_b:.4f}"],
            ["Kendall gamma (without tied pairs)", f"{self.kendall_gamma:.4f}"],
            ["Spearman rho", f"{self.spearman:.4f}"],
            [f"top {self.top_k}", f"{self.top_k_overlap:g} of {self.top_k} found"],
        ]


def evaluate(ranking: Any, truth: Any, *, top: int = 10) -> Evaluation:
    """Compare a ranking with the truth.

    Args:
        ranking, truth: a RankResult; a mapping or a pandas Series from item to score (higher is better); a table or a
            file with the columns ``item`` and ``score``, or ``item`` and ``rank``. Items are matched by their names.
        top: the K of the top-K overlap.

    Example:
        >>> import pdrank
        >>> pdrank.evaluate({"A": 3.1, "B": 2.5, "C": 0.7}, {"A": 10, "B": 5, "C": 7, "D": 1}, top=2)
        measure                             value
        items in both                       3
        only in the truth                   1
        Kendall tau                         0.3333
        Kendall tau-b (corrected for ties)  0.3333
        Kendall gamma (without tied pairs)  0.3333
        Spearman rho                        0.5000
        top 2                               1 of 2 found
    """
    found, true = scores_by_name(ranking), scores_by_name(truth)
    figures = _core.evaluate(list(found), _values(found), list(true), _values(true), whole_number("top", top))
    return Evaluation(**figures)


def _values(scores: dict[str, float]) -> NDArray[np.float64]:
    return np.fromiter(scores.values(), dtype=np.float64, count=len(scores))


def scores_by_name(source: Any) -> dict[str, float]:
    """The name of an item -> its score, higher is better."""
    if isinstance(source, RankResult):
        return {spell(item): score for item, score in source.scores.items()}
    if isinstance(source, str | bytes | os.PathLike):
        items, scores = _core.read_scores(path_text(source))
        return dict(zip(items, scores.tolist(), strict=True))
    columns = _columns_of(source)
    if columns is None:
        pairs = [(spell(item), float(score)) for item, score in source.items()]
    elif "item" in columns and ("score" in columns or "rank" in columns):
        sign, name = (1, "score") if "score" in columns else (-1, "rank")
        values = np.asarray(source[name], dtype=float)
        pairs = [(spell(item), sign * float(value)) for item, value in zip(_items(source), values, strict=True)]
    else:
        raise ValueError(
            f"a table of scores has the columns item and score, or item and rank, not {', '.join(columns)}"
        )
    return _checked(pairs)


def _columns_of(source: Any) -> list[str] | None:
    """The names of a table's columns; None for a mapping from item to score."""
    if isinstance(source, Mapping):
        is_table = "item" in source and not np.isscalar(source["item"])
        return [str(name) for name in source] if is_table else None
    if hasattr(source, "column_names"):  # pyarrow
        return list(source.column_names)
    if hasattr(source, "columns"):
        return [str(name) for name in source.columns]
    if hasattr(source, "items"):  # a Series of pandas
        return None
    raise TypeError(f"scores must be a RankResult, a mapping, a table or a path, not {type(source).__name__}")


def _items(table: Any) -> list[Any]:
    items = table["item"]
    listed: list[Any] = items.to_pylist() if hasattr(items, "to_pylist") else list(items)
    return listed


def _checked(pairs: list[tuple[str, float]]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for name, score in pairs:
        if name in scores:
            raise ValueError(f"the item {name!r} has two scores")
        if score != score:
            raise ValueError(f"the score of {name!r} is not a number")
        scores[name] = score
    return scores
