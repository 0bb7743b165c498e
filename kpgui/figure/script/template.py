"""Templates of source text: Python with marks for what only some settings need."""

import re
from collections.abc import Mapping

from kpgui.model.param import Declared, Value

MARK = re.compile(r"  #\? (?P<conditions>[\w ,-]+)$")


def kept(text: str, facts: Mapping[str, bool]) -> str:
    """The template without the lines whose mark does not hold. A mark is a list of facts that all have to.

    >>> print(kept("f = 0\\nf += b  #? bias\\nf *= 2  #? not bias, twice", {"bias": True, "twice": True}))
    f = 0
    f += b
    """
    lines = []
    for line in text.strip("\n").split("\n"):
        mark = MARK.search(line)
        if mark is None:
            lines.append(line)
        elif all(_holds(condition, facts) for condition in mark["conditions"].split(", ")):
            lines.append(line[: mark.start()].rstrip())
    return "\n".join(lines)


def _holds(condition: str, facts: Mapping[str, bool]) -> bool:
    name = condition.removeprefix("not ")
    return facts[name] != (name != condition)


def facts_of(declared: Declared) -> dict[str, bool]:
    """What its settings say: of each choice whether it is taken, of any other parameter whether it has been changed."""
    facts: dict[str, bool] = {}
    for each in type(declared).params():
        value = declared.settings()[each.name]
        if each.scale == "choice":
            facts |= {choice: choice == value for choice in each.choices}
        else:
            facts[each.name] = value != each.default
    return facts


def constants(declared: Declared, text: str) -> str:
    """An assignment for each parameter that the text names in capitals, with its meaning."""
    lines = []
    for each in type(declared).params():
        name = each.name.upper()
        if re.search(rf"\b{name}\b", text):
            lines.append((f"{name} = {literal(declared.settings()[each.name])}", each.meaning))
    width = max((len(code) for code, _ in lines), default=0)
    return "".join(f"{code:{width}}  # {meaning}\n" for code, meaning in lines)


def literal(value: Value) -> str:
    """A value in Python; a whole number without its point, as in expressions."""
    return repr(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)
