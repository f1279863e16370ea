"""How far a long run is: a bar of tqdm, a line on the terminal, or the caller's own function."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

#: Called with the stage ("reading", "choosing", "ranking", "fitting", "proving", "auditing", "bootstrapping",
#: "splitting", "comparing"), what is done of it (bytes of files or rows of tables, tries, rounds, resamples or runs),
#: of how many in all (0: not known), and how much the last step changed (ranking: relatively; fitting: in deviations;
#: proving: the gap that is left).
ProgressFunction: TypeAlias = Callable[[str, int, int, float], None]
Progress: TypeAlias = bool | ProgressFunction


def describe(stage: str, done: int, total: int, change: float, counts_rows: bool = False) -> str:
    """The line that the command line would show."""
    if stage == "ranking":
        return f"round {done}, weights changed by {change:.2g}"
    if stage == "fitting":
        return f"round {done}, scores moved by {change:.2g} deviations"
    if stage == "proving":
        return f"round {done} of cuts, {100 * change:.2g} % left to prove"
    if stage == "auditing":
        return f"ranking without some answers, {done} times so far"
    if stage == "bootstrapping":
        return f"resample {done} of {total}"
    if stage == "choosing":
        return f"choosing gamma: try {done} of {total}"
    if stage == "comparing":
        return f"run {done} of {total}"
    if stage != "reading":
        return f"{stage} {done}" + (f" of {total}" if total else "")
    share = f", {100 * done / total:.0f} %" if total else ""
    amount = f"{done:,} rows" if counts_rows else f"{done / 1e6:.0f} MB"
    return f"{stage} {amount}{share}"


class _Line:
    """One line on the terminal, written over and over, gone at the end."""

    def __init__(self, counts_rows: bool) -> None:
        self._counts_rows = counts_rows

    def __call__(self, stage: str, done: int, total: int, change: float) -> None:
        sys.stderr.write(f"\r\033[K{describe(stage, done, total, change, self._counts_rows)}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


class _Bar:
    """A bar of tqdm for every stage."""

    def __init__(self, tqdm: Any, counts_rows: bool) -> None:
        self._tqdm = tqdm
        self._counts_rows = counts_rows
        self._bar: Any = None
        self._stage = ""

    def __call__(self, stage: str, done: int, total: int, change: float) -> None:
        if self._bar is None or stage != self._stage or done < self._bar.n:
            self.close()
            is_reading = stage == "reading"
            unit = (" rows" if self._counts_rows else "B") if is_reading else ""
            self._bar = self._tqdm(total=total or None, desc=stage, leave=False, unit=unit, unit_scale=is_reading)
            self._stage = stage
        if change > 0:
            name = "R-hat" if stage == "sampling" else "change"
            self._bar.set_postfix_str(f"{name} {change:.2g}", refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        self._bar = None


def _shown(counts_rows: bool) -> _Bar | _Line | None:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(counts_rows) if sys.stderr is not None and sys.stderr.isatty() else None
    return _Bar(tqdm, counts_rows)


@contextlib.contextmanager
def observing(progress: Progress, counts_rows: bool = False) -> Iterator[ProgressFunction | None]:
    """What `progress=` stands for, as a function for the engine, or None; tidied up at the end.

    Reading is told in bytes, unless it `counts_rows`.
    """
    if callable(progress):
        yield progress
        return
    if not isinstance(progress, bool):
        raise TypeError(
            f"progress is {progress!r}, but must be True, False or a function of stage, done, total, change"
        )
    shown = _shown(counts_rows) if progress else None
    try:
        yield shown
    finally:
        if shown is not None:
            shown.close()
