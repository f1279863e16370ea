"""What results have in common that the engine writes as JSON, CSV and Markdown."""

from __future__ import annotations

import json
import os
from typing import Any, TypeAlias

from pdrank import _core
from pdrank._checks import path_text
from pdrank._stored import StoredWriting

#: Of a file that is written; None: the text is given back instead.
FilePath: TypeAlias = str | os.PathLike[str] | None


def checked_path(path: str | os.PathLike[str], ending: str) -> str:
    """The path, if its ending does not promise something else."""
    name = path_text(path)
    found = _core.ending_of(name)
    if found not in ("", ending):
        raise ValueError(f"{name} would hold .{ending}, not .{found}: give it that ending")
    return name


def written(text: str, path: FilePath, ending: str) -> str | None:
    """The text; or nothing, if it goes to a file."""
    if path is None:
        return text
    _core.write_file(checked_path(path, ending), text)
    return None


class Written:
    """A result that the engine has written down."""

    def __init__(self, core: _core.CompareResult | _core.NextResult, library: str) -> None:
        self._core = core
        self._library = library
        self._all: dict[str, Any] = json.loads(core.json())

    @property
    def notes(self) -> list[str]:
        """Sentences that every reader of the result should know."""
        return self._core.notes

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return int(self._all["seed"])

    def to_json(self, path: FilePath = None) -> str | None:
        """Everything, as the command line writes it; or that in a file."""
        return written(self._core.json(), path, "json")

    def to_csv(self, path: FilePath = None) -> str | None:
        """The table, as the command line writes it; or that in a file."""
        return written(self._core.csv(), path, "csv")

    def to_markdown(self, path: FilePath = None) -> str | None:
        """The table in Markdown; or that in a file."""
        return written(self._core.markdown(), path, "md")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": StoredWriting(self._core)}
