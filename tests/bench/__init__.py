"""The bench: how fast the program is, as ratios against a reference in the same run."""
