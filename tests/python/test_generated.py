"""What is made from the tables of the engine is what they say now."""

import importlib.machinery
import importlib.util

import pytest
from conftest import PROGRAM, REPO

_loader = importlib.machinery.SourceFileLoader("generate", str(REPO / "scripts/generate"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader(_loader.name, _loader))
_loader.exec_module(script)


@pytest.mark.parametrize("name", script.WRITTEN)
def test_is_up_to_date(name, monkeypatch):
    monkeypatch.setattr(script, "PROGRAM", PROGRAM)
    text = (REPO / name).read_text()
    assert script.WRITTEN[name](text) == text, f"{name} is out of date: run make generate"
