"""Pictures of a result, by matplotlib (`pip install pdrank[plot]`).

Every function draws on `ax`, or on a figure of its own that is as large as its rows need, and gives the axes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pdrank._figures import (
    BLUE,
    GREY,
    LIGHT_BLUE,
    ORANGE,
    RED,
    bar_points,
    columns_of,
    count_text,
    label_rows,
    own_axes,
    own_pair,
    rows_axes,
    whole_ticks,
)
from pdrank._result import RankResult
from pdrank._show import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "annotators",
    "calibration",
    "confidence",
    "convergence",
    "curves",
    "fit",
    "ranking",
    "reliability",
    "scores",
    "win_matrix",
]

_COLOUR_OF_FLAG = {"": BLUE, "random": ORANGE, "adversary": RED}


def ranking(result: RankResult, *, top: int = 50, component: int = 1, ax: Axes | None = None) -> Axes:
    """The best items of a part of the data, each with the range of ranks where it may belong.

    Ranges have one colour a tier, in turn. A method without ranges has its scores drawn, with 90 % intervals where it
    has standard errors.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.ranking(pdrank.rank(votes.comparisons))
        >>> ax.get_xlabel()
        'rank, with its 90 % range; the colour changes with the tier'
    """
    shown, title = _best_of_part(result, top, component)
    ax = rows_axes(ax, len(shown["item"]))
    if np.isnan(shown["rank_low"].astype(float)).any():
        _draw_scores(ax, shown)
    else:
        _draw_ranges(ax, shown, float(result.options["level"]))
    label_rows(ax, shown["item"].tolist())
    ax.set_title(title, loc="left")
    return ax


def _best_of_part(result: RankResult, top: int, component: int) -> tuple[dict[str, NDArray[Any]], str]:
    """Columns of the ranking, and what they are of."""
    columns = columns_of(result, "ranking")
    of_part, parts = columns["component"] == component, int(columns["component"].max())
    if not of_part.any():
        raise ValueError(f"component is {component}, but there are {parts}")
    shown = {name: values[of_part][:top] for name, values in columns.items()}
    part = f", part {component} of {parts}" if parts > 1 else ""
    count = count_text(len(shown["item"]), int(of_part.sum()), "items", "first")
    return shown, f"{count[0].upper()}{count[1:]}{part} ({result.method})"


def scores(result: RankResult, *, top: int = 50, component: int = 1, ax: Axes | None = None) -> Axes:
    """The best items of a part of the data, each with its score and the interval of it, on the scale of the result.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.scores(pdrank.rank(votes.comparisons, scale="elo"))
        >>> ax.get_xlabel()
        'score (elo), with its 90 % interval'
    """
    shown, title = _best_of_part(result, top, component)
    ax = rows_axes(ax, len(shown["item"]))
    _draw_scores(ax, shown, str(result.options.get("scale") or ""), float(result.options["level"]))
    label_rows(ax, shown["item"].tolist())
    ax.set_title(title, loc="left")
    return ax


def _draw_ranges(ax: Axes, shown: dict[str, NDArray[Any]], level: float) -> None:
    rows, rank = np.arange(len(shown["rank"])), shown["rank"].astype(float)
    low, high = shown["rank_low"].astype(float), shown["rank_high"].astype(float)
    colours = np.where(shown["tier"].astype(float) % 2 == 1, BLUE, LIGHT_BLUE)
    ax.hlines(rows, low - 0.35, high + 0.35, colors=colours.tolist(), linewidth=bar_points(ax, len(rows)))
    ax.plot(rank, rows, "o", color="white", markeredgecolor="#1a202c", markersize=4, markeredgewidth=0.8)
    last = max(float(high.max()), len(rows))
    ax.set_xlim(0.2, last + 0.8)
    whole_ticks(ax.xaxis)
    ax.set_xticks([1, *(tick for tick in ax.get_xticks() if 1 < tick <= last)])
    ax.set_xlabel(f"rank, with its {100 * level:g} % range; the colour changes with the tier")


def _draw_scores(ax: Axes, shown: dict[str, NDArray[Any]], scale: str = "", level: float = 0.9) -> None:
    rows, score = np.arange(len(shown["score"])), shown["score"].astype(float)
    low, high = shown["score_low"].astype(float), shown["score_high"].astype(float)
    if np.isnan(low).all():  # errors alone, which say the same of 90 %
        reach = 1.645 * shown["standard_error"].astype(float)
        low, high, level = score - reach, score + reach, 0.9
    known = ~np.isnan(low)
    ax.hlines(rows[known], low[known], high[known], colors=LIGHT_BLUE, linewidth=bar_points(ax, len(rows)) / 2)
    ax.plot(score, rows, "o", color=BLUE, markersize=5)
    name = f"score ({scale})" if scale else "score"
    ax.set_xlabel(f"{name}, with its {100 * level:g} % interval" if known.any() else name)


def reliability(result: RankResult, *, ax: Axes | None = None) -> Axes:
    """How reliable the scores would be with fewer and with more answers: the SSR against their number.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.reliability(pdrank.rank(votes.comparisons))
        >>> ax.get_ylabel()
        'scale separation reliability (SSR)'
    """
    found = result.reliability
    if found.get("ssr") is None or not found["curve"]:
        raise ValueError(f"{result.method} gives no standard errors, and so no reliability; the posterior does")
    ax = own_axes(ax, (7.0, 3.8))
    answers, ssr = ([point[name] for point in found["curve"]] for name in ("answers", "ssr"))
    ax.plot(answers, ssr, color=BLUE)
    ax.plot([found["answers"]], [found["ssr"]], "o", color=BLUE, label=f"now: {found['ssr']:.2f}")
    for aim in (0.8, 0.9):
        ax.axhline(aim, color=GREY, linewidth=1, linestyle=":", zorder=0)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set_ylim(0, 1)
    ax.set_xlabel("answers")
    ax.set_ylabel("scale separation reliability (SSR)")
    ax.legend(frameon=False, loc="lower right")
    ax.set_title("What more answers would bring", loc="left")
    return ax


def fit(result: RankResult, *, of: str = "annotators", names: int = 5, ax: Axes | None = None) -> Axes:
    """How surprising the answers are: infit against outfit of the ``annotators`` or the ``items``. 1 is as expected.

    Those furthest from it, `names` of them, have their names beside them.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=20, trials=3, annotators="honest:9,adversary:1", seed=1)
        >>> ax = pdrank.plot.fit(pdrank.rank(votes.comparisons))
        >>> ax.get_xlabel()
        'infit'
    """
    if of not in ("annotators", "items"):
        raise ValueError(f"of is {of!r}, but must be annotators or items")
    columns = columns_of(result, "annotators" if of == "annotators" else "ranking")
    infit, outfit = columns["infit"].astype(float), columns["outfit"].astype(float)
    known = np.flatnonzero(~np.isnan(infit) & ~np.isnan(outfit))
    if len(known) == 0:
        raise ValueError(
            f"there is no fit of {of} in this result: the method has no law of answers, or no {of} are named"
        )
    labels = columns["annotator" if of == "annotators" else "item"]
    ax = own_axes(ax, (6.0, 5.0))
    ax.axhline(1, color=GREY, linewidth=1, linestyle=":", zorder=0)
    ax.axvline(1, color=GREY, linewidth=1, linestyle=":", zorder=0)
    ax.plot(infit[known], outfit[known], "o", color=BLUE, markersize=5, alpha=0.7)
    for k in known[np.argsort(-np.abs(infit[known] - 1), kind="stable")][:names]:
        ax.annotate(
            shortened(str(labels[k]), 20),
            (infit[k], outfit[k]),
            xytext=(5, 3),
            textcoords="offset points",
            fontsize=8,
            parse_math=False,
        )
    ax.set_xlabel("infit")
    ax.set_ylabel("outfit")
    ax.set_title(f"How the answers fit: {len(known):,} {of}", loc="left")
    return ax


def calibration(result: RankResult, *, bins: int = 10, ax: Axes | None = None) -> Axes:
    """Whether answers come as often as predicted: the share of answers for the likelier item, by its probability.

    The answers are those that the ranking was made of, so that this shows how the model fits, not how well it would
    predict new ones; `compare` tells that by answers that were held out.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.calibration(pdrank.rank(votes.comparisons))
        >>> ax.get_xlabel()
        'predicted probability'
    """
    columns_of(result, "ranking")
    data = result.comparisons
    winner, loser = np.asarray(data.winner, dtype=np.int64), np.asarray(data.loser, dtype=np.int64)
    probability = result._predicted(winner, loser)["probability"]
    tie = np.zeros(len(winner)) if data.tie is None else np.asarray(data.tie, dtype=float)
    weight = np.ones(len(winner)) if data.weight is None else np.asarray(data.weight, dtype=float)
    likelier, won = np.maximum(probability, 1 - probability), np.where(probability >= 0.5, 1 - tie / 2, tie / 2)
    slot = np.minimum(((likelier - 0.5) * 2 * bins).astype(int), bins - 1)
    total = np.bincount(slot, weight, bins)
    used = total > 0
    expected = np.bincount(slot, weight * likelier, bins)[used] / total[used]
    share = np.bincount(slot, weight * won, bins)[used] / total[used]
    error = np.sqrt(expected * (1 - expected) / total[used])
    ax = own_axes(ax, (5.0, 5.0))
    ax.plot([0.5, 1], [0.5, 1], color=GREY, linewidth=1, linestyle=":", zorder=0)
    ax.errorbar(expected, share, yerr=1.645 * error, fmt="o", color=BLUE, ecolor=LIGHT_BLUE, markersize=5)
    ax.set_xlim(0.48, 1.02)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    ax.set_xlabel("predicted probability")
    ax.set_ylabel("share of answers, with 90 % of chance")
    ax.set_title(f"{total.sum():,.0f} answers, as predicted and as given", loc="left")
    return ax


def curves(result: RankResult, *, items: Sequence[Any] | None = None, top: int = 5, ax: Axes | None = None) -> Axes:
    """Scores over time with their intervals, where scores drift: of `items`, or of the best `top`.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> days = [f"2024-{1 + n // 28:02}-{1 + n % 28:02}" for n in range(200)]
        >>> votes = {"winner": ["A", "B"] * 100, "loser": ["B", "C"] * 100, "time": days}
        >>> ax = pdrank.plot.curves(pdrank.rank(votes, drift=0.5, columns="time=time"))
        >>> ax.get_ylabel()
        'score'
    """
    points = result._summary.get("curves", [])
    if not points:
        raise ValueError("no score has a course over time in this result; rank with drift='auto'")
    wanted = [str(item) for item in (items if items is not None else list(result.scores)[:top])]
    ax = own_axes(ax, (8.0, 4.2))
    for k, name in enumerate(wanted):
        course = [point for point in points if point["item"] == name]
        if not course:
            raise ValueError(f"there is no item {name!r} in the curves")
        times = np.array([_moment(point["time"]) for point in course])
        colour = f"C{k}"
        low, high = ([point[side] for point in course] for side in ("score_low", "score_high"))
        ax.fill_between(times, low, high, color=colour, alpha=0.15, linewidth=0)
        ax.plot(times, [point["score"] for point in course], color=colour, label=shortened(str(name), 24))
    scale = result.options.get("scale")
    ax.set_ylabel(f"score ({scale})" if scale else "score")
    ax.set_xlabel("time")
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.set_title(f"Scores over time, with {100 * float(result.options['level']):g} % intervals", loc="left")
    return ax


def _moment(time: Any) -> Any:
    """A date, or the number that the input has."""
    try:
        return float(time)
    except ValueError:
        return np.datetime64(time).astype("datetime64[s]").astype(object)


def confidence(result: RankResult, *, bins: int = 40, ax: Axes | None = None) -> Axes:
    """How credible the comparisons are: how many have which probability of being right.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.confidence(pdrank.rank(votes.comparisons))
        >>> ax.get_ylabel()
        'comparisons'
    """
    right, against = _probabilities(result)
    ax = own_axes(ax, (7.0, 3.8))
    edges = np.linspace(min(float(right.min()), 0.5) if right.min() >= 0.5 else 0.0, 1.0, bins + 1)
    labels = [f"as the ranking has it ({np.sum(~against):,})", f"against the ranking ({np.sum(against):,})"]
    ax.hist(
        [right[~against], right[against]],
        edges.tolist(),
        stacked=True,
        color=[BLUE, ORANGE],
        label=labels,
        rwidth=0.92,
    )
    ax.set_xlim(float(edges[0]), 1)
    ax.set_xlabel("probability that the comparison is right")
    ax.set_ylabel("comparisons")
    ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    whole_ticks(ax.yaxis)
    ax.legend(frameon=False, loc="upper left")
    ax.set_title(f"Confidence in {len(right):,} comparisons ({result.method})", loc="left")
    return ax


def _probabilities(result: RankResult) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Of the comparisons that took part: the probability of being right, and whether the ranking says otherwise."""
    probability = columns_of(result, "confidence")["probability_correct"].astype(float)
    used = ~np.isnan(probability)
    if not used.any():
        raise ValueError(
            f"{result.method} gives no confidence in comparisons; rank with bootstrap=200, or another method"
        )
    rank = _ranks(result)
    data = result.comparisons
    against = rank[data.winner] > rank[data.loser]
    if data.tie is not None:
        against &= data.tie == 0
    return probability[used], against[used]


