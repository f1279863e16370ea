"""Markdown documents whose Python blocks run.

A block is fenced as `python`. A fenced block without a language behind it, with only blank lines between, is what it
shows: what it prints and, as in a notebook, the value of its last line. A line `...` there stands for any lines.

The sections (`##`) of a document stand by themselves: each is run in a session of its own, after the blocks of the
first section that has any.

As a program, `tests/python/documents.py docs/PYTHON.md`, it writes what blocks show now into the documents.
"""

import ast
import contextlib
import importlib.util
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\s*^```\n(?P<shown>.*?)^```\n)?", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[0-9]+\.[0-9]+")
IN_FULL = 9  # digits behind the point of a number that is not rounded
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    document: Path
    line: int
    code: str
    shown: str | None
    shown_at: tuple[int, int]

    def run(self, session: dict[str, Any]) -> str:
        """What it prints, and the value of its last line."""
        place = f"{self.document.name}:{self.line}"
        program = ast.parse("\n" * self.line + self.code, place)  # so that errors name lines of the document
        last = program.body.pop() if isinstance(program.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, place, "exec"), session)
            value = None if last is None else eval(compile(ast.Expression(last.value), place, "eval"), session)
            if value is not None:
                print(repr(value))
        return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())

    def imports(self) -> set[str]:
        """The modules it names."""
        nodes = list(ast.walk(ast.parse(self.code)))
        plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


@dataclass(frozen=True)
class Section:
    title: str
    setup: list[Block]
    blocks: list[Block]

    def missing(self) -> list[str]:
        """What it needs and is not there: modules, and the command line."""
        blocks = [*self.setup, *self.blocks]
        modules = {name.partition(".")[0] for block in blocks for name in block.imports()}
        absent = sorted(name for name in modules if importlib.util.find_spec(name) is None)
        told = [f"{name} is not installed (tests/requirements.txt)" for name in absent]
        if any("subprocess" in block.imports() for block in blocks) and shutil.which("pdrank") is None:
            told.append("there is no program pdrank (build it, or set PDRANK_CLI)")
        return told

    def run(self) -> Iterator[tuple[Block, str]]:
        """Its blocks, each with what it shows; those of the first section are run without being given back."""
        session: dict[str, Any] = {"__name__": "__main__"}
        for block in self.setup:
            block.run(session)
        for block in self.blocks:
            yield block, block.run(session)


def sections(document: Path) -> list[Section]:
    """Those that have blocks, in order."""
    text = document.read_text()
    starts = [(0, ""), *((match.start(), match[1]) for match in SECTION.finditer(text))]
    by_title: dict[str, list[Block]] = {}
    for match in BLOCK.finditer(text):
        title = [title for start, title in starts if start <= match.start()][-1]
        line = text.count("\n", 0, match.start()) + 1
        block = Block(document, line, match["code"], match["shown"], match.span("shown"))
        by_title.setdefault(title, []).append(block)
    setup = next(iter(by_title.values()), [])
    return [Section(title, [] if blocks is setup else setup, blocks) for title, blocks in by_title.items()]


def agree(shown: str, printed: str) -> bool:
    """Whether this was printed, but for rounding; a line `...` stands for any lines."""
    lines = printed.splitlines()
    first, *others = split_at_dots(shown.splitlines())

    def stands_at(part: list[str], place: int) -> bool:
        here = lines[place : place + len(part)]
        return len(here) == len(part) and all(map(same_but_for_rounding, part, here))

    if not others:
        return len(first) == len(lines) and stands_at(first, 0)
    place = len(first) if stands_at(first, 0) else len(lines) + 1
    for part in others[:-1]:
        places = range(place, len(lines) + 1)
        place = next((k for k in places if stands_at(part, k)), len(lines)) + len(part)
    last = len(lines) - len(others[-1])
    return place <= last and stands_at(others[-1], last)


def split_at_dots(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def same_but_for_rounding(shown: str, printed: str) -> bool:
    """Other processors and compilers may round sums in another way: the last digit may be another, or the sixth one."""
    if NUMBER.split(shown) != NUMBER.split(printed):
        return False
    for one, other in zip(NUMBER.findall(shown), NUMBER.findall(printed), strict=True):
        digits, others = (len(number.partition(".")[2]) for number in (one, other))
        if digits != others and max(digits, others) < IN_FULL:
            return False
        if abs(float(one) - float(other)) > max(1.5 * 10**-digits, 1e-5 * abs(float(one))):
            return False
    return True


@contextlib.contextmanager
def working_folder() -> Iterator[Path]:
    """A folder of its own with the examples in it, as the documents have it."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        shutil.copytree(REPO / "examples", Path(name) / "examples")
        yield Path(name)


def renew(document: Path) -> None:
    text, changes = document.read_text(), []
    for section in sections(document):
        with working_folder():
            for block, printed in section.run():
                if block.shown is not None and not agree(block.shown, printed):
                    changes.append((block.shown_at, printed))
    for (start, end), printed in reversed(changes):
        text = text[:start] + printed + text[end:]
    document.write_text(text)


if __name__ == "__main__":
    os.environ["MPLBACKEND"] = "Agg"
    for name in sys.argv[1:]:
        renew(Path(name).resolve())
