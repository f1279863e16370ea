"""A result that was pickled: what the engine's object said, without the engine."""

from __future__ import annotations

from typing import Any

_PROPERTIES = ("method", "chosen_because", "seed", "converged", "status", "message", "notes", "trace")
_METHODS = (
    "ranking_columns",
    "confidence_columns",
    "annotator_columns",
    "json",
    "summary_json",
    "ranking_csv",
    "ranking_markdown",
    "annotators_csv",
    "confidence_csv",
)


class StoredResult:
    """Answers like the engine's RankResult."""

    def __init__(self, core: Any) -> None:
        self.comparisons = core.comparisons
        self._said = {name: getattr(core, name) for name in _PROPERTIES}
        self._answered = {name: getattr(core, name)() for name in _METHODS}

    def __getattr__(self, name: str) -> Any:
        if name in _PROPERTIES:
            return self._said[name]
        if name in _METHODS:
            return lambda: self._answered[name]
        raise AttributeError(name)