def _ranks(result: RankResult) -> NDArray[np.float64]:
    """By item id of the data; NaN where it has none."""
    columns = columns_of(result, "ranking")
    place = {str(item): k for k, item in enumerate(columns["item"].tolist())}
    at = np.array([place.get(name, -1) for name in result.comparisons.items])
    return np.where(at >= 0, columns["rank"].astype(float)[at], np.nan)


def win_matrix(result: RankResult, *, component: int = 1, cells: int = 60, ax: Axes | None = None) -> Axes:
    """Who won against whom, in the order of the ranking: a good one has its wins above the diagonal.

    More items than `cells` are drawn in groups of neighbours, so that all comparisons are seen.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> ax = pdrank.plot.win_matrix(pdrank.rank(votes.comparisons))
        >>> ax.get_ylabel(), ax.get_xlabel()
        ('winner, best first', 'loser, best first')
    """
    from matplotlib.colors import LinearSegmentedColormap

    share, names, items = _shares(result, component, cells)
    ax = own_axes(ax, (7.4, 6.2))
    ax.set_facecolor("#d9dce1")
    colours = LinearSegmentedColormap.from_list("wins", [ORANGE, "white", BLUE])
    image = ax.imshow(np.ma.masked_invalid(share), cmap=colours, vmin=0, vmax=1, interpolation="nearest")
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8, pad=0.02)
    bar.set_label("share of its comparisons that the row won")
    bar.ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    _label_matrix(ax, names, items, len(share))
    ax.set_ylabel("winner, best first")
    ax.set_xlabel("loser, best first")
    grouped = f" in {len(share)} groups" if items > len(share) else ""
    ax.set_title(f"{items:,} items{grouped} by rank; grey: never compared", loc="left")
    return ax


