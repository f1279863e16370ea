"""Rank items from noisy pairwise comparisons, and say how far to trust each of them.

    >>> import pdrank
    >>> votes = pdrank.simulate(items=5, trials=20, seed=1)
    >>> result = pdrank.rank(votes.comparisons)
    >>> result.converged
    True

`rank` is the main thing; `next_pairs` says which pairs to ask about next, `compare` runs all methods on the same data,
`evaluate` compares a ranking with the truth, `diff` with an older one, `simulate` makes data with a known truth,
`methods` and `strategies` say what there is. `PDRank`, `Posterior` and `BradleyTerry` are estimators in the shape of
scikit-learn. `pdrank.metrics` has measures, `pdrank.plot` pictures.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pdrank import _core, metrics
from pdrank._compare import CompareResult, compare, methods
from pdrank._core import Comparisons, InputError, NotApplicable
from pdrank._diff import Diff, diff
from pdrank._evaluate import Evaluation, evaluate
from pdrank._explain import Explanation
from pdrank._next import NextResult, Outlook, next_pairs, strategies
from pdrank._rank import rank, read_comparisons
from pdrank._result import RankResult
from pdrank._simulate import Simulation, simulate

if TYPE_CHECKING:
    from pdrank import estimators, plot
    from pdrank.estimators import BradleyTerry, PDRank, Posterior

__version__: str = _core.__version__

__all__ = [
    "BradleyTerry",
    "CompareResult",
    "Comparisons",
    "Diff",
    "Evaluation",
    "Explanation",
    "InputError",
    "NextResult",
    "NotApplicable",
    "Outlook",
    "PDRank",
    "Posterior",
    "RankResult",
    "Simulation",
    "__version__",
    "compare",
    "diff",
    "estimators",
    "evaluate",
    "methods",
    "metrics",
    "next_pairs",
    "plot",
    "rank",
    "read_comparisons",
    "simulate",
    "strategies",
]

#: Names that are imported when they are first used, because they import other libraries.
_LATER = dict.fromkeys(("BradleyTerry", "PDRank", "Posterior"), "estimators") | {"estimators": "", "plot": ""}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'pdrank' has no attribute {name!r}")
    module = importlib.import_module(f"pdrank.{_LATER[name] or name}")
    return getattr(module, name) if _LATER[name] else module


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
