"""Whether a result is that of one process: all the same but the last digits of numbers."""

import csv
import json
import re
from pathlib import Path

RELATIVE = 1e-6
TINY = 1e-9  # numbers below a thousandth differ by no more than that

# What several processes do not say, or only they do; what work it was; and what no two runs have in common.
NOT_COMPARED = {"bridges", "bridge_pairs", "standard_error", "triangles", "curl_share", "harmonic_share"}
NOT_COMPARED |= {"processes", "iterations", "passes", "edge_bytes", "seconds"}
NOT_COMPARED |= {"infit", "outfit", "agreement", "certificate"}
NOT_COMPARED_THERE = {".reliability", ".result.json.reliability"}  # an annotator has a figure of that name
OTHER_NOTES = re.compile(
    "Of what the answers say,|.* all that links .* to the rest|Several processes together compute no "
)
# The choice of gamma is made among rough solutions, of which some are an iteration apart.
ROUGH = {"held_out_log_loss": 1e-3}


def is_close(a: float, b: float, where: str) -> bool:
    relative = ROUGH.get(where.rpartition(".")[2], RELATIVE)
    return abs(a - b) <= max(TINY, relative * max(abs(a), abs(b)))


def told_by_all(where: str, values: list) -> list:
    """Without what several processes do not find out."""
    if where.endswith(".flags"):
        return [flag for flag in values if flag != "bridge"]
    if where.endswith(".notes"):
        return [note for note in values if not OTHER_NOTES.match(note)]
    return values


def shown_by_all(text: str) -> str:
    """The table without what several processes do not find out: bounds, checks, reliability, fit and agreement."""
    text = re.sub(r"^(?:No check|Trust it|Do not rely).*?\n\n", "\n", text, count=1, flags=re.S | re.M)
    blocks = [
        re.sub(
            r"\A(?:The ranking contradicts|[0-9,.]+ of [0-9,.]+ answers go).*?(?:The|the) least\s+credible:\n",
            "",
            block,
            flags=re.S,
        )
        for block in text.split("\n\n")
    ]
    left_out = "Reliability|Annotators agree|Answers |The answers of "
    return "\n\n".join(block for block in blocks if not re.match(left_out, block))


def differences(one, other, where: str = "") -> list[str]:
    """Where two values of JSON differ, and in what."""
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [
            key
            for key in {**one, **other}
            if key not in NOT_COMPARED and f"{where}.{key}" not in NOT_COMPARED_THERE
        ]
        missing = [f"{where}.{key}: only one has it" for key in keys if (key in one) != (key in other)]
        both = [key for key in keys if key in one and key in other]
        return missing + [d for key in both for d in differences(one[key], other[key], f"{where}.{key}")]
    if isinstance(one, list) and isinstance(other, list):
        one, other = told_by_all(where, one), told_by_all(where, other)
        if len(one) != len(other):
            return [f"{where}: {len(one)} and {len(other)} elements"]
        return [d for k, pair in enumerate(zip(one, other)) for d in differences(*pair, f"{where}[{k}]")]
    if where.endswith(".message"):
        one, other = (re.sub(r"\d+ iterations", "iterations", message) for message in (one, other))
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (one, other))
    if is_close(one, other, where) if numbers else one == other:
        return []
    return [f"{where}: {one!r} and {other!r}"]


def as_value(text: str):
    try:
        return float(text)
    except ValueError:
        return text


def read_csv(path: Path) -> list:
    """The rows as they would be in JSON."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [{name: as_value(field) for name, field in row.items()} for row in csv.DictReader(file)]
    return [{**row, "flags": row["flags"].split()} if "flags" in row else row for row in rows]


def read_result(folder: Path) -> dict:
    """All files of a result by their names."""
    readers = {".csv": read_csv, ".json": lambda path: json.loads(path.read_text())}
    return {path.name: readers[path.suffix](path) for path in sorted(folder.iterdir())}
