"""The formulas of docs/MATH.md as MathML, which browsers set by themselves: no script, no fonts, no network.

The document has them as plain text that reads well in a terminal. A line indented by four blanks is a formula, in
parts that two blanks or more stand between; symbols in running text are found by their form.

| text                        | becomes                                                              |
|-----------------------------|----------------------------------------------------------------------|
| `x`, `gamma`                | a variable, in italics; names of Greek letters become the letters      |
| `x_i`, `c_{k-1}`, `s^2`     | with what stands below, or above                                     |
| `sum_n`, `max_j`            | with its range below                                                 |
| `log`, `sigmoid`, `argmin`  | a function, upright                                                  |
| `m-`, `m^`                  | a cavity mean, a mean with a hat                                     |
| `<=`, `->`, `*`, `1e-4`     | the sign, a product's dot, a power of ten                            |
| other words                 | words                                                                |
"""

import re
from html import escape

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "eta": "η", "lambda": "λ", "mu": "μ", "nu": "ν",
    "omega": "ω", "phi": "φ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "Phi": "Φ",
}  # fmt: skip
FUNCTIONS = {
    "log", "ln", "exp", "sqrt", "sigmoid", "softplus", "min", "max", "mean", "diag", "grad", "hess", "argmin", "arcsin", "prox",
    "floor", "softmax", "cos", "sin",
}  # fmt: skip
LIMITS = {"sum", "min", "max"}  # these have their range below, not beside
SIGNS = {"<=": "≤", ">=": "≥", "->": "→", "*": "·", "-": "−", "..": "…", "...": "…", "~": "∼"}
TOKEN = re.compile(
    r"(?P<number>\d+(?:,\d{3})+|\d+(?:\.\d+)?(?:e-?\d+)?)|(?P<name>[A-Za-z]+)|(?P<space> +)"
    r"|(?P<sign>\.\.\.?|<=|>=|->|\+=|\*=|.)"
)
SCRIPT = re.compile(r"([_^])(\{[^{}]*\}|\([^()]*\)|-?\d+(?:/\d+)?|[A-Za-z0-9]+)")
# A name, or one letter, with what stands below and above, as running text has it.
SYMBOL = re.compile(
    r"(?<![\w'’.`&/\\-])(?P<name>" + "|".join(sorted(GREEK, key=len, reverse=True)) + r"|[A-Za-z])"
    r"(?P<scripts>(?:_(?:\{[^{}]*\}|[A-Za-z0-9]+))?(?:'(?!\w\w|s\b)(?:[A-Za-z](?:_[A-Za-z0-9]+)?)?)?(?:\^(?:-?\d+(?:/\d+)?|[a-z]))?)"
    r"(?![\w'’]|-[A-Za-z]|\.[A-Za-z]|\. [A-Z][a-z]+ (?:and|\()|\.-)"
)
LAWS = re.compile(r" (?:law|variable|distribution)")
# What has no symbols in it: code, the targets of links, comments, and names of people, whose first names are letters.
NOT_TEXT = re.compile(r"`[^`]*`|\]\([^)]*\)|<!--.*?-->|\b(?:[A-Z]\.(?:-[A-Z]\.)? )+(?=[A-Z])|\b[A-Z]\. (?:and|de)\b", re.S)


THIN = '<mspace width="0.17em"></mspace>'


class UnknownFormula(ValueError):
    """A formula that cannot be read."""


def element(tag: str, content: str, **attributes: str) -> str:
    told = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{told}>{content}</{tag}>"


def words(text: str) -> str:
    return element("mtext", escape(text).replace(" ", "\u00a0"))


def number(text: str) -> str:
    mantissa, _, power = text.partition("e")
    if not power:
        return element("mn", text)
    ten = element("msup", element("mn", "10") + element("mrow", formula(power)))
    return ten if mantissa == "1" else element("mn", mantissa) + element("mo", "·") + ten


def variable(name: str) -> str:
    letter = GREEK.get(name, name)
    return element("mi", letter, mathvariant="normal") if letter == "Φ" else element("mi", letter)


def is_word(name: str) -> bool:
    return len(name) > 1 and name not in GREEK and name not in FUNCTIONS and name != "sum"


def names_a_record(text: str) -> re.Match | None:
    """`kkt_residual` is a name of the code, not a variable with an index."""
    return re.match(r"[A-Za-z]{2,}_[a-z]{3,}(?:_[a-z]+)*", text)


