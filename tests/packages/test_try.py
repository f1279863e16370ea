"""The page to try (scripts/try): it is made, it is small, and it asks for nothing beyond its own folder.

tests/browser/try.spec.ts opens it.
"""

import gzip
import os
import re
import subprocess
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
MOST_BYTES = 2_500_000  # sent to a browser by a server that compresses


@pytest.fixture(scope="module")
def page() -> Path:
    if not (REPO / "build/zig/bin/python").exists():
        pytest.skip("build/zig is absent; scripts/setup cross makes it")
    if not (REPO / "web/node_modules").exists():
        pytest.skip("web/node_modules is absent; building with Node.js makes it")
    # As a user has it: nothing of what this build is made with.
    environment = {name: value for name, value in os.environ.items() if not name.endswith("FLAGS")}
    done = subprocess.run([REPO / "scripts/try"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return REPO / "build/try"


def test_is_small(page):
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in page.rglob("*") if file.is_file()}
    print(sizes)
    assert len(sizes) == 5 and sum(sizes.values()) <= MOST_BYTES


def test_asks_for_its_own_files_alone(page):
    text = (page / "index.html").read_text()
    names = re.findall(r'(?:src|href)="(?!data:)([^"]*)"', text)
    assert len(names) == 2 and all((page / name).is_file() for name in names)
    kept = re.search(r"const FILES = (\[.*\]);", (page / "sw.js").read_text())[1]
    files = {file.name for file in page.iterdir()} - {"index.html", "sw.js"}
    assert set(re.findall(r'"([^"]+)"', kept)) == files | {"./"}


def test_its_rules_are_strict(page):
    text = (page / "index.html").read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]*)"', text)[1]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert rules["default-src"] == ["'none'"] and rules["connect-src"] == ["'self'"]
    for kind in ("script-src", "style-src"):
        assert any(word.startswith("'sha256-") for word in rules[kind])
        assert not {"'unsafe-inline'", "'unsafe-eval'", "*"} & set(rules[kind])
    assert not re.search(r"https?:", policy)
