"""Comparing runs on the same points: the same session with one or two settings different, or in other orders."""

from kpgui.analysis.comparing.folds import folds, without
from kpgui.analysis.comparing.outcome import Outcome, orders, outcome
from kpgui.analysis.comparing.sweep import SweptCase, Varied, best, sweep

__all__ = ["Outcome", "SweptCase", "Varied", "best", "folds", "orders", "outcome", "sweep", "without"]
