"""Dialogs and notices: questions and messages to the user."""
