"""What the build makes of its options, one after the other in one folder, as `make demo` and then `make` have them."""

import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def configure(folder, full, tests):
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DPDRANK_FULL={full}", f"-DPDRANK_TESTS={tests}"]
    ran = subprocess.run(["cmake", "-S", REPO, "-B", folder, *options], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    targets = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], capture_output=True, text=True, check=True)
    return targets.stdout


def test_a_demo_becomes_a_full_build(tmp_path):
    assert "libpdrank_reproduce.a" not in configure(tmp_path, "OFF", "OFF")
    full = configure(tmp_path, "ON", "ON")
    assert "libpdrank_reproduce.a" in full and "libpdrank_server.a" in full and "test_unit_reproduce" in full
