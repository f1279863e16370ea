"""The documentation site: it builds without a warning, every link leads somewhere, and it says what the documents say.

It is built into build/site.
"""

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

REPOSITORY = Path(__file__).resolve().parents[2]
SITE = REPOSITORY / "build/site"
#: What a browser loads by itself.
LOADED = {("script", "src"), ("img", "src"), ("source", "srcset"), ("iframe", "src"), ("link", "href"), ("video", "src")}
NOT_LOADED = {"canonical", "next", "prev", "alternate", "edit"}


class Page(HTMLParser):
    """The addresses, names and elements of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.names: list[str] = []
        self.elements: dict[str, int] = {}
        self.math = ""
        self._in_article = self._in_math = 0
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        if "id" in attributes:
            self.names.append(attributes["id"])
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        loads = [attributes[name] for of, name in LOADED if of == tag and name in attributes]
        if not NOT_LOADED & set(attributes.get("rel", "").split()):
            self.loads += loads
        self._in_article += tag == "article"
        self._in_math += tag == "math"
        if self._in_article:
            self.elements[tag] = self.elements.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        self._in_article -= tag == "article"
        self._in_math -= tag == "math"

    def handle_data(self, data: str) -> None:
        if self._in_math:
            self.math += data


def build(into: Path, **environment: str) -> subprocess.CompletedProcess:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", "site/mkdocs.yml", "--site-dir", str(into)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"} | environment
    return subprocess.run(words, cwd=REPOSITORY, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    done = build(SITE)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr


@cache
def page(path: Path) -> Page:
    return Page(path.read_text())


def pages() -> list[Path]:
    return sorted(path for path in SITE.rglob("*.html") if path.name != "404.html" and "try" not in path.relative_to(SITE).parts)


def internal_links() -> list[tuple[Path, str, str]]:
    """From which page, to which path of the site, to which name there."""
    found = []
    for path in pages():
        for link in [*page(path).links, *page(path).loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            found.append((path, str(target / "index.html" if target.is_dir() else target), unquote(parts.fragment)))
    return found


def test_every_link_leads_somewhere():
    links = internal_links()
    broken = set()
    for source, target, name in links:
        there = Path(target)
        if not there.is_file() or (name and name != "__top" and there.suffix == ".html" and name not in page(there).names):
            broken.add(f"{source.relative_to(SITE)}: {target}#{name}")
    assert not broken
    print(f"{len(pages())} pages, {len(links)} links, {len({link[1:] for link in links})} of them different")
    assert len(pages()) > 30
    assert len(links) > 3000


def test_names_are_unique():
    for path in pages():
        names = page(path).names
        assert len(names) == len(set(names)), f"{path}: {sorted(name for name in names if names.count(name) > 1)}"


def test_nothing_is_loaded_from_other_hosts():
    for path in pages():
        other = [address for address in page(path).loads if urlsplit(address).netloc]
        assert not other, f"{path}: {other}"
    for style in SITE.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", style.read_text()), style


def test_every_document_is_a_page():
    addresses = {path.parent.name for path in pages()}
    missing = [path.name for path in (REPOSITORY / "docs").glob("*.md") if path.stem != "README" and path.stem.lower() not in addresses]
    assert not missing


@pytest.mark.parametrize("document", sorted((REPOSITORY / "docs").glob("*.md")), ids=lambda path: path.stem)
def test_a_page_has_what_github_shows(document):
    """The same headings, tables, lists and blocks as Markdown has on GitHub, so that none falls apart here."""
    shown = {"README": "guides", "PYTHON": "python"}.get(document.stem, document.stem.lower())
    here = page(SITE / shown / "index.html").elements
    tokens = MarkdownIt("commonmark").enable("table").parse(document.read_text())
    there: dict[str, int] = {}
    for token in tokens:
        if token.nesting == 1:
            there[token.tag] = there.get(token.tag, 0) + 1
    # Blocks stand in other elements here.
    for tag in ("h1", "h2", "h3", "h4", "table", "tr", "th", "td", "ul", "ol", "li"):
        assert here.get(tag, 0) == there.get(tag, 0), tag
    fences = sum(token.type == "fence" for token in tokens)
    indented = sum(token.type == "code_block" for token in tokens)
    is_math = document.stem == "MATH"
    assert here.get("pre", 0) == fences + (0 if is_math else indented)


def test_formulas_are_set():
    text = (REPOSITORY / "docs/MATH.md").read_text()
    html = (SITE / "math/index.html").read_text()
    blocks = re.findall(r"^(?<=\n\n)(?: {4}.+\n)+", text, flags=re.MULTILINE)
    assert html.count('class="formula') == len(blocks) > 40
    # Nothing of the notation is left: what stands below or above, Greek letters by name.
    math = page(SITE / "math/index.html").math
    assert not re.search(r"\^\w|\{\w+_|\bsum_|(?<!\w)(?:gamma|sigma|omega|lambda)(?!\w)|[a-z]_[a-z](?!\w)|<=|>=|->", math)
    assert {"∑", "γ", "ω", "≤", "−"} <= set(math)


def test_search_finds_documents():
    index = (SITE / "search/search_index.json").read_text()
    for word in ("Krippendorff", "--half-life", "pdrank.rank", "/api/votes"):
        assert word in index, word


def test_the_page_to_try_is_part_of_it(tmp_path):
    (tmp_path / "try").mkdir()
    (tmp_path / "try/index.html").write_text("<!doctype html><title>try</title>")
    (tmp_path / "try/pdrank.wasm").write_bytes(b"\0asm")
    done = build(tmp_path / "site", PDRANK_TRY=str(tmp_path / "try"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site/try/pdrank.wasm").read_bytes() == b"\0asm"
    assert (tmp_path / "site/try/index.html").read_text() == "<!doctype html><title>try</title>"
    start = Page((tmp_path / "site/start/index.html").read_text())
    assert any(link.rstrip("/").endswith("../try") or link.endswith("../try/index.html") for link in start.links)
    assert '<a href="try/">' in (tmp_path / "site/index.html").read_text()


def test_without_it_nothing_leads_there(tmp_path):
    done = build(tmp_path / "site", PDRANK_TRY=str(tmp_path / "absent"))
    assert done.returncode == 0, done.stderr
    assert '"try/' not in (tmp_path / "site/index.html").read_text()
