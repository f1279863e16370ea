"""Measures of how well score lists agree with each other, and predictions with answers.

All take lists of numbers, item by item or answer by answer. ``nan`` stands for a measure that is not defined, such as
the correlation with a constant; lists that do not fit together are a ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pdrank import _core

_Numbers: TypeAlias = NDArray[np.float64]

__all__ = [
    "Calibration",
    "KendallTau",
    "PairedTTest",
    "calibration",
    "fit_slope",
    "kendall",
    "kendall_tau",
    "label_accuracy",
    "log_loss",
    "logistic_loss",
    "paired_t_test",
    "spearman",
    "top_k",
]


@dataclass(frozen=True)
class KendallTau:
    """Pairs of items in the same order and in opposite order in two lists, and what is made of them."""

    tau_a: float
    tau_b: float
    gamma: float
    pairs: int
    concordant: int
    discordant: int
    ties_a: int
    ties_b: int
    ties_both: int


@dataclass(frozen=True)
class Calibration:
    """What was predicted and what came out, for each bin of predicted probability."""

    expected_error: float
    weight: _Numbers
    mean_probability: _Numbers
    mean_outcome: _Numbers


@dataclass(frozen=True)
class PairedTTest:
    """Student's paired t-test of a - b, two-sided."""

    mean_difference: float
    t: float
    degrees_of_freedom: float
    p_value: float


def kendall(a: ArrayLike, b: ArrayLike) -> KendallTau:
    """Kendall's tau of two score lists, in all variants, and the pairs it is made of.

    Pairs tied in both lists are counted in `ties_a`, in `ties_b` and in `ties_both`.

    Example:
        >>> import pdrank
        >>> tau = pdrank.metrics.kendall([1, 2, 3, 3], [1, 3, 2, 4])
        >>> tau.concordant, tau.discordant, tau.ties_a
        (4, 1, 1)
        >>> round(tau.gamma, 3)
        0.6
    """
    return KendallTau(**_core.kendall_tau(_numbers("a", a), _numbers("b", b)))


