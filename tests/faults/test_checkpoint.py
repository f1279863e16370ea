"""Every write, read, rename, open and close of `pdrank-mpi --checkpoint` for its own files fails once, in a single process.
Whatever it is, the program does not crash and tells it in one line, the output is there whole or not at all, and --resume
comes to the bytes of a run that nobody disturbed."""

import errno
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import LIBRARY, POINTS, TRIED, read_counts, spread

MPI_BIN = os.environ.get("PDRANK_MPI_BIN", "")
# One process by itself, which looks for no network.
ALONE = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_plm": "isolated",
}
ERRORS = {
    "write": [errno.ENOSPC, errno.EIO, errno.EINTR, "short"],
    "read": [errno.EIO, errno.EINTR, "short"],
    "rename": [errno.EIO, errno.ENOSPC],
    "open": [errno.EMFILE, errno.EACCES],
    "close": [errno.EIO, errno.ENOSPC],
}
HARMLESS = {errno.EINTR, "short"}  # tried again, or gone on with
VOTES = "winner,loser\n" + "".join(f"{k},{(k + step) % 7}\n" for k in range(7) for step in (1, 2, 5))


class Job:
    def __init__(self, folder: Path):
        self.folder = folder
        self.out, self.checkpoint = folder / "out", folder / "checkpoint"

    def begin(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.out.mkdir(parents=True)
        (self.folder / "votes.csv").write_text(VOTES)

    def run(self, *more: str, output: str = "", **environment: str) -> subprocess.CompletedProcess:
        words = ["rank", self.folder / "votes.csv", "--method", "pdrank", "--whole-below", "0", "--max-rounds", "4", "--quiet"]
        files = ["--checkpoint", self.checkpoint, "--output", output or self.out / "ranking.csv"]
        settings = {**os.environ, **ALONE, "LD_PRELOAD": LIBRARY, "PDRANK_FAULT_PATH": str(self.folder), **environment}
        return subprocess.run([MPI_BIN, *words, *files, *more], env=settings, capture_output=True, text=True, timeout=300)

    def go_on(self) -> subprocess.CompletedProcess:
        return self.run(*(["--resume"] if (self.checkpoint / "state.json").exists() else []))

    def result(self) -> bytes | None:
        found = list(self.out.iterdir())
        assert [path.name for path in found] in ([], ["ranking.csv"]), f"a temporary file stays: {found}"
        return found[0].read_bytes() if found else None


def check_end(ran: subprocess.CompletedProcess, status: int, error, told: str) -> bool:
    """Whether it was refused."""
    is_refused = ran.returncode == 3
    assert ran.returncode in (status, 3), f"{told}: {ran}"
    assert not (is_refused and error in HARMLESS), f"{told}: {ran.stderr}"
    if is_refused:
        assert ran.stderr.startswith("pdrank: ") and ran.stderr.count("\n") == 1, f"{told}: {ran.stderr}"
        assert "unexpected" not in ran.stderr, f"{told}: {ran.stderr}"
    return is_refused


@pytest.mark.skipif(not Path(MPI_BIN).is_file(), reason="pdrank-mpi is not built")
@pytest.mark.parametrize("resumed", [False, True], ids=["begun", "resumed"])
def test_every_call_fails_once(resumed, tmp_path):
    job = Job(tmp_path / "job")
    job.begin()
    undisturbed = job.run()
    assert undisturbed.returncode in (0, 1), undisturbed
    right = job.result()

    def begin() -> None:
        """Resumed: after a run that could not write its result, whose checkpoint stays."""
        job.begin()
        if resumed:
            assert job.run(output="/dev/full").returncode == 3
            assert (job.checkpoint / "state.json").exists()

    counts = tmp_path / "counts"
    resume = ["--resume"] if resumed else []
    begin()
    ran = job.run(*resume, PDRANK_FAULT_COUNTS=str(counts))
    assert (ran.returncode, job.result()) == (undisturbed.returncode, right), ran
    refused = 0
    for call, number in read_counts(counts).items():
        for k in spread(number, POINTS and POINTS // 2) if call in ERRORS else []:
            for error in ERRORS[call]:
                begin()
                told = f"{call} {k} of {number}, {error}"
                failed = job.run(*resume, PDRANK_FAULT=f"{call}:{k}:{error}")
                is_refused = check_end(failed, undisturbed.returncode, error, told)
                refused += is_refused
                assert job.result() == (None if is_refused else right), told
                TRIED["pdrank-mpi --checkpoint"] = TRIED.get("pdrank-mpi --checkpoint", 0) + 1
                if not is_refused:
                    assert not job.checkpoint.exists(), told
                    continue
                again = job.go_on()
                assert (again.returncode, job.result()) == (undisturbed.returncode, right), f"{told}: {again}"
                assert not job.checkpoint.exists(), told
    assert refused > 0, "nothing failed: the faults do not arrive"
