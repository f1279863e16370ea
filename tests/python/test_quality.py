"""The package as such: what it imports, what its examples say, what the linters say."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest
from conftest import REPO

import pdrank

MODULES = [f"pdrank.{module.name}" for module in pkgutil.iter_modules(pdrank.__path__) if module.name != "_core"]
OPTIONAL = ("pandas", "polars", "pyarrow", "sklearn", "matplotlib", "tqdm", "scipy")


@pytest.mark.parametrize("name", ["pdrank", *MODULES])
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def public_functions():
    for owner in (pdrank, pdrank.metrics, pdrank.plot, pdrank.estimators):
        for name in owner.__all__:
            value = getattr(owner, name)
            if (
                callable(value)
                and getattr(value, "__module__", "").startswith("pdrank")
                and "_core" not in value.__module__
            ):
                yield f"{owner.__name__}.{name}", value


@pytest.mark.parametrize(
    ("name", "value"), list(public_functions()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_public_function_has_an_example(name, value):
    assert value.__doc__
    is_record = isinstance(value, type) and hasattr(value, "__dataclass_fields__")
    assert is_record or ">>> " in value.__doc__


def test_everything_that_is_promised_is_there():
    for name in pdrank.__all__:
        assert getattr(pdrank, name) is not None
    assert set(pdrank.__all__) <= set(dir(pdrank))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pdrank.nonsense


def test_import_is_light():
    script = f"import sys, pdrank; print(*sorted(set(sys.modules) & {set(OPTIONAL)}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_works_with_numpy_alone():
    script = """
import sys
for name in OPTIONAL:
    sys.modules[name] = None
import pdrank
result = pdrank.rank([("A", "B"), ("B", "C")], method="pdrank", progress=True)
assert isinstance(result.ranking, dict) and result.ranking["item"].tolist() == ["A", "B", "C"]
assert isinstance(pdrank.simulate(items=5).truth, dict)
try:
    pdrank.plot.ranking(result)
except ImportError:
    pass
"""
    subprocess.run([sys.executable, "-c", f"OPTIONAL = {OPTIONAL}\n{script}"], check=True)


def test_pandas_without_pyarrow():
    script = """
import sys
sys.modules["pyarrow"] = None
import pandas as pd, pdrank
for dtype in (object, "category"):
    votes = pd.DataFrame({"winner": ["A", "B"], "loser": ["B", "C"], "annotator": ["x", None]}, dtype=dtype)
    result = pdrank.rank(votes, method="pdrank")
    assert isinstance(result.ranking, pd.DataFrame) and list(result.scores) == ["A", "B", "C"]
    assert list(result.annotators["annotator"]) == ["x"]
numbers = pd.DataFrame({"left": [1, 2], "right": [2, 3], "winner": ["left", "left"]})
assert list(pdrank.rank(numbers, method="borda").scores) == [1, 2, 3]
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=REPO)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types():
    run("mypy", "--strict", "python/pdrank")


def test_lint():
    run("ruff", "check", "python/pdrank", "tests/python")


def test_format():
    run("ruff", "format", "--check", "python/pdrank", "tests/python")
