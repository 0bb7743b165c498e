"""The panels: one file each, and one line in `registry.py`."""
