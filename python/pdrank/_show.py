"""A result as people see it: the text of a prompt, the table of a notebook."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pdrank._result import RankResult

TEXT_ROWS, HTML_ROWS = 10, 20
_LONGEST_NAME = 40
_WIDTH = 88
_NUMBER_STYLE = "text-align:right;font-variant-numeric:tabular-nums"


def text_of_result(result: RankResult) -> str:
    """The first lines of the ranking, and what else there is to know."""
    table = text_table(*_ranking_table(result, TEXT_ROWS))
    return "\n".join([_headline(result), table, *wrapped(_closing(result, TEXT_ROWS))])


def html_of_result(result: RankResult) -> str:
    """The same for a notebook."""
    return html_page(_headline(result), *_ranking_table(result, HTML_ROWS), _closing(result, HTML_ROWS))


def _headline(result: RankResult) -> str:
    data = result.data
    counts = [f"{data['items']:,} items", f"{data['comparisons']:,} comparisons"]
    if data["annotators"]:
        counts.append(f"{data['annotators']:,} annotators")
    return f"Ranking by {result.method}: {', '.join(counts)}"


def _ranking_table(result: RankResult, rows: int) -> tuple[list[str], list[list[str]]]:
    """Header and rows; columns that say nothing are left out."""
    columns = {name: values[:rows] for name, values in result._arrays("ranking").items()}
    table = {"rank": [str(rank) for rank in columns["rank"]]}
    if not np.isnan(columns["rank_low"].astype(float)).any():
        table["range"] = [
            _range(low, high) for low, high in zip(columns["rank_low"], columns["rank_high"], strict=True)
        ]
        table["tier"] = [f"{tier:.0f}" for tier in columns["tier"]]
    table["item"] = [shortened(str(item)) for item in columns["item"]]
    table["score"] = [f"{score:.4g}" if abs(score) >= 1e4 else f"{score:.3f}" for score in columns["score"]]
    for name in ("comparisons", "wins", "losses", "ties"):
        if name != "ties" or columns[name].any():
            table[name] = [f"{number:g}" for number in columns[name]]
    if result.graph["components"] > 1:
        table["component"] = [str(part) for part in columns["component"]]
    if any(columns["flags"]):
        table["note"] = [_note(flags.split()) for flags in columns["flags"]]
    return list(table), [list(row) for row in zip(*table.values(), strict=True)]


def _note(flags: list[str]) -> str:
    """An item with few comparisons need not be called a bridge as well."""
    return ", ".join(flag for flag in flags if flag != "bridge" or "few" not in flags)


def _range(low: float, high: float) -> str:
    return f"{low:.0f}" if low == high else f"{low:.0f}-{high:.0f}"


def _closing(result: RankResult, rows: int) -> list[str]:
    items = result.graph["items"]
    lines = [f"The first {rows} of {items:,} items; .ranking has all."] if items > rows else []
    chosen = f", {result.chosen_because}" if result.chosen_because else ""
    ended = "" if result.converged else "NOT CONVERGED: "
    lines.append(f"Method {result.method}{chosen}: {ended}{result.message}.")
    return lines + [f"* {note}" for note in result.notes]


def wrapped(lines: Iterable[str]) -> list[str]:
    """The lines, none of them too long for a screen."""
    return [part for line in lines for part in textwrap.wrap(line, _WIDTH, subsequent_indent="  ")]


def shortened(name: str, longest: int = _LONGEST_NAME) -> str:
    """The name; if it is too long for a table, without its middle, because the end often tells names apart."""
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1].rstrip()}…{name[-end:].lstrip()}"


def number_text(value: Any, digits: int = 3) -> str:
    """A number for a table; empty where there is none."""
    return "" if value is None or value != value else f"{value:.{digits}f}"


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns of words to the left, of numbers to the right."""
    listed = list(rows)
    columns = [list(column) for column in zip(header, *listed, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    to_right = [_is_numeric(column[1:]) for column in columns]
    lines = []
    for row in [header, *listed]:
        cells = zip(row, widths, to_right, strict=True)
        lines.append("  ".join(f"{cell:>{width}}" if right else f"{cell:<{width}}" for cell, width, right in cells))
    return "\n".join(line.rstrip() for line in lines)


def html_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The same in HTML."""
    listed = list(rows)
    to_right = [_is_numeric([row[k] for row in listed]) for k in range(len(header))]

    def line(tag: str, cells: Sequence[str]) -> str:
        styles = [_NUMBER_STYLE if right else "text-align:left" for right in to_right]
        inner = zip(cells, styles, strict=True)
        return (
            "<tr>" + "".join(f'<{tag} style="{style}">{html.escape(cell)}</{tag}>' for cell, style in inner) + "</tr>"
        )

    body = "".join(line("td", row) for row in listed)
    return f"<table><thead>{line('th', header)}</thead><tbody>{body}</tbody></table>"


def html_page(headline: str, header: Sequence[str], rows: Iterable[Sequence[str]], closing: Iterable[str]) -> str:
    """A table for a notebook, with a line above it, if there is one to be, and lines below."""
    top = f"<b>{html.escape(headline)}</b>" if headline else ""
    return f"<div>{top}{html_table(header, rows)}<small>{'<br>'.join(map(html.escape, closing))}</small></div>"


def _is_numeric(cells: Sequence[str]) -> bool:
    return all(not cell or cell[0].isdigit() or cell[0] in "-<." for cell in cells) and any(cells)
