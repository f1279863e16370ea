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

from pdrank import _core
from pdrank._core import Comparisons, InputError, NotApplicable

if TYPE_CHECKING:
    from pdrank import estimators, metrics, plot
    from pdrank._compare import CompareResult, compare, methods
    from pdrank._diff import Diff, diff
    from pdrank._evaluate import Evaluation, evaluate
    from pdrank._explain import Explanation
    from pdrank._next import NextResult, Outlook, next_pairs, strategies
    from pdrank._rank import rank, read_comparisons
    from pdrank._result import RankResult
    from pdrank._simulate import Simulation, simulate
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

#: Modules that are imported when they are first used: they import other libraries, which the command line does without.
_MODULES = ("estimators", "metrics", "plot")
#: Where the other names are from, those that ask for the least first.
_HOMES = ("_compare", "_diff", "_evaluate", "_explain", "_next", "_rank", "_result", "_simulate", "estimators")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"pdrank.{name}")
    if name in __all__:
        for home in _HOMES:
            module = importlib.import_module(f"pdrank.{home}")
            if name in vars(module):
                globals()[name] = value = getattr(module, name)
                return value
    raise AttributeError(f"module 'pdrank' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
