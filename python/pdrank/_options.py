"""Options as the engine describes them, and values on their way to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pdrank import _core
from pdrank._checks import LARGEST_INTEGER, plain, whole_number

_RECORDS = {
    command: {record["name"]: record for record in _core.option_records(command)}
    for command in ("rank", "next", "compare", "simulate")
}


def given_options(command: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The command's options among the values, as the engine takes them; what is None was not given."""
    return {name: plain(values[name]) for name in _RECORDS[command] if values.get(name) is not None}


def checked_options(command: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The same; TypeError where a number is none. What its range is, the engine knows."""
    options = given_options(command, values)
    for name, value in options.items():
        record = _RECORDS[command][name]
        if record["type"] == "int":
            options[name] = whole_number(name, value, record["least"], record["most"])
        elif record["type"] == "float" and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise TypeError(f"{name} is {value!r}, but must be a number")
        elif record["type"] == "bool":
            options[name] = bool(value)
    return options


def thread_count(options: Mapping[str, Any]) -> int:
    """0 = one for each core."""
    return whole_number("threads", options.get("threads", 0), high=LARGEST_INTEGER)
