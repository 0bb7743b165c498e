"""Comma-separated values, and tab-separated ones."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar

import numpy as np

from kpgui.formats.parts.delimited import DelimitedFormat, delimiter_in, has_decimal_commas
from kpgui.formats.tabular.text import written_table
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session


class Csv(DelimitedFormat):
    """CSV with one row for each point; `kpgui.formats.tabular.sheet` assigns the roles of the columns.

    The delimiter, a comma, semicolon or tab, is detected. Cells may be quoted; decimal commas are read where the comma
    is not the delimiter; lines that begin with # are comments. Written with commas and decimal points.
    """

    key = "csv"
    title = "Comma-separated values"
    suffixes = (".csv",)
    meaning = "points with their labels, one row each; opens in every spreadsheet"
    written_with: ClassVar[str] = ","

    def recognises_text(self, start: str) -> bool:
        delimiter = delimiter_in(start)
        return delimiter is not None and not (delimiter == "," and has_decimal_commas(start))

    def texts(self, session: Session) -> Iterator[str]:
        dataset = session.dataset
        for columns, classes in product((dataset.columns, ()), (dataset.classes, ())):
            if self._reads_back(dataset, columns, classes):
                break
        return written_table(dataset, self.written_with, columns, classes)

    def _reads_back(self, dataset: Dataset, columns: Sequence[str], classes: Sequence[str]) -> bool:
        """Whether a file with these names has the same coordinates and labels for whoever opens it without a choice.

        The first class in the alphabet is then −1, and names such as `class` have a meaning. Tried with a few points.
        """
        if not (columns or classes):
            return True
        kept = np.concatenate([np.flatnonzero(dataset.labels == label)[:10] for label in (-1, 1)])
        some = Dataset.of(dataset.points[kept], dataset.labels[kept], dataset.held_out[kept])
        try:
            text = "".join(written_table(some, self.written_with, columns, classes))
            return self.read(text.encode(), "").dataset == some
        except KpguiError:
            return False


class Tsv(Csv):
    """CSV with tabs between the cells."""

    key = "tsv"
    title = "Tab-separated values"
    suffixes = (".tsv",)
    meaning = "points with their labels, one row each, tabs between the cells"
    written_with = "\t"
    usual_delimiter = "\t"
