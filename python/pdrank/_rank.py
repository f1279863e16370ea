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
        skip_bad_rows: leave out rows that cannot be used, and count them, instead of failing.
        progress: true shows how far it is, by tqdm if that is installed; or a function of stage, done, total, change.
        method: ranking method (`pdrank methods` tells more) [auto]
        preset: default settings: this program's, or the paper's for the size of the data [default]
        ties: what a tie counts for: half a win each way, nothing, or an error; or it has a law of its own, rao-kupper
            or davidson. auto: rao-kupper for posterior, half for other methods [auto]
        component: what to rank: everything, the largest connected or the largest strongly connected part [all]
        few: flag items with fewer comparisons than this, and those linked to the rest by one pair alone that has fewer;
            0 = none [5]
        solver: solver of each round [newton]
        gamma: strength of the pull of all scores towards zero; auto: pdrank chooses it and the rounds by held-out
            comparisons, other methods have their own way [auto]
        epsilon: bounds the weight of a comparison by 1/epsilon [0.01]
        max_rounds: most rounds of reweighting; kemeny and certify: of cuts, in a proof [200]
        round_tolerance: rounds end when weights or scores change by less, relatively [0.01]
        inner_rule: how far a round is solved: roughly, until the rounds settle; every one to the optimality residual;
            or (paper) to the change of cost [rough]
        inner_tolerance: what inner_rule must fall below [1e-09]
        max_iterations: most solver iterations in a round; kemeny and certify: in a proof, where 30000 are usual [1000]
        adjustment: bradley-terry: an item that won all its answers counts as if it had so many wins fewer, one that
            lost them all as if it had so many more, others in between. Scores are then finite without a prior; 0.3 is
            usual in comparative judgement
        transform: hodgerank: how the share of wins of a pair becomes a score difference [linear]
        svm_cost: svm: price of a pair on the wrong side of the margin [1]
        elo_k: elo: points that one answer can move [32]
        order_effect: advantage of what stands first, on the left or at home: used if the answers speak for it, never,
            one for all, or one for each annotator [auto]
        drift: scores change with time, by so much in a year (a standard deviation, in log-odds); auto: it is learned.
            The ranking is that of the last answer's time
        ahead: with drift: the ranking is a forecast, for so many years after the last answer
        half_life: answers count half as much with every so many days that they are older than the last one
        by: a board for every value of this column as well, each held to the whole by as much as the answers say
        composite: rank by a weighted mean of the boards that by makes, such as quality=2,speed=1; values that are not
            named do not count
        control: rank as if the two items had the same of this: a column with a number that says how much more of it the
            first item has, or two columns such as length_a and length_b, called `length`
        cluster: answers with the same value of this column, such as those to one prompt, are not independent: errors of
            effects, and bradley-terry's of scores, allow for that, and bootstrap draws clusters as a whole. annotator:
            the answers of one annotator
        bootstrap: rank this many resamples of the rows as well, to see how uncertain the ranks are; 200 to 1000 are
            usual, 0 is none [0]
        certify: look for the order that contradicts the fewest answers, and for the proof that none contradicts fewer,
            to tell how far the ranking is from it [false]
        fragility: look for the fewest answers without which another item would be first (first), others would be the
            best K (a number), or two items would change places (their names)
        split_half: rank so many random halves of the annotators against each other as well, to see how far the scores
            depend on who answered; 100 is usual, 0 is none [0]
        boundaries: grades from the best to the last, each but the last with its lower boundary: a score, a share of the
            items from the top such as 20%, or the last item that has the grade such as @essay-7
        simultaneous: make the rank ranges so wide that all of them are true together, with the probability of level
            [false]
        scale: write scores in log-odds (logit), in Elo points around 1000, as the share of choices among all items that
            would be this one, or in just-objectionable differences (jod), one of which three of four see
        anchor: the item that has 1000 Elo points, or 0 of another scale, whatever the others have; NAME=X gives it X
            instead
        level: probability of the rank ranges, and that tiers are told apart with [0.9]
        seed: seed of random numbers, for resamples and methods that draw any [1]
        threads: threads; 0 = one for each core. Does not change the result [0]

    Raises:
        InputError: a file or row cannot be used.
        NotApplicable: the data lack what the method needs.
        ValueError: an option is out of its range; the two above are ValueErrors too.

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
    reading = Reading(columns, skip_bad_rows, ties == "error", thread_count(options), progress)
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
    skip_bad_rows: bool = False,
    threads: int = 0,
    progress: Progress = False,
) -> _core.Comparisons:
    """Read files once, to rank them several times.

    CSV, TSV, JSON Lines or JSON, plain or compressed with gzip, zstd, xz, bzip2 or zip; several files are read as one.

    Args:
        paths: the files.
        columns, time, where, delimiter, skip_lines, skip_bad_rows, progress: as for `pdrank.rank`.
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
    reading = Reading(columns, skip_bad_rows, False, threads, progress)
    reading = replace(
        reading, where=listed(where), context=listed(context), time=time, delimiter=delimiter, skip_lines=skip_lines
    )
    return to_source(list(paths), {}, reading).comparisons
