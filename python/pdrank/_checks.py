"""Arguments on their way to the engine: checked, and as plain values of Python."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

LARGEST_INTEGER = 2**31 - 1
LARGEST_COUNT = 2**63 - 1


def whole_number(name: str, value: Any, low: int = 0, high: int = LARGEST_COUNT) -> int:
    """`value` if it is a whole number in this range."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} is {value!r}, but must be a whole number")
    number = int(value)
    if number < low:
        raise ValueError(f"{name} is {number}, but must be at least {low}")
    if number > high:
        raise ValueError(f"{name} is {number}, but must be at most {high}")
    return number


def plain(value: Any) -> Any:
    """A number of NumPy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


def path_text(path: str | bytes | os.PathLike[Any]) -> str:
    """A path as the engine takes it, in UTF-8."""
    name = os.fsdecode(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise ValueError(f"the path {name!r} cannot be opened: its name is not UTF-8") from None
    return name


def refuse_masked(name: str, values: Any) -> None:
    """NumPy's masked arrays hide values, which would appear again on the way."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{name} has masked values: leave those rows out")
