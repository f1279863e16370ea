"""What a release is made with: one version, workflows that call what is there, the recipe for conda, checksums and their
signature, the list of parts."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
WORKFLOWS = sorted((REPO / ".github/workflows").glob("*.yml"))
ZIG_PYTHON = REPO / "build/zig/bin/python"


def run(*words: object, **options: object) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def version() -> str:
    return run(REPO / "scripts/version").strip()


def test_the_version_has_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", version())
    assert run(PROGRAM, "--version").strip() == f"pdrank {version()}"
    own = {"CMakeLists.txt", "CHANGELOG.md"}
    others = {"web/package-lock.json"}  # versions of others
    listed = run("git", "grep", "-lwF", version(), cwd=REPO).split()
    assert set(listed) - others == own, "the version is in CMakeLists.txt; everything else asks scripts/version"
    assert f"\n## {version()}" in (REPO / "CHANGELOG.md").read_text()
    assert "version" in tomllib.loads((REPO / "pyproject.toml").read_text())["project"]["dynamic"]


def steps(workflow: Path) -> list[dict]:
    jobs = yaml.safe_load(workflow.read_text())["jobs"].values()
    return [step for job in jobs for step in job.get("steps", [])] + [job for job in jobs if "uses" in job]


def test_there_is_a_workflow_for_each_part():
    assert {path.stem for path in WORKFLOWS} == {"tests", "wheels", "binaries", "conda", "container", "site", "release"}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_is_there(workflow):
    """Scripts, targets of make and other workflows; and nothing more than they need may be written."""
    content = yaml.safe_load(workflow.read_text())
    assert content["permissions"] == {"contents": "read"}
    targets = re.findall(r"^([a-z-]+):", (REPO / "Makefile").read_text(), re.MULTILINE)
    for step in steps(workflow):
        used = step.get("uses", "")
        assert not used.startswith("./") or (REPO / used).exists(), used
        assert used.startswith("./") or not used or re.search(r"@[0-9a-f]{40}$", used), f"{used} is no commit"
        for script in re.findall(r"\bscripts/[a-z]+", step.get("run", "")):
            assert os.access(REPO / script, os.X_OK), script
        for target in re.findall(r"\bmake (?:SETUP=no )?([a-z-]+)$", step.get("run", ""), re.MULTILINE):
            assert target in targets, target


def test_programs_are_made_for_systems_that_the_scripts_know():
    """scripts/static for this one, scripts/cross for the others; scripts/pack chooses."""
    build = yaml.safe_load((REPO / ".github/workflows/binaries.yml").read_text())["jobs"]["build"]
    known = re.findall(r"^  ([a-z0-9_-]+)\) target=", (REPO / "scripts/cross").read_text(), re.MULTILINE)
    assert {"linux-x86_64", *build["strategy"]["matrix"]["target"]} == {"linux-x86_64", *known} - {"wasi"}
    runs = "\n".join(step.get("run", "") for step in build["steps"])
    assert re.findall(r"scripts/(cross|static|pack) ", runs) == ["pack"], "scripts/setup cross is no build"


def test_workflows_are_as_actionlint_wants_them():
    actionlint = shutil.which("actionlint", path=f"{REPO}/build/tools:{os.environ['PATH']}")
    if not actionlint:
        pytest.skip("actionlint is not here; scripts/setup lint installs it where Go is")
    assert run(actionlint, cwd=REPO) == ""


def test_the_image_is_built_by_what_is_there():
    text = (REPO / "Dockerfile").read_text()
    assert set(re.findall(r"^RUN make (\w+)", text, re.MULTILINE)) == {"deb"}
    assert "build/release/packages" in text and 'ENTRYPOINT ["pdrank"]' in text
    ignored = set((REPO / ".dockerignore").read_text().split())
    assert "build" in ignored and not ignored & set(run("git", "ls-files", cwd=REPO).split())


def test_wheels_are_made_for_the_pythons_that_the_package_is_for():
    project = tomllib.loads((REPO / "pyproject.toml").read_text())
    built = {int(word.removeprefix("cp3").partition("-")[0]) for word in project["tool"]["cibuildwheel"]["build"]}
    oldest = int(project["project"]["requires-python"].removeprefix(">=3."))
    stable = int(project["tool"]["scikit-build"]["wheel"]["py-api"].removeprefix("cp3"))
    assert built == set(range(oldest, stable + 1))
    matrix = yaml.safe_load((REPO / ".github/workflows/wheels.yml").read_text())["jobs"]["wheels"]["strategy"]["matrix"]
    names = {entry["name"] for entry in matrix["include"]}
    assert names == {"linux-x86_64", "linux-aarch64", "macos-x86_64", "macos-arm64"}


def recipe() -> dict:
    return yaml.safe_load((REPO / "conda/recipe.yaml").read_text())


def test_the_recipe_asks_for_what_the_package_does():
    project = tomllib.loads((REPO / "pyproject.toml").read_text())
    host = {line.partition(" ")[0]: line.partition(" ")[2] for line in recipe()["requirements"]["host"]}
    for wanted in project["build-system"]["requires"]:
        name, rest = re.match(r"([a-z-]+)(.*)", wanted).groups()
        assert host[name] == rest.removeprefix("=="), wanted
    run_time = [line.replace(" ", "") for line in recipe()["requirements"]["run"]]
    assert set(run_time) == {"python", *project["project"]["dependencies"]}
    for name in [*recipe()["about"]["license_file"], *recipe()["tests"][1]["files"]["source"]]:
        assert (REPO / name).is_file(), name


def test_the_recipe_is_read_by_the_program_that_builds_it():
    if not ZIG_PYTHON.exists():
        pytest.skip("build/zig is absent; scripts/setup cross makes it")
    script = (
        "from rattler_build.stage0 import Stage0Recipe\n"
        f"(made,) = Stage0Recipe.from_file({str(REPO / 'conda/recipe.yaml')!r}).render()\n"
        "print(made.recipe.package.name, made.recipe.package.version)"
    )
    said = run(ZIG_PYTHON, "-c", script, env=os.environ | {"PDRANK_VERSION": version()})
    assert said.split() == ["pdrank", version()]


@pytest.fixture
def handed_out(tmp_path) -> Path:
    """A folder with two files, and a key that is thrown away beside it."""
    folder = tmp_path / "release"
    (folder / "inner").mkdir(parents=True)
    (folder / "a file.txt").write_text("one\n")
    (folder / "inner/b.txt").write_text("two\n")
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", tmp_path / "key")
    public = (tmp_path / "key.pub").read_text()
    (tmp_path / "allowed_signers").write_text(f'pdrank namespaces="pdrank" {public}')
    return folder


def verify(folder: Path) -> int:
    """As docs/INSTALL.md has it."""
    words = ["ssh-keygen", "-q", "-Y", "verify", "-f", "../allowed_signers", "-I", "pdrank", "-n", "pdrank", "-s", "SHA256SUMS.sig"]
    with (folder / "SHA256SUMS").open("rb") as sums:
        return subprocess.run(words, cwd=folder, stdin=sums, capture_output=True).returncode


def sums_hold(folder: Path) -> bool:
    return subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, capture_output=True).returncode == 0


def test_checksums_are_signed_and_a_change_is_noticed(handed_out):
    key = (handed_out.parent / "key").read_text()
    run(REPO / "scripts/checksums", handed_out, env=os.environ | {"PDRANK_SIGNING_KEY": key})
    lines = (handed_out / "SHA256SUMS").read_text().splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines] == ["a file.txt", "inner/b.txt"]
    assert verify(handed_out) == 0 and sums_hold(handed_out)
    (handed_out / "inner/b.txt").write_text("three\n")
    assert not sums_hold(handed_out)
    run(REPO / "scripts/checksums", handed_out, env=os.environ | {"PDRANK_SIGNING_KEY": key})
    assert verify(handed_out) == 0 and sums_hold(handed_out)
    sums = handed_out / "SHA256SUMS"
    sums.write_text(sums.read_text().replace("a file", "another"))
    assert verify(handed_out) != 0


def test_a_signature_by_another_key_is_refused(handed_out):
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", handed_out.parent / "other")
    key = (handed_out.parent / "other").read_text()
    run(REPO / "scripts/checksums", handed_out, env=os.environ | {"PDRANK_SIGNING_KEY": key})
    assert sums_hold(handed_out) and verify(handed_out) != 0


def test_without_a_key_there_is_no_signature(handed_out):
    run(REPO / "scripts/checksums", handed_out, env={"PATH": os.environ["PATH"]})
    assert sums_hold(handed_out) and not (handed_out / "SHA256SUMS.sig").exists()


@pytest.fixture(scope="module")
def parts() -> dict[str, dict]:
    bom = json.loads(run(REPO / "scripts/sbom", PROGRAM.parents[1]))
    assert bom["bomFormat"] == "CycloneDX" and bom["metadata"]["component"]["version"] == version()
    return {part["name"]: part for part in bom["components"]}


def test_the_list_of_parts_has_every_library_that_is_linked(parts):
    said = run("readelf", "-d", PROGRAM)
    needed = [name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said) if not name.startswith("ld-")]
    paths = dict(re.findall(r"^\s*(\S+) => (\S+)", run("ldd", PROGRAM), re.MULTILINE))
    assert {"libc.so.6", "libsqlite3.so.0"} <= set(needed)
    for library in needed:
        path = Path(paths[library])
        found = [line for place in (path, path.resolve(), Path("/usr" + str(path)))
                 for line in subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True).stdout.splitlines()]  # fmt: skip
        package = found[0].partition(": ")[0]
        source = run("dpkg-query", "-W", "-f", "${source:Package}", package)
        assert source in parts, library


def test_the_list_of_parts_has_what_leaves_no_trace_in_the_file(parts):
    """Headers, static libraries, and the JavaScript of the pages."""
    assert {"eigen3", "cli11", "nlohmann-json3", "boost1.74", "utf8proc", "preact", "marked"} <= parts.keys()
    for part in parts.values():
        assert part["version"] and part["licenses"][0]["expression"] and part["purl"].startswith("pkg:")
    packages = json.loads((REPO / "web/package.json").read_text())["dependencies"]
    assert packages.keys() <= parts.keys()
    assert not json.loads((REPO / "web/package.json").read_text())["devDependencies"].keys() & parts.keys()


def test_the_list_of_parts_of_a_wheel():
    """As its licences have it, which go along."""
    build = REPO / "build/wheel/cmake"
    if not (build / "build.ninja").exists():
        pytest.skip("there is no build/wheel/cmake: make python makes it")
    made = {part["name"] for part in json.loads(run(REPO / "scripts/sbom", build))["components"]}
    named = {"fmtlib", "nlohmann-json3", "utf8proc", "robin-map", "cli11", "highway", "nanobind", "libzstd", "zlib", "eigen3"}
    text = (REPO / "python/THIRD_PARTY.txt").read_text().lower()
    assert all(re.search(rf"^  {name}\b", text, re.MULTILINE) for name in ("fmt", "utf8proc", "robin-map", "nanobind", "zstd", "zlib", "eigen"))
    assert named <= made and not {"sqlite3", "openssl", "boost1.74", "clp"} & made
