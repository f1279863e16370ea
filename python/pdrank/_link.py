"""From score differences to probabilities: an answer is a coin's with probability `toss`, else Bradley and Terry's.

    P(first wins) = toss / 2 + (1 - toss) sigmoid(slope margin)

The margin is the score of the first item less that of the second, in units of its root mean square over the rows.
Slope and toss are fitted to margins that are predictions: the rows are dealt into folds, and each is predicted from the
others (docs/MATH.md, sections 5 and 10). Of large data, fewer folds than all say enough.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pdrank import _core, metrics

FOLDS = 5
_ENOUGH_ANSWERS = 50_000  # for two numbers
_STEPS = 200

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


def sigmoid(x: Floats) -> Floats:
    """1 / (1 + e^-x), without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * x))


def margins(scores: Floats, parts: Integers, first: NDArray[Any], second: NDArray[Any]) -> Floats:
    """Score of the first item less that of the second; 0 where nothing tells which is better. -1 is an unknown item."""
    scores, parts = np.append(scores, np.nan), np.append(parts, 0)
    margin = scores[first] - scores[second]
    return np.where(np.isnan(margin) | (parts[first] != parts[second]), 0.0, margin)


def fit_link(margin: Floats, weight: Floats) -> tuple[float, float]:
    """Slope and toss for margins of winners over losers, by expectation-maximisation."""
    slope, toss = metrics.fit_slope(margin, None, weight), 0.1
    for _ in range(_STEPS):
        meant = (1 - toss) * sigmoid(slope * margin)
        meant /= meant + toss / 2
        before, toss = toss, 1 - float(np.average(meant, weights=weight))
        slope = metrics.fit_slope(margin, None, weight * meant)
        if abs(toss - before) < 1e-5:
            break
    return slope, toss


class Link:
    """The link of one fit. It is made when it is first asked for: that takes as many runs as there are folds."""

    def __init__(self, comparisons: _core.Comparisons, options: dict[str, Any], ranked: _core.RankResult) -> None:
        self._comparisons = comparisons
        self._options = options
        self._unit_of_fit = self._unit(*self._scores(ranked, comparisons.items))
        self._fitted: tuple[float, float] | None = None

    def probabilities(self, margin: Floats) -> Floats:
        """P(first wins), for margins of the fit's scores."""
        if self._fitted is None:
            self._fitted = self._fit()
        slope, toss = self._fitted
        return toss / 2 + (1 - toss) * sigmoid(slope * margin / self._unit_of_fit)

    def _unit(self, scores: Floats, parts: Integers) -> float:
        """The root-mean-square margin of the rows; 1 where all margins are 0."""
        data = self._comparisons
        square = np.average(margins(scores, parts, data.winner, data.loser) ** 2, weights=data.weight)
        return float(np.sqrt(square)) or 1.0

    def _fit(self) -> tuple[float, float]:
        """A tie is half an answer each way."""
        data = self._comparisons
        rows, margin = self._held_out()
        weight = np.ones(len(rows)) if data.weight is None else np.asarray(data.weight)[rows]
        if data.tie is not None:
            tie = np.asarray(data.tie, dtype=bool)[rows]
            margin = np.concatenate([margin, -margin[tie]])
            weight = np.concatenate([np.where(tie, weight / 2, weight), weight[tie] / 2])
        return fit_link(margin, weight)

    def _held_out(self) -> tuple[Integers, Floats]:
        """Rows, and their margins of winner over loser, each predicted from the other folds."""
        shuffled = np.random.default_rng(int(self._options.get("seed", 1))).permutation(len(self._comparisons))
        if len(shuffled) < 2 * FOLDS:  # too few to hold any out
            return shuffled, self._predict(shuffled, shuffled)
        folds = np.array_split(shuffled, FOLDS)
        enough = min(FOLDS, -(-_ENOUGH_ANSWERS // len(folds[-1])))
        predicted = [self._predict(np.setdiff1d(shuffled, fold), fold) for fold in folds[:enough]]
        return np.concatenate(folds[:enough]), np.concatenate(predicted)

    def _predict(self, trained_on: Integers, rows: Integers) -> Floats:
        """The margins of rows, in their unit, by other rows."""
        data, items = self._comparisons, self._comparisons.items
        scores, parts = self._scores(_core.rank(_select(data, items, trained_on), self._options), items)
        return margins(scores, parts, data.winner[rows], data.loser[rows]) / self._unit(scores, parts)

    def _scores(self, ranked: _core.RankResult, items: list[str]) -> tuple[Floats, Integers]:
        """Score and part of each of the items; NaN and 0 where it was not ranked."""
        number = {name: k for k, name in enumerate(items)}
        columns = ranked.ranking_columns()
        at = [number[name] for name in columns["item"]]
        scores, parts = np.full(len(items), np.nan), np.zeros(len(items), dtype=np.int64)
        scores[at], parts[at] = columns["score"], columns["component"]
        return scores, parts


def _select(data: _core.Comparisons, items: list[str], keep: Integers) -> _core.Comparisons:
    """Some of the rows."""
    annotator = None if data.annotator is None else data.annotator[keep].view(np.int32)  # nobody is -1
    annotators = None if data.annotator is None else data.annotators
    weight = None if data.weight is None else data.weight[keep]
    tie = None if data.tie is None else data.tie[keep]
    return _core.from_ids(data.winner[keep], data.loser[keep], items, annotator, annotators, weight, tie)