def kendall_tau(a: ArrayLike, b: ArrayLike, variant: Literal["a", "b", "gamma"] = "a") -> float:
    """Kendall's tau of two score lists: from 1, the same order, to -1, the opposite one.

    Args:
        a, b: scores, item by item.
        variant: ``a`` counts all pairs, ``b`` corrects for ties, ``gamma`` leaves tied pairs out (the paper's tau).

    Example:
        >>> import pdrank
        >>> pdrank.metrics.kendall_tau([1, 2, 3, 4], [1, 2, 4, 3])
        0.6666666666666666
    """
    if variant not in ("a", "b", "gamma"):
        raise ValueError(f"variant is {variant!r}, but must be one of a, b, gamma")
    tau = kendall(a, b)
    return {"a": tau.tau_a, "b": tau.tau_b, "gamma": tau.gamma}[variant]


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's rho: the correlation of the ranks, tied items sharing the mean of theirs.

    Example:
        >>> import pdrank
        >>> pdrank.metrics.spearman([1, 2, 3], [1, 3, 2])
        0.5
    """
    return _core.spearman_rho(_numbers("a", a), _numbers("b", b))


def top_k(a: ArrayLike, b: ArrayLike, k: int) -> float:
    """How many of the k best items of one list are among the k best of the other; ties at the border count in part.

    Example:
        >>> import pdrank
        >>> pdrank.metrics.top_k([9, 8, 7, 1], [9, 1, 8, 7], 2)
        1.0
    """
    return _core.top_k_overlap(_numbers("a", a), _numbers("b", b), k)


def label_accuracy(margin: ArrayLike, outcome: ArrayLike | None = None, weight: ArrayLike | None = None) -> float:
    """The share of answers that a positive margin foresees; a margin of 0 counts one half, ties do not count.

    Args:
        margin: score of the first item less score of the second, answer by answer.
        outcome: 1 = the first won, 0 = the second, 0.5 = a tie. None: the first always did.
        weight: how often an answer counts. None: once.

    Example:
        >>> import pdrank
        >>> pdrank.metrics.label_accuracy([2.0, -1.0, 0.5, 0.0], [1, 0, 0, 1])
        0.625
    """
    return _core.label_accuracy(_numbers("margin", margin), *_answers(outcome, weight))


def log_loss(probability: ArrayLike, outcome: ArrayLike | None = None, weight: ArrayLike | None = None) -> float:
    """The mean of -log P(answer); a coin has log 2 = 0.6931.

    Args:
        probability: that the first item wins, answer by answer.
        outcome, weight: as for `label_accuracy`; a tie is half an answer each way.

    Example:
        >>> import pdrank
        >>> round(pdrank.metrics.log_loss([0.9, 0.5], [1, 0]), 4)
        0.3993
    """
    return _core.log_loss(_numbers("probability", probability), *_answers(outcome, weight))


def logistic_loss(
    margin: ArrayLike, outcome: ArrayLike | None = None, weight: ArrayLike | None = None, *, slope: float = 1.0
) -> float:
    """The log loss of P(first wins) = sigmoid(slope * margin).

    Example:
        >>> import pdrank
        >>> round(pdrank.metrics.logistic_loss([2.0, -1.0], [1, 0]), 4)
        0.2201
    """
    return _core.logistic_loss(_numbers("margin", margin), slope, *_answers(outcome, weight))


def fit_slope(margin: ArrayLike, outcome: ArrayLike | None = None, weight: ArrayLike | None = None) -> float:
    """The slope with the least logistic loss, held back by one made-up tie at the root-mean-square margin.

    Example:
        >>> import pdrank
        >>> round(pdrank.metrics.fit_slope([1.0, 1.0, 1.0, -1.0]), 3)
        0.847
    """
    return _core.fit_slope(_numbers("margin", margin), *_answers(outcome, weight))


def calibration(
    probability: ArrayLike, outcome: ArrayLike, weight: ArrayLike | None = None, *, bins: int = 10
) -> Calibration:
    """Are probabilities what they say: of the answers predicted with 70 %, do 70 % come out so?

    Where the first item is always the winner, enter each answer both ways, (p, 1) and (1 - p, 0).

    Example:
        >>> import pdrank
        >>> report = pdrank.metrics.calibration([0.75, 0.75, 0.75, 0.75], [1, 1, 1, 0], bins=2)
        >>> report.expected_error
        0.0
    """
    weights = None if weight is None else _numbers("weight", weight)
    report = _core.calibration(_numbers("probability", probability), _numbers("outcome", outcome), weights, bins)
    return Calibration(**report)


def paired_t_test(a: ArrayLike, b: ArrayLike, *, overlap: float = 0.0) -> PairedTTest:
    """Is one method better than another on the same folds, seeds or data sets?

    Args:
        a, b: results, one a fold.
        overlap: the share of the rows that a fold tests on, for folds that share training rows (Nadeau and Bengio
            2003); 0 = independent results.

    Example:
        >>> import pdrank
        >>> round(pdrank.metrics.paired_t_test([1.0, 2.0, 3.0], [0.5, 1.0, 2.9]).p_value, 3)
        0.177
    """
    return PairedTTest(**_core.paired_t_test(_numbers("a", a), _numbers("b", b), overlap))


def _numbers(name: str, values: ArrayLike) -> _Numbers:
    numbers = np.ascontiguousarray(values, dtype=np.float64)
    if numbers.ndim != 1:
        raise ValueError(f"{name} has {numbers.ndim} dimensions, but must be a list of numbers")
    return numbers


def _answers(outcome: ArrayLike | None, weight: ArrayLike | None) -> tuple[_Numbers | None, _Numbers | None]:
    return (
        None if outcome is None else _numbers("outcome", outcome),
        None if weight is None else _numbers("weight", weight),
    )
