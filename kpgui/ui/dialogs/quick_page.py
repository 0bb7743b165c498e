"""The guide's first page: a course in a few sentences, and the shortcuts from the table of actions."""

from collections.abc import Sequence

from kpgui.language import _, later, sentence
from kpgui.ui.actions.actions import Entry, tip_text

_STEPS = (
    (
        later("Put points on the canvas"),
        later("Left click adds +1 (a circle), right click −1 (a square). Drag a point to move it."),
    ),
    (
        later("Or draw"),
        later("Beside the canvas: spray, line, ellipse, blob, eraser, and tools that select, move and change points."),
    ),
    (
        later("Or take a dataset"),
        later(
            "Choose a shape in the Data panel, or write a formula such as y > sin(3*x). The faint points are a "
            "preview: Generate makes points of them. Or drop a file on the window."
        ),
    ),
    (
        later("Arrange, or type"),
        later(
            "The handles around what is selected scale, mirror and rotate it; numbers do in the Edit menu, which "
            "also aligns, copies and pastes as rows of numbers. The points table takes typed coordinates: arrow "
            "keys go from cell to cell, digits or F2 edit, Ctrl+H holds a point out, Tab leaves. History lists every "
            "step; a click goes there."
        ),
    ),
    (
        later("Or bring your own"),
        later(
            "Open takes tables of many kinds. Import shows the file first: choose its columns and which class is +1. "
            "Of a large file a sample is offered."
        ),
    ),
    (
        later("Choose a kernel"),
        later("It says how alike two points are. For RBF, σ is how far a point's influence reaches."),
    ),
    (
        later("Run"),
        later(
            "The learner examines one point at a time. A point on the wrong side is a mistake: it moves the boundary."
        ),
    ),
    (
        later("Ask why"),
        later(
            "Step: below the canvas stands what the learner found at the point, and what it changed. The timeline "
            "goes to any step of the run. <i>Why?</i> shows the step in the algorithm, with its numbers; What it "
            "does, in the Panels menu, what the learner remembers; the probe, what adds up to f under the pointer."
        ),
    ),
    (
        later("Compare"),
        later(
            "K keeps the moment that is shown as a ghost: its boundary stays, dashed and named. Ghosts in the Panels "
            "menu has a table of them."
        ),
    ),
    (
        later("Look"),
        later(
            "The legend says what is drawn; the View menu switches each part off. Rest on a point to see its numbers."
        ),
    ),
    (
        later("Ask what to expect"),
        later(
            "Analysis in the Panels menu says whether the kernel separates the points, with what margin, and how many "
            "mistakes a perceptron can make at most."
        ),
    ),
    (
        later("Hold points out"),
        later(
            "<i>Hold out …</i> in the Data panel keeps a share of the points, drawn hollow, from training. Their "
            "errors are counted apart and tell how well the boundary does on points it has not seen."
        ),
    ),
    (later("Play"), later("Switch Live on and drag a point: the boundary follows under your hand.")),
    (
        later("Show it to a room"),
        later(
            "F11 fills the screen, the second one if there is one, with large type and no panels: ? shows the keys, "
            "Esc leaves. Larger type and High contrast in the View menu serve for the rest of the time."
        ),
    ),
    (later("Keep it"), later("A .kpgui file holds everything. Picture saves what you see for a slide.")),
    (later("After a crash"), later("The next start offers what was not saved. Recover it, or leave it for later.")),
)

_MOUSE = (
    (later("Wheel"), later("Zoom")),
    (later("Middle button, or Space and drag"), later("Move the view")),
    (
        later("Right button"),
        later("The opposite: the other class, push instead of pull, train on again, take from the selection"),
    ),
    (later("Shift and drag"), later("Select the points in a rectangle, with any tool")),
    (
        later("Ctrl and drag, Alt and drag"),
        later("Add to the selection, take from it; Ctrl makes a line level and an ellipse round"),
    ),
    (later("Shift or Alt and the wheel"), later("Change the size of the brush")),
    (later("Esc"), later("Give up what is being drawn or dragged; clear the selection")),
    (later("Right click with the select or lasso tool, or the menu key"), later("What can be done to the selection")),
    (
        later("Handles around the selection (select, lasso, move)"),
        later("Scale it; drag through to mirror it. The round one rotates"),
    ),
    (
        later("Shift on a handle, Alt on a handle"),
        later("Keep the proportions, or rotate in steps of 15°; scale about the centre"),
    ),
    (later("Arrow keys"), later("Move the selection by a pixel, with Shift by ten")),
)


def quick_page(entries: Sequence[Entry]) -> str:
    """The page as HTML. entries: the actions whose keys it lists."""
    course, mouse = _("From a click to a boundary"), _("Mouse and keys")
    steps = "".join(f"<li><b>{sentence(_(title))}</b> {_(text)}</li>" for title, text in _STEPS)
    keys = [(entry.keys[0], tip_text(entry)) for entry in entries if entry.keys]
    rows = "".join(f"<tr><td><b>{_(key)}</b>&nbsp;&nbsp;</td><td>{_(text)}</td></tr>" for key, text in (*_MOUSE, *keys))
    return f"<h3>{course}</h3><ol>{steps}</ol><h3>{mouse}</h3><table>{rows}</table>"
