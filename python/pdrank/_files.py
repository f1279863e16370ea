"""Files that the engine does not know, by way of the libraries that do: Parquet, Arrow and Excel."""

from __future__ import annotations

import importlib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pdrank._frames import Column, as_array, to_frame

_BEGINNINGS = {b"PAR1": "parquet", b"ARROW1": "arrow", b"FEA1": "arrow", b"PK\x03\x04": "excel"}
_PACKAGES = {"pyarrow.parquet": "pyarrow", "pyarrow.feather": "pyarrow", "openpyxl": "openpyxl"}


def table_kind(path: str) -> str:
    """What the first bytes of a file say that the engine does not read; empty for everything else.

    A pipe is not looked at: what is read of it is gone.
    """
    try:
        if not Path(path).is_file():
            return ""
        with Path(path).open("rb") as file:
            start = file.read(6)
    except OSError:  # the engine says it with file and reason
        return ""
    kind = next((kind for bytes, kind in _BEGINNINGS.items() if start.startswith(bytes)), "")
    return "" if kind == "excel" and not _is_excel(path) else kind


def _is_excel(path: str) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "[Content_Types].xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False


def read_table(path: str, kind: str) -> Any:
    """The rows of such a file: an Arrow table, or of Excel's first sheet a dict of columns."""
    if kind == "parquet":
        return _library("pyarrow.parquet", path).read_table(path)
    if kind == "arrow":
        return _library("pyarrow.feather", path).read_table(path, memory_map=False)
    book = _library("openpyxl", path).load_workbook(path, read_only=True, data_only=True)
    try:
        rows = [row for row in book.worksheets[0].values if any(value is not None for value in row)]
    finally:
        book.close()
    if not rows:
        raise ValueError(f"{path}: the first sheet is empty")
    names = ["" if name is None else str(name) for name in rows[0]]
    used = [k for k, name in enumerate(names) if name or any(row[k] is not None for row in rows[1:])]
    return {names[k]: [row[k] for row in rows[1:]] for k in used}


def write_parquet(columns: Mapping[str, Column], path: str) -> None:
    """A table as a Parquet file."""
    _library("pyarrow.parquet", path).write_table(to_frame(columns, "pyarrow"), path)


def write_excel(columns: Mapping[str, Column], path: str) -> None:
    """A table as the only sheet of an Excel file."""
    book = _library("openpyxl", path).Workbook(write_only=True)
    sheet = book.create_sheet("pdrank")
    sheet.append(list(columns))
    for row in zip(*(as_array(column).tolist() for column in columns.values()), strict=True):
        sheet.append([None if value != value else value for value in row])
    book.save(path)


def _library(name: str, path: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        package = _PACKAGES[name]
        raise ImportError(f"{path} takes the package {package}: pip install {package}") from None
