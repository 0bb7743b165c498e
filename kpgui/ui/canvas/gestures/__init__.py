"""Gestures: what happens between the press and the release of a mouse button."""