def _shares(result: RankResult, component: int, cells: int) -> tuple[NDArray[np.float64], list[str], int]:
    """Share of wins of every row over every column, NaN where there was no comparison; the names in order; items."""
    columns, data = columns_of(result, "ranking"), result.comparisons
    names = [str(item) for item in columns["item"][columns["component"] == component].tolist()]
    if not names:
        raise ValueError(f"component is {component}, but there are {int(columns['component'].max())}")
    cell_count = min(cells, len(names))
    cell_of_name = {name: place * cell_count // len(names) for place, name in enumerate(names)}
    cell = np.array([cell_of_name.get(name, -1) for name in data.items])
    row, column = cell[data.winner], cell[data.loser]
    inside = (row >= 0) & (column >= 0)
    weight = np.ones(len(row)) if data.weight is None else np.asarray(data.weight)
    tie = np.zeros(len(row)) if data.tie is None else np.asarray(data.tie, dtype=float)
    wins = np.zeros((cell_count, cell_count))
    np.add.at(wins, (row[inside], column[inside]), (weight * (1 - tie / 2))[inside])
    np.add.at(wins, (column[inside], row[inside]), (weight * tie / 2)[inside])
    with np.errstate(invalid="ignore"):
        return wins / (wins + wins.T), names, len(names)


def _label_matrix(ax: Axes, names: Sequence[str], items: int, cells: int) -> None:
    if items <= 30:
        ticks, labels = list(range(items)), [shortened(name, 20) for name in names]
    else:
        ticks = [round(k * (cells - 1) / 5) for k in range(6)]
        labels = [f"{1 + tick * items // cells:,}" for tick in ticks]
    ax.set_yticks(ticks, labels, fontsize=8, parse_math=False)
    ax.set_xticks(ticks, labels, fontsize=8, rotation=90 if items <= 30 else 0, parse_math=False)
    ax.tick_params(length=0 if items <= 30 else 3)


def annotators(result: RankResult, *, top: int = 50, ax: Axes | None = None) -> Axes:
    """How reliable the annotators are, with 90 % intervals, the least reliable first.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=20, trials=3, annotators="honest:9,adversary:1", seed=1)
        >>> ax = pdrank.plot.annotators(pdrank.rank(votes.comparisons))
        >>> ax.get_xlabel()
        'reliability, with its 90 % interval'
    """
    columns = columns_of(result, "annotators")
    if len(columns["annotator"]) == 0:
        raise ValueError("the data name no annotators")
    order = np.argsort(columns["reliability"], kind="stable")[:top]
    shown = {name: values[order] for name, values in columns.items()}
    ax = rows_axes(ax, len(order))
    rows = np.arange(len(order))
    for flag, colour in _COLOUR_OF_FLAG.items():
        of_flag = shown["flag"] == flag
        if not of_flag.any():
            continue
        low, high = shown["reliability_low"][of_flag], shown["reliability_high"][of_flag]
        ax.hlines(rows[of_flag], low, high, colors=colour, alpha=0.45, linewidth=bar_points(ax, len(rows)))
        name = f"{flag or 'not flagged'} ({of_flag.sum()})"
        ax.plot(shown["reliability"][of_flag], rows[of_flag], "o", color=colour, markersize=5, label=name)
    ax.axvline(0.5, color=GREY, linewidth=1, linestyle=":", zorder=0)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    ax.set_xlabel("reliability, with its 90 % interval")
    answers = shown["comparisons"]
    label_rows(
        ax,
        [f"{shortened(str(name), 24)}  ({count:g})" for name, count in zip(shown["annotator"], answers, strict=True)],
    )
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0, handletextpad=0.1)
    count = count_text(len(order), len(columns["annotator"]), "annotators", "least reliable")
    ax.set_title(f"{count[0].upper()}{count[1:]}", loc="left", pad=24)
    ax.set_ylabel("annotator (answers)")
    return ax


