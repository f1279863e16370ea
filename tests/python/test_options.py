"""The keywords of the package's functions are the options of the engine: names, types, choices, defaults."""

import inspect
from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

import pytest

import pdrank
from pdrank import _core

READING = {
    "data",
    "winners",
    "losers",
    "annotators",
    "weights",
    "tied",
    "columns",
    "merge_names",
    "skip_bad_rows",
    "progress",
    "where",
    "time",
    "delimiter",
    "skip_lines",
}
FUNCTIONS = {"rank": pdrank.rank, "next": pdrank.next_pairs, "compare": pdrank.compare, "simulate": pdrank.simulate}
#: what a function has beside the options of the engine, or instead of reading
BESIDE = {
    "rank": READING,
    "next": READING | {"items", "forbid"},
    "compare": READING | {"truth"},
    "simulate": {"frames"},
}
#: wider in Python than in the engine
WIDER = {("next", "annotator"): Any, ("compare", "methods"): None}


def parameters(command):
    return inspect.signature(FUNCTIONS[command], eval_str=True).parameters


def records(command):
    return {record["name"]: record for record in _core.option_records(command)}


def kinds(annotation):
    """The types of a union, one by one."""
    if get_origin(annotation) is Literal or not get_args(annotation):
        return {annotation}
    return set(get_args(annotation))


def expected_kinds(record):
    expected = {{"str": str, "int": int, "float": float, "bool": bool, "list": Sequence[str]}[record["type"]]}
    if record["choices"]:
        expected = {Literal[tuple(record["choices"])]}
    if record["may_be_auto"]:
        expected.add(Literal["auto"])
    return expected


@pytest.mark.parametrize("command", FUNCTIONS)
def test_names(command):
    assert set(parameters(command)) - BESIDE[command] == set(records(command))
    assert BESIDE[command] <= set(parameters(command))


@pytest.mark.parametrize("command", FUNCTIONS)
def test_types(command):
    for name, record in records(command).items():
        if (command, name) in WIDER:
            continue
        found = kinds(parameters(command)[name].annotation)
        assert found - {type(None)} == expected_kinds(record), name
        if record["is_optional"]:
            assert type(None) in found, name


@pytest.mark.parametrize("command", FUNCTIONS)
def test_defaults(command):
    """None leaves the choice to the engine; anything else must be its own."""
    for name, record in records(command).items():
        default = parameters(command)[name].default
        if default is None:
            continue
        assert not record["is_optional"], name
        text = str(default).lower() if isinstance(default, bool) else str(default)
        assert text == record["default"], name


@pytest.mark.parametrize("command", FUNCTIONS)
def test_every_option_is_explained(command):
    for name in records(command):
        assert name in FUNCTIONS[command].__doc__.split("Args:")[1].split("Example:")[0], name


@pytest.mark.parametrize("kind", [pdrank.PDRank, pdrank.Posterior, pdrank.BradleyTerry])
def test_parameters_of_estimators(kind):
    for name, parameter in inspect.signature(kind, eval_str=True).parameters.items():
        if name != "progress":
            assert kinds(parameter.annotation) - {type(None)} == expected_kinds(records("rank")[name]), name


def test_whatever_reads_has_the_options_of_reading():
    assert set(records("read")) <= READING


@pytest.mark.parametrize("command", [*FUNCTIONS, "read"])
def test_records_have_no_flags(command):
    for record in records(command).values():
        assert "--" not in record["help"] + record["default"]