def formula(text: str) -> str:
    """The elements of one part of a formula."""
    out: list[str] = []
    at, spoken = 0, False  # whether the last token was a word
    while at < len(text):
        record = names_a_record(text[at:])
        if record and record[0].split("_")[0] not in LIMITS | set(GREEK) | FUNCTIONS:
            out.append(words(record[0]))
            at, spoken = at + record.end(), False
            continue
        token = TOKEN.match(text, at)
        if token is None:
            raise UnknownFormula(text)
        at = token.end()
        if token["space"]:
            if spoken or (at < len(text) and (next_word := re.match(r"[A-Za-z]+", text[at:])) and is_word(next_word[0])):
                out.append(words(" "))
            continue
        before, spoken = spoken, False
        limits, follows = False, None
        if token["number"]:
            base = number(token["number"])
        elif name := token["name"]:
            following = text[at:]
            article = name == "a" and before and re.match(r" [a-z]{2,}", following)
            if article or is_word(name) or (name == "sum" and re.match(r" (?:over|of)\b|$", following)):
                base, spoken = words(name), True
            elif name == "sum":
                base, limits = element("mo", "∑"), True
            elif name in FUNCTIONS:
                base, limits = element("mi", name), name in LIMITS
                if out and not out[-1].endswith(("</mo>", "</mtext>")):
                    out.append(THIN)
                follows = re.match(r"(?:_(?:\{[^{}]*\}|\w+))? (?=[\w|])", following) and not limits
            else:
                base = variable(name)
                if re.match(r"-(?= |[,)]|$)", following) and name in {"m", "v"}:  # a cavity's
                    base, at = element("msup", base + element("mo", "−")), at + 1
                elif re.match(r"\^(?= |[,)/]|$)", following):
                    base, at = element("mover", base + element("mo", "ˆ"), accent="true"), at + 1
        else:
            sign = SIGNS.get(token["sign"], token["sign"])
            if sign == "'":
                sign = "′"
            elif sign == "<" and re.match(r"\S", text[at:]):
                sign = "⟨"
            elif sign == ">" and re.search(r"\S>$", text[:at]):
                sign = "⟩"
            base = element("mi", "|", mathvariant="normal") if sign == "|" else element("mo", escape(sign), **({"stretchy": "false"} if sign in "()[]{}⟨⟩" else {}))
        scripts: dict[str, str] = {}
        while script := SCRIPT.match(text, at):
            kind, inner = script[1], script[2]
            if kind in scripts:
                break
            at = script.end()
            if inner[0] in "{(" or not inner.isalnum():
                scripts[kind] = element("mrow", formula(inner.strip("{}") if inner[0] == "{" else inner))
            elif inner.isdigit():
                scripts[kind] = element("mn", inner)
            elif inner in GREEK or len(inner) == 1:
                scripts[kind] = variable(inner)
            elif len(inner) == 2 and inner[0].islower():  # x_ij
                scripts[kind] = element("mrow", "".join(map(variable, inner)))
            else:
                scripts[kind] = words(inner)
        if limits and "_" in scripts:
            base = element("munder", base + scripts.pop("_"))
        if len(scripts) == 2:
            base = element("msubsup", base + scripts["_"] + scripts["^"])
        elif scripts:
            ((kind, script_text),) = scripts.items()
            base = element("msub" if kind == "_" else "msup", base + script_text)
        out.append(base)
        if follows:
            out.append(THIN)
    return "".join(out)


def math(text: str, display: bool = False) -> str:
    attributes = {"displaystyle": "true"} if display else {}
    # In a span, because Python-Markdown takes a line that begins with <math> for a block.
    return element("span", element("math", element("mrow", formula(text)), **attributes))


def block(lines: list[str]) -> str:
    """The formulas of lines that follow one another; parts stand in columns where all lines have as many."""
    rows = [re.split(r" {2,}", line.strip()) for line in lines]
    is_table = len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    kind = "formula columns" if is_table else "formula"
    inside = "".join(element("div", "".join(math(part, display=True) for part in row)) for row in rows)
    style = f' style="--columns: {len(rows[0])}"' if is_table else ""
    return f'<div class="{kind}" tabindex="0" role="group" aria-label="Formula"{style}>{inside}</div>'


def inline(text: str) -> str:
    """The symbols of running text."""

    def symbol(found: re.Match) -> str:
        name, scripts = found["name"], found["scripts"]
        if not scripts and (name in {"a", "A", "I"} or (name in GREEK and LAWS.match(found.string, found.end()))):
            return found[0]
        return math(name + scripts)

    def with_symbols(part: str) -> str:
        return SYMBOL.sub(symbol, re.sub(r"<(?=[A-Za-z])", "&lt;", part))  # <X, Y> is a product, no element

    out, at = [], 0
    for kept in NOT_TEXT.finditer(text):
        out += [with_symbols(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*out, with_symbols(text[at:])])


def with_formulas(markdown: str) -> str:
    """The document with its formulas; fenced blocks, headings and tables stay."""
    out: list[str] = []
    paragraph: list[str] = []
    formulas: list[str] = []
    fenced = False

    def end_paragraph() -> None:
        if paragraph:
            out.extend(inline("\n".join(paragraph)).split("\n"))
            paragraph.clear()

    def end_formulas() -> None:
        if formulas:
            out.append(block(formulas))
            formulas.clear()

    for line in markdown.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        is_formula = not fenced and line.startswith("    ") and (formulas or (not paragraph and (not out or not out[-1])))
        if is_formula:
            formulas.append(line)
            continue
        end_formulas()
        if fenced or not line.strip() or line.startswith(("#", "```")) or line.lstrip().startswith("|"):
            end_paragraph()
            out.append(line)
        else:
            paragraph.append(line)
    end_formulas()
    end_paragraph()
    return "\n".join(out)
