"""rank and read_comparisons."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from pdrank import _core
from pdrank._input import Columns, Data, Reading, Source, Texts, listed, to_source
from pdrank._options import given_options, thread_count
from pdrank._progress import Progress, observing
from pdrank._result import RankResult


def rank(
    data: Data = None,
    *,
    winners: Any = None,
    losers: Any = None,
    annotators: Any = None,
    weights: Any = None,
    tied: Any = None,
    columns: Columns = None,
    time: str | None = None,
    where: Texts = None,
    delimiter: str | None = None,
    skip_lines: int = 0,
    merge_names: bool = False,
    skip_bad_rows: bool = False,
    progress: Progress = False,
    method: str | None = None,
    preset: Literal["default", "paper"] | None = None,
    ties: Literal["auto", "half", "drop", "error", "rao-kupper", "davidson"] | None = None,
    component: Literal["all", "largest", "strong"] | None = None,
    few: int | None = None,
    solver: Literal["newton", "pdhg"] | None = None,
    gamma: float | Literal["auto"] | None = None,
    epsilon: float | None = None,
    max_rounds: int | None = None,
    round_tolerance: float | None = None,
    inner_rule: Literal["rough", "kkt", "cost"] | None = None,
    inner_tolerance: float | None = None,
    max_iterations: int | None = None,
    adjustment: float | None = None,
    transform: Literal["linear", "log-odds", "probit", "arcsine"] | None = None,
    svm_cost: float | None = None,
    elo_k: float | None = None,
    order_effect: Literal["auto", "none", "common", "per-annotator"] | None = None,
    drift: float | Literal["auto"] | None = None,
    ahead: float | None = None,
    half_life: float | None = None,
    by: str | None = None,
    composite: Sequence[str] | None = None,
    control: Sequence[str] | None = None,
    cluster: str | None = None,
    bootstrap: int | None = None,
    certify: bool | None = None,
    fragility: Sequence[str] | None = None,
    split_half: int | None = None,
    boundaries: Sequence[str] | None = None,
    simultaneous: bool | None = None,
    scale: Literal["logit", "elo", "share", "jod"] | None = None,
    anchor: str | None = None,
    level: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> RankResult:
    """Rank items from pairwise comparisons.

    The comparisons are `data`, or `winners` and `losers`. An option that is left out is decided as the command line
    does it: by the preset, the method or the data.

    Args:
        data: the path of a file, or several; a table of pandas, polars or pyarrow, or anything else with
            ``__arrow_c_stream__``; a dict of columns; rows of (winner, loser) or (winner, loser, annotator);
            Comparisons. Columns of tables are recognised by name, as those of files are.
        winners, losers: names or whole numbers, one a comparison. Whole numbers come back as such; arrays of 32 bits
            are not copied.
        annotators: who answered.
        weights: how often a comparison counts, from 1e-9 to 1e9.
        tied: true where neither item won.
        columns: what the columns mean where they are not recognised: ``{"winner": "a", "loser": "b"}`` or
            ``"winner=a,loser=b"``, with the roles winner, loser, left, right, label, outcome, ranking, annotator,
            weight, tie, time, first, share, grade.
        time: the column that says when answers were given: dates, or numbers.
        where: use only rows that meet a condition, or several: ``"language=English"``, or
            ``["turn=1", "date>=2024-05-01"]``.
        delimiter: what stands between the fields of a line, such as ``":"`` or ``"tab"``, where it is not recognised.
        skip_lines: lines above the names of the columns to skip, where these are not recognised.
        merge_names: take names for one that differ only in case, blanks or Unicode form.
        skip_bad_rows: leave out rows that cannot be used, and count them, instead of failing.
        progress: true shows how far it is, by tqdm if that is installed; or a function of stage, done, total, change.
        method: ranking method (`pdrank methods` describes each) [auto]
        preset: which defaults to use: this program's, or the paper's for data of this size [default]
        ties: what a tie counts for: half a win each way, nothing (drop), or an error; or ties have a law of their own,
            rao-kupper or davidson. auto: rao-kupper for posterior, half for other methods [auto]
        component: what to rank: everything, the largest connected part, or the largest strongly connected part [all]
        few: flag items with fewer comparisons than this, and items that only one pair with fewer links to the rest; 0
            flags none [5]
        solver: solver of each round [newton]
        gamma: how strongly all scores are pulled towards zero; auto: pdrank chooses it and the number of rounds by
            held-out comparisons, and other methods have rules of their own [auto]
        epsilon: limits the weight of a comparison to 1/epsilon [0.01]
        max_rounds: limit on the rounds of reweighting; for kemeny and certify, on the rounds of cuts in a proof [200]
        round_tolerance: the rounds end when the relative change of weights or scores falls below this [0.01]
        inner_rule: how exactly each round is solved: roughly until the rounds settle; always down to the optimality
            residual; or, as in the paper, down to the change of the cost [rough]
        inner_tolerance: what inner_rule must fall below [1e-09]
        max_iterations: limit on the solver's iterations in a round; for kemeny and certify, in a proof, where 30000 are
            usual [1000]
        adjustment: bradley-terry: take this many wins from an item that won all its answers, add as many to one that
            lost them all, and adjust the others in between. Scores are then finite without a prior; 0.3 is usual in
            comparative judgement
        transform: hodgerank: how the share of wins in a pair becomes a difference of scores [linear]
        svm_cost: svm: price of a pair on the wrong side of the margin [1]
        elo_k: elo: the most points that one answer can move [32]
        order_effect: advantage of the item that stands first, on the left or at home: used if the answers show one,
            never used, one for all annotators, or one for each [auto]
        drift: let scores change over time, by this much in a year (a standard deviation, in log-odds); auto learns it
            from the answers. The ranking is for the time of the last answer
        ahead: with drift: forecast the ranking for this many years after the last answer
        half_life: an answer that is this many days older than the last one counts half as much, one twice as old a
            quarter, and so on
        by: also make a board for every value of this column; how far boards may differ from the whole is learned from
            the answers
        composite: rank by a weighted mean of the boards that by makes, such as quality=2,speed=1; values that are not
            named do not count
        control: rank as if the two items had equally much of this: a column of numbers that says how much more of it
            the first item has, or two columns such as length_a and length_b, named `length`
        cluster: answers with the same value in this column, such as answers to one prompt, are not independent: the
            errors of effects and of bradley-terry's scores allow for that, and bootstrap draws clusters as a whole.
            annotator: the answers of each annotator are a cluster
        bootstrap: also rank this many resamples of the rows, to see how uncertain the ranks are; 200 to 1000 are usual,
            0 means none [0]
        certify: look for the order that contradicts the fewest answers, and for a proof that no order contradicts
            fewer, to tell how far the ranking is from it [false]
        fragility: look for the fewest answers without which another item would be first (first), others would be the
            best K (a number), or two items would change places (their names)
        split_half: also split the annotators into random halves this many times and compare the scores that the halves
            give, to see how far the scores depend on who answered; 100 is usual, 0 means none [0]
        boundaries: grades from the best to the last; each but the last has a lower boundary: a score, a share of the
            items from the top such as 20%, or the last item with the grade such as @essay-7
        simultaneous: widen the rank ranges so that all of them hold together, with the probability of level [false]
        scale: unit of the scores: log-odds (logit), Elo points around 1000, how often an item would be chosen if all
            were offered (share), or just-objectionable differences (jod), one of which three of four people see
        anchor: the item that gets 1000 Elo points, or 0 on another scale; NAME=X gives it X instead
        level: probability with which rank ranges hold and tiers are told apart [0.9]
        seed: seed of the random numbers, for resamples and for methods that draw [1]
        threads: number of threads; 0 = one for each core. It does not change the result [0]

    Raises:
        InputError: a file or row cannot be used.
        NotApplicable: the data lack what the method needs.
        ValueError: an option is out of its range; the two above are of this kind too.

    Example:
        >>> import pdrank
        >>> result = pdrank.rank([("A", "B"), ("A", "C"), ("B", "C"), ("C", "B"), ("B", "C")], method="pdrank")
        >>> print(result.ranking[["rank", "item", "wins"]])
           rank item  wins
        0     1    A   2.0
        1     2    B   2.0
        2     3    C   1.0
    """
    options = given_options("rank", locals())
    if method is not None:
        options["method"] = method.replace("_", "-")
    arrays = {"winner": winners, "loser": losers, "annotator": annotators, "weight": weights, "tie": tied}
    reading = Reading(columns, merge_names, skip_bad_rows, ties == "error", thread_count(options), progress)
    # Comparisons have what they were read with.
    context = [] if isinstance(data, _core.Comparisons) else _core.context_of(options)
    reading = replace(
        reading, where=listed(where), context=context, time=time, delimiter=delimiter, skip_lines=skip_lines
    )
    return rank_source(to_source(data, arrays, reading), options, progress)


def rank_source(
    source: Source, options: dict[str, Any], progress: Progress, warm: _core.Warm | None = None
) -> RankResult:
    """Ranks what was read; `warm` is where the rounds start from, and takes up where they end."""
    with observing(progress) as observer:
        return RankResult(_core.rank(source.comparisons, options, observer, warm), source, options)


def read_comparisons(
    *paths: str | bytes | os.PathLike[Any],
    columns: Columns = None,
    time: str | None = None,
    where: Texts = None,
    context: Texts = None,
    delimiter: str | None = None,
    skip_lines: int = 0,
    merge_names: bool = False,
    skip_bad_rows: bool = False,
    threads: int = 0,
    progress: Progress = False,
) -> _core.Comparisons:
    """Read files once, to rank them several times.

    CSV, TSV, JSON Lines or JSON, plain or compressed with gzip, zstd, xz, bzip2 or zip; several files are read as one.

    Args:
        paths: the files.
        columns, time, where, delimiter, skip_lines, merge_names, skip_bad_rows, progress: as for `pdrank.rank`.
        context: names of columns to keep beside the comparisons, as their `context`.
        threads: 0 = one for each core. Does not change the result.

    Example:
        >>> import pdrank, pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "votes.csv"
        >>> _ = path.write_text("winner,loser\\nA,B\\nB,C\\nA,C\\n")
        >>> votes = pdrank.read_comparisons(path)
        >>> len(votes), votes.items
        (3, ['A', 'B', 'C'])
        >>> [pdrank.rank(votes, method=name).scores["A"] for name in ("borda", "win-rate")]
        [2.0, 1.0]
    """
    if not paths:
        raise TypeError("no paths: name at least one file")
    threads = thread_count({"threads": threads})
    reading = Reading(columns, merge_names, skip_bad_rows, False, threads, progress)
    reading = replace(
        reading, where=listed(where), context=listed(context), time=time, delimiter=delimiter, skip_lines=skip_lines
    )
    return to_source(list(paths), {}, reading).comparisons
