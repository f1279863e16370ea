"""A process that is killed ends the job, cleanly, and --resume comes to the bytes of a run that nobody disturbed."""

import json
import math
import os
import random
import re
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from data import TABLES, text
from launch import command, environment, run, run_alone, without_noise

PROCESSES = 3
LAST_WORD = "pdrank: a process died or the job was ended; nothing was written, --resume goes on from the last round\n"
LAST_WORD_IN_STEP = "pdrank: a process died or the job was ended; nothing was written\n"
FILES = ("ranking.csv", "confidence.csv")
PDRANK = ("--method", "pdrank")  # the method that has rounds to go on from


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


def rank_of(pid: int) -> int | None:
    """The number of a process among those of its job; none while it is not yet one of them."""
    found = re.search(rb"OMPI_COMM_WORLD_RANK=(\d+)", Path(f"/proc/{pid}/environ").read_bytes())
    return int(found[1]) if found else None


def has_ended(pid: int, seconds: float = 60) -> bool:
    """Soon, and be it that nobody has asked for its status yet."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if re.search(r"^State:\s+Z", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE):
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


class Job:
    """A run into a folder of its own, with a checkpoint beside it if the arguments say so."""

    def __init__(self, votes: Path, folder: Path):
        self.folder, self.checkpoint = folder, folder / "checkpoint"
        self.out = folder / "out"
        self.out.mkdir(parents=True, exist_ok=True)
        self.arguments = ["rank", votes, *PDRANK, "--gamma", "1e-4", "--quiet", "--checkpoint", self.checkpoint]

    def rounds(self) -> int:
        """That the checkpoint has."""
        try:
            return json.loads((self.checkpoint / "state.json").read_text()).get("round", 0)
        except FileNotFoundError:
            return 0

    def start(self, *more, output: Path | None = None) -> None:
        files = [f"--output={output or self.out / FILES[0]}", f"--confidence={self.out / FILES[1]}"]
        self.begun = time.monotonic()
        with (self.folder / "stderr").open("wb") as err:
            self.running = subprocess.Popen(
                command(PROCESSES, *self.arguments, *files, *more), stdout=subprocess.DEVNULL, stderr=err, env=environment()
            )

    def has_begun(self) -> bool:
        """Whether the first process has come so far that it listens to signals."""
        try:
            status = Path(f"/proc/{self.pid(0)}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False
        return int(re.search(r"SigCgt:\s+(\w+)", status)[1], 16) >> (signal.SIGTERM - 1) & 1 == 1

    def wait(self, seconds: float = 240) -> int:
        try:
            return self.running.wait(seconds)
        finally:
            self.running.kill()
            self.running.wait()

    def error(self) -> str:
        return without_noise((self.folder / "stderr").read_text())

    def pid(self, rank: int) -> int | None:
        try:
            return next((pid for pid in children(self.running.pid) if rank_of(pid) == rank), None)
        except (FileNotFoundError, ProcessLookupError):
            return None

    def result(self) -> list[bytes]:
        return [(self.out / name).read_bytes() for name in FILES]

    def kill(self, rank: int) -> bool:
        """Kills one process. False if the job was over before."""
        while self.running.poll() is None:
            if pid := self.pid(rank):
                os.kill(pid, signal.SIGKILL)
                return True
        return False

    def check_clean_end(self, killed: int) -> None:
        pids = [pid for pid in map(self.pid, range(PROCESSES)) if pid]
        assert self.wait(120) != 0
        assert list(self.out.iterdir()) == [], "a file is there whole or not at all, and no temporary one stays"
        said = LAST_WORD if self.checkpoint in self.arguments else LAST_WORD_IN_STEP
        assert self.error().count(said) == (0 if killed == 0 else 1), self.error()
        assert all(has_ended(pid) for pid in pids)

    def check_resumed(self, undisturbed: list[bytes]) -> None:
        self.start(*(["--resume"] if (self.checkpoint / "state.json").exists() else []))
        assert (self.wait(), self.error()) == (0, "")
        assert self.result() == undisturbed
        assert not self.checkpoint.exists()


@pytest.fixture(scope="module")
def votes(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("votes") / "votes.csv"
    simulated = ["--items", "30000", "--comparisons", "120000", "--seed", "3", "--quiet"]
    assert run_alone("simulate", *simulated, "--output", path).status == 0
    return path


@pytest.fixture(scope="module")
def undisturbed(votes, tmp_path_factory):
    """What such a run writes, in how many rounds, and how long one takes."""
    job = Job(votes, tmp_path_factory.mktemp("undisturbed"))
    job.start()
    rounds = 0
    while job.running.poll() is None:
        rounds = max(rounds, job.rounds())
        time.sleep(0.01)
    assert (job.wait(), job.error()) == (0, "")
    assert rounds >= 10
    return job.result(), rounds, (time.monotonic() - job.begun) / rounds


# In each part of the run one moment and one process, drawn with a fixed seed: five, or as many as PDRANK_KILLS says.
KILLS = int(os.environ.get("PDRANK_KILLS", "5"))
chance = random.Random(4)
MOMENTS = [((k + chance.random()) / KILLS, (1, 0, 2, 1, 2)[k % 5]) for k in range(KILLS)]


# Moments are counted in rounds and not by the clock, which would go wrong on a machine that others use too.
@pytest.mark.parametrize(
    "moment, rank",
    [pytest.param(*drawn, id=f"{drawn[0]:.2f}-{drawn[1]}", marks=[] if k in (1, KILLS - 1) else pytest.mark.long)
     for k, drawn in enumerate(MOMENTS)],
)  # fmt: skip
def test_killed_at_a_random_moment(moment, rank, votes, undisturbed, tmp_path):
    result, rounds, seconds = undisturbed
    job = Job(votes, tmp_path)
    job.start()
    part_of_round, whole = math.modf(moment * rounds)
    while job.running.poll() is None and (not job.has_begun() or job.rounds() < whole):
        time.sleep(0.001)
    time.sleep(part_of_round * seconds)
    assert job.kill(rank)
    job.check_clean_end(rank)
    job.check_resumed(result)


# The ranking goes to a pipe that nobody empties: the confidences are written before it, nothing can be in its place, and
# rank 0 waits.
def test_killed_while_it_writes(votes, undisturbed, tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    job = Job(votes, tmp_path)
    job.start(output=pipe)
    assert select.select([reader], [], [], 240)[0], "rank 0 writes"
    (temporary,) = job.out.iterdir()
    assert temporary.name != FILES[1] and temporary.stat().st_size > 0
    assert job.kill(0)
    job.check_clean_end(0)
    os.close(reader)
    job.check_resumed(undisturbed[0])


# Each process has all of the data, and none can go on without the others.
@pytest.mark.parametrize("rank", [0, 2])
def test_killed_in_step(rank, votes, tmp_path):
    job = Job(votes, tmp_path)
    job.arguments = ["rank", votes, "--quiet"]
    job.start()
    while job.running.poll() is None and not job.has_begun():
        time.sleep(0.001)
    time.sleep(0.5)
    assert job.kill(rank)
    job.check_clean_end(rank)


# Checkpoints that do not fit. One stays behind where the result could not be written.


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory):
    """A file of comparisons, and the checkpoint of a run of two processes that failed at the very end."""
    folder = tmp_path_factory.mktemp("left")
    path = folder / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    ran = run(2, "rank", path, *PDRANK, "--whole-below", "0", "--checkpoint", folder / "checkpoint", "--output", "/dev/full")
    assert (ran.status, ran.err) == (3, "pdrank: /dev/full: No space left on device\n")
    return path, folder / "checkpoint"


@pytest.fixture
def resume(left_behind, tmp_path):
    """resume(processes, options): goes on from a copy of the checkpoint."""
    path, kept = left_behind
    folder = tmp_path / "checkpoint"

    def go_on(processes: int, *options, votes=path):
        shutil.copytree(kept, folder)
        words = ["--whole-below", "0", "--checkpoint", folder, "--resume", "--format", "csv"]
        ran = run(processes, "rank", votes, *PDRANK, *words, *options)
        assert folder.exists() == (ran.status != 0)
        return ran

    return go_on


def refusal(ran) -> str:
    assert (ran.status, ran.out, ran.err.count("\n")) == (3, "", 1), ran
    return ran.err


def test_what_is_left_behind_can_be_used(resume, left_behind):
    undisturbed = run(2, "rank", left_behind[0], *PDRANK, "--whole-below", "0", "--format", "csv")
    assert resume(2) == undisturbed


def test_other_data(resume, tmp_path):
    other = tmp_path / "other.csv"
    other.write_bytes(text(TABLES["connected"][1:]))
    assert ": the checkpoint is of another run (" in refusal(resume(2, votes=other))


def test_other_options(resume):
    assert ": the checkpoint is of another run (" in refusal(resume(2, "--epsilon", "0.2"))


def test_other_number_of_processes(resume):
    assert "2 processes" in refusal(resume(3))


def test_no_checkpoint(left_behind, tmp_path):
    ran = run(2, "rank", left_behind[0], *PDRANK, "--checkpoint", tmp_path / "none", "--resume")
    assert refusal(ran) == f"pdrank: {tmp_path}/none: there is no checkpoint to go on from\n"
    assert not (tmp_path / "none").exists()


def test_broken_checkpoint(left_behind, tmp_path):
    (tmp_path / "state.json").write_text("{")
    ran = run(2, "rank", left_behind[0], *PDRANK, "--checkpoint", tmp_path, "--resume")
    assert refusal(ran) == f"pdrank: {tmp_path}/state.json: this is no checkpoint\n"


def test_lost_share(resume, left_behind, tmp_path):
    shutil.copytree(left_behind[1], tmp_path / "kept")
    for share in (tmp_path / "kept").glob("*process-00001.scores"):
        share.unlink()
    ran = run(2, "rank", left_behind[0], *PDRANK, "--whole-below", "0", "--checkpoint", tmp_path / "kept", "--resume")
    assert refusal(ran).endswith("process-00001.scores: No such file or directory\n")
