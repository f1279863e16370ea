"""PD-Rank, the posterior and Bradley-Terry as estimators in the shape of scikit-learn, which need not be installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from pdrank import _core, metrics
from pdrank._answers import pairs_of, read_answers
from pdrank._input import Source
from pdrank._options import given_options, thread_count
from pdrank._parameters import Parameters
from pdrank._progress import Progress
from pdrank._rank import rank_source
from pdrank._result import RankResult
from pdrank._spelling import spell, spelled

if TYPE_CHECKING:
    _Base = Parameters
else:
    try:
        from sklearn.base import BaseEstimator, ClassifierMixin

        class _Base(ClassifierMixin, BaseEstimator):
            """An estimator of scikit-learn."""

            def __sklearn_tags__(self):
                tags = super().__sklearn_tags__()
                tags.input_tags.string = tags.input_tags.categorical = True
                tags.target_tags.required = False
                tags.classifier_tags.multi_class = False
                return tags

    except ImportError:
        _Base = Parameters

__all__ = ["BradleyTerry", "PDRank", "Posterior"]

Self = TypeVar("Self", bound="_Ranker")


class _Ranker(_Base):
    """What the estimators share: they rank what they are given, and predict who wins by it."""

    _method: ClassVar[str]

    progress: Progress
    result_: RankResult
    items_: NDArray[Any]
    scores_: NDArray[np.float64]
    classes_: NDArray[np.int64]

    def fit(self: Self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Rank.

        Args:
            X: without `y`, comparisons in any form that `pdrank.rank` takes. With `y`, rows of two items, or of two
                items and who was asked; the columns of tables are found by name, as `pdrank.rank` finds them, or else
                by position.
            y: 1 where the first item won, 0 where the second did, 0.5 for a tie.
            sample_weight: how often a row counts; only with `y`. Rows with 0 are left out.

        Example:
            >>> import pdrank
            >>> pdrank.PDRank().fit([("A", "B"), ("B", "C")], [0, 0.5]).items_.tolist()
            ['B', 'C', 'A']
        """
        return self._rank(self._read(X, y, sample_weight), self._fresh_warm())

    def partial_fit(self: Self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Add comparisons to those that are there: the result is that of `fit` on all of them, and comes sooner.

        Whole numbers as items: parts of the data that nothing connects may come in another order than by `fit`.

        Example:
            >>> import pdrank
            >>> model = pdrank.PDRank().fit([("A", "B"), ("B", "C")])
            >>> model.partial_fit([("C", "D")]).items_.tolist()
            ['A', 'B', 'C', 'D']
        """
        added = self._read(X, y, sample_weight)
        if not hasattr(self, "result_"):
            return self._rank(added, self._fresh_warm())
        return self._rank(self._changed(self._source.comparisons.extend(added.comparisons), added), self._last_warm())

    def remove(self: Self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Take comparisons away again, each once. ValueError names the first that is not there.

        Example:
            >>> import pdrank
            >>> model = pdrank.PDRank().fit([("A", "B"), ("B", "C"), ("C", "A")])
            >>> model.remove([("C", "A")]).items_.tolist()
            ['A', 'B', 'C']
        """
        self._check_fitted()
        gone = self._read(X, y, sample_weight)
        return self._rank(self._changed(self._source.comparisons.remove(gone.comparisons), gone), self._last_warm())

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Score of the first item less score of the second; 0 where the data do not tell which is better."""
        self._check_fitted()
        return self._margins(*self._places_of(X))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """A row for each of X: the probability that the second item wins, and that the first does.

        Example:
            >>> import pdrank
            >>> votes = pdrank.simulate(items=10, trials=5, noise="bt:5", seed=1)
            >>> model = pdrank.PDRank().fit(votes.comparisons)
            >>> best, worst = model.items_[0], model.items_[-1]
            >>> bool(model.predict_proba([(best, worst)])[0, 1] > 0.9)
            True
            >>> model.predict_proba([(best, "unheard of")]).tolist()
            [[0.5, 0.5]]
        """
        self._check_fitted()
        pairs = pairs_of(X)
        ids = [self.result_._ids(spelled(items)) for items in (pairs.first, pairs.second)]
        first = self.result_._predicted(*ids)["probability"]
        return np.column_stack([1 - first, first])

    def predict(self, X: Any) -> NDArray[np.int64]:
        """1 where the first item of a row is expected to win, else 0."""
        return (self.decision_function(X) > 0).astype(np.int64)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The share of answers that go to the item with the higher score; equal scores count one half, ties not.

        Without `y`, X is comparisons in any form that `fit` takes: in rows of two items the first won.
        """
        if y is not None:
            return metrics.label_accuracy(self.decision_function(X), y, sample_weight)
        self._check_fitted()
        data = self._read(X, None, sample_weight).comparisons
        place = np.array([self._place.get(name, -1) for name in data.items], dtype=np.int64)
        outcome = None if data.tie is None else np.where(data.tie, 0.5, 1.0)
        margin = self._margins(place[data.winner], place[data.loser])
        return metrics.label_accuracy(margin, outcome, data.weight)

    @property
    def ranking_(self) -> Any:
        """The ranking, as a table."""
        self._check_fitted()
        return self.result_.ranking

    def _options(self) -> dict[str, Any]:
        return {"method": self._method, **given_options("rank", self.get_params(deep=False))}

    def _read(self, X: Any, y: Any, sample_weight: Any) -> Source:
        options = self._options()
        return read_answers(X, y, sample_weight, options.get("ties") == "error", thread_count(options))

    def _changed(self, comparisons: _core.Comparisons, by: Source) -> Source:
        before = self._source
        integer = before.integer_items and by.integer_items, before.integer_annotators and by.integer_annotators
        return Source(comparisons, before.library, *integer)

    def _rank(self: Self, source: Source, warm: _core.Warm | None) -> Self:
        """Nothing of the estimator changes if it fails or is stopped."""
        options = self._options()
        result = rank_source(source, options, self.progress, warm)
        columns = result._arrays("ranking")
        self._source, self._warm, self.result_ = source, warm, result
        self.items_, self.scores_, self._parts = columns["item"], columns["score"], columns["component"]
        self._place = {spell(item): k for k, item in enumerate(self.items_.tolist())}
        self.classes_, self.n_features_in_ = np.array([0, 1]), 2
        return self

    def _fresh_warm(self) -> _core.Warm | None:
        return None

    def _last_warm(self) -> _core.Warm | None:
        return getattr(self, "_warm", None) or self._fresh_warm()

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts its rounds afresh."""
        state: Any = super().__getstate__() if hasattr(super(), "__getstate__") else self.__dict__
        return {name: value for name, value in state.items() if name != "_warm"}

    def _margins(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.float64]:
        """By place in the ranking; 0 where nothing tells which is better. -1 is an unknown item."""
        scores, parts = np.append(self.scores_, np.nan), np.append(self._parts, 0)
        margin = scores[first] - scores[second]
        return np.where(np.isnan(margin) | (parts[first] != parts[second]), 0.0, margin)

    def _places_of(self, X: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        pairs = pairs_of(X)
        return self._places(pairs.first), self._places(pairs.second)

    def _places(self, items: NDArray[Any]) -> NDArray[np.int64]:
        return np.array([self._place.get(name, -1) for name in spelled(items)], dtype=np.int64)

    def _check_fitted(self) -> None:
        if not hasattr(self, "result_"):
            raise _not_fitted(f"this {type(self).__name__} has not been fitted: call fit first")


def _not_fitted(message: str) -> Exception:
    """The exception that scikit-learn has for it."""
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return ValueError(message)
    error: Exception = NotFittedError(message)
    return error


class PDRank(_Ranker):
    """PD-Rank: robust to wrong answers, up to millions of items.

    Rounds are solved exactly (``inner_rule="kkt"``), so that `partial_fit` and `remove` end where `fit` on the same
    comparisons would. The parameters are options of `pdrank.rank`.

    ``predict_proba`` is sigmoid(slope * margin): the margin is the score of the first item less that of the second, and
    the slope is fitted to answers that were held out, in five folds; the first call makes these five runs (of large
    data fewer). Items that the data do not connect, or that are not in them, have one half.

    Attributes:
        items_: the items, best first.
        scores_: their scores.
        ranking_: the ranking, as a table.
        result_: all of the result.

    Example:
        >>> import pdrank
        >>> model = pdrank.PDRank(gamma=0.01).fit([("A", "B"), ("B", "C"), ("A", "C")])
        >>> model.items_.tolist()
        ['A', 'B', 'C']
        >>> model.predict([("A", "C"), ("C", "B")]).tolist()
        [1, 0]
    """

    _method = "pdrank"

    def __init__(
        self,
        *,
        gamma: float | Literal["auto"] | None = None,
        epsilon: float | None = None,
        max_rounds: int | None = None,
        round_tolerance: float | None = None,
        inner_rule: Literal["rough", "kkt", "cost"] = "kkt",
        inner_tolerance: float | None = None,
        max_iterations: int | None = None,
        solver: Literal["newton", "pdhg"] | None = None,
        preset: Literal["default", "paper"] | None = None,
        ties: Literal["auto", "half", "drop", "error", "rao-kupper", "davidson"] | None = None,
        component: Literal["all", "largest", "strong"] | None = None,
        few: int | None = None,
        half_life: float | None = None,
        bootstrap: int | None = None,
        fragility: Sequence[str] | None = None,
        split_half: int | None = None,
        boundaries: Sequence[str] | None = None,
        simultaneous: bool | None = None,
        certify: bool | None = None,
        level: float | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> None:
        self.gamma = gamma
        self.epsilon = epsilon
        self.max_rounds = max_rounds
        self.round_tolerance = round_tolerance
        self.inner_rule = inner_rule
        self.inner_tolerance = inner_tolerance
        self.max_iterations = max_iterations
        self.solver = solver
        self.preset = preset
        self.ties = ties
        self.component = component
        self.few = few
        self.half_life = half_life
        self.bootstrap = bootstrap
        self.fragility = fragility
        self.split_half = split_half
        self.boundaries = boundaries
        self.simultaneous = simultaneous
        self.certify = certify
        self.level = level
        self.seed = seed
        self.threads = threads
        self.progress = progress

    def _fresh_warm(self) -> _core.Warm | None:
        return _core.Warm()


class Posterior(_Ranker):
    """Draws from the posterior of noise, gaps, annotators and ranks: calibrated ranges, for small and medium data.

    The parameters are options of `pdrank.rank`; rows of three have annotators, whose reliability is learned.

    ``predict_proba`` is that of `RankResult.predict`. Items that are not in the data have one half.

    Attributes:
        items_: the items, best first.
        scores_: their scores.
        ranking_: the ranking, as a table.
        result_: all of the result.

    Example:
        >>> import pdrank
        >>> votes = pdrank.simulate(items=10, trials=5, seed=1)
        >>> model = pdrank.Posterior().fit(votes.comparisons)
        >>> pdrank.evaluate(model.result_, votes.truth).kendall_tau_a > 0.8
        True
    """

    _method = "posterior"

    def __init__(
        self,
        *,
        ties: Literal["auto", "half", "drop", "error", "rao-kupper", "davidson"] | None = None,
        component: Literal["all", "largest", "strong"] | None = None,
        few: int | None = None,
        half_life: float | None = None,
        order_effect: Literal["auto", "none", "common", "per-annotator"] | None = None,
        drift: float | Literal["auto"] | None = None,
        ahead: float | None = None,
        by: str | None = None,
        composite: Sequence[str] | None = None,
        control: Sequence[str] | None = None,
        cluster: str | None = None,
        fragility: Sequence[str] | None = None,
        split_half: int | None = None,
        boundaries: Sequence[str] | None = None,
        simultaneous: bool | None = None,
        scale: Literal["logit", "elo", "share", "jod"] | None = None,
        anchor: str | None = None,
        certify: bool | None = None,
        level: float | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> None:
        self.ties = ties
        self.component = component
        self.few = few
        self.half_life = half_life
        self.order_effect = order_effect
        self.drift = drift
        self.ahead = ahead
        self.by = by
        self.composite = composite
        self.control = control
        self.cluster = cluster
        self.fragility = fragility
        self.split_half = split_half
        self.boundaries = boundaries
        self.simultaneous = simultaneous
        self.scale = scale
        self.anchor = anchor
        self.certify = certify
        self.level = level
        self.seed = seed
        self.threads = threads
        self.progress = progress


class BradleyTerry(_Ranker):
    """Bradley and Terry's model by maximum likelihood, with standard errors.

    The parameters are options of `pdrank.rank`. Where the likelihood has no maximum, a weak prior holds the scores, and
    the notes of the result say so.

    ``predict_proba`` is the model's own: sigmoid of the score of the first item less that of the second. Items that are
    not in the data have one half.

    Attributes:
        items_: the items, best first.
        scores_: their scores, in log-odds with mean 0.
        ranking_: the ranking, as a table.
        result_: all of the result.

    Example:
        >>> import pdrank
        >>> model = pdrank.BradleyTerry().fit([("A", "B")] * 3 + [("B", "A")])
        >>> [float(score.round(3)) for score in model.scores_]
        [0.549, -0.549]
        >>> model.predict_proba([("A", "B")]).round(2).tolist()
        [[0.25, 0.75]]
    """

    _method = "bradley-terry"

    def __init__(
        self,
        *,
        gamma: float | Literal["auto"] | None = None,
        adjustment: float | None = None,
        ties: Literal["auto", "half", "drop", "error", "rao-kupper", "davidson"] | None = None,
        component: Literal["all", "largest", "strong"] | None = None,
        few: int | None = None,
        half_life: float | None = None,
        order_effect: Literal["auto", "none", "common", "per-annotator"] | None = None,
        control: Sequence[str] | None = None,
        cluster: str | None = None,
        bootstrap: int | None = None,
        fragility: Sequence[str] | None = None,
        split_half: int | None = None,
        boundaries: Sequence[str] | None = None,
        simultaneous: bool | None = None,
        scale: Literal["logit", "elo", "share", "jod"] | None = None,
        anchor: str | None = None,
        certify: bool | None = None,
        level: float | None = None,
        seed: int | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> None:
        self.gamma = gamma
        self.adjustment = adjustment
        self.ties = ties
        self.component = component
        self.few = few
        self.half_life = half_life
        self.order_effect = order_effect
        self.control = control
        self.cluster = cluster
        self.bootstrap = bootstrap
        self.fragility = fragility
        self.split_half = split_half
        self.boundaries = boundaries
        self.simultaneous = simultaneous
        self.scale = scale
        self.anchor = anchor
        self.certify = certify
        self.level = level
        self.seed = seed
        self.threads = threads
        self.progress = progress
