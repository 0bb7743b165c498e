"""The quick guide: one page of instructions, with the shortcuts from the table of actions."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from kpgui.ui.actions.actions import Entry

_STEPS = (
    ("Put points on the canvas", "Left click adds +1 (a circle), right click −1 (a square). Drag a point to move it."),
    (
        "Or draw",
        "Beside the canvas: spray, line, ellipse, blob, eraser, and tools that select, move and change points.",
    ),
    (
        "Or take a dataset",
        "Choose a shape in the Data panel, or write a formula such as y > sin(3*x). The faint points are a preview: "
        "Generate makes points of them. Or drop a file on the window.",
    ),
    (
        "Arrange, or type",
        "The handles around what is selected scale, mirror and rotate it; numbers do in the Edit menu, which also "
        "aligns, copies and pastes as rows of numbers. "
        "The points table takes typed coordinates: arrow keys go from cell to cell, digits or F2 edit, Space holds a "
        "point out, Tab leaves. History lists every step; a click goes there.",
    ),
    (
        "Or bring your own",
        "Open takes tables of many kinds. Import shows the file first: choose its columns and which class is +1. "
        "Of a large file a sample is offered.",
    ),
    ("Choose a kernel", "It says how alike two points are. For RBF, σ is how far a point's influence reaches."),
    ("Run", "The learner examines one point at a time. A point on the wrong side is a mistake: it moves the boundary."),
    (
        "Ask why",
        "Step: below the canvas stands what the learner found at the point, and what it changed. The timeline goes to "
        "any step of the run. <i>Why?</i> shows the step in the algorithm, with its numbers; What it does, in the View "
        "menu, what the learner remembers; the probe, what adds up to f under the pointer.",
    ),
    (
        "Compare",
        "K keeps the moment that is shown as a ghost: its boundary stays, dashed and named. Ghosts in the Panels "
        "menu has a table of them.",
    ),
    (
        "Look",
        "The legend says what is drawn; the View menu switches each part off. Rest on a point to see its numbers.",
    ),
    (
        "Ask what to expect",
        "Analysis in the Panels menu says whether the kernel separates the points, with what margin, and how many "
        "mistakes a perceptron can make at most.",
    ),
    (
        "Hold points out",
        "<i>Hold out …</i> in the Data panel keeps a share of the points, drawn hollow, from training. Their errors "
        "are counted apart and tell how well the boundary does on points it has not seen.",
    ),
    ("Play", "Switch Live on and drag a point: the boundary follows under your hand."),
    (
        "Show it to a room",
        "F11 fills the screen, the second one if there is one, with large type and no panels: ? shows the keys, Esc "
        "leaves. Larger type and High contrast in the View menu serve for the rest of the time.",
    ),
    ("Keep it", "A .kpgui file holds everything. Picture saves what you see for a slide."),
    ("After a crash", "The next start offers what was not saved. Recover it, or leave it for later."),
)

_MOUSE = (
    ("Wheel", "Zoom"),
    ("Middle button, or Space and drag", "Move the view"),
    ("Right button", "The opposite: the other class, push instead of pull, train on again, take from the selection"),
    ("Shift and drag", "Select the points in a rectangle, with any tool"),
    ("Ctrl and drag, Alt and drag", "Add to the selection, take from it; Ctrl makes a line level and an ellipse round"),
    ("Shift or Alt and the wheel", "Change the size of the brush"),
    ("Esc", "Give up what is being drawn or dragged; clear the selection"),
    ("Right click with the select or lasso tool, or the menu key", "What can be done to the selection"),
    (
        "Handles around the selection (select, lasso, move)",
        "Scale it; drag through to mirror it. The round one rotates",
    ),
    ("Shift on a handle, Alt on a handle", "Keep the proportions, or rotate in steps of 15°; scale about the centre"),
    ("Arrow keys", "Move the selection by a pixel, with Shift by ten"),
)


class Guide(QDialog):
    """entries: the actions whose keys it lists."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dialog.guide")
        self.setWindowTitle("Quick guide")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 560)
        page = QTextBrowser(self)
        page.setFrameShape(QTextBrowser.Shape.NoFrame)
        page.setHtml(_html(entries))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addWidget(page)
        column.addWidget(buttons)


def _html(entries: Sequence[Entry]) -> str:
    steps = "".join(f"<li><b>{title}.</b> {text}</li>" for title, text in _STEPS)
    keys = [(entry.keys[0], entry.tip) for entry in entries if entry.keys]
    rows = "".join(f"<tr><td><b>{key}</b>&nbsp;&nbsp;</td><td>{text}</td></tr>" for key, text in (*_MOUSE, *keys))
    return f"<h3>From a click to a boundary</h3><ol>{steps}</ol><h3>Mouse and keys</h3><table>{rows}</table>"
