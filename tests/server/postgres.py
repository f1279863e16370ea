"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path


def newest_bin() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[4]))
    return found[-1].parent if found else None


def other_user() -> dict:
    """PostgreSQL refuses to be run by root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


class Cluster:
    """A database that can be killed and started again."""

    def __init__(self, programs: Path, fsync: bool):
        self.programs, self.fsync, self.server = programs, fsync, None
        self.folder = Path(tempfile.mkdtemp(prefix="pdrank-pg-"))
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.address = f"postgres://postgres@/postgres?host={self.folder}"
        subprocess.run(
            [programs / "initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
             "--locale=C", *([] if fsync else ["-N"])],
            check=True, capture_output=True, cwd="/", **other_user())  # fmt: skip
        self.start()

    def start(self) -> None:
        while not self.started():  # processes of one that was killed may take a moment to see that
            time.sleep(0.1)

    def started(self) -> bool:
        self.server = subprocess.Popen(
            [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses=",
             "-c", f"fsync={'on' if self.fsync else 'off'}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **other_user())  # fmt: skip
        ready = [self.programs / "pg_isready", "-q", "-h", str(self.folder)]
        while subprocess.run(ready).returncode != 0:
            if self.server.poll() is not None:
                return False
            time.sleep(0.05)
        return True

    def kill(self) -> None:
        self.server.kill()
        self.server.wait()

    def end(self) -> None:
        self.server.send_signal(signal.SIGINT)  # who is connected is not waited for
        self.server.wait()
        shutil.rmtree(self.folder)


@contextmanager
def killable_cluster(fsync: bool = False):
    """None where there is no PostgreSQL."""
    programs = newest_bin()
    if programs is None:
        yield None
        return
    cluster = Cluster(programs, fsync)
    try:
        yield cluster
    finally:
        cluster.end()


@contextmanager
def cluster():
    """The address of a database; None where there is no PostgreSQL."""
    with killable_cluster() as running:
        yield running and running.address
