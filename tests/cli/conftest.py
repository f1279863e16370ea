"""Helpers for the tests of the command line: run the program, read what it wrote."""

import csv
import json
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
BIN = os.environ.get("PDRANK_BIN", str(REPO / "build/release/bin/pdrank"))
DATA = Path(os.environ.get("PDRANK_DATA", REPO.parent / "shared/data"))
SANITIZER_MARKS = ("Sanitizer", "runtime error")


def documented_columns(record: str) -> str:
    """The header of a CSV file, as docs/FORMATS.md has the fields of its lines."""
    table = (REPO / "docs/FORMATS.md").read_text().split(f"<!-- fields of {record} -->\n\n")[1].split("\n\n")[0]
    return ",".join(re.findall(r"^\| `(\w+)`", table, flags=re.M))


RANKING_COLUMNS = documented_columns("Place")
CONFIDENCE_COLUMNS = documented_columns("ConfidenceRow")
ANNOTATOR_COLUMNS = documented_columns("AnnotatorReport")


# Root may read and write everywhere, unless these two powers are taken away. setpriv comes with every Debian.
ORDINARY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


@dataclass
class Ran:
    status: int
    out: str
    err: str


def check_clean(err: str) -> None:
    for mark in SANITIZER_MARKS:
        assert mark not in err, err


def run(*arguments, stdin: bytes = b"", cwd=None, timeout: float = 300, ordinary: bool = False, **env: str) -> Ran:
    """Runs pdrank, without root's powers over files if it is to be ordinary. Keywords in capitals are environment variables."""
    done = subprocess.run(
        [*(ORDINARY if ordinary else []), BIN, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        timeout=timeout,
        env={**os.environ, "COLUMNS": "80", **env},
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    check_clean(ran.err)
    assert ran.status >= 0, f"killed by signal {-ran.status}: {ran.err}"
    return ran


def wait_until(holds, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def catches_interrupts(process: subprocess.Popen) -> bool:
    """Whether Ctrl-C would be heard: the program listens from its start until it has heard one."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"SigCgt:\s+(\w+)", status)[1], 16) >> (signal.SIGINT - 1) & 1 == 1


def used_seconds(process: subprocess.Popen) -> float:
    """Processor time, which goes on only while the program does."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(process: subprocess.Popen, after_seconds: float = 0) -> None:
    """Ctrl-C, when the program listens and has worked so long; comes back when it was heard."""
    wait_until(lambda: process.poll() is not None or catches_interrupts(process) and used_seconds(process) >= after_seconds)
    assert process.poll() is None, f"it ended by itself: {process.communicate()}"
    process.send_signal(signal.SIGINT)
    wait_until(lambda: process.poll() is not None or not catches_interrupts(process))


def result(*arguments) -> dict:
    """Of `pdrank rank`, without how long it took."""
    ran = run("rank", *arguments, "--format", "json")
    assert ran.status == 0, ran
    got = json.loads(ran.out)
    got["convergence"].pop("seconds")
    return got


def refused(ran: Ran, status: int) -> str:
    """The one line on stderr of a run that failed as it should, without `pdrank: `."""
    assert (ran.status, ran.out) == (status, ""), ran
    assert ran.err.startswith("pdrank: ") and ran.err.endswith("\n") and ran.err.count("\n") == 1, ran.err
    assert len(ran.err) < 600, "an error must stay readable"
    return ran.err.removeprefix("pdrank: ").rstrip("\n")


def rows(source) -> list[dict[str, str]]:
    """The rows of a CSV file (a path) or of CSV text."""
    text = source.read_bytes().decode() if isinstance(source, Path) else source
    return list(csv.DictReader(text.splitlines(keepends=True)))


def order(ranking: list[dict[str, str]]) -> list[str]:
    return [row["item"] for row in ranking]


@pytest.fixture
def write(tmp_path):
    """write("votes.csv", text or bytes) -> its path, in a directory of its own."""

    def to_file(name: str, content) -> Path:
        path = tmp_path / "input" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return to_file


@pytest.fixture(scope="session")
def data_folder() -> Path:
    if not DATA.is_dir():
        pytest.skip(f"real data not found at {DATA} (set PDRANK_DATA)")
    return DATA


def pytest_sessionstart(session):
    if not Path(BIN).is_file():
        pytest.exit(f"no program at {BIN}: build it, or set PDRANK_BIN", returncode=2)
