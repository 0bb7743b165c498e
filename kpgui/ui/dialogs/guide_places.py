"""The place in the guide of each panel and dialog, which F1 opens."""

from PySide6.QtWidgets import QWidget

START = "start"
"""The guide's first page."""

PLACES = {
    "panel.data": "guide.md#shapes",
    "panel.kernel": "guide.md#choose-a-kernel",
    "panel.learner": "learners.md",
    "panel.run": "guide.md#run",
    "panel.progress": "guide.md#run",
    "panel.curves": "guide.md#ask-why",
    "panel.ghosts": "guide.md#keep-a-moment",
    "panel.ledger": "guide.md#ask-why",
    "panel.why": "guide.md#ask-why",
    "panel.probe": "guide.md#ask-why",
    "panel.mechanism": "guide.md#what-the-learner-does",
    "panel.analysis": "guide.md#run",
    "panel.points": "guide.md#points-as-a-table",
    "panel.history": "guide.md#selections-and-handles",
    "dialog.about": START,
    "dialog.animation": "guide.md#pictures",
    "dialog.axes": "guide.md#the-view",
    "dialog.changed": "guide.md#nothing-is-lost",
    "dialog.claimed": "guide.md#nothing-is-lost",
    "dialog.figure": "guide.md#pictures",
    "dialog.import": "guide.md#your-own-data",
    "dialog.losses": "formats.md",
    "dialog.multiples": "guide.md#pictures",
    "dialog.problem": START,
    "dialog.reload": "guide.md#nothing-is-lost",
    "dialog.replace": "guide.md#nothing-is-lost",
    "dialog.sample": "guide.md#your-own-data",
    "dialog.save_over": "guide.md#nothing-is-lost",
    "dialog.transform": "guide.md#selections-and-handles",
    "dialog.unsaved": "guide.md#nothing-is-lost",
    "dialog.waiting": "guide.md#your-own-data",
}
"""Page and heading by the object name of a panel or dialog."""


def place_of(widget: QWidget | None) -> str:
    """The place of the panel or dialog in which a widget is, START outside all of them.

    A section of the setup and a dock count as their panel, so that a title that has the focus is enough.
    """
    while widget is not None:
        kind, _, key = widget.objectName().partition(".")
        name = f"panel.{key}" if kind in ("section", "dock") else widget.objectName()
        if name in PLACES:
            return PLACES[name]
        widget = widget.parentWidget()
    return START
