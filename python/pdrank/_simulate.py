"""simulate: comparisons with a known truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pdrank import _core
from pdrank._frames import Column, Named, check_library, to_frame
from pdrank._options import checked_options


@dataclass(frozen=True, repr=False)
class Simulation:
    """Simulated comparisons, and the truth behind them."""

    #: ``winner loser``; with annotators also ``annotator``; if some of them have a position bias, ``first``, the item
    #: that was shown first
    comparisons: Any
    #: ``item score``
    truth: Any
    #: ``annotator kind flip position_bias``; None without annotators
    annotators: Any
    #: by comparison: whether the answer goes against the truth
    wrong: NDArray[np.bool_]
    #: items that were never drawn, or are outside the part that was kept
    items_left_out: int
    seed: int

    def __repr__(self) -> str:
        told = f"{len(self.wrong):,} comparisons, {int(self.wrong.sum()):,} of them wrong; seed {self.seed}"
        return f"Simulation: {told}\n.comparisons, .truth, .wrong" + (
            "" if self.annotators is None else ", .annotators"
        )


def simulate(
    items: int = 30,
    comparisons: int | None = None,
    *,
    trials: float | None = None,
    noise: str | None = None,
    annotators: str | None = None,
    shape: str = "uniform",
    graph: Literal["any", "connected", "strong"] = "any",
    order_effect: float | None = None,
    tie_rate: float = 0,
    seed: int = 1,
    frames: Literal["pandas", "polars", "pyarrow", "dict"] | None = None,
) -> Simulation:
    """Make comparisons with a known truth. The same arguments give the same data, and the command line's.

    Args:
        items: how many.
        comparisons: how many, or else
        trials: how many standard trials; one has items (items - 1) / 2 comparisons. 1 if neither is given.
        noise: ``toggle:D`` = every answer is wrong with probability D; ``bt:R`` = Bradley-Terry with scores uniform on
            [0, R]. ``toggle:0.1`` if not given, with annotators ``toggle:0``.
        annotators: who answers, such as ``honest:9,adversary:1``; kinds are honest, sloppy, spammer, adversary,
            position, neutral, or the share of answers that is turned round.
        shape: who meets whom: uniform, regular, star, power-law, power-law:A, tournament.
        graph: keep everything, or the largest connected or strongly connected part.
        order_effect: log-odds in favour of the item shown first, which a column ``first`` then names.
        tie_rate: how easily items tie: equal ones with probability ``tie_rate / (2 + tie_rate)``, others less.
        seed: of the random numbers.
        frames: the library of the tables; if not given, the first that is installed.

    Example:
        >>> import pdrank
        >>> votes = pdrank.simulate(items=4, comparisons=3, noise="toggle:0", seed=1, frames="dict")
        >>> len(votes.comparisons["winner"]), list(votes.truth)
        (3, ['item', 'score'])
    """
    options = checked_options("simulate", locals())
    library = check_library(frames)
    if comparisons is not None and trials is not None:
        raise TypeError("give either comparisons or trials, not both")
    made = _core.simulate(options)
    data: _core.Comparisons = made["comparisons"]
    names = data.items
    columns: dict[str, Column] = {"winner": _coded(data.winner, names), "loser": _coded(data.loser, names)}
    if data.annotator is not None:
        columns["annotator"] = _coded(data.annotator, data.annotators)
    if data.tie is not None:
        columns["tie"] = data.tie.astype(bool)
    if made["shown_first"] is not None:
        columns["first"] = _coded(made["shown_first"], names)
    return Simulation(
        comparisons=to_frame(columns, library),
        truth=to_frame({"item": names, "score": made["truth"]}, library),
        annotators=None if data.annotator is None else to_frame(_annotator_columns(data, made), library),
        wrong=made["wrong"].astype(bool),
        items_left_out=made["items_left_out"],
        seed=options["seed"],
    )


def _coded(codes: NDArray[np.uint32], names: list[str]) -> Named:
    return Named(codes.view(np.int32), names)


def _annotator_columns(data: _core.Comparisons, made: Mapping[str, Any]) -> dict[str, Column]:
    return {
        "annotator": data.annotators,
        "kind": made["annotator_kinds"],
        "flip": made["annotator_flips"],
        "position_bias": made["annotator_position_biases"],
    }
