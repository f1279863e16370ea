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


@contextmanager
def cluster():
    """The address of a database; None where there is no PostgreSQL."""
    programs = newest_bin()
    if programs is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pdrank-pg-"))
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    subprocess.run(
        [programs / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
        check=True, capture_output=True, cwd="/", **other_user())  # fmt: skip
    server = subprocess.Popen(
        [programs / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **other_user())  # fmt: skip
    try:
        ready = [programs / "pg_isready", "-q", "-h", str(folder)]
        while subprocess.run(ready).returncode != 0:
            assert server.poll() is None, "postgres did not start"
            time.sleep(0.05)
        yield f"postgres://postgres@/postgres?host={folder}"
    finally:
        server.send_signal(signal.SIGINT)  # who is connected is not waited for
        server.wait()
        shutil.rmtree(folder)
