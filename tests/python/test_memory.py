"""Large arrays are not copied on their way in."""

import subprocess
import sys

import numpy as np
import pytest

import pdrank

SCRIPT = """
import resource, sys
import numpy as np
import pdrank
from pdrank._input import Reading, to_source

rows = 10_000_000
winner = np.arange(rows, dtype=np.uint64) % 1000
winner = winner.astype(np.{dtype})
loser = (winner + 1) % 1000
loser = loser.astype(np.{dtype})
np.random.default_rng(1).shuffle(winner[:10])
winner[winner == loser] += 1
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
now = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() // 1024
spare = np.ones((before - now) * 1024 // 8 + 1)  # the highest mark so far is where we are
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
source = to_source({data}, {arrays}, Reading())
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert len(source.comparisons) == rows
print((after - before) / 1024)
"""


def growth_megabytes(dtype: str, data: str = "None", arrays: str = '{"winner": winner, "loser": loser}') -> float:
    script = SCRIPT.replace("{dtype}", dtype).replace("{data}", data).replace("{arrays}", arrays)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


@pytest.mark.parametrize("dtype", ["uint32", "int32"])
def test_ten_million_rows_of_32_bits_are_borrowed(dtype):
    assert growth_megabytes(dtype) < 5


def test_wider_numbers_cost_what_they_are():
    """160 MB of 64-bit numbers become 80 MB; a list of Python numbers would be 600."""
    assert growth_megabytes("int64") < 330


def test_a_dict_of_columns_is_borrowed_too():
    assert growth_megabytes("uint32", '{"winner": winner, "loser": loser}', "{}") < 5


@pytest.mark.parametrize(
    "use", [lambda r: r.confidence, lambda r: pdrank.rank(r.comparisons), lambda r: r.comparisons.remove(r.comparisons)]
)
def test_arrays_that_change_after_they_were_read_are_noticed(use):
    winner, loser = np.array([0, 1, 2, 0], dtype=np.int32), np.array([1, 2, 0, 2], dtype=np.int32)
    result = pdrank.rank(winners=winner, losers=loser, method="pdrank", gamma=0.01)
    winner[:] = 2_000_000_000
    with pytest.raises(ValueError, match="the arrays that they are read from must stay as they were"):
        use(result)
