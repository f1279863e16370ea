"""The Python package as Markdown, from its signatures and docstrings, which are read and not imported."""

import re
import textwrap
from pathlib import Path

import griffe

#: Heading -> what stands below it. Every public name is in one of them.
GROUPS = {
    "Ranking": ["rank", "read_comparisons", "RankResult", "Explanation", "Comparisons", "InputError", "NotApplicable"],
    "Which pairs next": ["next_pairs", "NextResult", "Outlook", "strategies"],
    "Methods side by side, and the truth": ["compare", "CompareResult", "methods", "evaluate", "Evaluation", "simulate", "Simulation"],
    "What has changed": ["diff", "Diff"],
    "Estimators": ["PDRank", "Posterior", "BradleyTerry"],
}  # fmt: skip
MODULES = {"metrics": "Measures", "plot": "Pictures"}
SECTIONS = ("Args", "Attributes", "Raises", "Example")
WIDTH = 88


def as_markdown(text: str) -> str:  # noqa: ARG001 - the package is more than its first file
    search = Path(__file__).resolve().parents[1] / "python"
    package = griffe.load("pdrank", search_paths=[search], allow_inspection=False, resolve_aliases=True)
    public = set(package.exports)
    shown = {name for names in GROUPS.values() for name in names} | set(MODULES) | {"estimators", "__version__"}
    if public != shown:
        raise ValueError(f"site/python_api.py: public and not shown, or the other way round: {sorted(public ^ shown)}")
    lines = [
        "# Python package",
        "",
        "Made from the docstrings of the package. [The guide](../../docs/PYTHON.md) has examples that run.",
        "",
    ]
    for heading, names in GROUPS.items():
        lines += [f"## {heading}", ""]
        for name in names:
            lines += entry(package[name], f"pdrank.{name}", 3)
    for module, heading in MODULES.items():
        lines += [f"## {heading}", "", *docstring(package[module])]
        for name, member in package[module].members.items():
            if not name.startswith("_") and not member.is_alias and (member.is_function or member.is_class):
                lines += entry(member, f"pdrank.{module}.{name}", 3)
    return "\n".join(lines) + "\n"


def plain(annotation: object) -> str:
    """A type as a reader wants it."""
    text = re.sub(r"Annotated\[(NDArray\[[^\]]*\]), dict\([^)]*\)\]", r"\1", str(annotation))
    return text.replace("_core.", "")


def entry(of: griffe.Object | griffe.Alias, name: str, level: int) -> list[str]:
    """An object and, of a class, its members."""
    target = of.final_target if of.is_alias else of
    lines = [f"{'#' * level} {name}", ""]
    if target.is_function:
        lines += signature(target, name)
    elif target.is_class and (constructor := target.all_members.get("__init__")) is not None and constructor.is_function:
        lines += signature(constructor, name, with_returns=False)
    elif target.is_attribute and target.annotation is not None:
        lines += ["```python", f"{name.rpartition('.')[2]}: {plain(target.annotation)}", "```", ""]
    lines += docstring(target)
    if target.is_class:
        members = {key: member for key, member in target.all_members.items() if not key.startswith("_")}
        short = name.rpartition(".")[2]
        for key in sorted(members, key=lambda key: (members[key].inherited, members[key].lineno or 0)):
            if members[key].has_docstring:
                lines += entry(members[key], f"{short}.{key}", level + 1)
    return lines


def signature(function: griffe.Function, name: str, with_returns: bool = True) -> list[str]:
    words: list[str] = []
    for parameter in function.parameters:
        if parameter.name in {"self", "cls"}:
            continue
        if parameter.kind is griffe.ParameterKind.keyword_only and "*" not in words and not any(word[:1] == "*" for word in words):
            words.append("*")
        word = {"variadic positional": "*", "variadic keyword": "**"}.get(parameter.kind.value, "") + parameter.name
        if parameter.annotation is not None:
            word += f": {plain(parameter.annotation)}"
        if parameter.default is not None and "variadic" not in parameter.kind.value:
            word += f" = {parameter.default}" if parameter.annotation is not None else f"={parameter.default}"
        words.append(word)
    returns = f" -> {plain(function.returns)}" if with_returns and function.returns is not None else ""
    line = f"{name}({', '.join(words)}){returns}"
    if len(line) > WIDTH:
        line = f"{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){returns}"
    return ["```python", line, "```", ""]


def docstring(of: griffe.Object) -> list[str]:
    """Its text and its sections, which a line such as `Args:` begins."""
    if of.docstring is None:
        return []
    text = textwrap.dedent(of.docstring.value)
    head, *rest = re.split(rf"^({'|'.join(SECTIONS)}):\n", text, flags=re.MULTILINE)
    lines = [*prose(head), ""]
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        body = textwrap.dedent(body).strip()
        if title == "Example":
            lines += ["```pycon", body, "```", ""]
            continue
        lines += [f"**{ {'Args': 'Arguments'}.get(title, title) }**", ""]
        for described in re.split(r"\n(?=\S)", body):
            names, _, meaning = re.sub(r"\s+", " ", described).partition(": ")
            code = ", ".join(f"`{name}`" for name in names.split(", "))
            lines.append(f"- {code}: {escaped(meaning)}")
        lines.append("")
    return lines


def prose(text: str) -> list[str]:
    """Paragraphs, and examples that stand in blanks."""
    parts = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        if part.startswith("    ") or part.lstrip().startswith(">>>"):
            parts.append(f"```pycon\n{textwrap.dedent(part)}\n```")
        else:
            parts.append(escaped(part))
    return "\n\n".join(parts).split("\n")


def escaped(text: str) -> str:
    """Markdown that reads as the docstring does: its code is in two backticks or one."""
    parts = re.split(r"(``.*?``|`[^`]*`)", text, flags=re.S)
    return "".join(
        f"`{part.strip('`')}`" if part.startswith("`") else linked(re.sub(r"([*\[<])", r"\\\1", part)) for part in parts
    )


def linked(text: str) -> str:
    return re.sub(r"\bdocs/(\w+)\.md", r"[\1.md](../../docs/\1.md)", text)
