"""What the pictures of `plot` share: axes of their own, rows with labels, colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pdrank._result import RankResult
from pdrank._show import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

BLUE, LIGHT_BLUE, ORANGE, RED, GREY = "#2b6cb0", "#8fb8de", "#dd7e2b", "#b83232", "#8a8f98"
_LONGEST_NAME = 32
_POINTS_PER_INCH = 72


def own_axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.subplots(figsize=size, layout="constrained")[1]
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def own_pair(axes: Sequence[Axes] | None) -> tuple[Axes, Axes]:
    if axes is None:
        import matplotlib.pyplot as plt

        axes = plt.subplots(2, 1, sharex=True, figsize=(8.0, 5.0), layout="constrained")[1]
    return own_axes(axes[0], (0, 0)), own_axes(axes[1], (0, 0))


def columns_of(result: RankResult, table: str) -> dict[str, NDArray[Any]]:
    if not isinstance(result, RankResult):
        raise TypeError(f"a picture is made of what pdrank.rank gives back, not of {type(result).__name__}")
    return result._arrays(table)


def rows_axes(ax: Axes | None, rows: int) -> Axes:
    ax = own_axes(ax, (7.5, 1.2 + 0.22 * max(rows, 4)))
    ax.set_ylim(rows - 0.4, -0.6)
    ax.grid(axis="x", color="#e2e5ea", linewidth=0.8)
    ax.set_axisbelow(True)
    return ax


def row_points(ax: Axes, rows: int) -> float:
    """The height of a row, in points."""
    height = ax.get_window_extent().height * _POINTS_PER_INCH / ax.figure.dpi
    return float(height) / max(rows, 1)


def bar_points(ax: Axes, rows: int) -> float:
    """How thick a bar is, so that those of neighbours stay apart."""
    return min(6.0, 0.45 * row_points(ax, rows))


def label_rows(ax: Axes, names: Sequence[Any]) -> None:
    """A name a row, or as many as there is room for."""
    room = row_points(ax, len(names))
    step = max(1, int(np.ceil(5.5 / room)))
    ticks = list(range(0, len(names), step))
    labels = [shortened(str(names[k]), _LONGEST_NAME) for k in ticks]
    ax.set_yticks(ticks, labels, fontsize=min(9.0, 0.85 * room * step), parse_math=False)
    ax.tick_params(axis="y", length=0)


def whole_ticks(axis: Axis) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def count_text(shown: int, total: int, what: str, which: str) -> str:
    return f"{total:,} {what}" if shown == total else f"{which} {shown:,} of {total:,} {what}"
