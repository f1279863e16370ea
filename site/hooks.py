"""Makes pages of the repository's documents, as they are: nothing is copied by hand, and paths stay those of the repository.

The pages are those of the navigation in mkdocs.yml. A document that is not Markdown is made so: a notebook, the
description of the HTTP API, the Python package. What a page links to beyond the pages comes along as a file.
"""

import functools
import json
import os
import posixpath
import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import formulas  # noqa: E402
import http_api  # noqa: E402
import notebook  # noqa: E402
import python_api  # noqa: E402
import welcome  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[1]
TRY = Path(os.environ.get("PDRANK_TRY", REPOSITORY / "build/try"))
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
#: Documents that have another address than their name in lower case.
ADDRESSES = {
    "README.md": "index.html",
    "docs/README.md": "guides/index.html",
    "docs/PYTHON.md": "python/index.html",
    "bench/README.md": "benchmarks/index.html",
    "examples/README.md": "examples/index.html",
    "tests/README.md": "tests/index.html",
    "python/pdrank/__init__.py": "reference/python/index.html",
    "src/pdrank/server/openapi.json": "reference/http/index.html",
}
MADE = {".ipynb": notebook.as_markdown, ".json": http_api.as_markdown, ".py": python_api.as_markdown}


def paths_of(nav: list | dict | str) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [path for part in (nav.values() if isinstance(nav, dict) else nav) for path in paths_of(part)]


def in_markdown(path: str) -> str:
    """MkDocs takes for pages what ends in .md."""
    return path if path.endswith(".md") else f"{path}.md"


@functools.cache
def text_of(path: str) -> str:
    text = (REPOSITORY / path).read_text()
    make = MADE.get(Path(path).suffix)
    return make(text) if make else text


def linked_files(path: str) -> set[str]:
    """What the document links to in the repository."""
    here = posixpath.dirname(path)
    targets = {posixpath.normpath(posixpath.join(here, target)) for target in LINK.findall(text_of(path))}
    return {target for target in targets if (REPOSITORY / target).is_file()}


def files_beside(pages: list[str]) -> set[str]:
    """What the pages link to, and what that links to if it is a document too."""
    found: set[str] = set()
    to_read = list(pages)
    while to_read:
        path = to_read.pop()
        if path in pages or path.endswith(".md"):
            new = linked_files(path) - found - set(pages)
            found |= new
            to_read += new
    return found


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.extra["repository_pages"] = paths_of(config.nav)
    parts = [part for section in config.nav for part in section.values()]
    config.extra["titles"] = {path: title for part in parts for entry in part for title, path in entry.items()}
    config.nav = json.loads(json.dumps(config.nav), object_hook=dict)
    for section in config.nav:
        for entries in section.values():
            for entry in entries:
                for title, path in entry.items():
                    entry[title] = in_markdown(path)
    if (TRY / "index.html").is_file():
        config.nav[0]["Start"].insert(1, {"Try it in the browser": "try/index.html"})
        config.extra["try_page"] = "try/"
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for file in list(files):
        if file.src_dir == config.docs_dir:
            files.remove(file)
    pages = config.extra["repository_pages"]
    for path in pages:
        name = in_markdown(path)
        source = {"content": text_of(path)} if name != path else {"abs_src_path": str(REPOSITORY / path)}
        page = File.generated(config, name, **source)
        page.dest_uri = ADDRESSES.get(path) or f"{Path(path).stem.lower()}/index.html"
        files.append(page)
    to_download = {path for path in pages if Path(path).suffix in {".ipynb", ".json"}}
    for path in sorted(files_beside(pages) | to_download):
        file = File.generated(config, path, abs_src_path=str(REPOSITORY / path), inclusion=InclusionLevel.NOT_IN_NAV)
        if path.endswith(".md"):
            file.dest_uri = f"files/{path.removesuffix('.md').lower()}/index.html"
        else:
            file.dest_uri = f"files/{path}" if Path(path).suffix else f"files/{path}.txt"
        files.append(file)
    for name in ("site.css", "site.js"):
        files.append(File.generated(config, name, abs_src_path=str(Path(__file__).with_name(name))))
    for path in sorted((REPOSITORY / "docs/images").iterdir()):
        name = f"docs/images/{path.name}"
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, abs_src_path=str(path)))
        files.get_file_from_path(name).dest_uri = f"images/{path.name}"
    if config.extra.get("try_page"):
        for path in sorted(TRY.rglob("*")):
            if path.is_file():
                name = f"try/{path.relative_to(TRY).as_posix()}"
                file = File.generated(config, name, abs_src_path=str(path))
                file.dest_uri = name
                files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.file.src_uri == "docs/MATH.md":
        markdown = formulas.with_formulas(markdown)
    # A link to what is a page in another form goes to the page.
    made = {path for path in config.extra["repository_pages"] if path != in_markdown(path)}
    here = posixpath.dirname(page.file.src_uri)

    # A document that is named by its file is named by its title.
    def title(found: re.Match) -> str:
        path = posixpath.normpath(posixpath.join(here, found[2]))
        known = config.extra["titles"].get(path)
        return f"[{known}]({found[2]}" if known and posixpath.basename(found[1]) == posixpath.basename(path) else found[0]

    markdown = re.sub(r"\[([\w./]+)\]\(([^)#:\s]+)(?=[)#])", title, markdown)

    def target(found: re.Match) -> str:
        path = posixpath.normpath(posixpath.join(here, found[1]))
        return in_markdown(found[1]) if path in made and page.file.src_uri != in_markdown(path) else found[1]

    return as_python_markdown(LINK.sub(target, markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    return welcome.with_welcome(html, "try_page" in config.extra) if page.file.src_uri == "README.md" else html


def on_post_page(output: str, **_: object) -> str:
    """The theme's search is a dialog without a name."""
    named, found = re.subn(r'(<div class="md-search"[^>]* role="dialog")>', r'\1 aria-label="Search">', output)
    if not found:
        raise ValueError("the theme has another search now: see on_post_page in site/hooks.py")
    return named


def as_python_markdown(text: str) -> str:
    """What GitHub reads in another way than Python-Markdown does."""
    lines, in_list, fenced = [], False, False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and line.strip():
            # What stands below the text of a list's entry is part of it; Python-Markdown asks for four blanks.
            is_entry = line.startswith("- ")
            if is_entry and in_list and lines[-1].startswith("    "):
                lines.append("")
            in_list = is_entry or (in_list and line.startswith("  "))
            if in_list and re.match(r"  \S", line):
                line = "  " + line
        # In a table, `a\|b` is code with a bar in it; here the backslash would stay.
        if line.lstrip().startswith("|"):
            line = re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), line)
        lines.append(line)
    return "\n".join(lines)
