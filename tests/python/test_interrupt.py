"""Ctrl-C ends whatever the package is doing, soon, and the interpreter lives on."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pdrank import _core

PREPARE = """
import signal, time
import numpy as np
from pdrank import _core

# As in an interactive session; a parent that ignores the signal would hand that down.
signal.signal(signal.SIGINT, signal.default_int_handler)

def answers(items, rows):
    random = np.random.default_rng(1)
    winner = random.integers(0, items, rows)
    return _core.from_ids(winner, (winner + random.integers(1, items, rows)) % items)
"""

WAIT = """
print("ready", flush=True)
try:
    run()
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(_core.rank(answers(5, 50), {"method": "borda"}).converged)
"""

TASKS = {
    "bootstrap": 'run = lambda: _core.rank(answers(300, 6000), {"method": "pdrank", "bootstrap": 100000})',
    "posterior": 'run = lambda: _core.rank(answers(40000, 400000), {"method": "posterior"})',
    "compare": "run = lambda: _core.compare(answers(3000, 30000))",
    "read": "run = lambda: _core.read([PATH] * 100000)",
}
MOST_SECONDS = 5  # of processor time from the signal to the end; it takes a fraction of one


def used_seconds(process: subprocess.Popen) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def interrupt(script: str) -> str:
    """What a script says after "ready" when it is interrupted after half a second of work, by its own clock."""
    before = used_by_children()
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            start = used_seconds(process)
            while process.poll() is None and used_seconds(process) < start + 0.5:
                time.sleep(0.01)
            assert process.poll() is None, "finished before it could be interrupted"
            process.send_signal(signal.SIGINT)
            at_signal = used_seconds(process)
            said, _ = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == 0
    assert used_by_children() - before - at_signal < MOST_SECONDS
    return said


@pytest.mark.parametrize("task", TASKS)
def test_interrupt(task, tmp_path):
    votes = tmp_path / "votes.csv"
    votes.write_text("winner,loser\n" + "A,B\nB,C\nC,D\n" * 100_000)
    script = f"{PREPARE}\nPATH = {str(votes)!r}\n{TASKS[task]}\n{WAIT}"
    assert interrupt(script) == "interrupted\nTrue\n"


def test_what_a_callback_raises_ends_the_run(tmp_path):
    votes = tmp_path / "votes.csv"
    votes.write_text("winner,loser\nA,B\n")
    data = _core.read([str(votes)])
    seen = []

    def watch(stage: str, done: int, total: int, change: float) -> None:
        seen.append((stage, done, total, change))
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _core.rank(data, {"method": "pdrank", "bootstrap": 1000}, watch)
    assert len(seen) == 1 and isinstance(seen[0][0], str)


def test_other_threads_go_on():
    """A thread counts while another ranks: the interpreter is not held."""
    script = f"""
{PREPARE}
import threading
data = answers(300, 6000)
run = threading.Thread(target=lambda: _core.rank(data, {{"method": "pdrank", "bootstrap": 60}}))
run.start()
turns = 0
while run.is_alive():
    turns += 1
    time.sleep(0.001)
print(turns)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 20


def test_a_signal_handler_may_go_on():
    """A handler that raises nothing is run, and the call goes on to its end."""
    caught = []
    before = signal.signal(signal.SIGUSR1, lambda *_: caught.append(1))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        random = __import__("numpy").random.default_rng(1)
        winner = random.integers(0, 20, 500)
        data = _core.from_ids(winner, (winner + random.integers(1, 20, 500)) % 20)
        assert _core.rank(data, {"method": "pdrank", "bootstrap": 200}).converged
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert caught == [1]
