"""Results that were pickled: what the engine's objects said, without the engine."""

from __future__ import annotations

from typing import Any, ClassVar


class _Stored:
    """Answers like an object of the engine."""

    _properties: ClassVar[tuple[str, ...]]
    _methods: ClassVar[tuple[str, ...]]

    def __init__(self, core: Any) -> None:
        self._said = {name: getattr(core, name) for name in self._properties}
        self._answered = {name: getattr(core, name)() for name in self._methods}

    def __getattr__(self, name: str) -> Any:
        if name in self._properties:
            return self._said[name]
        if name in self._methods:
            return lambda: self._answered[name]
        raise AttributeError(name)


class StoredResult(_Stored):
    """Answers like the engine's RankResult."""

    _properties = (
        "comparisons",
        "method",
        "chosen_because",
        "seed",
        "converged",
        "status",
        "message",
        "notes",
    )
    _methods = (
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


class StoredWriting(_Stored):
    """Answers like the engine's CompareResult and NextResult."""

    _properties = ("notes",)
    _methods = ("json", "csv", "markdown")
