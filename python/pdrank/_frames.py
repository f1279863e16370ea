"""Columns to a table of the library that the caller works with: pandas, polars, pyarrow, or a dict of NumPy arrays."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pdrank import _core

LIBRARIES = ("pandas", "polars", "pyarrow", "dict")


@dataclass(frozen=True)
class Named:
    """A column that says for every row which of the names it has; -1 where it has none."""

    codes: NDArray[np.int32]
    names: list[str]


@dataclass(frozen=True)
class Optional:
    """A column of whole numbers, some of which are not there."""

    values: NDArray[np.int64]
    missing: NDArray[np.bool_]


Column: TypeAlias = NDArray[Any] | list[str] | Named | Optional


def default_library() -> str:
    """What tables are made with where the input does not say: the first library that is installed."""
    for library in LIBRARIES[:-1]:
        if importlib.util.find_spec(library) is not None:
            return library
    return "dict"


def check_library(library: str | None) -> str:
    """The library that the caller asks for, or the default one."""
    if library is None:
        return default_library()
    if library not in LIBRARIES:
        raise ValueError(f"frames is {library!r}, but must be one of {', '.join(LIBRARIES)}")
    return library


def to_frame(columns: Mapping[str, Column], library: str) -> Any:
    """The columns as a table."""
    make = {"pandas": _pandas, "polars": _polars, "pyarrow": _pyarrow, "dict": _dict}[library]
    return make(columns)


def lines_frame(record: str, lines: list[dict[str, Any]], library: str) -> Any:
    """Records of a result in JSON, by the name of their kind, as a table."""
    columns: dict[str, Column] = {}
    for field in _core.result_records()[record]:
        values = [line[field["name"]] for line in lines]
        kind = float if field["type"] == "float" else None
        columns[field["name"]] = values if field["type"] == "str" else np.array(values, dtype=kind)
    return to_frame(columns, library)


def _pandas(columns: Mapping[str, Column]) -> Any:
    import pandas as pd

    def values(column: Column) -> Any:
        if isinstance(column, Named):
            return pd.Categorical.from_codes(column.codes, categories=column.names)
        if isinstance(column, Optional):
            return pd.arrays.IntegerArray(column.values, column.missing)
        return column

    return pd.DataFrame({name: values(column) for name, column in columns.items()})


def _polars(columns: Mapping[str, Column]) -> Any:
    import polars as pl

    def series(name: str, column: Column) -> Any:
        if isinstance(column, Named):
            codes = pl.Series(column.codes)
            names = pl.Series(name, column.names, dtype=pl.Enum(column.names))
            return names.gather(codes.set(codes < 0, None))
        if isinstance(column, Optional):
            return pl.Series(name, column.values).set(pl.Series(column.missing), None)
        return pl.Series(name, column)

    return pl.DataFrame([series(name, column) for name, column in columns.items()])


def _pyarrow(columns: Mapping[str, Column]) -> Any:
    import pyarrow as pa

    def array(column: Column) -> Any:
        if isinstance(column, Named):
            codes = pa.array(column.codes, mask=column.codes < 0)
            return pa.DictionaryArray.from_arrays(codes, pa.array(column.names, type=pa.string()))
        if isinstance(column, Optional):
            return pa.array(column.values, mask=column.missing)
        return pa.array(column, type=pa.string()) if isinstance(column, list) else pa.array(column)

    return pa.table({name: array(column) for name, column in columns.items()})


def _dict(columns: Mapping[str, Column]) -> dict[str, NDArray[Any]]:
    return {name: as_array(column) for name, column in columns.items()}


def as_array(column: Column) -> NDArray[Any]:
    """The column as NumPy has it: names as objects, None where there is none; missing numbers as NaN."""
    if isinstance(column, Named):
        return np.array([*column.names, None], dtype=object)[column.codes]
    if isinstance(column, Optional):
        return np.where(column.missing, np.nan, column.values)
    return np.array(column, dtype=object) if isinstance(column, list) else column


def named(names: list[str], integer: bool) -> NDArray[Any] | list[str]:
    """Names, as whole numbers if the input had such."""
    if not integer:
        return names
    try:
        return np.array([int(name) for name in names], dtype=np.int64)
    except (ValueError, OverflowError):  # a column of mixed types
        return names


def coded(column: tuple[NDArray[np.uint32], list[str]], integer: bool) -> Column:
    """Names by code; 2^32 - 1 is nobody's."""
    codes, names = column[0].view(np.int32), named(column[1], integer)
    if isinstance(names, list):
        return Named(codes, names)
    missing = codes < 0
    return Optional(names[codes], missing) if missing.any() else names[codes]
