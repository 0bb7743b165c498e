"""Animations: a run as frames, and the files that they are written to."""
