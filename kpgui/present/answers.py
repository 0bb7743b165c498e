"""The answers of the last hypothesis, the vote and the mean in words."""

from kpgui.model.number import grouped
from kpgui.present.counters import plural
from kpgui.readings.hypotheses import Maps, SmallMap

TITLE = "One run, three answers:"

TOO_LONG = "takes too long"
"""In place of a map, most likely of a vote of too many hypotheses."""

UNKNOWN = "–"


def wrong(drawn: SmallMap) -> str:
    """How many points it gets wrong, for one line below the map."""
    return f"{UNKNOWN if drawn.errors is None else grouped(drawn.errors)} wrong"


def summary(maps: Maps | None) -> str:
    """What the maps show, in a sentence; "" for none."""
    if maps is None:
        return ""
    told = ", ".join(f"{each.name} {wrong(each)}" for each in maps.maps)
    more = ""
    if any(each.signs is None or each.errors is None for each in maps.maps):
        more = f" A vote of {grouped(maps.count)} hypotheses takes too long to be drawn or counted here."
    return f"After {plural(maps.step, 'step')}, of {plural(maps.trained, 'point')}: {told}.{more}"
