"""The order of the layers, and what in the source tree goes against it.

    core <- data <- {io, linalg, metrics, simulate, storage} <- {solve, posterior, kemeny} <- methods
         <- {active, distributed} <- report <- server <- apps, python

A layer includes only layers to its left; layers in braces do not see each other. Run as a program it prints what is
wrong under the repository root (or the folder given) and exits with 1 if there is anything.
"""

import re
import sys
from pathlib import Path

ORDER = [
    ["core"],
    ["data"],
    ["io", "linalg", "metrics", "simulate", "storage"],
    ["solve", "posterior", "kemeny"],
    ["methods"],
    ["active", "distributed"],
    ["report"],
    ["server"],
]
LEVEL = {layer: level for level, group in enumerate(ORDER) for layer in group}
# Of what the order would allow, only this.
NARROWER = {"solve": {"core", "data", "linalg", "metrics"}, "kemeny": {"core", "data"}}

CODE = (".hpp", ".cpp")
TEXT = (*CODE, ".h", ".c", ".py", ".ts", ".tsx", ".cmake", ".sh", ".txt")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
LAYER_CALL = re.compile(r"pdrank_layer\(\s*(\w+)(?:\s+UNITE\s+\d+)?(?:\s+RESULTS)?(?:\s+LINKS([^)]*))?\)")
MAX_LINES = 500


def allowed(layer: str) -> set[str]:
    """The layers that `layer` may include or link, itself left out."""
    return NARROWER.get(layer, {other for other in LEVEL if LEVEL[other] < LEVEL[layer]})


def layers(root: Path) -> list[Path]:
    source = root / "src/pdrank"
    return sorted(folder for folder in source.iterdir() if folder.is_dir()) if source.is_dir() else []


def files(root: Path, folders: tuple[str, ...], endings: tuple[str, ...]) -> list[Path]:
    found = (path for folder in folders for path in (root / folder).rglob("*"))
    return sorted(path for path in found
                  if path.is_file() and path.name.endswith(endings) and "node_modules" not in path.parts)  # fmt: skip


def includes(path: Path) -> list[tuple[int, str]]:
    """Line number and target of every include."""
    text = path.read_text()
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in INCLUDE.finditer(text)]


def links(root: Path) -> dict[str, set[str]]:
    """Layer -> layers it links, as src/pdrank/CMakeLists.txt says."""
    lists = root / "src/pdrank/CMakeLists.txt"
    text = re.sub(r"#.*", "", lists.read_text()) if lists.is_file() else ""
    return {name: set(re.findall(r"pdrank::(\w+)", linked or "")) for name, linked in LAYER_CALL.findall(text)}


def reachable(layer: str, direct: dict[str, set[str]]) -> set[str]:
    """The layers that `layer` sees through its links."""
    seen, waiting = set(), [layer]
    while waiting:
        for linked in direct.get(waiting.pop(), set()) - seen:
            seen.add(linked)
            waiting.append(linked)
    return seen


def check_includes(root: Path) -> list[str]:
    wrong, direct = [], links(root)
    for folder in layers(root):
        layer = folder.name
        if layer not in LEVEL:
            wrong.append(f"src/pdrank/{layer}: not in the order of layers")
            continue
        for path in files(folder, (".",), CODE):
            for line, target in includes(path):
                where = f"{path.relative_to(root)}:{line}"
                first, _, rest = target.partition("/")
                included = rest.partition("/")[0]
                if first in ("..", ".", "apps", "python", "src"):
                    wrong.append(f"{where}: {target}: layers are included as pdrank/<layer>/")
                elif first != "pdrank" or included == layer:
                    continue
                elif included not in allowed(layer):
                    wrong.append(f"{where}: {layer} may not include {included} ({target})")
                elif included not in reachable(layer, direct):
                    wrong.append(f"{where}: {layer} includes {included} but does not link it ({target})")
    return wrong


def check_links(root: Path) -> list[str]:
    direct = links(root)
    where = "src/pdrank/CMakeLists.txt"
    wrong = [f"{where}: no pdrank_layer({folder.name} ...)" for folder in layers(root)
             if folder.name not in direct and list(folder.glob("*.cpp"))]  # fmt: skip
    for layer, linked in direct.items():
        if layer not in LEVEL:
            wrong.append(f"{where}: {layer} is not in the order of layers")
            continue
        wrong += [f"{where}: {layer} may not link {other}" for other in sorted(linked - allowed(layer))]
    return wrong


def check_readmes(root: Path) -> list[str]:
    """Every layer has a README.md that names every stem of its files."""
    wrong = []
    for folder in layers(root):
        readme = folder / "README.md"
        if not readme.is_file():
            wrong.append(f"{folder.relative_to(root)}: no README.md")
            continue
        text = readme.read_text()
        stems = sorted({path.stem for path in files(folder, (".",), CODE)})
        wrong += [f"{readme.relative_to(root)}: does not name {stem}"
                  for stem in stems if not re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", text)]  # fmt: skip
    return wrong


def check_lengths(root: Path) -> list[str]:
    wrong = []
    for path in files(root, ("src", "apps", "python", "tests", "bench", "cmake", "scripts", "web/src"), TEXT):
        count = len(path.read_text(errors="replace").splitlines())
        if count > MAX_LINES and path.parent.name != "locks":  # which scripts/lock writes
            wrong.append(f"{path.relative_to(root)}: {count} lines, more than {MAX_LINES}")
    return wrong


def check_marks(root: Path) -> list[str]:
    """No work put off to later."""
    wrong = []
    for path in files(root, ("src", "apps", "python"), (*TEXT, ".md")):
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if mark := re.search(r"\b(TODO|FIXME)\b", line):
                wrong.append(f"{path.relative_to(root)}:{number}: {mark[1]}")
    return wrong


CHECKS = [check_includes, check_links, check_readmes, check_lengths, check_marks]

if __name__ == "__main__":
    at = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    complaints = [complaint for check in CHECKS for complaint in check(at)]
    print(*complaints, sep="\n", end="\n" if complaints else "")
    sys.exit(1 if complaints else 0)
