"""What the build makes of its options, one after the other in one folder, as `make demo` and then `make` have them."""

import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]


def try_to_configure(folder, full, tests, *others):
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DPDRANK_FULL={full}", f"-DPDRANK_TESTS={tests}", *others]
    return subprocess.run(["cmake", "-S", REPO, "-B", folder, *options], capture_output=True, text=True)


def configure(folder, full, tests, *others):
    ran = try_to_configure(folder, full, tests, *others)
    assert ran.returncode == 0, ran.stderr
    targets = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], capture_output=True, text=True, check=True)
    return targets.stdout


def test_a_demo_becomes_a_full_build(tmp_path):
    assert "libpdrank_reproduce.a" not in configure(tmp_path, "OFF", "OFF")
    full = configure(tmp_path, "ON", "ON")
    assert "libpdrank_reproduce.a" in full and "libpdrank_server.a" in full and "test_unit_reproduce" in full


def test_without_googletest_the_tests_are_left_out_unless_they_are_asked_for(tmp_path):
    without = "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON"
    built = configure(tmp_path, "ON", "AUTO", without)
    assert "libpdrank_server.a" in built and "test_unit_core" not in built
    asked = try_to_configure(tmp_path, "ON", "ON", without)
    assert asked.returncode != 0 and "PDRANK_TESTS needs GoogleTest" in asked.stderr
