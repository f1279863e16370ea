"""The data sets that pdrank and its peers are given."""

from functools import partial
from pathlib import Path

import pytest
from votes import PROGRAM, balanced, generate, read

STRICT = partial(generate, items=25, rows=400)
TIES = partial(generate, items=20, rows=300, tie_share=0.2)
WEIGHTS = partial(generate, items=15, rows=150, tie_share=0.1, most_weight=5)
BALANCED = partial(balanced, items=12, repeats=5, tie_share=0.1)
GENERATED = {
    f"{name} {seed}": partial(make, seed)
    for name, make, seeds in [
        ("strict", STRICT, (1, 2, 4)),
        ("ties", TIES, (4, 5)),
        ("weights", WEIGHTS, (6, 7)),
        ("balanced", BALANCED, (8,)),
    ]
    for seed in seeds
}
REAL = ["vqa/ref01.csv", "iqa/ref01_annotated.csv"]


@pytest.fixture(scope="session", params=[*GENERATED, *REAL])
def votes(request):
    """Every item reachable from every other along wins, so that every method applies."""
    votes = GENERATED[request.param]() if request.param in GENERATED else read(request.param)
    assert votes.is_strong(), "choose another seed"
    return votes


def pytest_sessionstart(session):
    if not Path(PROGRAM).is_file():
        pytest.exit(f"no program at {PROGRAM}: build it, or set PDRANK_BIN", returncode=2)
