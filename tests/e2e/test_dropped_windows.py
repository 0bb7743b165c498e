"""Windows that a script lets go of, closed or not, deleted or not, do not take the process with them."""

import subprocess
import sys
import textwrap

import pytest

SCRIPT = textwrap.dedent(
    """
    import gc
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QDockWidget
    import kpgui.app

    application = QApplication([])
    for number in range(8):
        window = kpgui.app.create_window()
        window.show()
        QTest.qWait(20)
        pos = window.canvas.mapFromScene(window.canvas.view_box.mapViewToScene(QPointF(0.5, 0.5)))
        QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=pos)
        window.commands["train.run"].trigger()
        for dock in window.findChildren(QDockWidget)[:4 * (number % 2)]:
            dock.setFloating(True)
        QTest.qWait(20)
        window.document.undo_stack.setClean()
        window.close()
        assert not any(each.isVisible() for each in QApplication.topLevelWidgets()), "a window is left"
        if number % 3 == 0:
            window.deleteLater()
        del window
        gc.collect()
        QTest.qWait(5)
    print("all well")
    """
)


@pytest.mark.slow
def test_windows_that_are_let_go_of_do_not_crash(tmp_path):
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout.strip()) == (0, "all well"), done.stderr
