"""What is fetched is what was once seen: Python packages and archives by their hash, actions of GitHub by their commit; and what
is asked about known faults in them says so when it was told nothing."""

import importlib.util
import json
import re
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
LOCKS = sorted(path for path in (REPO / "scripts/locks").glob("*.txt") if path.name != "licences.txt")
BUILD = [*tomllib.loads((REPO / "pyproject.toml").read_text())["build-system"]["requires"], "cmake>=3.26", "ninja"]


def lines(name: str) -> list[str]:
    return [line for line in (REPO / name).read_text().splitlines() if line and not line.startswith("#")]


INPUTS = {
    "build": BUILD,
    "tests": BUILD + lines("tests/requirements.txt"),
    "bench": lines("bench/requirements.txt"),
    "site": lines("site/requirements.txt"),
    "api": lines("tests/server/requirements.txt"),
    **{name: lines(f"scripts/locks/{name}.in") for name in ("zig", "conda", "lock")},
}


def faults(text: str) -> list[str]:
    """Lines of a lock that leave open what is fetched, or from where."""
    entries = re.sub(r" *\\\n *", " ", text).splitlines()
    pinned = re.compile(r"[a-z0-9-]+==[\w.]+( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+")
    return [entry for entry in entries if not pinned.fullmatch(entry)]


def locked(text: str) -> dict[str, set[str]]:
    """The releases of each name; several where systems or Pythons differ."""
    found: dict[str, set[str]] = {}
    for name, release in re.findall(r"^([a-z0-9-]+)==([\w.]+)", text, re.MULTILINE):
        found.setdefault(name, set()).add(release)
    return found


def left_out(requirements: list[str], text: str) -> list[str]:
    """Requirements that a lock does not keep."""
    releases = locked(text)
    missing = []
    for requirement in requirements:
        name, rule = re.fullmatch(r"([A-Za-z0-9_.-]+?)((?:[=>].*)?)", requirement).groups()
        have = releases.get(name.lower().replace("_", "-"), set())
        exact = rule.removeprefix("==") if rule.startswith("==") else ""
        fits = {release for release in have if release == exact or release.startswith(exact.removesuffix("*"))}
        if not fits:
            missing.append(requirement)
    return missing


def test_there_is_a_lock_for_each_task():
    assert {path.stem for path in LOCKS} == INPUTS.keys()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_names_the_bytes_and_keeps_what_is_asked_for(lock):
    text = lock.read_text()
    assert faults(text) == []
    assert left_out(INPUTS[lock.stem], text) == [], "scripts/lock makes it anew"


def test_a_lock_that_leaves_something_open_is_seen():
    good = f"a-b==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{'1' * 64}\n"
    assert faults(good) == []
    for bad in ("a==1.0\n", f"a>=1.0 --hash=sha256:{'0' * 64}\n", "--index-url https://example.org/simple\n", "a @ https://example.org/a.whl\n"):
        assert faults(good + bad) == [bad.strip()]
    assert left_out(["a-b==1.*", "a_b>=0.5", "a-b"], good) == []
    assert left_out(["a-b==1.1", "a-b==2.*", "c"], good) == ["a-b==1.1", "a-b==2.*", "c"]


def test_a_build_and_its_tests_take_the_same_releases():
    build, tests = (locked((REPO / f"scripts/locks/{name}.txt").read_text()) for name in ("build", "tests"))
    assert {name: releases for name, releases in build.items() if name in tests and releases != tests[name]} == {}


def installs(text: str) -> list[str]:
    """Where pip is told to install."""
    return [line.strip() for line in text.splitlines() if re.search(r"\bpip install\b", line) and not line.lstrip().startswith("#")]


def test_nothing_is_installed_but_what_is_locked():
    """The wheel itself is installed without what it depends on."""
    files = [path for folder in ("scripts", ".github/workflows") for path in (REPO / folder).iterdir() if path.is_file()]
    found = [line for path in [*files, REPO / "pyproject.toml", REPO / "Makefile", REPO / "Dockerfile"] for line in installs(path.read_text())]
    assert len(found) >= 3
    assert [line for line in found if "--require-hashes" not in line and "--no-deps" not in line] == []


def test_archives_of_libraries_have_their_hash():
    calls = re.findall(r"^ *pdrank_fetch\((\w+) (\S+)\s+(\S+?)[\s)]", (REPO / "cmake/dependencies.cmake").read_text(), re.MULTILINE)
    assert {name for name, _, _ in calls} == {"fmt", "hwy", "nlohmann_json", "Eigen3", "CLI11"}
    for name, address, digest in calls:
        assert address.startswith("https://") and re.fullmatch(r"[0-9a-f]{64}", digest), name


def test_the_licences_of_all_tools_are_listed():
    listed = (REPO / "scripts/locks/licences.txt").read_text()
    for lock in LOCKS:
        for name, release in re.findall(r"^([a-z0-9-]+)==([\w.]+) \\", lock.read_text(), re.MULTILINE):
            assert re.search(rf"^  {re.escape(name)} {re.escape(release)} +\S", listed, re.MULTILINE), f"{name} {release}"
    for lock in ("web/package-lock.json", "scripts/grammar/package-lock.json"):
        for path, entry in json.loads((REPO / lock).read_text())["packages"].items():
            assert not path or f"  {path.rpartition('node_modules/')[2]} {entry['version']} " in listed, path
    assert "see the package" not in listed


@pytest.fixture(scope="module")
def audit():
    loader = SourceFileLoader("audit", str(REPO / "scripts/audit"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("audit", loader))
    loader.exec_module(module)
    return module


def test_an_audit_that_was_told_nothing_says_so(audit):
    """As pip-audit and npm answer: a fault, none, and no advisory where the registry refused."""
    fault = {"dependencies": [{"name": "a", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}]}
    assert audit.judge_python(fault) == (["a 1.0: PYSEC-1"], "")
    assert audit.judge_python({"dependencies": [{"name": "a", "version": "1.0", "vulns": []}]}) == ([], "")
    refused = {"dependencies": [{"name": "a", "skip_reason": "Dependency not found on PyPI"}]}
    assert audit.judge_python(refused)[1] and audit.judge_python(audit.read("no answer"))[1]
    assert audit.judge_node({"vulnerabilities": {"b": {"severity": "high"}}}) == (["b: high"], "")
    assert audit.judge_node({"vulnerabilities": {}}) == ([], "")
    assert audit.judge_node({"message": "405 Method Not Allowed"})[1]
