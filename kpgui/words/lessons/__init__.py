"""Lessons: how their files are read and written, how their texts are shown, and how answers are checked."""
