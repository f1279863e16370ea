"""The same source gives the same bytes in two folders: program, wheel, archive of the source, package for Debian."""

import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def test_the_same_bytes_twice():
    done = subprocess.run([REPO / "scripts/reproducible"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    made = [line.split()[1] for line in done.stdout.splitlines() if len(line.split()[0]) == 64]
    endings = sorted(Path(name).suffix for name in made)
    assert endings == ["", ".deb", ".gz", ".whl"]
