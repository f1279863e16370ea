"""The ways in, on the first page: below its first paragraph, and pictures below that of the report."""

import re

CARDS = [
    ("start/", "First steps", "What goes in, what comes out, how to read it."),
    ("guides/", "Guides by task", "Language models, essays, matches, pictures, surveys."),
    ("concepts/", "What the numbers mean", "And when not to trust them."),
]
TRY = ("try/", "Try it in this browser", "Drop a file and get the report. Nothing leaves your machine.")
PICTURES = [
    ("serve/", "Collect answers", "A page for voters, on your own machine.", "vote.png", 800, 520),
    ("python/", "Use it from Python", "Data frames in; data frames and plots out.", "ranges.png", 880, 550),
]
REPORT = re.compile(r'<p><img [^>]*src="images/report\.png"[^>]*></p>')


def card(target: str, title: str, text: str, picture: str = "") -> str:
    return f'<a href="{target}">{picture}<strong>{title}</strong><span>{text}</span></a>'


def strip(label: str, cards: list[str]) -> str:
    return f'<nav class="welcome" aria-label="{label}">{"".join(cards)}</nav>'


def with_welcome(html: str, has_try: bool) -> str:
    ways = strip("Ways in", [card(*way) for way in ([TRY] if has_try else []) + CARDS])
    pictures = [
        card(target, title, text, f'<img src="images/{name}" alt="" width="{width}" height="{height}" loading="lazy">')
        for target, title, text, name, width, height in PICTURES
    ]
    # On a phone the report looks as a phone shows it.
    phone = '<source media="(max-width: 44rem)" srcset="images/report-phone.png">'
    html, found = REPORT.subn(
        lambda img: f"<picture>{phone}{img[0][3:-4]}</picture>{strip('Also', pictures)}", html, count=1
    )
    html, begun = re.subn(r"</p>", f"</p>{ways}", html, count=1)
    if not found or not begun:
        raise ValueError("README.md has no paragraph, or no picture of the report, for the first page to hold on to")
    return html
