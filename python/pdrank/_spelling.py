"""How a value is spelled as a name: the same, whatever table, list or array it comes in (docs/FORMATS.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_EXACT_BELOW = 2**53  # from there on not every integer is a float of 64 bits


def spelled(values: NDArray[Any]) -> list[str]:
    """A column of values as fields of a file."""
    if values.dtype.kind == "M":  # as a list, moments of a nanosecond would be numbers
        return ["" if text == "NaT" else text.replace("T", " ") for text in np.datetime_as_string(values).tolist()]
    is_short = values.dtype.kind == "f" and values.dtype.itemsize < 8  # more digits would appear in longer ones
    listed: list[Any] = list(values) if is_short else values.tolist()
    return [value if type(value) is str else spell(value) for value in listed]


def spell(value: Any) -> str:
    """As the field of a file; empty if it is missing."""
    if isinstance(value, str):
        return str.__str__(value)
    if value is None:
        return ""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return _spell_float(value)
    try:
        return "" if value != value else str(value)
    except TypeError:  # pandas' NA does not say
        return ""


def _spell_float(value: Any) -> str:
    """The shortest text that reads back the same; whole ones without a point."""
    number = float(value)
    if number != number:
        return ""
    if abs(number) < _EXACT_BELOW and number.is_integer():
        return str(int(number))
    shortest = float(str(np.float32(value))) if isinstance(value, np.float16 | np.float32) else number
    return repr(shortest).removesuffix(".0")
