"""Comparing runs on the same points: the same session with one or two settings different, or in other orders."""

from kpgui.analysis.comparing.outcome import RunSummary, orders, outcome
from kpgui.analysis.comparing.sweep import SweptCase, Varied, best, folds, sweep, without

__all__ = ["RunSummary", "SweptCase", "Varied", "best", "folds", "orders", "outcome", "sweep", "without"]
