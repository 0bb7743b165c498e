"""The page's file: a template, its style and its player from resources/page, and the record of the run as JSON."""

import base64
import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from string import Template
from typing import Any

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import Film
from kpgui.figure.animation.page.record import PageRecord, joined
from kpgui.formats.page import PageFormat
from kpgui.formats.session import SessionFile
from kpgui.geometry.palette import PALETTES
from kpgui.language import _, language, later
from kpgui.model.errors import Token
from kpgui.model.param import shown
from kpgui.model.session import Reached
from kpgui.process import resource

TEXTS = {
    "start": later("To the start"),
    "back": later("Step back"),
    "play": later("Play the run"),
    "pause": later("Pause"),
    "step": later("Step"),
    "last_mistake": later("Previous mistake"),
    "next_mistake": later("Next mistake"),
    "timeline": later("Moment of the run"),
    "pace": later("Pace"),
    "theme": later("Light or dark"),
    "predict": later("Predict"),
    "predict_tip": later("Ask about each step before it is shown"),
    "predict_none": later("No step can be asked about: the moments of this page do not follow each other step by step"),
    "why": later("Why?"),
    "point": later("Point {n}"),
    "held_out": later("held out"),
    "hint": later("Hint"),
    "right": later("Right."),
    "wrong": later("No: {right}."),
    "tally": later("{right} of {n} right"),
    "keys": later("Arrow keys step, Space plays, M goes to the next mistake, P to the next point, 1 to 4 answer."),
    "touch": later("Touch a point to read its numbers."),
    "kept": later("Kept moments"),
    "carries": later("This page carries its session: drop it on kpgui to go on from here."),
}
"""What the player says, by the names that it has for it."""

DAMAGED = later("This page was changed after kpgui wrote it, and cannot be played. Ask for the page again.")

LARGE = 1.5
"""Megabytes of a page from which on its size is said."""

COLOURS = (
    *("window", "panel", "canvas", "text", "muted", "grid", "accent", "selection", "selection_edge", "danger"),
    *("positive", "negative", "outline", "undecided", "boundary", "margin", "support", "flash", "examined"),
)
"""Of a palette, those that the style uses."""


class HtmlPage(Encoder):
    """Computes nothing in the browser: every number, sentence and curve in it was computed here."""

    key = "html"
    title = "Page"
    meaning = "a page that plays in any browser, also on a phone, with its questions; it opens in kpgui again"
    suffixes = (".html",)
    drawn = False

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        record = PageRecord(film).whole(token)
        counters = film.recording.recorded(film.moments[-1]).counters
        reached = Reached(counters.step, counters.mistakes, counters.updates)
        text = SessionFile().write(replace(film.recording.session, reached=reached))
        yield PageFormat().embed(written(film, record).encode(), text)

    def remark(self, path: Path) -> str:
        size = path.stat().st_size / 1e6
        if size < LARGE:
            return ""
        text = _("The page has {size} MB, much for a mail or a phone: fewer points or frames make it smaller.")
        return text.format(size=shown(size, 2))


def written(film: Film, record: dict[str, Any]) -> str:
    """The page as text. The same film always gives the same."""
    end = film.scene(len(film) - 1)
    caption = joined([end.caption, end.formula if end.formula.isascii() else ""])
    return html_page({"version": 1, "pace": film.settings.fps, **record}, TEXTS, end.title, caption)


def html_page(data: dict[str, Any], texts: Mapping[str, str], title: str, caption: str, *scripts: str) -> str:
    """A page that plays this. texts: what the player says. scripts: those that it needs besides, of resources/page."""
    content = as_script(data | {"texts": {name: _(text) for name, text in texts.items()}})
    player = "".join(resource("page", name).read_text(encoding="utf-8") for name in (*scripts, "player.js"))
    style = themed() + resource("page", "page.css").read_text(encoding="utf-8")
    return Template(resource("page", "page.html").read_text(encoding="utf-8")).substitute(
        language=language().replace("_", "-"),
        title=html.escape(title),
        caption=html.escape(caption),
        script_hash=digest(player),
        style_hash=digest(style),
        style=style,
        player=player,
        data=content,
        check=digest(content),
        damaged=html.escape(_(DAMAGED)),
        noscript=html.escape(_("This page needs JavaScript, which this browser does not run.")),
    )


def as_script(data: Any) -> str:
    """JSON that is safe inside a script element: nothing in it can end the element or begin a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def digest(text: str) -> str:
    """What a policy calls a script or style by: its SHA-256 as base64."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def themed() -> str:
    """The colours of both themes as variables."""

    def block(name: str) -> str:
        return "".join(f"--{each.replace('_', '-')}:{getattr(PALETTES[name], each)};" for each in COLOURS)

    dark = f"{block('dark')}--field:invert(1) hue-rotate(180deg);color-scheme:dark"
    return (
        f":root{{{block('light')}--field:none;color-scheme:light}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )
