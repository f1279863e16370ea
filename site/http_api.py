"""The description of the HTTP API (OpenAPI) as Markdown: each path with what it takes and gives, then the objects."""

import json
import re
from typing import Any


def cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def link(reference: str) -> str:
    name = reference.rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return link(schema["$ref"])
    for word in ("oneOf", "anyOf", "allOf"):
        if word in schema:
            return " or ".join(map(kind, schema[word]))
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    types = schema.get("type", "anything")
    names = types if isinstance(types, list) else [types]
    if "array" in names:
        names = [f"list of {kind(schema.get('items', {}))}" if name == "array" else name for name in names]
    return " or ".join(names)


def fields(schema: dict[str, Any]) -> list[str]:
    required = schema.get("required", [])
    rows = [
        f"| `{name}` | {kind(field)} | {'yes' if name in required else ''} | {cell(field.get('description', ''))} |"
        for name, field in schema.get("properties", {}).items()
    ]
    return ["| field | kind | always | meaning |", "|---|---|---|---|", *rows, ""] if rows else []


def content(body: dict[str, Any]) -> str:
    return ", ".join(
        f"{kind(form['schema'])} as `{media}`" if "schema" in form else f"`{media}`"
        for media, form in body.get("content", {}).items()
    )


def operation(path: str, verb: str, described: dict[str, Any], shared: list, components: dict[str, Any]) -> list[str]:
    lines = [f"### {verb.upper()} {path}", "", sentence(described.get("summary", "")), ""]
    if "description" in described:
        lines += [described["description"], ""]
    parameters = [*shared, *described.get("parameters", [])]
    if parameters:
        lines += ["| parameter | in | kind | meaning |", "|---|---|---|---|"]
        for parameter in parameters:
            schema = parameter.get("schema", {})
            meaning = cell(parameter.get("description", schema.get("description", "")))
            lines.append(f"| `{parameter['name']}` | {parameter['in']} | {kind(schema)} | {meaning} |")
        lines.append("")
    if body := described.get("requestBody"):
        lines += [f"Takes {content(body)}.", "", *[line for form in body["content"].values() for line in fields(form.get("schema", {}))]]
    lines += ["| status | answer |", "|---|---|"]
    for status, answer in described["responses"].items():
        if "$ref" in answer:
            answer = components["responses"][answer["$ref"].rpartition("/")[2]]
        given = content(answer)
        lines.append(f"| {status} | {cell(answer.get('description', ''))}{f' {given}' if given else ''} |")
    return [*lines, ""]


def sentence(text: str) -> str:
    return text if text.endswith(".") or not text else f"{text}."


def as_markdown(text: str) -> str:
    described = json.loads(text)
    components = described["components"]
    lines = [
        "# HTTP API",
        "",
        described["info"].get("description", ""),
        "",
        "Made from [openapi.json](openapi.json), which a running `pdrank serve` also gives at `/api/openapi.json`.",
        "",
        "## Requests",
        "",
    ]
    for path, verbs in described["paths"].items():
        shared = verbs.get("parameters", [])
        for verb, given in verbs.items():
            if verb != "parameters":
                lines += operation(path, verb, given, shared, components)
    lines += ["## Objects", ""]
    for name, schema in components["schemas"].items():
        lines += [f"### {name}", "", sentence(schema.get("description", "")), "", *fields(schema)]
    return "\n".join(lines) + "\n"
