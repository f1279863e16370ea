"""Comparisons to rank, made up with fixed seeds, and cut into files."""

import csv
import gzip
import io
import random
import shutil
import subprocess
from pathlib import Path

HEADER = ["left", "right", "winner", "annotator", "weight"]


def name(number: int) -> str:
    """Some names are hard to read: with commas, quotes, line breaks, spaces and letters of two bytes."""
    odd = ("a, {}", "line\nbreak {}", 'say "{}"', "é {}", "{}")
    return odd[number % len(odd)].format(number) if number % 3 == 0 else f"item-{number}"


def votes(seed: int, parts: list[int], rows: int, ties: float = 0.0) -> list[list[str]]:
    """Comparisons within parts of so many items; the higher the number the better, a fifth of the answers is wrong."""
    random_ = random.Random(seed)
    borders = [sum(parts[:k]) for k in range(len(parts))]
    table = []
    for k in range(rows):
        part = random_.choices(range(len(parts)), weights=[items**2 for items in parts])[0]
        part = k if k < len(parts) else part  # every part has a comparison
        pair = random_.sample(range(borders[part], borders[part] + parts[part]), 2)
        winner = "tie" if random_.random() < ties else ("right" if pair[1] > pair[0] else "left")
        if winner != "tie" and random_.random() < 0.2:
            winner = {"left": "right", "right": "left"}[winner]
        weight = random_.choice(["1", "1", "2", "0.5"])
        table.append([name(pair[0]), name(pair[1]), winner, f"annotator {random_.randrange(9)}", weight])
    return table


TABLES = {
    "connected": votes(1, [60], 900),
    "disconnected": votes(2, [40, 2, 25, 2, 3, 7, 2], 700),
    "ties": votes(3, [50, 12], 800, ties=0.25),
}


def text(table: list[list[str]]) -> bytes:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([HEADER, *table])
    return written.getvalue().encode()


def compress_zstd(content: bytes) -> bytes:
    return subprocess.run(["zstd", "-q"], input=content, capture_output=True, check=True).stdout


FORMS = [(".csv", bytes), (".csv.gz", gzip.compress)]
if shutil.which("zstd"):
    FORMS.append((".csv.zst", compress_zstd))


def write_parts(folder: Path, table: list[list[str]], parts: int) -> list[Path]:
    """The table in so many files of uneven length, one plain, the next compressed."""
    folder.mkdir(parents=True, exist_ok=True)
    borders = [len(table) * k**2 // parts**2 for k in range(parts + 1)]
    paths = []
    for k in range(parts):
        ending, packed = FORMS[k % len(FORMS)]
        paths.append(folder / f"part-{k}{ending}")
        paths[-1].write_bytes(packed(text(table[borders[k] : borders[k + 1]])))
    return paths
