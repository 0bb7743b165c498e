"""Tab-separated values."""

from kpgui.formats.csv import Csv


class Tsv(Csv):
    """CSV with tabs between the cells."""

    key = "tsv"
    title = "Tab-separated values"
    suffixes = (".tsv",)
    meaning = "points with their labels, one row each, tabs between the cells"
    written_with = "\t"
    usual_delimiter = "\t"
