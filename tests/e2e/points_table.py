"""The table of points in a window, and fingers on its keys."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from tests.ui.canvas.stage import LEFT, NONE

KEY = Qt.Key
FOUR = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
NUMBER, X, Y, LABEL, OUT, ALPHA = range(6)


class Table:
    """The table of a window, and fingers on its keys."""

    def __init__(self, desk):
        self.desk = desk
        self.view = desk.find(QTableView, "points.table")
        self.model = self.view.model()
        self.told = []
        self.model.dataChanged.connect(lambda a, b: self.told.append((a.row(), b.row(), a.column(), b.column())))

    def text(self, row, column):
        return self.model.index(row, column).data()

    def rows(self):
        return [[self.text(row, column) for column in (X, Y, LABEL)] for row in range(self.model.rowCount())]

    def at(self, row, column):
        self.view.setCurrentIndex(self.model.index(row, column))

    def key(self, key, modifiers=NONE):
        QTest.keyClick(self.view, key, modifiers)

    def type(self, text):
        """Digits at the current cell, then Return."""
        QTest.keyClick(self.view, text[0])
        editor = self.editor()
        QTest.keyClicks(editor, text[1:])
        QTest.keyClick(editor, KEY.Key_Return)
        QApplication.processEvents()

    def editor(self):
        return self.view.findChildren(QLineEdit, "points.editor")[-1]

    def click(self, row, column=X, modifiers=NONE):
        spot = self.view.visualRect(self.model.index(row, column)).center()
        QTest.mouseClick(self.view.viewport(), LEFT, modifiers, spot)

    @property
    def selected(self):
        return sorted({index.row() for index in self.view.selectionModel().selectedRows()})

    def box(self, row):
        """What is seen of a row's box for held out."""
        cell = self.view.visualRect(self.model.index(row, OUT))
        image = self.view.viewport().grab(cell).toImage()
        light = np.array(
            [[image.pixelColor(x, y).lightness() for x in range(image.width())] for y in range(image.height())]
        )
        drawn = np.count_nonzero(abs(light - light[2, 2]) > 20)
        return "nothing" if drawn < 20 else "frame" if drawn < 90 else "filled"
