"""The answers of the last hypothesis, the vote and the mean in words."""

from kpgui.language import _, later
from kpgui.model.number import grouped
from kpgui.ui.instruments.inside.hypotheses_reading import Maps, SmallMap
from kpgui.words.counters import plural

TITLE = later("One run, three answers:")

TOO_LONG = later("takes too long")
"""In place of a map, most likely of a vote of too many hypotheses."""

UNKNOWN = "–"


def wrong(drawn: SmallMap) -> str:
    """How many points it gets wrong, for one line below the map."""
    return _("{errors} wrong").format(errors=UNKNOWN if drawn.errors is None else grouped(drawn.errors))


def summary(maps: Maps | None) -> str:
    """What the maps show, in a sentence; "" for none."""
    if maps is None:
        return ""
    told = ", ".join(f"{_(each.name)} {wrong(each)}" for each in maps.maps)
    more = ""
    if any(each.signs is None or each.errors is None for each in maps.maps):
        more = _(" A vote of {count} hypotheses takes too long to be drawn or counted here.").format(
            count=grouped(maps.count)
        )
    return _("After {steps}, of {points}: {told}.{more}").format(
        steps=plural(maps.step, "{n} step", "{n} steps"),
        points=plural(maps.trained, "{n} point", "{n} points"),
        told=told,
        more=more,
    )