def convergence(result: RankResult, *, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes]:
    """The rounds of the method: its objective above, what changed from one round to the next below.

    Example:
        >>> import matplotlib, pdrank
        >>> matplotlib.use("Agg")
        >>> votes = pdrank.simulate(items=12, trials=5, seed=1)
        >>> above, below = pdrank.plot.convergence(pdrank.rank(votes.comparisons, method="pdrank"))
        >>> below.get_xlabel()
        'round'
    """
    trace = result.trace
    if not trace:
        raise ValueError(f"{result.method} has no rounds to draw; method='pdrank' has")
    above, below = own_pair(axes)
    rounds = [step["round"] for step in trace]
    above.plot(rounds, [step["objective"] for step in trace], "o-", color=BLUE, markersize=4)
    above.set_ylabel("objective")
    lines = (("weight_change", "change of the weights", BLUE), ("score_change", "change of the scores", ORANGE))
    for key, label, colour in (*lines, ("kkt_residual", "KKT residual of the round", GREY)):
        values = np.array([step[key] for step in trace], dtype=float)
        below.plot(rounds, np.where(values > 0, values, np.nan), "o-", color=colour, markersize=4, label=label)
    below.set_yscale("log")
    tolerance = result.options.get("round_tolerance")
    if tolerance:
        below.axhline(float(tolerance), color="#1a202c", linewidth=1, linestyle=":", label="round_tolerance")
    below.set_xlabel("round")
    below.set_ylabel("relative")
    whole_ticks(below.xaxis)
    below.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    above.set_title(f"{result.method}: {result.message}", loc="left")
    return above, below
