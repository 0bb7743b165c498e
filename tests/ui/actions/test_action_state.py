"""Which actions are enabled, as the document changes."""

import pytest
from PySide6.QtWidgets import QMainWindow

from kpgui.model.edits import Setting
from kpgui.ui.actions.action_state import ActionState
from kpgui.ui.actions.actions import Actions
from kpgui.ui.session.document import Document


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    return window


def test_an_edit_that_follows_an_undo_at_once_can_be_undone(window):
    document, actions = Document(parent=window), Actions(window)

    def edit(can_undo):
        if not can_undo:
            document.edit(Setting("seed", 7), "seed")

    document.undo_stack.canUndoChanged.connect(edit)
    ActionState(actions, document)
    document.edit(Setting("seed", 5), "seed")
    document.undo_stack.undo()
    assert document.session.seed == 7
    assert actions["edit.undo"].isEnabled()
    assert not actions["edit.redo"].isEnabled()
