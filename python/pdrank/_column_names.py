"""The names by which the engine recognises columns."""

from __future__ import annotations

from pdrank import _core

folded = _core.folded

_names = _core.column_names()


def _pairs(names: list[str]) -> list[tuple[str, str]]:
    return list(zip(names[::2], names[1::2], strict=True))


WINNER_LOSER, PAIRS = _pairs(_names["winner_loser"]), _pairs(_names["pair"])
ANNOTATORS, WEIGHTS, TIES = _names["annotator"], _names["weight"], _names["tie"]
#: Two columns called first and second are items as well as any.
KNOWN = {name for role, names in _names.items() if role != "first" for name in names}
