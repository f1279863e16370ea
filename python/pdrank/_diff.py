"""diff: what has changed between two rankings."""

from __future__ import annotations

import functools
import json
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from pdrank import _core
from pdrank._checks import path_text
from pdrank._frames import Column, Optional, check_library, to_frame
from pdrank._result import RankResult
from pdrank._show import html_table, text_table


@dataclass(frozen=True)
class Diff:
    """What has changed between two rankings, and whether by more than noise."""

    #: Everything, as ``pdrank diff --format json`` has it.
    summary: dict[str, Any]
    _library: str

    @functools.cached_property
    def items(self) -> Any:
        """A table with a line for every item of either ranking, in the order of the ranks now.

        ``item rank rank_before moved change score score_before score_change change_low change_high p_value``, which
        docs/FORMATS.md explains. ``change`` is ``up`` or ``down`` where the score has changed by more than noise,
        otherwise ``noise``, ``new`` or ``gone``.
        """
        lines = self.summary["items"]
        columns: dict[str, Column] = {}
        for name in (field["name"] for field in _core.result_records()["ItemChange"]):
            values = [line[name] for line in lines]
            if name in ("item", "change"):
                columns[name] = values
            elif name in ("rank", "rank_before", "moved"):
                missing = np.array([value is None for value in values], dtype=bool)
                whole = np.array([value or 0 for value in values], dtype=np.int64)
                columns[name] = Optional(whole, missing) if missing.any() else whole
            else:
                columns[name] = np.array(values, dtype=float)
        return to_frame(columns, self._library)

    @property
    def notes(self) -> list[str]:
        """Sentences that every reader of the result should know."""
        return list(self.summary["notes"])

    def to_json(self) -> str:
        """Everything, as the command line writes it."""
        return json.dumps(self.summary, ensure_ascii=False, indent=2) + "\n"

    def __repr__(self) -> str:
        return text_table(["rank", "before", "item", "change", "more than noise"], self._rows())

    def _repr_html_(self) -> str:
        return html_table(["rank", "before", "item", "change", "more than noise"], self._rows())

    def _rows(self) -> list[list[str]]:
        def cell(value: float | None, form: str = "{}") -> str:
            return "" if value is None else form.format(value)

        return [
            [
                cell(line["rank"]),
                cell(line["rank_before"]),
                line["item"],
                cell(line["score_change"], "{:+.3g}"),
                line["change"] if line["change"] != "noise" else "",
            ]
            for line in self.summary["items"]
        ]


def diff(old: Any, new: Any, *, level: float = 0.9) -> Diff:
    """Compare a ranking with an older one: who moved, and whether by more than noise.

    Args:
        old, new: a RankResult, or a file that ``pdrank rank --output result.json`` or ``to_json`` wrote.
        level: probability of the ranges; at most 1 - level of the items that are called changed are so by chance.

    Example:
        >>> import pdrank
        >>> monday = pdrank.rank([("A", "B"), ("B", "C"), ("A", "C")] * 5)
        >>> tuesday = pdrank.rank([("C", "B"), ("B", "A"), ("C", "A")] * 5)
        >>> list(pdrank.diff(monday, tuesday).summary["items"][0].values())[:4]
        ['C', 1, 3, 2]
    """
    texts = [_text_of(ranking) for ranking in (old, new)]
    library = next((one._library for one in (new, old) if isinstance(one, RankResult)), None)
    return Diff(json.loads(_core.diff(*texts[0], *texts[1], float(level))), check_library(library))


def _text_of(ranking: Any) -> tuple[str, str]:
    """The path of a result, or its text."""
    if isinstance(ranking, RankResult):
        return "", str(ranking.to_json())
    if isinstance(ranking, str | bytes | os.PathLike):
        return path_text(ranking), ""
    raise TypeError(f"a ranking must be a RankResult or a path, not {type(ranking).__name__}")
