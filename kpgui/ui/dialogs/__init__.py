"""Dialogs: questions and messages that stand in front of the window."""
