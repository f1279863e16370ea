"""Explanation: why an item stands where it does."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Any

from pdrank._frames import lines_frame
from pdrank._show import html_page, text_table, wrapped


@dataclass(frozen=True)
class Explanation:
    """Why an item stands where it does, or above another one: against whom, by whose word, and which rows matter."""

    #: Everything, as ``pdrank explain --format json`` has it.
    summary: dict[str, Any]
    _library: str

    @functools.cached_property
    def opponents(self) -> Any:
        """The items it was compared with, those that help it most first, as a table.

        ``item rank answers wins expected other_answers other_wins other_expected pull``: ``expected`` are the wins that
        the scores lead to expect; ``other_..`` are of the second item, where two are explained.
        """
        return lines_frame("ExplainedOpponent", self.summary["opponents"], self._library)

    @functools.cached_property
    def annotators(self) -> Any:
        """A table of the annotators who answered about it and how far each pulls it: ``annotator answers pull``."""
        return lines_frame("ExplainedAnnotator", self.summary["annotators"], self._library)

    @functools.cached_property
    def rows(self) -> Any:
        """The rows that matter most, as a table: ``row winner loser tie annotator weight pull without``.

        ``without`` is the change of the score, or of the lead over the second item, if the row is left out and the
        rest ranked; missing where the rest falls apart.
        """
        return lines_frame("ExplainedRow", self.summary["rows"], self._library)

    @property
    def meaning(self) -> list[str]:
        """The explanation in sentences."""
        return list(self.summary["meaning"])

    @property
    def notes(self) -> list[str]:
        """Sentences that every reader of the result should know."""
        return list(self.summary["notes"])

    def to_json(self) -> str:
        """Everything, as the command line writes it."""
        return json.dumps(self.summary, ensure_ascii=False, indent=2) + "\n"

    def __repr__(self) -> str:
        return "\n".join([*wrapped([*self.meaning, *self.notes]), text_table(*self._table())])

    def _repr_html_(self) -> str:
        return html_page("", *self._table(), [*self.meaning, *self.notes])

    def _table(self) -> tuple[list[str], list[list[str]]]:
        rows = [
            [
                str(line["row"]),
                line["winner"],
                line["loser"],
                line["annotator"],
                "" if line["without"] is None else f"{line['without']:+.2g}",
            ]
            for line in self.summary["rows"]
        ]
        return ["row", "winner", "loser", "annotator", "change without it"], rows
