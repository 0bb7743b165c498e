"""The data panel: generated datasets, and how many points there are."""

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from kpgui.generators import GENERATORS, Generator
from kpgui.model.edits import Replace, add
from kpgui.model.session import Session
from kpgui.present.counters import class_counts
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.declared import DeclaredEditor
from kpgui.ui.workbench import Workbench


class DataPanel(Panel):
    """Choose a shape, then replace the points by it or add it to them."""

    key = "data"
    title = "Data"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._generator: Generator = GENERATORS.members[0]()
        self._editor = DeclaredEditor("data", "Shape", GENERATORS, self)
        self._editor.show_value(self._generator)
        self._editor.edited.connect(self._remember)
        replacing = QPushButton("Generate", self)
        replacing.setObjectName("data.generate")
        replacing.setProperty("primary", True)
        replacing.setToolTip("Replace all points by this shape")
        replacing.clicked.connect(self.generate)
        adding = QPushButton("Add", self)
        adding.setObjectName("data.add")
        adding.setToolTip("Add this shape to the points that are there")
        adding.clicked.connect(self.add)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(replacing, 2)
        buttons.addWidget(adding, 1)
        self._counts = QLabel(self)
        self._counts.setProperty("role", "muted")
        self._counts.setWordWrap(True)
        self.column.addWidget(self._editor)
        self.column.addLayout(buttons)
        self.column.addWidget(self._counts)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._show_counts(workbench.document.session)

    def generate(self) -> None:
        """Replace the dataset by the chosen shape."""
        edit = Replace(self._generator.make())
        self.workbench.document.edit(edit, f"generate {self._generator.title.lower()}")
        self.workbench.points_generated.emit()

    def add(self) -> None:
        """Append the chosen shape to the dataset."""
        made = self._generator.make()
        edit = add(self.workbench.document.session.dataset, made.points, made.labels)
        self.workbench.document.edit(edit, f"add {self._generator.title.lower()}")

    def _remember(self, generator: Generator) -> None:
        self._generator = generator

    def _follow(self, before: Session, after: Session) -> None:
        if before.dataset is not after.dataset:
            self._show_counts(after)

    def _show_counts(self, session: Session) -> None:
        labels = session.dataset.labels
        positive = int(np.count_nonzero(labels > 0))
        held_out = int(np.count_nonzero(session.dataset.held_out))
        self._counts.setText(class_counts(positive, len(labels) - positive, held_out))
