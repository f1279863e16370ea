"""The source tree keeps to the order of layers; and the check itself can fail."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import check_includes as checker  # noqa: E402

REPO = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("check", checker.CHECKS, ids=lambda check: check.__name__)
def test_the_tree(check):
    assert check(REPO) == []


def test_the_layers_were_found():
    found = {folder.name for folder in checker.layers(REPO)}
    assert {"core", "data", "io", "linalg", "solve", "methods"} <= found
    assert found <= checker.LEVEL.keys()
    assert set(checker.links(REPO)) >= found
    assert sum(len(checker.includes(path)) for path in checker.files(REPO, ("src",), checker.CODE)) > 100


def test_secrets_are_compared_nowhere_but_in_tokens():
    """Nothing else of the server has one beside == or !=, which tell by their time how much of it was right.

    Whether a file that an item names is there, and whether an import came before, is no secret of the one who asks, the
    admin; a voter who came from the store again is compared with himself.
    """
    comparison = re.compile(r"secret\w*\)?\s*(==|!=)|(==|!=)\s*\S*secret|compare\(.*secret|hash\w*\)?\s*(==|!=)")
    lines = [(path.name, line) for path in (REPO / "src/pdrank/server").iterdir() if path.is_file()
             for line in path.read_text().splitlines() if comparison.search(line)]  # fmt: skip
    assert {name for name, _ in lines} <= {"import.cpp", "items.cpp", "live_project.cpp"}


def test_the_library_names_no_flags():
    """Options are named by reference (core/option_name.hpp), and spelled by whoever shows the sentence.

    The command line that a page of the server offers is one.
    """
    flag = re.compile(r'"([^"]*[^"\w-])?--[a-z]')
    found = {path.relative_to(REPO / "src/pdrank").as_posix() for path in checker.files(REPO, ("src",), checker.CODE)
             for line in path.read_text().splitlines() if flag.search(line)}  # fmt: skip
    assert found == {"server/ranking.cpp"}


# On a tree of its own.

GOOD = {
    "src/pdrank/CMakeLists.txt": "pdrank_layer(core LINKS fmt::fmt)\npdrank_layer(data LINKS pdrank::core)\n"
    "pdrank_layer(io LINKS pdrank::data ZLIB::ZLIB)\npdrank_layer(linalg LINKS pdrank::data)\n"
    "pdrank_layer(solve\n  LINKS pdrank::linalg)\npdrank_layer(methods LINKS pdrank::solve)\n",
    "src/pdrank/core/README.md": "`ids`\n",
    "src/pdrank/core/ids.hpp": "#pragma once\n#include <vector>\n",
    "src/pdrank/data/README.md": "`graph`\n",
    "src/pdrank/data/graph.cpp": '#include "pdrank/core/ids.hpp"\n',
    "src/pdrank/io/README.md": "`reader`\n",
    "src/pdrank/io/reader.cpp": '#include "pdrank/data/graph.hpp"\n#include "pdrank/io/reader.hpp"\n',
    "src/pdrank/linalg/README.md": "`kernels`\n",
    "src/pdrank/linalg/kernels.cpp": '#include "pdrank/core/ids.hpp"\n#include "hwy/highway.h"\n',
    "src/pdrank/solve/README.md": "`newton`\n",
    "src/pdrank/solve/newton.cpp": '#include "pdrank/linalg/kernels.hpp"\n',
    "src/pdrank/methods/README.md": "`rank`\n",
    "src/pdrank/methods/rank.cpp": '#include "pdrank/solve/newton.hpp"\n#include "pdrank/data/graph.hpp"\n',
    "apps/cli/main.cpp": '#include "pdrank/methods/rank.hpp"\n#include "pdrank/io/reader.hpp"\n',
}


def complaints(tmp_path, changes: dict[str, str]) -> list[str]:
    for name, text in (GOOD | changes).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [complaint for check in checker.CHECKS for complaint in check(tmp_path)]


def test_a_good_tree_passes(tmp_path):
    assert complaints(tmp_path, {}) == []


BAD_INCLUDES = {
    "upwards": ("core/ids.hpp", '#include "pdrank/data/graph.hpp"', "core may not include data"),
    "far upwards": ("io/reader.cpp", '#include "pdrank/server/http.hpp"', "io may not include server"),
    "sideways": ("io/reader.cpp", '#include "pdrank/linalg/kernels.hpp"', "io may not include linalg"),
    "solve sees only linalg and metrics": ("solve/newton.cpp", '#include "pdrank/io/reader.hpp"', "solve may not include io"),
    "oddly spelled": ("core/ids.hpp", '  #  include  <pdrank/data/graph.hpp>', "core may not include data"),
    "no such layer": ("data/graph.cpp", '#include "pdrank/nowhere/x.hpp"', "data may not include nowhere"),
    "beside the links": ("methods/rank.cpp", '#include "pdrank/io/reader.hpp"', "methods includes io but does not link it"),
    "by a relative path": ("core/ids.hpp", '#include "../data/graph.hpp"', "layers are included as pdrank/<layer>/"),
    "of a program": ("core/ids.hpp", '#include "apps/cli/commands.hpp"', "layers are included as pdrank/<layer>/"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_INCLUDES)
def test_a_bad_include_is_rejected(name, tmp_path):
    file, include, expected = BAD_INCLUDES[name]
    got = complaints(tmp_path, {f"src/pdrank/{file}": f"#pragma once\n{include}\n"})
    assert len(got) == 1 and got[0].startswith(f"src/pdrank/{file}:2: ") and expected in got[0], got


def test_other_faults_are_found(tmp_path):
    cmake = GOOD["src/pdrank/CMakeLists.txt"]
    got = complaints(
        tmp_path,
        {
            "src/pdrank/CMakeLists.txt": cmake.replace("core LINKS", "core LINKS pdrank::data")
            .replace("io LINKS", "io LINKS pdrank::linalg")
            .replace("LINKS pdrank::linalg)\n", "LINKS pdrank::linalg pdrank::io)\n")
            .replace("pdrank_layer(methods LINKS pdrank::solve)\n", ""),
            "src/pdrank/core/errors.cpp": "// TO" "DO later\n",
            "src/pdrank/data/long.hpp": "\n" * 501,
            "src/pdrank/data/README.md": "`graph`, `long`, belong\n",
            "src/pdrank/extra/x.hpp": "",
        },
    )
    assert set(got) >= {
        "src/pdrank/CMakeLists.txt: core may not link data",
        "src/pdrank/CMakeLists.txt: io may not link linalg",
        "src/pdrank/CMakeLists.txt: solve may not link io",
        "src/pdrank/CMakeLists.txt: no pdrank_layer(methods ...)",
        "src/pdrank/core/README.md: does not name errors",
        "src/pdrank/core/errors.cpp:1: TO" "DO",
        "src/pdrank/data/long.hpp: 501 lines, more than 500",
        "src/pdrank/extra: not in the order of layers",
        "src/pdrank/extra: no README.md",
    }


def test_as_a_program(tmp_path):
    program = [sys.executable, checker.__file__, str(tmp_path)]
    complaints(tmp_path, {})
    good = subprocess.run(program, capture_output=True, text=True)
    assert (good.returncode, good.stdout) == (0, "")
    complaints(tmp_path, {"src/pdrank/core/ids.hpp": '#include "pdrank/io/reader.hpp"\n'})
    bad = subprocess.run(program, capture_output=True, text=True)
    assert bad.returncode == 1
    assert bad.stdout == "src/pdrank/core/ids.hpp:1: core may not include io (pdrank/io/reader.hpp)\n"
