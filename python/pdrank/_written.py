"""What results have in common that the engine writes as JSON, CSV and Markdown."""

from __future__ import annotations

import json
from typing import Any

from pdrank import _core
from pdrank._stored import StoredWriting


class Written:
    """A result that the engine has written down."""

    def __init__(self, core: _core.CompareResult | _core.NextResult, library: str) -> None:
        self._core = core
        self._library = library
        self._all: dict[str, Any] = json.loads(core.json())

    @property
    def notes(self) -> list[str]:
        """What a reader must know, in sentences."""
        return self._core.notes

    @property
    def seed(self) -> int:
        """Of everything that draws random numbers."""
        return int(self._all["seed"])

    def to_json(self) -> str:
        """Everything, as the command line writes it."""
        return self._core.json()

    def to_csv(self) -> str:
        """The table, as the command line writes it."""
        return self._core.csv()

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return self._core.markdown()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": StoredWriting(self._core)}
