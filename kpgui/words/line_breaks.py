"""Where a line of text may not break: within comparisons, between a number and its unit, before a lone sign."""

import re

STAYS = "\N{NO-BREAK SPACE}"

LONGEST = 24
"""Most characters that are kept on one line; the narrowest panel has room for about 30."""

_RULES = (
    (re.compile(r" ([→=≤≥<>×]) "), f"{STAYS}\\1{STAYS}"),  # f = 1.01, α₃ 0 → 1
    (re.compile(r"(?<=[₀-₉bρ]) (?=[−\d])"), STAYS),
    (re.compile(r"(?<=\d) (?=[%×]|of\b|points?\b|steps?\b|epochs?\b|mistakes?\b)"), STAYS),
    (re.compile(r"(?<=:) (?=[−+]?\d)"), STAYS),  # Largest α: 3
    (re.compile(r"(?<=\bof) (?=[−+\d])"), STAYS),  # 100 of −1
    (re.compile(r"(?:(?<=\bclass)|(?<=\bpoint)|(?<=\bepoch)) (?=[−+\d])"), STAYS),
)


def kept_together(text: str) -> str:
    """The text with no-break spaces where a line that ends there would be hard to read.

    >>> kept_together("Wrong side now: 3 of 40 (7.5 %).").replace(STAYS, "_")
    'Wrong side now:_3_of_40 (7.5_%).'
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    runs = text.split(" ")
    return " ".join(run if len(run) <= LONGEST else run.replace(STAYS, " ") for run in runs)
