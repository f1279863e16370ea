"""What `rank` gives back."""

from __future__ import annotations

import functools
import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._answers import pairs_of
from pdrank._explain import Explanation
from pdrank._files import write_excel, write_parquet
from pdrank._frames import Column, Named, Optional, as_array, coded, lines_frame, named, to_frame
from pdrank._input import Source
from pdrank._show import html_of_result, text_of_result
from pdrank._spelling import spell, spelled
from pdrank._stored import StoredResult
from pdrank._written import FilePath, checked_path, written

_PARTS = ("ranking", "confidence", "annotators")


class RankResult:
    """A ranking, and how far to trust every place, every comparison and every annotator.

    Tables are of the library that the comparisons came in; those from files, lists and arrays are of the first of
    pandas, polars and pyarrow that is installed, else a dict of NumPy arrays. They are made when they are first looked
    at.

    Example:
        >>> import pdrank
        >>> result = pdrank.rank([("A", "B"), ("B", "C"), ("A", "C")], method="bradley-terry")
        >>> result.method, result.converged
        ('bradley-terry', True)
        >>> list(result.scores)
        ['A', 'B', 'C']
    """

    def __init__(self, core: _core.RankResult, source: Source, options: dict[str, Any]) -> None:
        self._core = core
        self._given = options
        self._library = source.library
        self._integer_items = source.integer_items
        self._integer_annotators = source.integer_annotators

    @functools.cached_property
    def ranking(self) -> Any:
        """Every item, best first, part by part of the data.

        The columns of ranking.csv, which docs/FORMATS.md explains: ``rank item score rank_low rank_high comparisons
        wins losses ties component score_low score_high tier above_next flags standard_error first rank_without both_bad
        infit outfit grade grade_probability``.

        Example:
            >>> import pdrank
            >>> result = pdrank.rank({"winner": ["A", "B", "A"], "loser": ["B", "C", "C"]}, method="borda")
            >>> list(result.ranking["item"])
            ['A', 'B', 'C']
        """
        return to_frame(self._columns("ranking"), self._library)

    @functools.cached_property
    def confidence(self) -> Any:
        """Every comparison, in the order of the data.

        The columns of confidence.csv, which docs/FORMATS.md explains: ``row winner loser annotator weight
        probability_correct``.

        ``row`` counts the rows of the input from 1. ``probability_correct`` is missing where the method cannot tell;
        ``bootstrap=200`` gives it to any method.

        Example:
            >>> import pdrank
            >>> result = pdrank.rank({"winner": ["A", "B", "A"], "loser": ["B", "C", "C"]}, method="pdrank")
            >>> result.confidence["probability_correct"].round(2)
            array([0.99, 0.99, 1.  ])
        """
        return to_frame(self._columns("confidence"), self._library)

    @functools.cached_property
    def annotators(self) -> Any:
        """Everyone who answered, and how far to trust them.

        The columns of annotators.csv, which docs/FORMATS.md explains: ``annotator comparisons reliability
        reliability_low reliability_high flag answers expected_right found_right order_effect order_effect_low
        order_effect_high infit outfit agreement``.

        Example:
            >>> import pdrank
            >>> votes = pdrank.simulate(items=20, trials=3, annotators="honest:5,adversary:1", frames="dict")
            >>> annotators = pdrank.rank(votes.comparisons).annotators
            >>> annotators["annotator"][annotators["flag"] == "adversary"].tolist()
            ['annotator-6']
        """
        return to_frame(self._columns("annotators"), self._library)

    @functools.cached_property
    def scores(self) -> dict[Any, float]:
        """Item to score, best first. Scores of different parts of the data do not compare."""
        columns = self._columns("ranking")
        return dict(zip(_listed(columns["item"]), _listed(columns["score"]), strict=True))

    @property
    def comparisons(self) -> _core.Comparisons:
        """What was ranked."""
        return self._core.comparisons

    @property
    def method(self) -> str:
        """The method that was run."""
        return self._core.method

    @property
    def chosen_because(self) -> str:
        """Why the method was taken, where the choice was left to the program; else empty."""
        return self._core.chosen_because

    @property
    def converged(self) -> bool:
        """Whether the method came to its end; `message` says more."""
        return self._core.converged

    @property
    def message(self) -> str:
        """How the run ended, in words."""
        return self._core.message

    @property
    def notes(self) -> list[str]:
        """Sentences that every reader of the result should know."""
        return self._core.notes

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return self._core.seed

    @property
    def options(self) -> dict[str, Any]:
        """The options as they were used, by name."""
        return self._part("options")

    @property
    def data(self) -> dict[str, Any]:
        """What was in the data: rows, rows used, comparisons, ties, items, annotators, rows skipped."""
        return self._part("data")

    @property
    def graph(self) -> dict[str, Any]:
        """Who was compared with whom: pairs, parts, bridges, items that never lost or never won."""
        return self._part("graph")

    @property
    def convergence(self) -> dict[str, Any]:
        """How the method ended: status, message, rounds, iterations, objective, kkt_residual, seconds."""
        return self._part("convergence")

    @property
    def figures(self) -> dict[str, float]:
        """Numbers that this method alone finds, such as the noise of the posterior."""
        return self._part("figures")

    @property
    def certificate(self) -> dict[str, float | None]:
        """How many answers the ranking contradicts, and how many any order would.

        By weight: ``answers`` that are not ties, those that are ``contradicted``, with half of those that are
        ``undecided`` because their items share a place, ``at_least`` so many by any order,
        and ``best_found``, of the best order that is known, with ``certify`` or the method ``kemeny``.
        """
        return dict(self._summary.get("certificate", {}))

    @property
    def fragility(self) -> dict[str, Any]:
        """The fewest answers that would change the ranking, if you asked with ``fragility``; otherwise empty.

        The ``question``, the fewest ``answers`` that were found without which it is answered otherwise (None: none were
        found), ``of`` how many, the item that loses its place (``before``) and the one that takes it (``after``), and
        ``meaning``, a sentence. `removed_rows` has the rows as a table.

        Example:
            >>> import pdrank
            >>> votes = [("a", "b"), ("a", "b"), ("b", "c"), ("b", "c"), ("c", "a")]
            >>> pdrank.rank(votes, fragility=["first"]).fragility["before"]
            'a'
        """
        return dict(self._summary.get("fragility", {}))

    @property
    def removed_rows(self) -> Any:
        """The rows that `fragility` is about, as a table."""
        return self._lines("RemovedRow", self.fragility.get("removed", []))

    @property
    def reliability(self) -> dict[str, Any]:
        """How far the scores tell the items apart, in the words of comparative judgement.

        ``ssr`` and ``separation``, the answers they come from, how many more would bring the SSR to 0.8 and 0.9
        (``more_for_80``, ``more_for_90``), ``split_half`` where it was asked for, and ``meaning``, sentences. Missing
        numbers are None. `reliability_curve` is its ``curve`` as a table.

        Example:
            >>> import pdrank
            >>> votes = pdrank.simulate(items=20, comparisons=400, frames="dict").comparisons
            >>> 0 < pdrank.rank(votes).reliability["ssr"] < 1
            True
        """
        return dict(self._summary.get("reliability", {}))

    @property
    def reliability_curve(self) -> Any:
        """The SSR to be expected with so many answers in all, as a table: ``answers`` and ``ssr``."""
        return self._lines("ReliabilityPoint", self.reliability.get("curve", []))

    @property
    def agreement(self) -> dict[str, Any]:
        """How far annotators who have answered the same pairs agree; empty if no pair was answered by two.

        Krippendorff's ``alpha`` with its interval ``alpha_low`` .. ``alpha_high``, the ``questions`` and ``answers`` it
        comes from, the annotators who agree most and least (``closest``, ``furthest``), and ``meaning``, sentences.
        `annotator_pairs` has those as a table.
        """
        return dict(self._summary.get("agreement", {}))

    @property
    def annotator_pairs(self) -> Any:
        """A table of who agrees with whom: those who agree most, then those who agree least.

        ``annotator``, ``other``, ``questions`` (pairs of items that both answered) and ``agreement``.
        """
        return self._lines("AnnotatorPair", self.agreement.get("closest", []) + self.agreement.get("furthest", []))

    @property
    def effects(self) -> dict[str, dict[str, Any]]:
        """What answers depend on besides the scores, by name: ``order`` (what stands first), ``ties``, ``drift``.

        Each has an ``estimate`` with its 90 % interval ``low`` .. ``high``, the ``evidence`` for it, whether it is
        ``used``, and its ``meaning`` in words. Empty where the method knows of none.
        """
        return dict(self._summary.get("effects", {}))

    @property
    def boards(self) -> Any:
        """A table of the boards that ``by`` makes: a line for each item of each board, best first.

        ``value``, ``rank``, ``item``, ``score`` with ``score_low`` .. ``score_high``, ``rank_low``, ``rank_high``, and
        in ``differs`` whether its score is ``higher`` or ``lower`` than that of the whole. Empty without ``by``.
        """
        return self._lines("BoardPlace", self._summary.get("boards", []))

    @property
    def curves(self) -> Any:
        """The score of every item over time, where scores drift, as a table; empty without ``drift``.

        ``item``, ``time``, ``score`` with ``score_low`` .. ``score_high``, on the scale of the ranking.
        """
        return self._lines("CurvePoint", self._summary.get("curves", []))

    @property
    def both_ways(self) -> Any:
        """The pairs that were asked with either item first, as a table; empty where nobody knows who stood first.

        ``item``, ``other``, and the answers with either of them first, with those of them that were for it:
        ``item_first``, ``item_first_won``, ``other_first``, ``other_first_won``.
        """
        columns: dict[str, Column] = _core.both_ways(self.comparisons)
        return to_frame(columns, self._library)

    def _lines(self, record: str, lines: list[dict[str, Any]]) -> Any:
        """Records as a table."""
        return lines_frame(record, lines, self._library)

    @property
    def trace(self) -> list[dict[str, float]]:
        """A table with a line for each round; empty if the method has no rounds.

        ``round``, ``objective``, ``weight_change``, ``score_change``, ``kkt_residual`` and ``iterations``.
        """
        rounds = self._part("convergence")["trace"]
        return [{key: math.nan if value is None else value for key, value in step.items()} for step in rounds]

    def predict(self, pairs: Any, *, left_first: bool = False) -> Any:
        """How likely the first item of each pair is to win: a table ``left right probability low high guess``,
        and ``tie`` where the method has a law of ties.

        Args:
            pairs: rows of two items, or a table with columns such as ``left`` and ``right``.
            left_first: the left item of each pair stands first, and has the advantage that this brings.

        `low` and `high` say how uncertain the probability is, at the `level` of the ranking; they are missing where the
        method says nothing about it. `guess` is true where no chain of answers connects the two items. A tie is half a
        win. `law` says where the probabilities come from: without a law of the method's own, the first call fits one to
        held-out answers, which takes five runs.

        Example:
            >>> import pdrank
            >>> votes = {"winner": ["A", "B", "B"], "loser": ["B", "A", "C"], "weight": [30, 10, 1]}
            >>> result = pdrank.rank(votes, method="bradley-terry")
            >>> float(result.predict([("A", "B")])["probability"][0].round(2))
            0.75
        """
        given = pairs_of(pairs)
        left, right = spelled(given.first), spelled(given.second)
        ids = [self._ids(names) for names in (left, right)]
        for side, names in zip(ids, (left, right), strict=True):
            for row in np.flatnonzero(side < 0)[:1]:
                raise ValueError(
                    f"there is no item {names[row]!r} in the data (row {row + 1} of pairs): leave this pair out, or "
                    "add answers about the item"
                )
        columns: dict[str, Column] = {
            "left": named(left, self._integer_items),
            "right": named(right, self._integer_items),
        }
        return to_frame({**columns, **self._predicted(*ids, left_first=left_first)}, self._library)

    @property
    def law(self) -> dict[str, Any]:
        """How `predict` turns scores into probabilities: ``kind``, ``flip``, ``slope``, ``order``, ``ties``,
        ``tie_size``.

        P(first wins) = flip + (1 - 2 flip) sigmoid(slope * (score of the first - score of the second)). ``kind`` is
        ``own`` for a law of the method, else ``one slope``. ``order`` is added to the difference of the scores where
        the first item stands first; ``ties`` is ``half``, ``rao-kupper`` or ``davidson``, with its parameter.
        """
        return self._engine.law()

    def explain(self, item: Any, other: Any = None, *, rows: int = 3) -> Explanation:
        """Why an item stands where it does, or above or below another one.

        Args:
            item, other: names of items; upper and lower case do not matter, and the beginning of a name is enough.
            rows: how many of the rows that matter most to give; each is left out in turn.

        Example:
            >>> import pdrank
            >>> votes = [("A", "B"), ("A", "B"), ("B", "A"), ("B", "C"), ("C", "A")]
            >>> pdrank.rank(votes, method="bradley-terry").explain("a", "b").meaning[1]
            'Of the 3 answers about the two, A won 2; the scores lead to expect 1.5.'
        """
        text = self._engine.explain(spell(item), "" if other is None else spell(other), rows)
        return Explanation(json.loads(text), self._library)

    def to_json(self, path: FilePath = None) -> str | None:
        """Everything but the confidences, as ``pdrank rank --format json`` writes it; or that in a file."""
        return written(self._core.json(), path, "json")

    def to_csv(self, path: FilePath = None, *, table: str = "ranking") -> str | None:
        """The table ``ranking``, ``confidence`` or ``annotators``, as the command line writes it; or that in a file.

        Args:
            path: of a file, which is packed if it ends in ``.csv.gz`` or ``.csv.zst``; None: the text is given back.
            table: which of the tables.

        Example:
            >>> import pdrank
            >>> print(pdrank.rank([("A", "B")], method="win-rate").to_csv(table="confidence"), end="")
            row,winner,loser,annotator,weight,probability_correct
            1,A,B,,,
        """
        self._check_table(path, table)
        text: str = getattr(self._core, f"{table}_csv")()
        return written(text, path, "csv")

    def to_markdown(self, path: FilePath = None) -> str | None:
        """The ranking as a table in Markdown; or that in a file."""
        return written(self._core.ranking_markdown(), path, "md")

    def to_parquet(self, path: str | os.PathLike[str], *, table: str = "ranking") -> None:
        """Write ``ranking``, ``confidence`` or ``annotators`` as a Parquet file, which takes pyarrow."""
        self._check_table(path, table)
        write_parquet(self._columns(table), checked_path(path, "parquet"))

    def to_excel(self, path: str | os.PathLike[str], *, table: str = "ranking") -> None:
        """Write ``ranking``, ``confidence`` or ``annotators`` as an Excel file, which takes openpyxl."""
        self._check_table(path, table)
        write_excel(self._columns(table), checked_path(path, "xlsx"))

    @staticmethod
    def _check_table(path: FilePath, table: str) -> None:
        if table not in _PARTS:
            raise ValueError(f"table is {table!r}, but must be one of {', '.join(_PARTS)}")
        if path in _PARTS:
            raise ValueError(f"{path!r} is a table, not a file: use table={path!r}")

    def report(self, path: str | os.PathLike[str], *, title: str = "") -> None:
        """Write the page that shows the result: one HTML file, as ``pdrank rank --report`` makes it.

        Args:
            path: of the file; one that is there is replaced.
            title: of the page, such as the name of the data.

        Example:
            >>> import pdrank
            >>> pdrank.rank([("A", "B"), ("B", "C")]).report("page.html", title="Three letters")
            >>> open("page.html").read(15)
            '<!doctype html>'
        """
        Path(path).write_bytes(self._engine.report(title).encode())

    @functools.cached_property
    def _engine(self) -> _core.RankResult:
        """With the draws of the scores, which a pickled result does not have."""
        return _core.rank(self.comparisons, self._given) if isinstance(self._core, StoredResult) else self._core

    @functools.cached_property
    def _id_of(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.comparisons.items)}

    def _ids(self, names: list[str]) -> NDArray[np.int64]:
        """Ids of items in the data; -1 for unknown ones."""
        return np.array([self._id_of.get(name, -1) for name in names], dtype=np.int64)

    def _predicted(
        self, left: NDArray[np.int64], right: NDArray[np.int64], *, left_first: bool = False
    ) -> dict[str, NDArray[Any]]:
        """By id; an unknown item has one half."""
        columns: dict[str, NDArray[Any]] = self._engine.predict(left, right, left_first=left_first)
        return {**columns, "guess": columns["guess"].astype(bool)}

    def __repr__(self) -> str:
        return text_of_result(self)

    def _repr_html_(self) -> str:
        return html_of_result(self)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name != "_engine"}
        return {**state, "_core": StoredResult(self._core)}

    @functools.cached_property
    def _summary(self) -> dict[str, Any]:
        summary: dict[str, Any] = json.loads(self._core.summary_json())
        return summary

    def _part(self, name: str) -> dict[str, Any]:
        return dict(self._summary[name])

    @functools.cached_property
    def _ranking_columns(self) -> dict[str, Column]:
        given = self._core.ranking_columns()
        columns: dict[str, Column] = {
            name: _optional(column) if getattr(column, "dtype", None) == np.uint32 else column
            for name, column in given.items()
            if name != "id"
        }
        columns["item"] = named(given["item"], self._integer_items)
        return columns

    @functools.cached_property
    def _confidence_columns(self) -> dict[str, Column]:
        given = self._core.confidence_columns()
        columns: dict[str, Column] = dict(given)
        columns["row"] = given["row"].astype(np.int64)
        for name in ("winner", "loser"):
            columns[name] = coded(given[name], self._integer_items)
        if given["annotator"] is None:
            columns["annotator"] = Named(np.full(len(given["row"]), -1, dtype=np.int32), [])
        else:
            columns["annotator"] = coded(given["annotator"], self._integer_annotators)
        return columns

    @functools.cached_property
    def _annotators_columns(self) -> dict[str, Column]:
        given = self._core.annotator_columns()
        return {**given, "annotator": named(given["annotator"], self._integer_annotators)}

    def _columns(self, table: str) -> dict[str, Column]:
        columns: dict[str, Column] = getattr(self, f"_{table}_columns")
        return columns

    def _arrays(self, table: str) -> dict[str, NDArray[Any]]:
        return {name: as_array(column) for name, column in self._columns(table).items()}


def _optional(numbers: NDArray[np.uint32]) -> Column:
    """Whole numbers from 1; 0 stands for none."""
    return Optional(numbers.astype(np.int64), numbers == 0) if (numbers == 0).any() else numbers.astype(np.int64)


def _listed(column: Column) -> list[Any]:
    return column if isinstance(column, list) else as_array(column).tolist()
